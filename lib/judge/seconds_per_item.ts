import pl from "nodejs-polars";
import { columnNumbers } from "../results/factor.ts";
import { meanBy } from "./mean_by.ts";

/**
 * Seconds that a judged item takes (Table 6 of the informativeness-bias paper): the latencies of its calls added up, and
 * averaged by judge and protocol. `calls` has one row per call: `judge` (where there are several), `protocol`, `item_id` (what
 * names the item and its condition) and `seconds`. One row per judge and protocol in order of appearance: `judge, method,
 * seconds, change` (against the judge's first), `low, high` (95%), `n` items. An item with a call of unknown duration is left
 * out.
 *
 * Latencies of concurrent calls share the server: only runs at concurrency 1 compare with the paper's.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { secondsPerItem } from "judgebias/judge";
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
  const texts = (name: string) => calls.getColumn(name).cast(pl.Utf8).toArray() as string[];
  const judges = calls.columns.includes("judge") ? texts("judge") : null;
  const protocols = texts("protocol"), ids = texts("item_id");
  const sums = new Map<string, { group: string; item: string; seconds: number }>();
  for (let i = 0; i < seconds.length; i++) {
    const group = JSON.stringify([judges?.[i] ?? "", protocols[i]]);
    const key = JSON.stringify([group, ids[i]]);
    const item = sums.get(key) ?? { group, item: ids[i], seconds: 0 };
    item.seconds += seconds[i];
    sums.set(key, item);
  }
  const items = [...sums.values()];
  const means = meanBy(
    Float64Array.from(items, (item) => item.seconds),
    pl.Series("group", items.map(({ group }) => group), pl.Utf8),
    pl.Series("item_id", items.map(({ item }) => item), pl.Utf8),
  ).map(({ key, ...mean }) => {
    const [judge, method] = JSON.parse(key) as string[];
    return { judge, method, ...mean };
  });
  const first = new Map<string, number>();
  for (const { judge, mean } of means) if (!first.has(judge)) first.set(judge, mean);
  return pl.DataFrame([
    ...(judges ? [pl.Series("judge", means.map(({ judge }) => judge), pl.Utf8)] : []),
    pl.Series("method", means.map(({ method }) => method), pl.Utf8),
    pl.Series("seconds", means.map(({ mean }) => mean), pl.Float64),
    pl.Series("change", means.map(({ judge, mean }) => mean - first.get(judge)!), pl.Float64),
    pl.Series("low", means.map(({ low }) => low), pl.Float64),
    pl.Series("high", means.map(({ high }) => high), pl.Float64),
    pl.Series("n", means.map(({ n }) => n), pl.Int32),
  ]);
}
