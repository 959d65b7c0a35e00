import { basename, dirname, resolve } from "node:path";
import pl from "nodejs-polars";
import { ARENA_NOTES, ARENA_VERDICTS, readArena } from "./arena_hard.ts";
import { countRows, type Layout } from "./layout.ts";
import { mapped, verdictTable } from "./records.ts";

/** The baseline of every verdict in the table. */
const BASELINE = "claude-3-sonnet-20240229";
const BENCHMARK = "WildVision-Bench";

/** The columns of pairs from those of a table of verdicts. */
const VERDICTS = {
  made: {
    benchmark: pl.lit(BENCHMARK),
    item_id: pl.concatString([pl.col("model"), pl.col("question_id")], "/"),
    image_id: pl.col("question_id"),
    run: pl.col("game"),
    human: pl.lit(null).cast(pl.Utf8),
    choice: mapped(pl.col("score"), ARENA_VERDICTS, pl.lit(null)).cast(pl.Utf8),
    words_a: "words_base",
    words_b: "words",
    tokens_a: "tokens_base",
    tokens_b: "tokens",
    words_input: "words_input",
    response_words: "response_words",
    labels_named: "labels_named",
    model_a: pl.lit(BASELINE),
    model_b: pl.col("model"),
  },
  needed: [
    ...["question_id", "model", "judge", "game", "score", "words", "words_base", "tokens", "tokens_base"],
    ...["words_input", "response_words", "labels_named"],
  ],
  used: ["words", "words_base", "tokens", "tokens_base", "model", "question_id", "game"],
};

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
      return VERDICTS.needed.every((column) => columns.includes(column)) ? "results" : null;
    }
    if (!("question_id" in record)) return null;
    const judged = Array.isArray(record.games) && /reference_/.test(basename(dirname(resolve(path))));
    return judged ? "results" : "output" in record ? "beside" : null;
  },
  read(files, reading) {
    const games = readArena(files.filter(({ kind }) => kind !== "csv"), reading, {
      name: () => BENCHMARK,
      baseline: ({ path }) => /reference_(.+)$/.exec(basename(dirname(resolve(path))))?.[1] ?? null,
      image: true,
    });
    const tables = files.filter(({ kind }) => kind === "csv")
      .map((file) => verdictTable(file, { ...VERDICTS, judge: reading.judge }));
    countRows(tables, reading, {
      unparsed: pl.col("choice").isNull(),
      baseline_itself: pl.col("model_a").eq(pl.col("model_b")),
    });
    return { tables: [...games.tables, ...tables] };
  },
  notes: ARENA_NOTES,
  silent: [
    "slot and baseline apart: the baseline was always shown first",
    "whether people would agree: there are no human votes",
  ],
};
