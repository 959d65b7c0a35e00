import pl from "nodejs-polars";
import { countWords } from "../count_words.ts";
import { checkedRecord, lazySchema } from "../lazy_schema.ts";
import type { Layout } from "./layout.ts";
import { recordLayout } from "./record_layout.ts";
import { mapped, turned, type VerdictTable, verdictTable } from "./records.ts";

/**
 * The benchmark is named with the model that wrote both responses of a pair: every such model has pairs of its own, so that
 * the pairs of one say nothing of another's, and none is missing there.
 */
const BENCHMARK = "JudgeBench";

const DECISIONS = { "A>B": "A", "B>A": "B", "A=B": "tie" } as const;

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
export const judgeBench: Layout = recordLayout({
  tool: "JudgeBench",
  frame: "pairs",
  results: ({ record }) => "pair_id" in record && Array.isArray(record.judgments),
  *rows(record, at) {
    const { judgments, ...pair } = checkedRecord(at.file, at.line, outputRecord, record);
    for (const [index, game] of judgments.entries()) {
      if (game === null) continue;
      yield {
        benchmark: pair.response_model ? `${BENCHMARK}/${pair.response_model}` : BENCHMARK,
        item_id: pair.pair_id,
        image_id: pair.pair_id,
        image: false,
        domain: pair.source ?? null,
        judge: at.judge(game.judgment?.judge_model ?? at.file.stem),
        swapped: index === 1,
        human: DECISIONS[pair.label],
        choice: turned(game.decision ? DECISIONS[game.decision] : null, index === 1),
        words_a: countWords(pair.response_A),
        words_b: countWords(pair.response_B),
        model_a: pair.response_model ?? null,
        model_b: pair.response_model ?? null,
      };
    }
  },
});

/**
 * A tidy table of JudgeBench verdicts: `pair_id, source, judge_model, game, label, decision, words_a, words_b`, with the
 * decision of game 2 speaking of the reversed order. Never found by itself: name it with `format: "judgebench-table"`,
 * since a table with the same columns may have its decisions turned back already. Judges are told apart by `judge_name`
 * (the protocol) too, where one model stands under two.
 */
export const judgeBenchTable: Layout = {
  tool: "JudgeBench, as a table of verdicts",
  frame: "pairs",
  detect: () => null,
  read: (files, { judge }) => ({
    tables: files.map((file) => verdictTable(file, (names) => ({ ...tableColumns(names), judge }))),
  }),
};

function tableColumns(names: readonly string[]): VerdictTable {
  const game = pl.col("game").cast(pl.Utf8), model = pl.col("response_model");
  const turnedInSecond = { ...DECISIONS, "A>B": second("B", "A"), "B>A": second("A", "B") };
  const written = names.includes("response_model");
  return {
    needed: ["pair_id", "source", "judge_model", "game", "label", "decision", "words_a", "words_b"],
    made: {
      benchmark: written
        ? pl.when(model.isNull()).then(pl.lit(BENCHMARK))
          .otherwise(pl.concatString([pl.lit(BENCHMARK), model], "/"))
        : pl.lit(BENCHMARK),
      ...written ? { model_a: model, model_b: model } : {},
      item_id: pl.col("pair_id"),
      image: pl.lit("false"),
      domain: pl.col("source"),
      judge: pl.col("judge_model"),
      swapped: mapped(game, { "1": "false", "2": "true" }),
      human: mapped(pl.col("label"), DECISIONS),
      choice: mapped(pl.col("decision"), turnedInSecond),
    },
  };
}

/** One value in the second game, whose decision speaks of the reversed order, and another in the first. */
function second(value: string, otherwise: string): pl.Expr {
  return pl.when(pl.col("game").cast(pl.Utf8).eq(pl.lit("2"))).then(pl.lit(value)).otherwise(
    pl.lit(otherwise),
  );
}
