import type pl from "nodejs-polars";
import { requireOneOf } from "../progress/require.ts";
import { pairMetric } from "./metric.ts";
import { count, counted, difference, interval, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { requireLabels, SIDE, SUBSETS } from "./pair_outcomes.ts";
import { namingUndecided, ofRead, unless, unreadPart } from "./undecided.ts";
import { said } from "./said.ts";

/**
 * Accuracy of a pairwise judge with its interval: the share of pairs with a human A or B on which the judge chose the
 * human-preferred answer; ties and unparsable answers are wrong. `within` restricts it to IDS, CDS, or the pairs whose
 * preferred answer is longer or shorter, was shown first or second. Source: informativeness-bias paper, section 3.1.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n, accuracy`, then `low, high,
 * n_clusters` (`clusterInterval`) and the counts `n_human_tie,
 * n_human_missing, n_tie, n_unparsed` of the group. Where several people voted (`annotator`) `n` and what is people's
 * counts votes, `n_tie` and `n_unparsed` the judge's verdicts. No pairs give NaN with n = 0, a judge of which not one
 * reply could be read NaN with the reason.
 *
 * @throws {TypeError} when the frame lacks a column, or `within` needs labels that it has not
 * @throws {RangeError} for another `within`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { pairAccuracy } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2"], human: ["A", "B"], choice: ["A", "tie"],
 * });
 * assert.equal(pairAccuracy(pairs, { by: [] }).toRecords()[0].accuracy, 0.5);
 * ```
 */
export function pairAccuracy<const Groups extends By = DefaultGroups<"pairs">>(
  pairs: pl.DataFrame,
  options: MetricOptions<Groups> & { within?: keyof typeof SUBSETS } = {},
): MetricFrame<"n accuracy n_human_tie n_human_missing n_tie n_unparsed", Evidence, Groups> {
  const { outcomes, table } = pairMetric("pairAccuracy", arguments, pairs, options, {
    own: ["within"],
    people: true,
  });
  const { within } = options;
  requireOneOf("pairAccuracy", "within", within, [undefined, ...Object.keys(SUBSETS)]);
  if (within === "ids" || within === "cds") requireLabels("pairAccuracy", outcomes);
  const right = outcomes.part(within),
    accuracy = unless(mean(right), (rows) => unreadPart(outcomes, rows, right));
  const behind = namingUndecided(interval(accuracy), outcomes);
  return table({ n: count(right), accuracy, ...behind, ...outcomes.exceptions });
}

/**
 * Informativeness bias: how much better a judge does where the more informative answer is the right one.
 *
 * IB = Acc_IDS − Acc_CDS, with Acc_S the share of pairs of the subset S on which the judge chose the human-preferred
 * answer (`withSubsets` defines IDS and CDS). Source: informativeness-bias paper, section 3.4.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n, accuracy, n_ids, acc_ids, n_cds,
 * acc_cds, ib`, then `low, high, n_clusters, method, df, effective_clusters, warning` (cluster-robust interval of `ib` at `level`,
 * `infer`; clusters are images, items where none is named) and the counts `n_human_tie, n_human_missing` (no right answer: in no accuracy), `n_tie, n_unparsed` (judge's ties and
 * unparsable answers), `n_unlabelled` (counted in `n` and `accuracy`, in neither subset); `warning` names ties and unread replies from 5% on; where not one reply could be read `ib` is NaN. `n` is the count behind `accuracy`: `ib` and its interval are of `n_ids` and `n_cds` rows.
 *
 * All values are fractions. `ib` is in [−1, 1]: 0 for a judge that is always right or that guesses, 1 for one that always follows informativeness.
 * 0 is not what an indifferent judge of quality has, and no proof of indifference: where more informative answers are better, CDS pairs are the closer ones, and a judge
 * that reads nothing but quality has an IB of +8 to +19 points (simulated, correlation of quality and informativeness .5 to .7); people have one too
 * (`biasBeyondPeople`). An empty subset gives NaN with its count 0.
 * `unparsed: "drop"` leaves unparsable answers out of every accuracy instead of calling them wrong; a tie stays wrong.
 *
 * @throws {TypeError} when the frame lacks a column, or has no informativeness label at all
 * @throws {RangeError} when a verdict column holds anything but A, B, tie or null
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { informativenessBias } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"],
 *   human: ["A", "A", "B", "B"],
 *   choice: ["A", "A", "A", "B"],
 *   more_informative: ["A", "A", "A", "A"],
 * });
 * const [row] = informativenessBias(pairs, { by: [] }).toRecords();
 * assert.equal(row.acc_ids, 1); // pairs 1 and 2
 * assert.equal(row.acc_cds, 0.5); // pair 4 of 3 and 4
 * assert.equal(row.ib, 0.5);
 * ```
 */
export function informativenessBias<const Groups extends By = DefaultGroups<"pairs">>(
  pairs: pl.DataFrame,
  options: MetricOptions<Groups> & { unparsed?: "wrong" | "drop" } = {},
): MetricFrame<
  "n accuracy n_ids acc_ids n_cds acc_cds ib n_human_tie n_human_missing n_tie n_unparsed n_unlabelled",
  Evidence,
  Groups
> {
  const { outcomes, table } = pairMetric("informativenessBias", arguments, pairs, options, {
    own: ["unparsed"],
    people: true,
  });
  requireLabels("informativenessBias", outcomes);
  const { correct, informativeness, exceptions } = outcomes;
  const right = outcomes.part(), ids = outcomes.part("ids"), cds = outcomes.part("cds");
  const ib = ofRead(difference(ids, cds), outcomes); // Acc_IDS − Acc_CDS
  return table({
    ...{ n: count(right), accuracy: mean(right) },
    ...{ n_ids: count(ids), acc_ids: mean(ids), n_cds: count(cds), acc_cds: mean(cds), ib },
    ...namingUndecided(interval(ib), outcomes, "informativeness"),
    ...exceptions,
    n_unlabelled: counted((row) => correct[row] >= 0 && informativeness[row] === SIDE.none),
  });
}

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
    throw new TypeError(said("no_lengths", { height }));
  }
  const right = outcomes.part(), longer = outcomes.part("longer"), shorter = outcomes.part("shorter");
  const lb = ofRead(difference(longer, shorter), outcomes);
  const ofLength = (side: number) => counted((row) => correct[row] >= 0 && length[row] === side);
  return table({
    ...{ n: count(right), accuracy: mean(right) },
    ...{ n_longer: count(longer), acc_longer: mean(longer), n_shorter: count(shorter) },
    ...{ acc_shorter: mean(shorter), lb },
    ...namingUndecided(interval(lb), outcomes, "length"),
    ...exceptions,
    n_equal_length: ofLength(SIDE.equal),
    n_unknown_length: ofLength(SIDE.none),
  });
}
