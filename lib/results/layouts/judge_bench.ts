import { countWords } from "../count_words.ts";
import type { Layout } from "./layout.ts";
import { recordsTable } from "../rows_table.ts";
import { readJsonFile } from "../json_file.ts";
import { checkedRecord, lazySchema } from "../lazy_schema.ts";

/** A line of JudgeBench's output: a pair and the two games that a judge played on it. */
const outputRecord = lazySchema((z) =>
  z.object({
    pair_id: z.string(),
    source: z.string().nullish(),
    response_model: z.string().nullish(),
    response_A: z.string().nullish(),
    response_B: z.string().nullish(),
    label: z.enum(["A>B", "B>A"]),
    judgments: z.array(
      z.object({
        decision: z.enum(["A>B", "B>A", "A=B"]).nullish(),
        judgment: z.object({ judge_model: z.string().nullish() }).nullish(),
      }).nullable(),
    ).max(2),
  })
);

/**
 * JudgeBench output files (Tan et al. 2025): one line per pair with up to two games in `judgments`. The second game shows
 * the responses in reverse, and its decision speaks of that order: `choice` is turned back, `swapped` is true. `label` is
 * objective correctness, `response_model` wrote both responses and has a benchmark of its own. A missing decision is null (unparsable), `A=B` a tie; a game that is missing altogether is no
 * row. Domain = `source`; there are no images (`image` is false); the judge's name is the option `judge`, else `judgment.judge_model`, else the file's name.
 */
export const judgeBench: Layout = {
  tool: "JudgeBench",
  frame: "pairs",
  detect: ({ record }) => "pair_id" in record && Array.isArray(record.judgments) ? "results" : null,
  read: (files, { judge }) => ({
    tables: files.map((file) => {
      return recordsTable(file, readJsonFile(file), (record, { line }) => {
        const { pair_id, source, response_model, response_A, response_B, label, judgments } = checkedRecord(
          file,
          line,
          outputRecord,
          record,
        );
        return judgments.flatMap((game, index) =>
          game === null ? [] : [{
            benchmark: judgeBenchSet(response_model),
            item_id: pair_id,
            image_id: pair_id,
            image: false,
            domain: source ?? null,
            judge: judge ?? game.judgment?.judge_model ?? file.stem,
            swapped: index === 1,
            human: gameVerdict(label, false),
            choice: gameVerdict(game.decision ?? null, index === 1),
            words_a: countWords(response_A),
            words_b: countWords(response_B),
            model_a: response_model ?? null,
            model_b: response_model ?? null,
          }]
        );
      });
    }),
  }),
};

/**
 * The benchmark's name with the model that wrote both responses of a pair: every such model has pairs of its own, so that
 * the pairs of one say nothing of another's, and none is missing there.
 */
function judgeBenchSet(responseModel: string | null | undefined): string {
  return responseModel ? `JudgeBench/${responseModel}` : "JudgeBench";
}

/**
 * A decision such as `A>B` as the winner in canonical order.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { gameVerdict } from "@/results/layouts/judge_bench.ts";
 *
 * assert.equal(gameVerdict("A>B", false), "A");
 * assert.equal(gameVerdict("A>B", true), "B"); // the answers were shown in reverse
 * ```
 */
export function gameVerdict(decision: string | null, swapped: boolean): "A" | "B" | "tie" | null {
  if (decision === "A=B") return "tie";
  if (decision !== "A>B" && decision !== "B>A") return null;
  return (decision === "A>B") !== swapped ? "A" : "B";
}
