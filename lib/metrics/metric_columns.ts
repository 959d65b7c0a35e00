import { columnKinds } from "../results/column_kinds.ts";
import { type ClusterInterval, clusterInterval, type ClusterRows } from "../stats/cluster_interval.ts";
import { pairedInterval } from "../stats/paired_interval.ts";
import type { Column, MetricColumn, MetricGroup } from "./metric_table.ts";

/** A set of rows with a value each; NaN for a row that takes no part. */
export interface Part {
  /** What a warning calls it. */
  name: string;
  values: ArrayLike<number>;
  /** The values if every tie and unparsable answer were wrong, and if it were right. */
  least?: ArrayLike<number>;
  most?: ArrayLike<number>;
}

/**
 * A part from a rule: the value of every row of the frame (NaN: takes no part), and which rows are open, that is could have been 0
 * or 1 (a tie, an unparsable answer): their worst cases are worked out only when asked for (`extremes`).
 */
export function partOf(
  name: string,
  height: number,
  value: (row: number) => number,
  isOpen: (row: number) => boolean = () => false,
): Part {
  const values = (open: number | null) => {
    const list = new Float32Array(height); // zeros and ones: half the room of numbers of eight bytes
    for (let row = 0; row < height; row++) list[row] = open !== null && isOpen(row) ? open : value(row);
    return list;
  };
  return {
    name,
    values: values(null),
    get least() {
      return values(0);
    },
    get most() {
      return values(1);
    },
  };
}

/** A column that is a weighted sum of the parts' means and has an interval. */
export interface Estimate extends Column {
  terms: readonly (readonly [Part, number])[];
  /** Whether its values are differences of two shares of the same unit, from −1 to 1. */
  paired?: boolean;
}

/** What an interval rests on. */
export const EVIDENCE = "n_clusters:count method:text df effective_clusters warning:text";

/** The columns that stand behind every estimate with an interval. */
export const INTERVAL = `low high ${EVIDENCE}`;

/** Those columns of an interval; `warning` is empty where nothing is to be warned of. */
export function intervalCells(found: ClusterInterval): Record<string, unknown> {
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

/** How many rows have a value. */
export function count({ values }: Part): Column {
  return { type: "count", of: (group) => sumOf(group, values).n };
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
): Record<string, Column> {
  const kinds = columnKinds<MetricColumn>(INTERVAL, "estimate");
  return Object.fromEntries(
    Object.entries(kinds).map(([name, type]) => [
      name,
      { type, of: (group: MetricGroup) => intervalCells(found(group, estimate, options))[name] },
    ]),
  );
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

/** What the limits of a row's further estimate rest on: `<name>_clusters, <name>_df, <name>_warning`. */
export function evidence(
  name: string,
  estimate: Estimate,
  options: IntervalOptions = {},
): Record<string, Column> {
  return {
    [`${name}_clusters`]: { type: "count", of: (group) => found(group, estimate, options).clusters },
    [`${name}_df`]: { type: "estimate", of: (group) => found(group, estimate, options).df },
    [`${name}_warning`]: { type: "text", of: (group) => found(group, estimate, options).warning || null },
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
  group: MetricGroup,
  terms: Estimate["terms"],
  valuesOf: (part: Part, weight: number) => ArrayLike<number>,
): number {
  return terms.reduce((total, [part, weight]) => {
    const { sum, n } = sumOf(group, valuesOf(part, weight));
    return total + weight * sum / n; // 0/0 is NaN: a part without rows has no mean
  }, 0);
}

/** Sum and number of a group's values, worked out once for all columns that are made of them. */
function sumOf({ rows, sums }: MetricGroup, values: ArrayLike<number>): { sum: number; n: number } {
  const known = sums.get(values);
  if (known) return known;
  let sum = 0, n = 0;
  for (let j = 0; j < rows.length; j++) {
    const value = values[rows[j]];
    if (Number.isNaN(value)) continue;
    sum += value;
    n++;
  }
  sums.set(values, { sum, n });
  return { sum, n };
}

function found(
  group: MetricGroup,
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
