import type pl from "nodejs-polars";
import { requireOptions, requireRight, requireShare } from "../progress/require.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { takeRows } from "../results/take_rows.ts";
import { grouped, mean as meanOf } from "../stats/grouped.ts";
import { pairMetric } from "./metric.ts";
import {
  count,
  counted,
  countOf,
  type Estimate,
  evidence,
  interval,
  limits,
  mean,
} from "./metric_columns.ts";
import { groupRows } from "./metric_table.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { VERDICT } from "./pair_outcomes.ts";
import { namingLeftOut, unless } from "./undecided.ts";
import { said } from "./said.ts";

export const EQUAL_LENGTH_WORDS = 5, WORDS = ["words_a", "words_b"];

/**
 * Keeps the pairs whose answers differ by at most `threshold` words (5 words: informativeness-bias paper, appendix C.5), or by at most
 * `ratio` of the longer one's words: `{ ratio: 0.1 }` keeps 100 and 90 words, not 100 and 89.
 *
 * The paper first lengthens the shorter answer without new content and keeps what then is within the threshold: give
 * this function the rows judged after lengthening (`variant` = `length_equalized`, with their new word counts). On
 * untouched rows it selects the pairs that happened to be of equal length, which is a different question.
 *
 * @returns the kept rows, in order, with all columns; what was left out is the difference in height
 * @throws {TypeError} without words_a and words_b, or when a row lacks a count: it can be called neither equal nor
 *   different, so filter it out first
 * @throws {RangeError} for a threshold that is negative or no number (Infinity keeps all), or a ratio outside [0, 1]
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { equalizeLengths } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2"], words_a: [20, 20], words_b: [25, 26],
 * });
 * assert.deepEqual(equalizeLengths(pairs).getColumn("item_id").toArray(), ["1"]);
 * assert.equal(equalizeLengths(pairs, { ratio: 0.25 }).height, 2);
 * ```
 */
export function equalizeLengths(
  pairs: pl.DataFrame,
  options: { threshold?: number; ratio?: number } = {},
): pl.DataFrame {
  requireOptions("equalizeLengths", options, ["threshold", "ratio"], arguments);
  const { ratio, threshold = ratio === undefined ? EQUAL_LENGTH_WORDS : Infinity } = options;
  if (ratio !== undefined) requireShare("equalizeLengths", "ratio", ratio);
  requireRight(threshold >= 0, "equalizeLengths", "a threshold of 0 or more words", threshold);
  requireColumns("equalizeLengths", pairs, WORDS);
  const [a, b] = WORDS.map((name) => columnNumbers(pairs.getColumn(name)));
  const unknown = a.filter((words, row) => [words, b[row]].some(Number.isNaN)).length;
  if (unknown > 0) throw new TypeError(said("some_lengths", { unknown, all: pairs.height }));
  return takeRows(pairs, Int32Array.from(a.keys()).filter(nearIn(a, b, threshold, ratio)));
}

/** Whether the answers of a row differ by at most so many words, and by at most such a share of the longer one's: no row of unknown lengths. */
export function nearIn(
  a: Float64Array,
  b: Float64Array,
  threshold = Infinity,
  ratio?: number,
): (row: number) => boolean {
  return (row) => {
    const difference = Math.abs(a[row] - b[row]);
    // Compared in whole words of the longer answer: 0.29 · 100 is a little less than 29.
    return difference <= threshold &&
      (ratio === undefined || difference <= ratio * Math.max(a[row], b[row]) + 1e-9);
  };
}

/**
 * How often the longer answer wins, with or without people's votes: the share of decided verdicts (A or B) on answers
 * of unequal length that went to the longer one. 0.5 = length and verdict are unrelated if neither answer is longer
 * or better as a rule; 1 = always the longer.
 *
 * Where one side is better and longer as a rule (a strong model against a fixed baseline) the longer answer wins
 * without any liking for length. `excess` takes that out: share − (q·w + (1 − q)(1 − w)), q = `share_b_longer`, w =
 * `share_b_wins`, the share that would be expected if length and verdict were independent; it equals twice the
 * covariance of "B is longer" and "B wins", in [−½, ½].
 *
 * `within` names a column (the model that wrote B) whose levels differ in quality and length: by the law of total
 * covariance `excess` = `within` + `between`. Within: the same model's longer answers win more often than its shorter
 * ones. Between: models that write more win more, which may well be quality. Only the first speaks for a liking for
 * length, and even it cannot tell length from what is in the words.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n, share, low, high,
 * n_equal_length`, then `share_b_longer, share_b_wins, excess, excess_low, excess_high` and what these rest on (`excess_clusters,
 * excess_df, excess_warning`), with `within` also `within` (likewise) and `between` with their limits and `n_levels`, and `n_clusters, n_tie, n_unparsed, n_unknown_length`. 95%
 * cluster-robust intervals, exact to first order (a covariance does not move to first order with its means). No rows
 * gives NaN with n = 0.
 *
 * @throws {TypeError} when the frame lacks a column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { longerWins } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"],
 *   human: ["A", "A", "A", "A"],
 *   choice: ["A", "B", "B", "A"],
 *   words_a: [30, 10, 20, 5],
 *   words_b: [12, 20, 20, 9],
 * });
 * const [row] = longerWins(pairs, { by: [] }).toRecords();
 * assert.deepEqual([row.n, row.share, row.n_equal_length], [3, 2 / 3, 1]);
 * ```
 */
