import { type CaptionCodes, captionCodes } from "./caption_codes.ts";
import { readCaptionCsv } from "./caption_csv.ts";
import { captionGridReport } from "./caption_grid_report.ts";
import { withoutTraces } from "./check_rows.ts";
import { findTableFiles, type TableFile } from "./find_files.ts";
import type { FrameOf } from "./frames.ts";
import { joinTables } from "./join_tables.ts";
import { sourceTables } from "./layouts/read_layouts.ts";
import type { LayoutName } from "./layouts/table.ts";
import type { RawTable } from "./load_table.ts";
import { misspelt } from "./misspelt.ts";
import { alikeNames } from "./near_names.ts";
import { type PlainCaptions, readCaptionParquet } from "./plain_captions.ts";
import { requireReadOptions } from "./read_options.ts";
import { attachReport } from "./read_report.ts";
import { optionNames } from "./require_options.ts";
import { ResultsError } from "./results_error.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import pl from "nodejs-polars";

/** Options of `readCaptionScores`. */
export interface ReadCaptionScoresOptions extends ShapeOptions {
  /** The files' layout; found by itself where it is not given. */
  format?: "native" | LayoutName;
  /** The largest score that the file's scale has: 1 (default), 100 for scores from 0 to 100. They are divided by it. */
  maxScore?: number;
}

/** Their names, beside those of every reader. */
export const READ_CAPTION_SCORES_OPTIONS: readonly string[] = optionNames<
  Omit<ReadCaptionScoresOptions, keyof ShapeOptions>
>()([
  "format",
  "maxScore",
]);

const SCORES = ["score", "parsed", "expected"] as const;

/**
 * Reads scores of captions into a `caption scores` frame: one row per image, generator, evaluator, setting and run, `score`
 * in [0, 1] or null where the evaluator's answer could not be parsed. The file needs `image_id, generator, evaluator,
 * setting` (`ref_based` or `ref_free`; recode others with `values`) and `score`, or `expected` or `parsed` in its place
 * (the expected score counts where there are both). Paths, `columns`, `values` and `onInvalid` as in `readPairs`.
 *
 * Scores on another scale than 0 to 1 are taken only when the option `maxScore` names it, never by a guess. Cells (generator
 * × evaluator) without scores and cells with fewer images than others are read as they are and counted in
 * `readReport(frame).grid`; the metrics refuse the first and say how they treat the second.
 *
 * @throws {ResultsError} naming file, line, column and value: a score outside the scale, an unknown setting, a missing
 *   column, a repeated key, scores that are fractions although `maxScore` says otherwise
 * @throws {RangeError} for a `maxScore` that is not a positive number
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readCaptionScores, readReport } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * assert.deepEqual(scores.columns.slice(0, 6), ["image_id", "generator", "evaluator", "setting", "run", "score"]);
 * assert.equal(readReport(scores)?.grid?.empty_cells, 0);
 * ```
 */
export function readCaptionScores(
  path: string | readonly string[],
  options: ReadCaptionScoresOptions = {},
): FrameOf<"caption scores"> {
  requireReadOptions("readCaptionScores", "caption scores", options, READ_CAPTION_SCORES_OPTIONS);
  const { maxScore = 1 } = options;
  if (!(Number.isFinite(maxScore) && maxScore > 0)) {
    throw new RangeError(`readCaptionScores: wanted a positive number as maxScore, found ${maxScore}`);
  }
  const { format } = options;
  const found = findTableFiles(path);
  // A file with all of our columns, as they should be, is in no other layout.
  const plain = maxScore === 1 && (format === undefined || format === "native") &&
    ["columns", "values", "missing", "limits"].every((name) => !(name in options));
  const fast = plain && found.length === 1 ? readPlain(found[0]) : null;
  if (fast) {
    return attachReport(fast.frame, {
      format: "native",
      files: [{ path: found[0].path, rows: fast.codes.height }],
      dropped: {},
      grid: captionGridReport(fast.codes),
      warnings: alikeModels(fast.codes),
    });
  }
  const { foreign, tables } = sourceTables("readCaptionScores", "caption scores", found, options);
  const scale = maxScore === 1 ? {} : { divisor: maxScore, max: maxScore };
  const { frame, dropped, filled, files, warnings } = explained(maxScore, () =>
    joinTables(
      "caption scores",
      foreign ? tables : tables.map((table) => withScore(table, options)),
      () => ({}),
      options,
      Object.fromEntries(SCORES.map((column) => [column, scale])),
    ));
  const scores = withoutTraces(frame);
  const codes = captionCodes(scores);
  if (maxScore > 1 && codes.height > 0) requireScale(codes.score, maxScore, files[0].path);
  return attachReport(scores, {
    format: "native",
    ...foreign?.report,
    files,
    dropped,
    grid: captionGridReport(codes),
    warnings: [
      ...warnings,
      ...(foreign ? [] : misspelt("caption scores", scores.columns, filled)),
      ...alikeModels(codes),
    ],
  });
}

/** Generators and evaluators are models of one kind: a judge's own captions are those under its very name. */
function alikeModels({ generator, evaluator }: CaptionCodes): string[] {
  return alikeNames({ generator: generator.levels, evaluator: evaluator.levels });
}

/** A file that needs no conversion, read in one go; null for any other. */
function readPlain({ kind, gzip, path }: TableFile): PlainCaptions | null {
  if (kind === "parquet") return readCaptionParquet(path);
  return kind === "csv" && !gzip ? readCaptionCsv(path) : null;
}

/** The expected score, else the parsed one, for a file that has these and no `score`. */
function withScore(table: RawTable, { columns = {} }: ReadCaptionScoresOptions): RawTable {
  const has = (column: string) => table.frame.columns.includes(column);
  if (columns.score !== undefined || has("score")) return table;
  const given = ["expected", "parsed"].map((column) => columns[column] ?? column).filter(has);
  if (given.length === 0) return table;
  const score = given.length === 1
    ? pl.col(given[0])
    : pl.when(pl.col(given[0]).isNull()).then(pl.col(given[1])).otherwise(pl.col(given[0]));
  return { ...table, frame: table.frame.withColumns(score.alias("score")) };
}

/** A score above 1 is mostly one of 100: the error says how to name the scale. */
function explained<T>(maxScore: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isScore = error instanceof ResultsError &&
      (SCORES as readonly string[]).includes(error.column ?? "");
    if (!isScore || maxScore !== 1 || !(Number(error.value) > 1)) throw error;
    throw new ResultsError({
      ...error,
      examples: [...error.examples],
      expected:
        `${error.expected}; if the scale ends elsewhere, say where: readCaptionScores(path, { maxScore: 100 })`,
    });
  }
}

/** Fractions that are divided by 100 would look like the scores of a very strict judge. */
function requireScale(score: Float64Array, maxScore: number, file: string): void {
  let largest = -Infinity;
  for (const value of score) if (value > largest) largest = value;
  if (!(largest * maxScore <= 1)) return;
  throw new ResultsError({
    file,
    column: "score",
    value: largest * maxScore,
    expected: `scores up to ${maxScore} (maxScore), but the largest is a fraction already`,
  });
}
