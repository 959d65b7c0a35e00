import type pl from "nodejs-polars";
import type { Inference } from "../stats/infer.ts";
import { columnsOf } from "./estimate_columns.ts";

/** One estimate of a metric's table: the same fields whatever the metric calls its columns. */
export interface EstimateRow
  extends Pick<Inference, "estimate" | "low" | "high" | "n" | "clusters" | "df" | "warning"> {
  /** The row of the table that it stands in. */
  row: Record<string, unknown>;
  /** The table's column: `ib`, `gap`, … */
  estimand: string;
  /** Where the limits come from: Wilson, CR2 or none. */
  method: string;
  /** Two-sided p of a null value, by the test that the interval is of; absent where a metric has limits only. */
  pOf?: (nullValue: number) => number;
}

/** What `infer` said of a table's columns, by row; a table that is changed is another one. */
const inferred = new WeakMap<pl.DataFrame, readonly ReadonlyMap<string, Inference>[]>();

/** Keeps what `infer` said of a table's columns beside it. */
export function keptBeside<Table extends pl.DataFrame>(
  table: Table,
  rows: readonly ReadonlyMap<string, Inference>[],
): Table {
  inferred.set(table, rows);
  return table;
}

/**
 * The rows of estimates that a metric gives beside its table: those of one of its columns, with interval, n, clusters, df, method, warning
 * and p of any null value, whatever the columns of the table are called. A table that `infer` did not make is read by its
 * columns' names (`columnsOf`).
 */
export function estimatesOf(table: pl.DataFrame, estimand: string): EstimateRow[] {
  const made = inferred.get(table), columns = columnsOf(table, estimand);
  return (table.toRecords() as Record<string, unknown>[]).map((row, i) => {
    const found = made?.[i].get(estimand),
      cell = (name?: string) => name === undefined ? undefined : row[name];
    const about = { row, estimand, estimate: numberOf(row[estimand]) };
    if (found) {
      const { low, high, n, clusters, df, method, pOf } = found;
      const warning = String(cell(columns.warning) ?? found.warning);
      return { ...about, low, high, n, clusters, df, method, warning, pOf };
    }
    // Of a whole table made otherwise all estimates share their rows.
    const counts = columns.n.length > 0 ? columns.n : ["n"];
    const n = counts.reduce((sum, name) => sum + numberOf(row[name]), 0);
    return {
      ...about,
      low: numberOf(cell(columns.low)),
      high: numberOf(cell(columns.high)),
      n,
      clusters: numberOf(cell(columns.clusters ?? "n_clusters") ?? n),
      df: numberOf(cell(columns.df)),
      method: String(cell(columns.method) ?? ""),
      warning: String(cell(columns.warning) ?? ""),
    };
  });
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : NaN;
}
