import { requireNoMore } from "../progress/require_no_more.ts";
import pl from "nodejs-polars";
import { requireOneOf } from "../progress/require.ts";
import { columnNumbers, factor } from "./factor.ts";
import type { FrameOf } from "./frame_types.ts";
import { type JoinedTables, withConstant } from "./join_tables.ts";
import type { RawTable } from "./load_table.ts";
import { OFFICIAL_SCORES } from "./layouts/mm_judge_bias.ts";
import type { JudgeName } from "./layouts/layout.ts";
import { unlikeScales } from "./rating_warnings.ts";
import { reader, type Reading } from "./reader.ts";
import { type ToldReplies, withScoresRead } from "./read_replies.ts";
import { warned } from "./read_report.ts";
import { ResultsError } from "./results_error.ts";
import { said } from "./said.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import type { Source } from "./source.ts";
import { valueAt } from "./frame.ts";
import { ownOptions, scaleHint } from "./read_options.ts";

/** Layouts that `readScorePairs` knows. */
export type ScorePairsFormat = "native" | "mm-judgebias";

/** Options of `readScorePairs`. */
export interface ReadScorePairsOptions extends ShapeOptions {
  /** The files' layout; found by itself where it is not given. */
  format?: ScorePairsFormat;
  /** Name of the judge, for files that do not say it, or what tells it by a file's name: `({ stem }) => stem`. */
  judge?: JudgeName;
  /** The prompt's variant, for files that do not say it: `score` (default), `abstention`, `score_guided`, … */
  prompt?: string;
  /** The largest score of the file's scale, which begins at 1: 10 (default). Others are brought to 1 … 10, where BD and BC are what they are on their own. */
  maxScore?: number;
  /**
   * That scores stand in whole replies, out of which they are read as `readRatings` does, on the scale from 1 to `maxScore`: one that cannot be read, or is
   * off the scale, is `unparsable`, N/A is `abstained`. Texts stay in `unbiased_text` and `biased_text`.
   */
  replies?: ToldReplies;
  /** A report's `unread.csv` in whose column `meant` somebody wrote the scores of replies, as in `readPairs`. */
  unread?: string;
  /** Reads the authors' output folder as their code does; for `reliability` with the same option. */
  compatibility?: "official";
}

const SIDES = ["unbiased", "biased"];

/** Where the scale of score pairs ends, below what a scale of stars does, and from how many scores on none above it is no chance. */
const HIGHEST = 10, STARS = 5, MANY = 20;

export const SCORE_PAIRS_READER = reader<"score pairs", ReadScorePairsOptions>("score pairs", {
  action: "readScorePairs",
  options: ownOptions<ReadScorePairsOptions>()("format judge prompt maxScore replies unread compatibility"),
  require({ compatibility, maxScore = HIGHEST }) {
    requireOneOf("readScorePairs", "compatibility", compatibility, [undefined, "official"]);
    if (!(Number.isFinite(maxScore) && maxScore > 1)) {
      throw new RangeError(`readScorePairs: wanted a number above 1 as maxScore, found ${maxScore}`);
    }
  },
  changes({ maxScore = HIGHEST }) {
    const scale = maxScore === HIGHEST ? { hint: scaleHint("readScorePairs") } : { max: maxScore };
    return { unbiased: scale, biased: scale };
  },
  prepare: (table, reading) => {
    const { native, options } = reading, { replies = false } = options;
    const named = withConstant(table, "prompt", options.prompt);
    return native ? withStatus(replies === false ? named : withRepliesScored(named, reading)) : named;
  },
  rules(joined, { native }) {
    if (native) checkStatus(joined);
  },
  finish(frame, _, { native, options: { maxScore = HIGHEST }, notes }) {
    const unlike = native ? unlikeSides(frame) : [];
    if (!native && maxScore !== HIGHEST) {
      throw new RangeError(`readScorePairs: wanted no maxScore for an official layout, found ${maxScore}`);
    }
    if (frame.columns.includes(OFFICIAL_SCORES[0])) {
      const own = SIDES.map((side, i) => pl.col(OFFICIAL_SCORES[i]).alias(side));
      return { frame: frame.withColumns(...own).drop([...OFFICIAL_SCORES]), report: {}, unchecked: true };
    }
    if (maxScore === HIGHEST) {
      return { report: { warnings: native ? [...lowScores(frame), ...unlike] : [] } };
    }
    const text = `scores from 1 to ${maxScore} are brought to 1 to ${HIGHEST}, where BD and BC are the same`;
    notes.push({ name: "scale", rows: frame.height, text });
    const scaled = (side: string) =>
      pl.col(side).minus(1).mul(HIGHEST - 1).div(maxScore - 1).plus(1).alias(side);
    return { frame: frame.withColumns(...SIDES.map(scaled)), report: { warnings: unlike } };
  },
});

