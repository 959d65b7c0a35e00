import pl from "nodejs-polars";
import { requireOneOf } from "../stats/require_value.ts";
import { withoutTraces } from "./check_rows.ts";
import { findTableFiles, type TableFile } from "./find_files.ts";
import { type FrameOf, FRAMES } from "./frames.ts";
import { joinTables, withConstant } from "./join_tables.ts";
import { type RawTable, ROW } from "./load_table.ts";
import { loadTables, withoutMissing } from "./load_tables.ts";
import { misspelt } from "./misspelt.ts";
import { isJudgementFolder, OFFICIAL_SCORES, readJudgements } from "./mm_judge_bias.ts";
import { nearNames } from "./near_names.ts";
import { requireReadOptions } from "./read_options.ts";
import { attachReport } from "./read_report.ts";
import { optionNames } from "./require_options.ts";
import { ResultsError } from "./results_error.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { valueAt } from "./value_at.ts";

/** Layouts that `readScorePairs` knows. */
export type ScorePairsFormat = "native" | "mm-judgebias";

/** Options of `readScorePairs`. */
export interface ReadScorePairsOptions extends ShapeOptions {
  /** The files' layout; found by itself where it is not given. */
  format?: ScorePairsFormat;
  /** Name of the judge, for files that do not say it. */
  judge?: string;
  /** The prompt's variant, for files that do not say it: `score` (default), `abstention`, `score_guided`, … */
  prompt?: string;
  /** Reads the authors' output folder as their code does; for `reliability` with the same option. */
  compatibility?: "official";
}

/** Their names, beside those of every reader. */
export const READ_SCORE_PAIRS_OPTIONS: readonly string[] = optionNames<
  Omit<ReadScorePairsOptions, keyof ShapeOptions>
>()([
  "format",
  "judge",
  "prompt",
  "compatibility",
]);

/**
 * Reads a judge's scores of unperturbed and perturbed samples into a `score pairs` frame: one row per judge, prompt, run,
 * sample and bias type, columns as in `FRAMES["score pairs"]`, others after them.
 *
 * The native layout (CSV, JSONL, Parquet, gzip, folders, globs) needs `judge, sample_id, bias_type, unbiased, biased`; prompt is
 * `score` and run 1 by default, and a side without a status is scored where it has a score, else missing. Recognised as well:
 * the output folder of MM-JudgeBias' public code (`judgements/seed_*\/NNNN.json`). There every model in a record is a judge,
 * seeds are runs in the order of their numbers, a score that is missing is parsed from the judge's text, and a text whose
 * score is N/A is an abstention. A score outside 1 … 10 is an error where it is stored and unparsable where it is parsed.
 *
 * `compatibility: "official"` keeps to the authors' code instead, so that `reliability(frame, { compatibility: "official" })`
 * gives its numbers bit by bit: every number counts as a score, N/A falls back to the last number in the text, records of
 * other bias types are passed over. `readReport(frame)` counts what was left out.
 *
 * @throws {ResultsError} naming file, column, value and expectation: for a bad value (unless `onInvalid: "drop"`), a missing
 *   column, a torn file, a repeated key, a status that contradicts its score
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readScorePairs } from "judgebias";
 *
 * const native = readScorePairs("data/examples/score_pairs.csv");
 * const official = readScorePairs("data/examples/mm_judgebias");
 * assert.ok(native.height > 50 && official.columns.includes("seed"));
 * ```
 */
export function readScorePairs(
  path: string | readonly string[],
  options: ReadScorePairsOptions = {},
): FrameOf<"score pairs"> {
  requireReadOptions("readScorePairs", "score pairs", options, READ_SCORE_PAIRS_OPTIONS);
  const { compatibility, onInvalid } = options;
  requireOneOf("readScorePairs", "compatibility", compatibility, [undefined, "official"]);
  const files = findTableFiles(path);
  const format = options.format ?? scorePairsLayout(files, options) ?? "native";
  requireOneOf("readScorePairs", "the format", format, ["native", "mm-judgebias"]);
  if (format === "native") return native(files, options);
  const official = compatibility === "official";
  const { table, distinct, folders, dropped } = readJudgements(files, {
    official,
    drop: onInvalid === "drop",
  });
  const shape = () => {
    const joined = joinTables(
      "score pairs",
      [withConstant(withoutMissing("score pairs", table, options), "prompt", options.prompt)],
      () => ({}),
      options,
    );
    for (const [column, count] of Object.entries(joined.dropped)) {
      dropped[column] = (dropped[column] ?? 0) + count;
    }
    return withoutTraces(joined.frame);
  };
  // Every row has been checked: only names and values of the caller's own, or folders of the same seed, ask for more.
  const plain = distinct && !options.columns && !options.values && !options.missing &&
    isPrompt(options.prompt);
  const shaped = () => official ? withOfficialScores(shape()) : shape();
  return attachReport(plain ? complete(table, options.prompt) : shaped(), {
    format,
    files: folders,
    dropped,
  });
}

