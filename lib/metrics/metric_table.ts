import pl from "nodejs-polars";
import { combineFactors } from "../results/combine_factors.ts";
import { requireProvenance } from "../results/require_provenance.ts";
import { factor } from "../results/factor.ts";
import { type ClusterInterval, clusterInterval, type ClusterRows } from "../stats/cluster_interval.ts";
import { pairedInterval } from "../stats/paired_interval.ts";

/** Options that every metric takes. */
export interface MetricOptions {
  /** Columns whose values make the groups, one row each; `[]` for one row over everything. */
  by?: readonly string[];
  /** Level of the intervals. */
  level?: number;
}

/** A set of rows with a value each; NaN for a row that takes no part. */
export interface Part {
  /** What a warning calls it. */
  name: string;
  values: ArrayLike<number>;
  /** The values if every tie and unparsable answer were wrong, and if it were right. */
  least?: ArrayLike<number>;
  most?: ArrayLike<number>;
}

/** Rows of one group, and what their intervals need. */
interface GroupRows {
  key: Record<string, unknown>;
  rows: Int32Array;
  clusters: ArrayLike<number>;
  level: number;
  known: Map<Estimate, ClusterInterval>;
}

/** A column of a metric's table: how it is stored, and its value in a group. */
export interface Column {
  type: keyof typeof SERIES;
  of: (group: GroupRows) => unknown;
}

/** A column that is a weighted sum of the parts' means and has an interval. */
export interface Estimate extends Column {
  terms: readonly (readonly [Part, number])[];
  /** Whether its values are differences of two shares of the same unit, from −1 to 1. */
  paired?: boolean;
}

const SERIES = {
  count: (name: string, values: unknown[]) => pl.Series(name, values, pl.Float64).cast(pl.Int32),
  estimate: (name: string, values: unknown[]) => pl.Series(name, values, pl.Float64),
  text: (name: string, values: unknown[]) => pl.Series(name, values, pl.Utf8),
  flag: (name: string, values: unknown[]) => pl.Series(name, values, pl.Bool),
};

/** What an interval rests on. */
export const EVIDENCE = {
  n_clusters: "count",
  method: "text",
  df: "estimate",
  effective_clusters: "estimate",
  warning: "text",
} as const;

/** The columns that stand behind every estimate with an interval. */
export const INTERVAL = { low: "estimate", high: "estimate", ...EVIDENCE } as const;

/** Those columns of an interval; `warning` is empty where nothing is to be warned of. */
export function intervalCells(found: ClusterInterval): Record<keyof typeof INTERVAL, unknown> {
  return {
    low: found.low,
    high: found.high,
    n_clusters: found.clusters,
    method: found.method,
    df: found.df,
    effective_clusters: found.effectiveClusters,
    warning: found.warning || null,
  };
}

/**
 * A metric as a table: one row per group of `by`, one column per entry of `columns`, in their order.
 *
 * @param clusters cluster of each row of the frame: what intervals take as independent
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { count, interval, mean, metricTable } from "@/metrics/metric_table.ts";
 *
 * const frame = pl.DataFrame({ judge: ["a", "a", "b"], score: [1, 0, 1] });
 * const scored = { name: "scores", values: [1, 0, 1] };
 * const score = mean(scored);
 * const table = metricTable(frame, ["judge"], { clusters: [0, 1, 2] }, { n: count(scored), score, ...interval(score) });
 * assert.deepEqual(table.getColumn("score").toArray(), [0.5, 1]);
 * ```
 */
export function metricTable(
  frame: pl.DataFrame,
  by: readonly string[],
  { clusters, level = 0.95 }: { clusters: ArrayLike<number>; level?: number },
  columns: Record<string, Column>,
): pl.DataFrame {
  const rows = groupRows(frame, by).map(({ key, rows }) => {
    const group = { key, rows, clusters, level, known: new Map<Estimate, ClusterInterval>() };
    return {
      ...key,
      ...Object.fromEntries(Object.entries(columns).map(([name, { of }]) => [name, of(group)])),
    };
  });
  return metricFrame(
    by,
    Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type])),
    rows,
  );
}

