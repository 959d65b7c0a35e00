import { z } from "zod";
import { countWords } from "./count_words.ts";
import { type Layout, provenanceOf, readJsonFile, rowsTable } from "./layout.ts";
import { badRecord } from "./mllm_as_a_judge.ts";

const decision = z.enum(["A>B", "B>A", "A=B"]).nullish();

/** A line of JudgeBench's output: a pair and the two games that a judge played on it. */
const outputRecord = z.object({
  pair_id: z.string(),
  source: z.string().nullish(),
  response_A: z.string().nullish(),
  response_B: z.string().nullish(),
  label: z.enum(["A>B", "B>A"]),
  judgments: z.array(
    z.object({ decision, judgment: z.object({ judge_model: z.string().nullish() }).nullish() }).nullable(),
  ).max(2),
});

/**
 * JudgeBench output files (Tan et al. 2025): one line per pair with up to two games in `judgments`. The second game shows
 * the responses in reverse, and its decision speaks of that order: `choice` is turned back, `swapped` is true. `label` is
 * objective correctness. A missing decision is null (unparsable), `A=B` a tie; a game that is missing altogether is no
 * row. Domain = `source`; there are no images (`image` is false); the judge's name is the option `judge`, else `judgment.judge_model`, else the file's name.
 */
export const judgeBench: Layout = {
  matches: (record) => "pair_id" in record && Array.isArray(record.judgments),
  read: (files, { judge }) =>
    files.map((file) => {
      const rows = readJsonFile(file).flatMap(({ line, record }) => {
        const parsed = outputRecord.safeParse(record);
        if (!parsed.success) throw badRecord(file, line, parsed.error);
        const { pair_id, source, response_A, response_B, label, judgments } = parsed.data;
        return judgments.flatMap((game, index) =>
          game === null ? [] : [{
            line,
            values: {
              benchmark: "JudgeBench",
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
              ...provenanceOf(record),
            },
          }]
        );
      });
      return rowsTable(file, rows);
    }),
};

/**
 * A decision such as `A>B` as the winner in canonical order.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { gameVerdict } from "@/results/judge_bench.ts";
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
