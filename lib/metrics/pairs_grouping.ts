import type pl from "nodejs-polars";

/** The columns that tell one table of judgments from another in a `pairs` frame. */
export const PAIRS_BY = ["benchmark", "judge", "pipeline", "image", "variant"] as const;

/**
 * The grouping columns of a metric on `pairs`: those asked for, or by default those of `PAIRS_BY` which the frame has,
 * less the ones that the metric itself compares.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { pairsGrouping } from "@/metrics/pairs_grouping.ts";
 *
 * const pairs = pl.DataFrame({ judge: ["a"], image: [true] });
 * assert.deepEqual(pairsGrouping(pairs, undefined), ["judge", "image"]);
 * assert.deepEqual(pairsGrouping(pairs, undefined, { without: ["image"] }), ["judge"]);
 * ```
 */
export function pairsGrouping(
  pairs: pl.DataFrame,
  by: readonly string[] | undefined,
  { without = [] }: { without?: readonly string[] } = {},
): readonly string[] {
  const compared = by?.filter((name) => without.includes(name)) ?? [];
  if (compared.length > 0) {
    throw new TypeError(
      `by: wanted columns that the metric does not compare itself, found ${compared.join(", ")}`,
    );
  }
  return by ?? PAIRS_BY.filter((name) => pairs.columns.includes(name) && !without.includes(name));
}
