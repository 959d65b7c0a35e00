import { columnKinds } from "../results/frame.ts";
import { type ClusterCodes, type Estimand, gains, infer, type Inference, type Term } from "../stats/infer.ts";
import { clustersAt } from "../stats/estimand.ts";
import type { Column, MetricColumn, MetricGroup } from "./metric_table.ts";
import type { Evidence } from "./metric_types.ts";

/** A set of rows with a value each. */
export type Part = Pick<Term, "name" | "none" | "value" | "range" | "strays">;

/** A column that is an estimand and may have an interval. */
export interface Estimate extends Column {
  estimand: Estimand;
}

export interface OwnEstimate extends Column {
  infer: (group: MetricGroup) => Inference;
}

/** What is made of a group's rows, once for each group: the columns of its row ask for it again and again. */
export function perGroup<Made>(make: (rows: Int32Array) => Made): (rows: Int32Array) => Made {
  const known = new Map<Int32Array, Made>();
  return (rows) => {
    const found = known.get(rows) ?? make(rows);
    known.set(rows, found);
    return found;
  };
}

export const EVIDENCE = "n_clusters:count method:text df effective_clusters warning:text";

export const INTERVAL = `low high ${EVIDENCE}` as const;

export function intervalCells(found: Inference): Record<string, unknown> {
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

export function count({ value }: Pick<Part, "value">): Column {
  return counted((row) => !Number.isNaN(value(row)));
}

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
export function pairedDifference(part: Part): Estimate {
  return { ...mean(part), estimand: gains(part.name, part.value) };
}

/** The mean of values that are made of a group's rows, each with the row whose cluster it belongs to; `said` is warned of. */
export function meanOfUnits(
  name: string,
  made: (rows: Int32Array) => Units,
  term: Pick<Term, "range" | "strays"> = {},
  said = (_: Int32Array) => "",
): OwnEstimate {
  return {
    type: "estimate",
    of({ rows }) {
      const { values } = made(rows);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    },
    infer({ rows, clusters, level }) {
      const found = inferUnits(name, made(rows), clusters, { level, ...term });
      return { ...found, warning: [said(rows), found.warning].filter(Boolean).join("; ") };
    },
  };
}

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

/** Σ weight · mean of a part; NaN of none. */
export function weighted(parts: readonly (readonly [Part, number])[]): Estimate {
  return {
    type: "estimate",
    estimand: parts.map(([part, weight]) => ({ ...part, weight })),
    of: ({ rows }) =>
      parts.length === 0
        ? NaN
        : parts.reduce((total, [{ value }, weight]) => total + weight * meanOf(rows, value), 0),
  };
}

export function interval(estimate: Estimate | OwnEstimate): Record<keyof Evidence, Column> {
  return cellsOf(estimate, INTERVAL, (cell) => cell) as Record<keyof Evidence, Column>;
}

/** Only the limits, as `<name>_low, <name>_high`: of a row's further estimates. */
export function limits<Name extends string>(
  name: Name,
  estimate: Estimate | OwnEstimate,
): Record<`${Name}_low` | `${Name}_high`, Column> {
  return cellsOf(estimate, "low high", (cell) => `${name}_${cell}`);
}

/** What the limits of a row's further estimate rest on: `<name>_clusters, <name>_df, <name>_warning`. */
export function evidence<Name extends string>(
  name: Name,
  estimate: Estimate | OwnEstimate,
): Record<`${Name}_clusters` | `${Name}_df` | `${Name}_warning`, Column> {
  return cellsOf(estimate, "n_clusters:count df warning:text", (cell) => `${name}_${cell.replace("n_", "")}`);
}

function cellsOf(
  estimate: Estimate | OwnEstimate,
  cells: string,
  nameOf: (cell: string) => string,
): Record<string, Column> {
  return Object.fromEntries(
    Object.entries(columnKinds<MetricColumn>(cells, "estimate")).map(([cell, type]) => [
      nameOf(cell),
      { type, of: (group: MetricGroup) => intervalCells(inferred(group, estimate))[cell] },
    ]),
  );
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

export function inferred(group: MetricGroup, estimate: Estimate | OwnEstimate): Inference {
  const { rows, clusters, level, known } = group;
  const found = known.get(estimate) ??
    ("infer" in estimate ? estimate.infer(group) : infer(estimate.estimand, rows, clusters, { level }));
  known.set(estimate, found);
  return found;
}
