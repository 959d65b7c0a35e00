import pl from "nodejs-polars";

/** Type of a metric column: counts are Int32, everything estimated is Float64 (NaN where nothing qualifies). */
export type MetricColumn = "count" | "estimate";

/**
 * Builds a tidy metric frame: the grouping columns, then the metric columns in the order of `columns`.
 *
 * Types are fixed by the column and not guessed from the values, so that a frame without rows or with nothing but
 * NaN has the same schema as any other and frames of different studies can be concatenated.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { metricFrame } from "@/metrics/metric_frame.ts";
 *
 * const frame = metricFrame(["judge"], { n: "count", ib: "estimate" }, [{ judge: "a", n: 3, ib: NaN }]);
 * assert.deepEqual(frame.columns, ["judge", "n", "ib"]);
 * assert.equal(metricFrame(["judge"], { n: "count" }, []).height, 0);
 * ```
 */
export function metricFrame(
  by: readonly string[],
  columns: Record<string, MetricColumn>,
  rows: readonly Record<string, unknown>[],
): pl.DataFrame {
  const series = by.map((name) => keySeries(name, rows.map((row) => row[name] ?? null)));
  for (const [name, type] of Object.entries(columns)) {
    const values = rows.map((row) => row[name]);
    series.push(type === "count" ? integerSeries(name, values) : pl.Series(name, values, pl.Float64));
  }
  return pl.DataFrame(series);
}

function keySeries(name: string, values: unknown[]) {
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  if (kinds.size === 1 && kinds.has("boolean")) return pl.Series(name, values, pl.Bool);
  if (kinds.size === 1 && kinds.has("number")) {
    return pl.Series(
      name,
      values,
      values.every((v) => v === null || Number.isInteger(v)) ? pl.Int32 : pl.Float64,
    );
  }
  return pl.Series(name, values, pl.Utf8);
}

/** Built as floats first: a null in a list of integers becomes 0 in nodejs-polars 0.25. */
function integerSeries(name: string, values: unknown[]) {
  return pl.Series(name, values, pl.Float64).cast(pl.Int32);
}
