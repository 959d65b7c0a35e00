import pl from "nodejs-polars";
import { columnNumbers } from "../results/column_numbers.ts";
import { meanBy } from "./mean_by.ts";

/**
 * Seconds that a judged item takes (Table 6 of the informativeness-bias paper): the latencies of its calls added up, and
 * averaged by protocol. `calls` has one row per call: `protocol`, `item_id` (what names the item and its condition) and
 * `seconds`. One row per protocol in order of appearance: `method, seconds, change` (against the first), `low, high` (95%),
 * `n` items. An item with a call of unknown duration is left out.
 *
 * Latencies of concurrent calls share the server: only runs at concurrency 1 compare with the paper's.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { secondsPerItem } from "@/judge/seconds_per_item.ts";
 *
 * const calls = pl.DataFrame({
 *   protocol: ["base", "birch", "birch"],
 *   item_id: ["1", "1", "1"],
 *   seconds: [3.5, 3, 4],
 * });
 * assert.deepEqual(secondsPerItem(calls).getColumn("change").toArray(), [0, 3.5]);
 * ```
 */
export function secondsPerItem(calls: pl.DataFrame): pl.DataFrame {
  const seconds = columnNumbers(calls.getColumn("seconds"));
  const protocols = calls.getColumn("protocol").toArray() as string[];
  const ids = calls.getColumn("item_id").cast(pl.Utf8).toArray() as string[];
  const sums = new Map<string, { protocol: string; item: string; seconds: number }>();
  for (let i = 0; i < seconds.length; i++) {
    const key = JSON.stringify([protocols[i], ids[i]]);
    const item = sums.get(key) ?? { protocol: protocols[i], item: ids[i], seconds: 0 };
    item.seconds += seconds[i];
    sums.set(key, item);
  }
  const items = [...sums.values()];
  const means = meanBy(
    Float64Array.from(items, (item) => item.seconds),
    pl.Series("protocol", items.map(({ protocol }) => protocol), pl.Utf8),
    pl.Series("item_id", items.map(({ item }) => item), pl.Utf8),
  );
  return pl.DataFrame([
    pl.Series("method", means.map(({ key }) => key), pl.Utf8),
    pl.Series("seconds", means.map(({ mean }) => mean), pl.Float64),
    pl.Series("change", means.map(({ mean }) => mean - means[0].mean), pl.Float64),
    pl.Series("low", means.map(({ low }) => low), pl.Float64),
    pl.Series("high", means.map(({ high }) => high), pl.Float64),
    pl.Series("n", means.map(({ n }) => n), pl.Int32),
  ]);
}
