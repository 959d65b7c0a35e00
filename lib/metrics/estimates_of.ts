import type pl from "nodejs-polars";
import type { Inference } from "../stats/infer.ts";

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

/** Keeps beside a table what its intervals are of. */
export function keepInferences(
  table: pl.DataFrame,
  rows: readonly ReadonlyMap<string, Inference>[],
): void {
  inferred.set(table, rows);
}

/**
 * The rows of estimates that a metric gives beside its table: those of one of its columns, with interval, n, clusters, df, method, warning
 * and p of any null value, whatever the columns of the table are called. A table that `infer` did not make is read by the names
 * that all tables share: `<estimand>_low`, else `low`, and so on.
 *
 * @throws {TypeError} for a column that the table does not have
 */
export function estimatesOf(table: pl.DataFrame, estimand: string): EstimateRow[] {
  if (!table.columns.includes(estimand)) {
    throw new TypeError(`estimatesOf: wanted one of ${table.columns.join(", ")}, found ${estimand}`);
  }
  const made = inferred.get(table), names = table.columns;
  // Of several intervals what has no name of its own belongs to the main one.
  const isShared = !names.includes(`${estimand}_low`) || !names.includes("low");
  return (table.toRecords() as Record<string, unknown>[]).map((row, i) => {
    const found = made?.[i].get(estimand);
    const estimate = numberOf(row[estimand]);
    if (found) {
      const { low, high, n, clusters, df, method, warning, pOf } = found;
      return { row, estimand, estimate, low, high, n, clusters, df, method, warning, pOf };
    }
    const own = (name: string, shared = name) =>
      row[`${estimand}_${name}`] ?? (isShared || name === "clusters" ? row[shared] : undefined);
    const n = numberOf(row.n), clusters = numberOf(own("clusters", "n_clusters") ?? n);
    return {
      row,
      estimand,
      estimate,
      low: numberOf(own("low")),
      high: numberOf(own("high")),
      n,
      clusters,
      df: numberOf(own("df")),
      method: String(own("method") ?? ""),
      warning: String(own("warning") ?? ""),
    };
  });
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : NaN;
}
