import { columnKinds } from "../results/frame.ts";
import { type ClusterCodes, type Estimand, gains, infer, type Inference, type Term } from "../stats/infer.ts";
import { clustersAt } from "../stats/estimand.ts";
import { mean as average } from "../stats/grouped.ts";
import type { Column, MetricColumn, MetricGroup } from "./metric_table.ts";
import type { Evidence } from "./metric_types.ts";

export type Part = Pick<Term, "name" | "none" | "value" | "range" | "strays">;

/** A column that may have an interval. */
export interface Estimate extends Column {
  infer: (group: MetricGroup) => Inference;
}

export const EVIDENCE = "n_clusters:count method:text df effective_clusters warning:text";

export const INTERVAL = `low high ${EVIDENCE}` as const;

export function intervalCells(
  { low, high, clusters, method, df, effectiveClusters, warning }: Inference,
): Record<string, unknown> {
  return {
    ...{ low, high, n_clusters: clusters, method, df },
    ...{ effective_clusters: effectiveClusters, warning: warning || null },
  };
}

export function count({ value }: Pick<Part, "value">): Column {
  return counted((row) => !Number.isNaN(value(row)));
}

export function counted(condition: (row: number) => boolean): Column {
  return countOf((rows) => rows.reduce((n, row) => condition(row) ? n + 1 : n, 0));
}

export function countOf(of: (rows: Int32Array) => number): Column {
  return { type: "count", of: ({ rows }) => of(rows) };
}

export function mean(part: Part): Estimate {
  return weighted([[part, 1]]);
}

export function difference(first: Part, second: Part): Estimate {
  return weighted([[first, 1], [second, -1]]);
}

/** The mean of differences, each of two shares (right or not) of the same unit. */
export function pairedDifference(part: Pick<Part, "name" | "value">): Estimate {
  return { ...mean(part), infer: inferring(gains(part.name, part.value)) };
}

/** The mean of values that are made of a group's rows, each with the row whose cluster it belongs to; `said` is warned of. */
export function meanOfUnits(
  name: string,
  made: (rows: Int32Array) => Units,
  term: Pick<Term, "range" | "strays"> = {},
): Estimate {
  return {
    type: "estimate",
    of: ({ rows }) => average(made(rows).values),
    infer: ({ rows, clusters, level }) => inferUnits(name, made(rows), clusters, { level, ...term }),
  };
}

/** An estimate that warns of what is said of its rows too. */
export const saying = (estimate: Estimate, said: (rows: Int32Array) => string): Estimate => ({
  ...estimate,
  infer(group) {
    const found = estimate.infer(group);
    return { ...found, warning: [said(group.rows), found.warning].filter(Boolean).join("; ") };
  },
});

interface Units {
  values: readonly number[];
  rows: ArrayLike<number>;
}

export function inferUnits(
  name: string,
  { values, rows }: Units,
  clusters: ClusterCodes,
  { level, ...term }: { level?: number } & Pick<Term, "range" | "strays">,
): Inference {
  const own = { ...term, name, weight: 1, value: (i: number) => values[i] };
  return infer([own], values.length, clustersAt(clusters, rows), { level });
}

function weighted(parts: readonly (readonly [Part, number])[]): Estimate {
  return {
    type: "estimate",
    infer: inferring(parts.map(([part, weight]) => ({ ...part, weight }))),
    of: ({ rows }) => parts.reduce((total, [{ value }, weight]) => total + weight * meanOf(rows, value), 0),
  };
}

const inferring = (estimand: Estimand): Estimate["infer"] => ({ rows, clusters, level }) =>
  infer(estimand, rows, clusters, { level });

export function interval(estimate: Estimate): Record<keyof Evidence, Column> {
  return cellsOf(estimate, INTERVAL, (cell) => cell) as Record<keyof Evidence, Column>;
}

/** Only the limits, as `<name>_low, <name>_high`: of a row's further estimates. */
export function limits<Name extends string>(
  name: Name,
  estimate: Estimate,
): Record<`${Name}_low` | `${Name}_high`, Column> {
  return cellsOf(estimate, "low high", (cell) => `${name}_${cell}`);
}

/** What the limits of a row's further estimate rest on: `<name>_clusters, <name>_df, <name>_warning`. */
export function evidence<Name extends string>(
  name: Name,
  estimate: Estimate,
): Record<`${Name}_clusters` | `${Name}_df` | `${Name}_warning`, Column> {
  return cellsOf(estimate, "n_clusters:count df warning:text", (cell) => `${name}_${cell.replace("n_", "")}`);
}

function cellsOf(
  estimate: Estimate,
  cells: string,
  nameOf: (cell: string) => string,
): Record<string, Column> {
  const kinds = Object.entries(columnKinds<MetricColumn>(cells, "estimate"));
  const columns = kinds.map(([cell, type]): [string, Column] => [
    nameOf(cell),
    { type, of: (group) => intervalCells(inferred(group, estimate))[cell] },
  ]);
  return Object.fromEntries(columns);
}

function meanOf(rows: Int32Array, value: (row: number) => number): number {
  let sum = 0, n = 0;
  for (let j = 0; j < rows.length; j++) {
    const own = value(rows[j]);
    if (Number.isNaN(own)) continue;
    sum += own;
    n++;
  }
  return sum / n; // 0/0 is NaN: a part without rows has no mean
}

export function inferred(group: MetricGroup, estimate: Estimate): Inference {
  const found = group.known.get(estimate) ?? estimate.infer(group);
  group.known.set(estimate, found);
  return found;
}