/** How many rows have a value. */
export function count({ values }: Part): Column {
  return counted((row) => !Number.isNaN(values[row]));
}

/** How many rows fulfil a condition. */
export function counted(condition: (row: number) => boolean): Column {
  return {
    type: "count",
    of: ({ rows }) => {
      let n = 0;
      for (const row of rows) if (condition(row)) n++;
      return n;
    },
  };
}

/** The mean of a part's values; NaN without any. */
export function mean(part: Part): Estimate {
  return weighted([[part, 1]]);
}

/** Mean of the first part minus mean of the second. */
export function difference(first: Part, second: Part): Estimate {
  return weighted([[first, 1], [second, -1]]);
}

/** The mean of differences, each of two shares (right or not) of the same unit. */
export function pairedDifference(part: Part): Estimate {
  return { ...mean(part), paired: true };
}

/** Σ weight · mean of a part. */
export function weighted(terms: Estimate["terms"]): Estimate {
  return { type: "estimate", terms, of: (group) => meansOf(group, terms, (part) => part.values) };
}

/** `low, high` and what stands behind them: 95% cluster-robust (`clusterInterval`). */
export function interval(
  estimate: Estimate,
  options: IntervalOptions = {},
): Record<keyof typeof INTERVAL, Column> {
  const cell = (name: keyof typeof INTERVAL): Column => ({
    type: INTERVAL[name],
    of: (group) => intervalCells(found(group, estimate, options))[name],
  });
  return Object.fromEntries(
    Object.keys(INTERVAL).map((name) => [name, cell(name as keyof typeof INTERVAL)]),
  ) as never;
}

/** Only the limits, as `<name>_low, <name>_high`: of a row's further estimates. */
export function limits(
  name: string,
  estimate: Estimate,
  options: IntervalOptions = {},
): Record<string, Column> {
  return {
    [`${name}_low`]: { type: "estimate", of: (group) => found(group, estimate, options).low },
    [`${name}_high`]: { type: "estimate", of: (group) => found(group, estimate, options).high },
  };
}

/** The estimate with every tie and unparsable answer resolved against it, and for it: `lowest, highest`. */
export function extremes(estimate: Estimate): Record<"lowest" | "highest", Column> {
  const end = (upper: boolean): Column => ({
    type: "estimate",
    of: (group) =>
      meansOf(
        group,
        estimate.terms,
        (part, weight) => (weight > 0) === upper ? part.most ?? part.values : part.least ?? part.values,
      ),
  });
  return { lowest: end(false), highest: end(true) };
}

/** How an interval differs from that of shares. */
export type IntervalOptions = Pick<ClusterRows, "share" | "bounds">;

function meansOf(
  { rows }: GroupRows,
  terms: Estimate["terms"],
  valuesOf: (part: Part, weight: number) => ArrayLike<number>,
): number {
  return terms.reduce((total, [part, weight]) => {
    const values = valuesOf(part, weight);
    let sum = 0, n = 0;
    for (const row of rows) {
      if (Number.isNaN(values[row])) continue;
      sum += values[row];
      n++;
    }
    return total + weight * sum / n; // 0/0 is NaN: a part without rows has no mean
  }, 0);
}

function found(
  group: GroupRows,
  estimate: Estimate,
  { share = true, bounds }: IntervalOptions,
): ClusterInterval {
  const known = group.known.get(estimate);
  if (known) return known;
  const { rows, level } = group, { terms, paired } = estimate, most = rows.length * terms.length;
  const values = new Float64Array(most), parts = new Int16Array(most), clusters = new Int32Array(most);
  let n = 0;
  terms.forEach(([{ values: own }], p) => {
    for (const row of rows) {
      if (Number.isNaN(own[row])) continue;
      values[n] = own[row];
      parts[n] = p;
      clusters[n++] = group.clusters[row];
    }
  });
  const weights = terms.map(([, weight]) => weight);
  const ends = [Math.min, Math.max].map((end) => weights.reduce((sum, weight) => sum + end(weight, 0), 0));
  const given = {
    values: values.subarray(0, n),
    parts: parts.subarray(0, n),
    clusters: clusters.subarray(0, n),
    names: terms.map(([{ name }]) => name),
    level,
  };
  const range = bounds ?? (share ? [ends[0], ends[1]] as const : undefined);
  const made = paired ? pairedInterval(given) : clusterInterval({ ...given, weights, share, bounds: range });
  group.known.set(estimate, made);
  return made;
}