function isPrompt(prompt: string | undefined): boolean {
  return prompt === undefined || FRAMES["score pairs"].columns.prompt.values!.includes(prompt);
}

/** The frame of an official folder: its columns in order, with the defaults of those that it has not, in one query. */
function complete({ frame }: RawTable, prompt: string | undefined): pl.DataFrame {
  const own = frame.columns, known = FRAMES["score pairs"].columns;
  const columns = Object.entries(known).map(([column, spec]) => {
    const official = OFFICIAL_SCORES[["unbiased", "biased"].indexOf(column)];
    if (official && own.includes(official)) return pl.col(official).alias(column);
    if (own.includes(column)) return pl.col(column);
    const value = column === "prompt" ? prompt ?? spec.default : spec.default;
    return pl.lit(value).cast(spec.type === "text" ? pl.Utf8 : pl.Int32).alias(column);
  });
  const others = own.filter((column) =>
    !Object.hasOwn(known, column) && column !== ROW && !OFFICIAL_SCORES.some((name) => name === column)
  );
  return frame.select(...columns, ...others.map((column) => pl.col(column)));
}

/** Scores as the authors' code takes them, outside the scale too. */
function withOfficialScores(frame: pl.DataFrame): pl.DataFrame {
  return frame
    .withColumns(pl.col(OFFICIAL_SCORES[0]).alias("unbiased"), pl.col(OFFICIAL_SCORES[1]).alias("biased"))
    .drop([...OFFICIAL_SCORES]);
}

/** The official layout of these files, if they are in one; a file whose columns the caller maps is native. */
export function scorePairsLayout(
  files: readonly TableFile[],
  { columns = {} }: Pick<ShapeOptions, "columns"> = {},
): "mm-judgebias" | null {
  return Object.keys(columns).length === 0 && isJudgementFolder(files) ? "mm-judgebias" : null;
}

function native(files: readonly TableFile[], options: ReadScorePairsOptions): pl.DataFrame {
  const tables = loadTables("score pairs", files, options).map((table) =>
    withStatus(
      withConstant(
        withConstant(table, options.columns?.judge ?? "judge", options.judge),
        "prompt",
        options.prompt,
      ),
      options,
    )
  );
  const { frame, dropped, filled, files: sizes, warnings: left, locate } = joinTables(
    "score pairs",
    tables,
    () => ({}),
    options,
  );
  for (const side of ["unbiased", "biased"]) {
    const status = pl.col(`${side}_status`).eq(pl.lit("scored"));
    const wrong = frame.select(status.neq(pl.col(side).isNotNull()).cast(pl.UInt32).alias("wrong"))
      .getColumn("wrong").toArray() as number[];
    const row = wrong.indexOf(1);
    if (row < 0) continue;
    throw new ResultsError({
      ...locate(row),
      column: `${side}_status`,
      value: valueAt(frame, `${side}_status`, row),
      expected: `scored with a score and anything else without one (${side} is ${
        valueAt(frame, side, row) ?? "empty"
      })`,
      count: wrong.filter((one) => one === 1).length,
    });
  }
  const warnings = [
    ...left,
    ...misspelt("score pairs", withoutTraces(frame).columns, filled),
    ...nearNames(frame, files),
  ];
  return attachReport(withoutTraces(frame), {
    format: "native",
    files: sizes,
    dropped,
    warnings,
  });
}

/** Statuses from the scores, for a file that has none: scored where there is a score, else missing. */
function withStatus(table: RawTable, { columns = {} }: ReadScorePairsOptions): RawTable {
  let { frame } = table;
  for (const side of ["unbiased", "biased"]) {
    const status = `${side}_status`, score = columns[side] ?? side;
    if (columns[status] || frame.columns.includes(status) || !frame.columns.includes(score)) continue;
    const empty = pl.col(score).cast(pl.Utf8).fillNull(pl.lit("")).eq(pl.lit(""));
    frame = frame.withColumns(
      pl.when(empty).then(pl.lit("missing")).otherwise(pl.lit("scored")).alias(status),
    );
  }
  return { ...table, frame };
}
