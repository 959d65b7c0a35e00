import type pl from "nodejs-polars";
import { count, counted, difference, interval, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { requireLabels, SIDE } from "./pair_outcomes.ts";
import { namingUndecided, ofRead } from "./undecided.ts";

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
    n: count(right),
    accuracy: mean(right),
    n_ids: count(ids),
    acc_ids: mean(ids),
    n_cds: count(cds),
    acc_cds: mean(cds),
    ib,
    ...namingUndecided(interval(ib), outcomes, "informativeness"),
    ...exceptions,
    n_unlabelled: counted((row) => correct[row] >= 0 && informativeness[row] === SIDE.none),
  });
}