/**
 * Reads a judge's scores of unperturbed and perturbed samples into a `score pairs` frame: one row per judge, prompt, run,
 * sample and bias type, columns as in `FRAMES["score pairs"]`, others after them.
 *
 * The native layout (CSV, JSONL, Parquet, gzip, folders, globs, records) needs `judge, sample_id, bias_type, unbiased, biased`; prompt is
 * `score` and run 1 by default, and a side without a status is scored where it has a score, else missing. Recognised as well:
 * the output folder of MM-JudgeBias' public code (`judgements/seed_*\/NNNN.json`). There every model in a record is a judge,
 * seeds are runs in the order of their numbers, a score that is missing is parsed from the judge's text, and a text whose
 * score is N/A is an abstention. A score outside 1 … 10 (of a
 * file of your own outside 1 … `maxScore`) is an error where it is stored and unparsable where it is parsed.
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
export function readScorePairs(source: Source, options: ReadScorePairsOptions = {}): FrameOf<"score pairs"> {
  requireNoMore("readScorePairs", arguments);
  return warned("readScorePairs", SCORE_PAIRS_READER.read(source, options));
}

function lowScores(frame: pl.DataFrame): string[] {
  const low = frame.groupBy("judge").agg(
    ...SIDES.map((side) => pl.col(side).max().fillNull(1).alias(side)),
    pl.col("unbiased").count().plus(pl.col("biased").count()).alias("scores"),
  ).filter(
    pl.col("scores").gtEq(MANY).and(pl.col("unbiased").ltEq(STARS)).and(pl.col("biased").ltEq(STARS)),
  );
  const names = low.getColumn("judge").sort().toArray(), way = scaleHint("readScorePairs", STARS);
  return names.length === 0 ? [] : [said("low_scores", { names, most: STARS, highest: HIGHEST, way })];
}

function unlikeSides(frame: pl.DataFrame): string[] {
  const { codes, levels } = factor(frame.getColumn("judge")), rows = frame.height;
  const scores = SIDES.flatMap((side) => [...columnNumbers(frame.getColumn(side))]);
  return levels.flatMap((judge, code) => {
    const own = scores.map((one, i) => codes[i % rows] === code ? one : NaN);
    return [...unlikeScales(own, (row) => `${SIDES[row < rows ? 0 : 1]} of ${judge}`)];
  });
}

function checkStatus({ frame, locate }: JoinedTables): void {
  for (const side of SIDES) {
    const status = pl.col(`${side}_status`).eq(pl.lit("scored"));
    const wrong = frame.select(status.neq(pl.col(side).isNotNull()).cast(pl.UInt32).alias("wrong"))
      .getColumn("wrong").toArray() as number[];
    const row = wrong.indexOf(1);
    if (row < 0) continue;
    const column = `${side}_status`, value = valueAt(frame, column, row);
    const found = `${side} is ${valueAt(frame, side, row) ?? "empty"}`;
    const expected = `scored with a score and anything else without one (${found})`;
    throw new ResultsError({ ...locate(row), column, value, expected, count: wrong.filter(Boolean).length });
  }
}

function withStatus(table: RawTable): RawTable {
  const { columns = {} } = table;
  let { frame } = table;
  for (const side of SIDES) {
    const status = `${side}_status`, score = columns[side] ?? side;
    if (columns[status] || frame.columns.includes(status) || !frame.columns.includes(score)) continue;
    const empty = pl.col(score).cast(pl.Utf8).fillNull(pl.lit("")).eq(pl.lit(""));
    frame = frame.withColumns(
      pl.when(empty).then(pl.lit("missing")).otherwise(pl.lit("scored")).alias(status),
    );
  }
  return { ...table, frame };
}

const STATUSES: Readonly<Record<string, string>> = { ok: "scored", empty: "missing", abstained: "abstained" };

function withRepliesScored(table: RawTable, reading: Reading<ReadScorePairsOptions>) {
  const { maxScore = HIGHEST } = reading.options, { columns = {}, frame } = table;
  const sides = SIDES.map((side) => columns[side] ?? side).filter((one) => frame.columns.includes(one));
  const read = withScoresRead(table, sides, { low: 1, high: maxScore }, reading);
  const statuses = SIDES.flatMap((side) => {
    const status = `${side}_status`, { [columns[side] ?? side]: ended } = read.ended;
    return ended === undefined || columns[status] || frame.columns.includes(status)
      ? []
      : [pl.Series(status, ended.map((one) => STATUSES[one] ?? "unparsable"), pl.Utf8)];
  });
  return { ...read.table, frame: read.table.frame.withColumns(...statuses) };
}
