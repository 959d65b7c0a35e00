import { basename, dirname, resolve } from "node:path";
import pl from "nodejs-polars";
import type { TableFile } from "../find_files.ts";
import { loadTable, type RawTable } from "../load_table.ts";
import { ARENA_NOTES, readArena } from "./arena_games.ts";
import { countRows, type Layout, type LayoutOptions } from "./layout.ts";

/** The baseline of every verdict in the table. */
const BASELINE = "claude-3-sonnet-20240229";
const BENCHMARK = "WildVision-Bench";

/**
 * WildVision-Bench (Lu et al. 2024): judgments of `model_judgements/judge_<judge>_reference_<baseline>/<model>.jsonl`, or a
 * table of such verdicts (`question_id, model, judge, game, score, words_base, …`). One game each: A is the baseline, shown
 * first, B the model. item_id = model/question, image_id = the question. `score` keeps the strength; a game without a
 * verdict, which the tool counts as a tie, has no choice.
 */
export const wildvision: Layout = {
  tool: "WildVision-Bench",
  frame: "pairs",
  detect({ kind, columns, record, path }) {
    if (kind === "csv") {
      const needed = ["question_id", "model", "judge", "game", "score", "words_base"];
      return needed.every((column) => columns.includes(column)) ? "results" : null;
    }
    if (!("question_id" in record)) return null;
    const judged = Array.isArray(record.games) && /reference_/.test(basename(dirname(resolve(path))));
    return judged ? "results" : "output" in record ? "beside" : null;
  },
  read(files, options) {
    const official = files.filter(({ kind }) => kind !== "csv");
    const games = readArena(official, options, {
      name: () => BENCHMARK,
      baseline: ({ path }) => /reference_(.+)$/.exec(basename(dirname(resolve(path))))?.[1] ?? null,
      image: true,
    });
    const tables = files.filter(({ kind }) => kind === "csv").map((file) => verdictTable(file, options));
    const { unparsed, baseline_itself } = countRows(tables, {
      unparsed: pl.col("choice").isNull(),
      baseline_itself: pl.col("model_a").eq(pl.col("model_b")),
    });
    return {
      tables: [...games.tables, ...tables],
      counts: {
        failed_games: games.counts.failed_games,
        unparsed: games.counts.unparsed + unparsed,
        baseline_itself: games.counts.baseline_itself + baseline_itself,
      },
    };
  },
  notes: ARENA_NOTES,
  silent: [
    "slot and baseline apart: the baseline was always shown first",
    "whether people would agree: there are no human votes",
  ],
};

function verdictTable(file: TableFile, { judge }: LayoutOptions): RawTable {
  const table = loadTable(file);
  const score = pl.col("score");
  const number = (from: string, to: string) => pl.col(from).cast(pl.Int32).alias(to);
  const rest = table.frame.withColumns(
    pl.lit(BENCHMARK).alias("benchmark"),
    pl.concatString([pl.col("model"), pl.col("question_id")], "/").alias("item_id"),
    pl.col("question_id").alias("image_id"),
    judge === undefined ? pl.col("judge") : pl.lit(judge).alias("judge"),
    pl.col("game").alias("run"),
    pl.lit(null).cast(pl.Utf8).alias("human"),
    pl.when(score.isIn(["A>>B", "A>B"])).then(pl.lit("A")).when(score.isIn(["B>>A", "B>A"])).then(pl.lit("B"))
      .when(score.eq(pl.lit("A=B"))).then(pl.lit("tie")).otherwise(pl.lit(null)).cast(pl.Utf8).alias(
        "choice",
      ),
    number("words_base", "words_a"),
    number("words", "words_b"),
    number("tokens_base", "tokens_a"),
    number("tokens", "tokens_b"),
    number("words_input", "words_input"),
    number("response_words", "response_words"),
    number("labels_named", "labels_named"),
    pl.lit(BASELINE).alias("model_a"),
    pl.col("model").alias("model_b"),
  );
  const used = ["words", "words_base", "tokens", "tokens_base", "model", "question_id", "game"];
  return { ...table, frame: rest.select(...rest.columns.filter((column) => !used.includes(column))) };
}
