import pl from "nodejs-polars";
import type { Layout } from "./layout.ts";
import { loadTable } from "../load_table.ts";
import { ResultsError } from "../results_error.ts";

const COLUMNS = ["pair_id", "source", "judge_model", "game", "label", "decision", "words_a", "words_b"];

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
    tables: files.map((file) => {
      const table = loadTable(file);
      const missing = COLUMNS.filter((column) => !table.frame.columns.includes(column));
      if (missing.length > 0) {
        throw new ResultsError({ file: file.path, expected: `the columns ${missing.join(", ")}` });
      }
      const { frame } = table;
      const model = pl.col("response_model");
      const writers = frame.columns.includes("response_model")
        ? [
          pl.when(model.isNull()).then(pl.lit("JudgeBench"))
            .otherwise(pl.concatString([pl.lit("JudgeBench"), model], "/")).alias("benchmark"),
          model.alias("model_a"),
          model.alias("model_b"),
        ]
        : [pl.lit("JudgeBench").alias("benchmark")];
      const game = pl.col("game").cast(pl.Utf8);
      const reversed = game.eq(pl.lit("2"));
      const flipped = (decision: pl.Expr, turn: pl.Expr) =>
        pl.when(decision.eq(pl.lit("A=B"))).then(pl.lit("tie"))
          .when(decision.eq(pl.lit("A>B"))).then(pl.when(turn).then(pl.lit("B")).otherwise(pl.lit("A")))
          .when(decision.eq(pl.lit("B>A"))).then(pl.when(turn).then(pl.lit("A")).otherwise(pl.lit("B")))
          .otherwise(decision); // left as it is for the check of values to name
      return {
        ...table,
        frame: frame.withColumns(
          ...writers,
          pl.col("pair_id").alias("item_id"),
          pl.lit("false").alias("image"),
          pl.col("source").alias("domain"),
          judge === undefined ? pl.col("judge_model").alias("judge") : pl.lit(judge).alias("judge"),
          pl.when(reversed).then(pl.lit("true")).when(game.eq(pl.lit("1"))).then(pl.lit("false")).otherwise(
            game,
          )
            .alias("swapped"),
          flipped(pl.col("label"), pl.lit(false)).alias("human"),
          flipped(pl.col("decision"), reversed).alias("choice"),
        ),
      };
    }),
  }),
};
