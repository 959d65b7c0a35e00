import type pl from "nodejs-polars";
import { groupRows } from "./metric_table.ts";
import { type PairOutcomes, pairOutcomes, pairsGrouping, requireLabels } from "./pair_outcomes.ts";
import { requireOneOf } from "../stats/require_value.ts";
import type { By } from "../results/column_list.ts";

/** Which of the two splits of the paper: IDS against CDS, or preferred answer longer against shorter. */
export type Split = "informativeness" | "length";

/** Rows and right answers on both sides of a split, for one group. */
export interface SplitCounts {
  key: Record<string, unknown>;
  rows: Int32Array;
  sides: [{ n: number; right: number }, { n: number; right: number }];
}

/**
 * Counts, per group, the rows and the right answers on both sides of a split. All that the downsampling protocol needs:
 * accuracy depends on a subsample only through how many right answers it drew.
 *
 * @throws {RangeError} for a split that does not exist
 * @throws {TypeError} when the frame lacks a column, or has no informativeness label at all
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { splitCounts } from "@/metrics/split_counts.ts";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2"], human: ["A", "A"], choice: ["A", "B"], more_informative: ["A", "B"],
 * });
 * const [{ sides }] = splitCounts("example", pairs, "informativeness", []).groups;
 * assert.deepEqual(sides, [{ n: 1, right: 1 }, { n: 1, right: 0 }]);
 * ```
 */
export function splitCounts(
  action: string,
  pairs: pl.DataFrame,
  split: Split,
  by: By | undefined,
): { grouping: readonly string[]; groups: SplitCounts[]; outcomes: PairOutcomes } {
  requireOneOf(action, "split", split, ["informativeness", "length"]);
  const outcomes = pairOutcomes(action, pairs);
  if (split === "informativeness") requireLabels(action, outcomes);
  const grouping = pairsGrouping(pairs, by);
  const groups = groupRows(pairs, grouping).map(({ key, rows }): SplitCounts => {
    const sides: SplitCounts["sides"] = [{ n: 0, right: 0 }, { n: 0, right: 0 }];
    for (const row of rows) {
      const side = outcomes[split][row];
      if (outcomes.correct[row] < 0 || side < 0 || side > 1) continue;
      sides[side].n++;
      sides[side].right += outcomes.correct[row];
    }
    return { key, rows, sides };
  });
  return { grouping, groups, outcomes };
}
