import { requireNamed } from "../progress/require.ts";
import type pl from "nodejs-polars";
import { criteriaMetric } from "./criteria_outcomes.ts";
import { CRITERIA_METRICS } from "./criteria_units.ts";
import { hasConflict, type LabelledItem, labelledItems } from "./criterion_pairs.ts";
import type { By, MetricFrame, MetricOptions } from "./metric_types.ts";
import { mean } from "../stats/grouped.ts";

/**
 * What judges without any judgment get on the given items, exactly: the expected value of each metric in closed form from the
 * human labels. With K_i annotated criteria on item i:
 *
 * - random (a fair coin for every criterion): PAcc = mean 2^(−K_i), TOS = mean over items with a conflict of 1 − 2^(1 − K_i), CMR = 1/4, criterion average 1/2
 * - one_side (one response for all criteria of an item, by a coin): PAcc = half the share of items without a conflict, TOS = CMR = 0, criterion average 1/2
 * - majority_side (the response that most criteria favour): PAcc = the share of items without a conflict, TOS = CMR = 0: the best without a single trade-off
 * - human (a copy of the human): 1 throughout
 *
 * One row per group of `by` (default: split), reference and metric: `reference, metric, value, n` (units of the metric).
 * NaN where a metric has no unit. Judges' answers in the frame do not matter.
 *
 * @throws as `criterionConflicts`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { referenceJudges } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "1"],
 *   criterion: ["completeness", "grounding", "clarity"],
 *   human: ["A", "B", "B"],
 *   choice: [null, null, null],
 * });
 * const random = referenceJudges(criteria, { by: [] }).toRecords().slice(0, 4);
 * assert.deepEqual(random.map(({ value }) => value), [1 / 8, 1 - 1 / 4, 1 / 4, 1 / 2]);
 * ```
 */
export function referenceJudges<const Groups extends By = "split">(
  given: pl.DataFrame,
  asked: Pick<MetricOptions<Groups>, "by" | "where"> = {},
): MetricFrame<"value n", { reference: string; metric: string }, Groups> {
  const { by = ["split"], ...options } = requireNamed("referenceJudges", asked);
  const all = { ...options, by };
  const { outcomes, inGroups } = criteriaMetric("referenceJudges", arguments, given, all);
  return inGroups("reference:key metric:key value n:count", (rows) => {
    const items = labelledItems("referenceJudges", outcomes, rows).filter(({ labels }) => labels.size > 0);
    const conflicted = items.filter(hasConflict);
    const pairs = conflicted.reduce((sum, item) => sum + opposite(item), 0);
    const judgments = items.reduce((sum, { labels }) => sum + labels.size, 0);
    const n = [items.length, conflicted.length, pairs, judgments];
    const agreeing = mean(items.map((item) => hasConflict(item) ? 0 : 1));
    const values = {
      random: [
        mean(items.map(({ labels }) => 2 ** -labels.size)),
        mean(conflicted.map(({ labels }) => 1 - 2 ** (1 - labels.size))),
        0.25,
        0.5,
      ],
      one_side: [agreeing / 2, 0, 0, 0.5],
      majority_side: [agreeing, 0, 0, majorityAverage(items)],
      human: [1, 1, 1, 1],
    };
    return Object.entries(values).flatMap(([reference, all]) =>
      CRITERIA_METRICS.map((metric, m) => ({ reference, metric, value: n[m] === 0 ? NaN : all[m], n: n[m] }))
    );
  });
}

function opposite({ labels }: LabelledItem): number {
  const forB = [...labels.values()].reduce((sum, label) => sum + label, 0);
  return forB * (labels.size - forB);
}

/** Mean over the criteria of how often the side of the item's majority is the criterion's. */
function majorityAverage(items: readonly LabelledItem[]): number {
  const right = new Map<number, number[]>();
  for (const { labels } of items) {
    const forB = [...labels.values()].reduce((sum, label) => sum + label, 0), forA = labels.size - forB;
    for (const [criterion, label] of labels) {
      const chance = forA === forB ? 0.5 : (forB > forA ? 1 : 0) === label ? 1 : 0;
      right.set(criterion, [...right.get(criterion) ?? [], chance]);
    }
  }
  return mean([...right.values()].map(mean));
}
