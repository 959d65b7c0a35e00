import { inWords } from "../progress/show.ts";
import type pl from "nodejs-polars";
import { count, counted, difference, interval, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { SIDE } from "./pair_outcomes.ts";
import { namingUndecided, ofRead } from "./undecided.ts";

/**
 * Length bias: how much better a judge does where the longer answer is the right one.
 *
 * LB = Acc(human-preferred answer longer) − Acc(human-preferred answer shorter), lengths in words. Source:
 * informativeness-bias paper, section 3.5. |LB| is its strength, the sign its direction: positive = longer answers are
 * favoured, 0 = length makes no difference, in [−1, 1].
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n, accuracy, n_longer, acc_longer,
 * n_shorter, acc_shorter, lb`, then `low, high, n_clusters` (cluster-robust interval of `lb`) and the counts
 * `n_human_tie, n_human_missing, n_tie, n_unparsed, n_equal_length, n_unknown_length`. Pairs of equal or unknown length
 * count in `n` and `accuracy` and enter neither side: `lb` and its interval are of `n_longer` and `n_shorter` rows. An empty side gives NaN with its count 0.
 *
 * @throws {TypeError} when the frame lacks a column, or no row has both word counts
 * @throws {RangeError} when a verdict column holds anything but A, B, tie or null
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { lengthBias } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3"], human: ["A", "B", "B"], choice: ["A", "B", "A"],
 *   words_a: [30, 10, 40], words_b: [12, 20, 8],
 * });
 * const [row] = lengthBias(pairs, { by: [] }).toRecords();
 * // 2/2 where the preferred answer is longer, 0/1 where it is shorter
 * assert.equal(row.lb, 1);
 * ```
 */
export function lengthBias<const Groups extends By = DefaultGroups<"pairs">>(
  pairs: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<
  "n accuracy n_longer acc_longer n_shorter acc_shorter lb n_human_tie n_human_missing n_tie n_unparsed n_equal_length n_unknown_length",
  Evidence,
  Groups
> {
  const { outcomes, table } = pairMetric("lengthBias", arguments, pairs, options, { people: true });
  const { correct, length, height, exceptions } = outcomes;
  if (correct.some((one) => one >= 0) && length.every((side) => side === SIDE.none)) {
    throw new TypeError(
      `lengthBias: wanted word counts in words_a and words_b (or the texts answer_a and answer_b when reading), ` +
        `found none in ${inWords(height, "row")}`,
    );
  }
  const right = outcomes.part(), longer = outcomes.part("longer"), shorter = outcomes.part("shorter");
  const lb = ofRead(difference(longer, shorter), outcomes);
  const ofLength = (side: number) => counted((row) => correct[row] >= 0 && length[row] === side);
  return table({
    n: count(right),
    accuracy: mean(right),
    n_longer: count(longer),
    acc_longer: mean(longer),
    n_shorter: count(shorter),
    acc_shorter: mean(shorter),
    lb,
    ...namingUndecided(interval(lb), outcomes, "length"),
    ...exceptions,
    n_equal_length: ofLength(SIDE.equal),
    n_unknown_length: ofLength(SIDE.none),
  });
}
