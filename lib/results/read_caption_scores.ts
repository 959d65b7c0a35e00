import { requireNoMore } from "../progress/require_no_more.ts";
import pl from "nodejs-polars";
import { captionGridReport, readCodes } from "./caption_codes.ts";
import type { FrameOf } from "./frame_types.ts";
import type { LayoutName } from "./layouts/table.ts";
import type { RawTable } from "./load_table.ts";
import { alikeNames } from "./other_names.ts";
import { unlikeGroups } from "./rating_warnings.ts";
import { reader } from "./reader.ts";
import { ownOptions, scaleHint } from "./read_options.ts";
import { warned } from "./read_report.ts";
import { ResultsError } from "./results_error.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import type { Source } from "./source.ts";

/** Options of `readCaptionScores`. */
export interface ReadCaptionScoresOptions extends ShapeOptions {
  /** The files' layout; found by itself where it is not given. */
  format?: "native" | LayoutName;
  /** The largest score that the file's scale has: 1 (default), 100 for scores from 0 to 100. They are divided by it. */
  maxScore?: number;
}

const SCORES = ["score", "parsed", "expected"] as const;

export const CAPTION_SCORES_READER = reader<"caption scores", ReadCaptionScoresOptions>("caption scores", {
  action: "readCaptionScores",
  options: ownOptions<ReadCaptionScoresOptions>()("format maxScore"),
  require({ maxScore = 1 }) {
    if (!(Number.isFinite(maxScore) && maxScore > 0)) {
      throw new RangeError(`readCaptionScores: wanted a positive number as maxScore, found ${maxScore}`);
    }
  },
  prepare: (table, { native }) => native ? withScore(table) : table,
  changes({ maxScore = 1 }) {
    const scale = maxScore === 1
      ? { hint: scaleHint("readCaptionScores") }
      : { divisor: maxScore, max: maxScore };
    return Object.fromEntries(SCORES.map((column) => [column, scale]));
  },
  isOnce: (frame, { files }) => readCodes(frame, files[0].path).once,
  finish(frame, { files }, { options: { maxScore = 1 } }) {
    const [{ path }] = files, codes = readCodes(frame, path);
    const value = maxScore * codes.score.reduce((most, one) => one > most ? one : most, -Infinity);
    // Fractions that are divided by 100 would look like the scores of a very strict judge.
    if (maxScore > 1 && codes.height > 0 && value <= 1) {
      const expected = `scores up to ${maxScore} (maxScore), but the largest is a fraction already`;
      throw new ResultsError({ file: path, column: "score", value, expected });
    }
    const { generator, evaluator } = codes;
    const warnings = [
      ...alikeNames({ generator: generator.levels, evaluator: evaluator.levels }),
      ...unlikeGroups({ frame }, ["score"], maxScore),
    ];
    return { report: { grid: captionGridReport(codes), warnings } };
  },
});

/**
 * Reads scores of captions into a `caption scores` frame: one row per image, generator, evaluator, setting and run, `score`
 * in [0, 1] or null where the evaluator's answer could not be parsed. The file needs `image_id, generator, evaluator,
 * setting` (`ref_based` or `ref_free`; recode others with `values`) and `score`, or `expected` or `parsed` in its place
 * (the expected score counts where there are both). Paths, records, `columns`, `values` and `onInvalid` as in `readPairs`.
 *
 * Image, generator, evaluator and setting are categories of Polars, as in simulated frames: a million rows take half the memory and
 * time of texts. Compare, sort, group and filter them as texts; `cast(pl.Utf8)` before functions of texts (`str`, `get` of a column) and
 * before a frame with texts is joined to them.
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
 * assert.deepEqual(scores.columns.slice(0, 6), [
 *   "image_id", "generator", "evaluator", "setting", "run", "score",
 * ]);
 * assert.equal(readReport(scores)?.grid?.empty_cells, 0);
 * ```
 */
export function readCaptionScores(
  source: Source,
  options: ReadCaptionScoresOptions = {},
): FrameOf<"caption scores"> {
  requireNoMore("readCaptionScores", arguments);
  return warned("readCaptionScores", CAPTION_SCORES_READER.read(source, options));
}

function withScore(table: RawTable): RawTable {
  const { columns = {} } = table;
  const has = (column: string) => table.frame.columns.includes(column);
  if (columns.score !== undefined || has("score")) return table;
  const given = ["expected", "parsed"].map((column) => columns[column] ?? column).filter(has);
  if (given.length === 0) return table;
  const score = given.length === 1
    ? pl.col(given[0])
    : pl.when(pl.col(given[0]).isNull()).then(pl.col(given[1])).otherwise(pl.col(given[0]));
  return { ...table, frame: table.frame.withColumns(score.alias("score")) };
}
