import type pl from "nodejs-polars";
import { columnNumbers, factor } from "../results/factor.ts";
import type { PairMetricOptions } from "./informativeness_bias.ts";
import { EVIDENCE, intervalCells } from "./metric_columns.ts";
import { groupRows, type MetricColumn, metricFrame } from "./metric_table.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { pairOutcomes, pairsGrouping, VERDICT } from "./pair_outcomes.ts";
import { rowExtremes, rowInterval } from "./row_interval.ts";
import { requireOptions } from "../results/require_options.ts";

const COLUMNS = {
  n: "count",
  share: "estimate",
  low: "estimate",
  high: "estimate",
  n_equal_length: "count",
  share_b_longer: "estimate",
  share_b_wins: "estimate",
  excess: "estimate",
  excess_low: "estimate",
  excess_high: "estimate",
  ...EVIDENCE,
  n_tie: "count",
  n_unparsed: "count",
  n_unknown_length: "count",
} as const satisfies Record<string, MetricColumn>;

/** What `within` adds. */
const WITHIN_COLUMNS = {
  within: "estimate",
  within_low: "estimate",
  within_high: "estimate",
  between: "estimate",
  between_low: "estimate",
  between_high: "estimate",
  n_levels: "count",
} as const satisfies Record<string, MetricColumn>;

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
 * n_equal_length`, then `share_b_longer, share_b_wins, excess, excess_low, excess_high`, with `within` also `within`
 * and `between` with their limits and `n_levels`, and `n_clusters, n_tie, n_unparsed, n_unknown_length`. 95%
 * cluster-robust intervals, exact to first order (a covariance does not move to first order with its means). No rows
 * gives NaN with n = 0.
 *
 * `bounds` adds `lowest, highest`: the share with every tie and unparsable answer won by the shorter answer, and by the longer.
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
export function longerWins(
  pairs: pl.DataFrame,
  { by, within, level: confidence, bounds = false, ...others }: PairMetricOptions & { within?: string } = {},
): pl.DataFrame {
  requireOptions("longerWins", others, ["by", "within", "level", "bounds"]);
  requireColumns("longerWins", pairs, ["words_a", "words_b", ...within === undefined ? [] : [within]]);
  const { choice, clusters } = pairOutcomes("longerWins", pairs);
  const wordsA = columnNumbers(pairs.getColumn("words_a")),
    wordsB = columnNumbers(pairs.getColumn("words_b"));
  const level = within === undefined ? null : factor(pairs.getColumn(within)).codes;
  const grouping = pairsGrouping(pairs, by);
  const groups = groupRows(pairs, grouping).map(({ key, rows: all }) => {
    const decided = all.filter((row) => choice[row] <= VERDICT.B);
    const known = decided.filter((row) => !Number.isNaN(wordsA[row] - wordsB[row]));
    const rows = known.filter((row) => wordsA[row] !== wordsB[row]);
    const longer = (row: number) => wordsB[row] > wordsA[row] ? 1 : 0;
    const wins = (row: number) => choice[row] === VERDICT.B ? 1 : 0;
    const share = rowInterval({
      rows,
      clusters,
      level: confidence,
      value: (row) => longer(row) === wins(row) ? 1 : 0,
    });
    const total = products(rows, longer, wins, null);
    const excess = rowInterval({
      rows,
      clusters,
      value: (row) => total(row),
      bounds: [-0.5, 0.5],
      share: false,
      level: confidence,
    });
    const count = (code: number) => all.reduce((sum, row) => sum + (choice[row] === code ? 1 : 0), 0);
    return {
      ...key,
      n: share.n,
      share: share.estimate,
      ...intervalCells(share),
      n_equal_length: known.length - rows.length,
      share_b_longer: mean(rows, longer),
      share_b_wins: mean(rows, wins),
      excess: excess.estimate,
      excess_low: excess.low,
      excess_high: excess.high,
      n_tie: count(VERDICT.tie),
      n_unparsed: count(VERDICT.missing),
      n_unknown_length: decided.length - known.length,
      ...(level ? parted(level) : {}),
      ...(bounds
        ? rowExtremes({
          rows: all.filter((row) => Math.abs(wordsA[row] - wordsB[row]) > 0),
          ends: (row) => {
            const own = longer(row) === wins(row) ? 1 : 0;
            return choice[row] > VERDICT.B ? [0, 1] : [own, own];
          },
        })
        : {}),
    };

    function parted(level: Int32Array) {
      const own = products(rows, longer, wins, level);
      const part = (value: (row: number) => number) =>
        rowInterval({ rows, clusters, value, bounds: [-0.5, 0.5], share: false, level: confidence });
      const inside = part(own), outside = part((row) => total(row) - own(row));
      return {
        within: inside.estimate,
        within_low: inside.low,
        within_high: inside.high,
        between: outside.estimate,
        between_low: outside.low,
        between_high: outside.high,
        n_levels: new Set(Array.from(rows, (row) => level[row])).size,
      };
    }
  });
  return metricFrame(grouping, {
    ...COLUMNS,
    ...(level ? WITHIN_COLUMNS : {}),
    ...(bounds ? { lowest: "estimate", highest: "estimate" } as const : {}),
  }, groups);
}

function mean(rows: ArrayLike<number>, value: (row: number) => number): number {
  let sum = 0;
  for (let j = 0; j < rows.length; j++) sum += value(rows[j]);
  return sum / rows.length;
}

/** 2·(x − x̄)(y − ȳ) of a row, the means those of its level (of all rows without levels). */
function products(
  rows: Int32Array,
  x: (row: number) => number,
  y: (row: number) => number,
  level: Int32Array | null,
): (row: number) => number {
  const sums = new Map<number, { n: number; x: number; y: number }>();
  for (const row of rows) {
    const name = level ? level[row] : 0;
    const sum = sums.get(name) ?? { n: 0, x: 0, y: 0 };
    sums.set(name, { n: sum.n + 1, x: sum.x + x(row), y: sum.y + y(row) });
  }
  return (row) => {
    const sum = sums.get(level ? level[row] : 0)!;
    return 2 * (x(row) - sum.x / sum.n) * (y(row) - sum.y / sum.n);
  };
}
