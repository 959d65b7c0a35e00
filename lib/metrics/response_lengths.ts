import type pl from "nodejs-polars";
import { mean, quantileSorted } from "simple-statistics";
import type { By } from "../results/column_list.ts";
import { columnNumbers } from "../results/factor.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { itemCodes } from "./criteria_outcomes.ts";
import { groupedTable } from "./metric_table.ts";

/**
 * Quartiles of the responses' lengths in words: both responses of every item, each once however many judges and criteria.
 * Source: Multi-Crit, Table 5.
 *
 * One row per group of `by` (default: none, one row for all): `n` (responses), `q25, q50, q75` (linear between neighbours, as
 * numpy's default), `mean`, `n_unknown` (responses without a count). NaN for a group without counts.
 *
 * @throws {TypeError} when the frame lacks item_id, words_a or words_b
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { responseLengths } from "judgebias";
 *
 * const criteria = pl.DataFrame({ item_id: ["1", "1", "2"], words_a: [10, 10, 30], words_b: [20, 20, 50] });
 * const [row] = responseLengths(criteria).toRecords();
 * assert.deepEqual([row.n, row.q50], [4, 25]); // 10, 20, 30, 50
 * ```
 */
export function responseLengths(
  criteria: pl.DataFrame,
  { by = [], ...others }: { by?: By } = {},
): pl.DataFrame {
  requireOptions("responseLengths", others, ["by"]);
  requireColumns("responseLengths", criteria, ["item_id", "words_a", "words_b"]);
  const item = itemCodes(criteria);
  const words = ["words_a", "words_b"].map((name) => columnNumbers(criteria.getColumn(name)));
  return groupedTable(criteria, by, "n:count q25 q50 q75 mean n_unknown:count", (rows) => {
    const first = new Map<number, number>();
    for (const row of rows) if (!first.has(item[row])) first.set(item[row], row);
    const all = [...first.values()].flatMap((row) => words.map((lengths) => lengths[row]));
    const known = all.filter((length) => !Number.isNaN(length)).sort((a, b) => a - b);
    const quantile = (p: number) => known.length === 0 ? NaN : quantileSorted(known, p);
    return {
      n: known.length,
      q25: quantile(0.25),
      q50: quantile(0.5),
      q75: quantile(0.75),
      mean: known.length === 0 ? NaN : mean(known),
      n_unknown: all.length - known.length,
    };
  });
}