export function longerWins<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> & { within?: string } = {},
): MetricFrame<
  "n share n_equal_length share_b_longer share_b_wins excess excess_low excess_high excess_clusters excess_df excess_warning n_tie n_unparsed n_unknown_length",
  Evidence & WithinColumns,
  Groups
> {
  const { frame: pairs, outcomes, grouping, table } = pairMetric("longerWins", arguments, given, options, {
    own: ["within"],
    once: true,
  });
  const { within } = options, { height, choice } = outcomes;
  requireColumns("longerWins", pairs, [...WORDS, ...within === undefined ? [] : [within]]);
  const { gap, isDecided, isUsed, longer, wins } = decidedLengths(pairs, choice);
  const used = (name: string, value: (row: number) => number) => ({
    name,
    value: (row: number) => isUsed(row) ? value(row) : NaN,
  });
  const won = {
    ...used("the longer answer", (row) => longer(row) === wins(row) ? 1 : 0),
    none: "no verdict names one of two answers of known, unequal length",
  };
  // Products of deviations from the means of a group, and of a level in it.
  const level = within === undefined ? null : factor(pairs.getColumn(within)).codes;
  const [total, inside] = (level ? [null, level] : [null]).map((levels) => {
    const values = new Float64Array(height).fill(NaN);
    for (const { rows } of groupRows(pairs, grouping)) {
      const own = rows.filter(isUsed), product = products(own, longer, wins, levels);
      for (const row of own) values[row] = product(row);
    }
    return values;
  });
  const covariance = (name: string, value: (row: number) => number, levels: Int32Array | null = null) => {
    const moved = mean({ name, value, range: [-0.5, 0.5], strays: true });
    return unless(moved, (rows) => isOneSided(rows, longer, levels, isUsed) ? ONE_SIDED : "");
  };
  const behindOf = <Name extends string>(name: Name, estimate: Estimate) => ({
    ...limits(name, estimate),
    ...evidence(name, estimate),
  });
  const excess = covariance("excess", (row) => total[row]), share = mean(won);
  const ownPart = covariance("within", (row) => inside[row], level);
  const otherPart = covariance("between", (row) => total[row] - inside[row]);
  const unread = counted((row) => choice[row] === VERDICT.missing && Math.abs(gap(row)) > 0);
  const { low, high, ...behind } = namingLeftOut(interval(share), "share", won, unread);
  return table({
    n: count(won),
    ...{ share, low, high },
    n_equal_length: counted((row) => isDecided(row) && gap(row) === 0),
    ...{ share_b_longer: mean(used("B longer", longer)), share_b_wins: mean(used("B wins", wins)), excess },
    ...behindOf("excess", excess),
    ...behind,
    n_tie: counted((row) => choice[row] === VERDICT.tie),
    n_unparsed: counted((row) => choice[row] === VERDICT.missing),
    n_unknown_length: counted((row) => isDecided(row) && Number.isNaN(gap(row))),
    ...level && {
      ...{ within: ownPart, ...behindOf("within", ownPart) },
      ...{ between: otherPart, ...behindOf("between", otherPart) },
      n_levels: countOf((rows) => new Set(rows.filter(isUsed).map((row) => level[row])).size),
    },
  });
}

/** Which verdicts name one of two answers, these of unequal length; 1 where B is the longer one, and where it wins. */
export function decidedLengths(pairs: pl.DataFrame, choice: ArrayLike<number>) {
  const [a, b] = WORDS.map((name) => columnNumbers(pairs.getColumn(name)));
  const gap = (row: number) => b[row] - a[row], isDecided = (row: number) => choice[row] <= VERDICT.B;
  const isUsed = (row: number) => isDecided(row) && Math.abs(gap(row)) > 0;
  const longer = (row: number) => gap(row) > 0 ? 1 : 0,
    wins = (row: number) => choice[row] === VERDICT.B ? 1 : 0;
  return { gap, isDecided, isUsed, longer, wins };
}

/** The columns that come with `within`: the part of the excess inside its levels, and between them. */
export type WithinColumns =
  & {
    [Column in `${"within" | "between"}${"" | "_low" | "_high" | "_clusters" | "_df"}` | "n_levels"]?: number;
  }
  & { [Column in "within_warning" | "between_warning"]?: string | null };

/** What is said where the longer answer never changes sides: an excess of 0 that no verdict could have made another. */
export const ONE_SIDED = "the longer answer is always on one side: nothing to tell it by";

export function isOneSided(
  rows: Int32Array,
  longer: (row: number) => number,
  level: Int32Array | null,
  isIn: (row: number) => boolean = () => true,
): boolean {
  const sides = grouped(rows.filter(isIn), (row) => level ? level[row] : 0);
  return sides.size > 0 &&
    [...sides.values()].every((own) => own.every((row) => longer(row) === longer(own[0])));
}

/** 2·(x − x̄)(y − ȳ) of a row, the means those of its level (of all rows without levels). */
export function products(
  rows: Int32Array,
  x: (row: number) => number,
  y: (row: number) => number,
  level: Int32Array | null,
): (row: number) => number {
  const levelOf = (row: number) => level ? level[row] : 0, means = new Map<number, [x: number, y: number]>();
  for (const [name, own] of grouped(rows, levelOf)) means.set(name, [meanOf(own.map(x)), meanOf(own.map(y))]);
  return (row) => {
    const [meanX, meanY] = means.get(levelOf(row))!;
    return 2 * (x(row) - meanX) * (y(row) - meanY);
  };
}
