import type pl from "nodejs-polars";
import type { By } from "../results/column_list.ts";
import { factor } from "../results/factor.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { wilson } from "../stats/wilson.ts";
import { itemCodes } from "./criteria_outcomes.ts";
import { groupedTable } from "./metric_table.ts";

/**
 * How many items compare responses of two models (`cross`) and how many two samples of one model (`intra`). Source: Multi-Crit,
 * Table 6.
 *
 * One row per group of `by` (default: split) and `pair_type`: `n` (items, each once however many judges and criteria), `share`
 * of the group's items that have a type, `low, high` (Wilson; `level`, 95% by default), `n_untyped` (items without one).
 *
 * @throws {TypeError} when the frame lacks item_id or pair_type
 * @throws {RangeError} when an item has two types
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { pairComposition } from "judgebias";
 *
 * const criteria = pl.DataFrame({ item_id: ["1", "1", "2"], pair_type: ["cross", "cross", "intra"] });
 * assert.deepEqual(pairComposition(criteria, { by: [] }).toRecords().map(({ n }) => n), [1, 1]);
 * ```
 */
export function pairComposition(
  criteria: pl.DataFrame,
  { by = ["split"], level = 0.95, ...others }: { by?: By; level?: number } = {},
): pl.DataFrame {
  requireOptions("pairComposition", others, ["by", "level"]);
  requireColumns("pairComposition", criteria, ["item_id", "pair_type"]);
  const type = factor(criteria.getColumn("pair_type"));
  const item = itemCodes(criteria);
  return groupedTable(criteria, by, "pair_type:key n:count share low high n_untyped:count", (rows) => {
    const types = new Map<number, number>();
    for (const row of rows) {
      const known = types.get(item[row]);
      if (known !== undefined && known !== type.codes[row]) {
        throw new RangeError(`pairComposition: wanted one pair_type per item, found two in row ${row + 1}`);
      }
      types.set(item[row], type.codes[row]);
    }
    const untyped = [...types.values()].filter((code) => type.levels[code] === null).length;
    const total = types.size - untyped;
    return ["cross", "intra"].map((name) => {
      const n = [...types.values()].filter((code) => type.levels[code] === name).length;
      const { low, high } = total === 0 ? { low: NaN, high: NaN } : wilson(n, total, { level });
      return { pair_type: name, n, share: n / total, low, high, n_untyped: untyped };
    });
  });
}