/** The rows of one group and the values of the grouping columns that they share. */
export interface RowGroup {
  key: Record<string, unknown>;
  rows: Int32Array;
}

/**
 * Splits a frame's rows into groups that share their values in the columns `by`, sorted by their keys (first column first); rows
 * inside a group keep the order of the frame, so that sums have the same bits on every run (Polars' own do not). A null is
 * a value of its own. `by: []` gives one group of all rows; a frame without rows gives no group, except for `by: []`.
 *
 * @throws {TypeError} when a column of `by` is not in the frame, or is named twice
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { groupRows } from "@/metrics/metric_table.ts";
 *
 * const groups = groupRows(pl.DataFrame({ judge: ["b", "a", "b"] }), ["judge"]);
 * assert.deepEqual(groups.map((g) => [g.key.judge, [...g.rows]]), [["a", [1]], ["b", [0, 2]]]);
 * ```
 */
export function groupRows(frame: pl.DataFrame, by: readonly string[]): RowGroup[] {
  requireColumns("groupRows", frame, by);
  if (new Set(by).size !== by.length) {
    throw new TypeError(`groupRows: wanted each column once in by, found ${JSON.stringify(by)}`);
  }
  const height = frame.height;
  if (by.length === 0) return [{ key: {}, rows: Int32Array.from({ length: height }, (_, i) => i) }];
  const factors = by.map((name) => factor(frame.getColumn(name)));
  const { codes, size } = combineFactors(factors, height);
  const counts = new Int32Array(size), places = new Int32Array(size);
  for (let i = 0; i < height; i++) counts[codes[i]]++;
  const groups: RowGroup[] = [];
  counts.forEach((count, code) => {
    if (count === 0) return;
    places[code] = groups.length;
    groups.push({ key: {}, rows: new Int32Array(count) });
  });
  const filled = new Int32Array(groups.length);
  for (let i = 0; i < height; i++) {
    const g = places[codes[i]];
    groups[g].rows[filled[g]++] = i;
  }
  for (const { key, rows: [first] } of groups) {
    by.forEach((name, c) => key[name] = factors[c].levels[factors[c].codes[first]]);
  }
  return groups;
}

/** Throws a TypeError that names every column of `names` which the frame lacks. */
export function requireColumns(action: string, frame: pl.DataFrame, names: readonly string[]): void {
  requireProvenance(action, frame);
  const missing = names.filter((name) => !frame.columns.includes(name));
  if (missing.length === 0) return;
  throw new TypeError(
    `${action}: wanted the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")}, found ${
      frame.columns.join(", ") || "no column at all"
    }`,
  );
}

/** How the values of a metric's column are stored. */
export type MetricColumn = keyof typeof SERIES;

/**
 * A frame from computed rows: the grouping columns `by`, then `columns` in their order with fixed types (counts are whole numbers,
 * estimates floats that keep NaN), the same with no rows at all. Keys keep their kind: text, true or false, numbers.
 */
export function metricFrame(
  by: readonly string[],
  columns: Record<string, MetricColumn>,
  rows: readonly Record<string, unknown>[],
): pl.DataFrame {
  return pl.DataFrame([
    ...by.map((name) => keySeries(name, rows.map((row) => row[name] ?? null))),
    ...Object.entries(columns).map(([name, type]) => SERIES[type](name, rows.map((row) => row[name]))),
  ]);
}

function keySeries(name: string, values: unknown[]) {
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  const kind = kinds.size === 1 ? [...kinds][0] : "string";
  if (kind === "boolean") return pl.Series(name, values, pl.Bool);
  if (kind !== "number") return pl.Series(name, values, pl.Utf8);
  return pl.Series(
    name,
    values,
    values.every((v) => v === null || Number.isInteger(v)) ? pl.Int32 : pl.Float64,
  );
}
