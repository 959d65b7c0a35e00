import type pl from "nodejs-polars";
import type { Inference } from "../stats/infer.ts";

/** One estimate of a metric's table: the same fields whatever the metric calls its columns. */
export interface EstimateRow {
  /** The row of the table that it stands in. */
  row: Record<string, unknown>;
  /** The table's column: `ib`, `gap`, … */
  estimand: string;
  /** NaN where there is none. */
  estimate: number;
  /** Lower end of its interval; NaN where there is none. */
  low: number;
  /** Upper end of its interval; NaN where there is none. */
  high: number;
  /** Rows that it rests on. */
  n: number;
  /** Independent clusters of these rows; rows where they are not clustered. */
  clusters: number;
  /** Degrees of freedom of the interval; NaN where it has none of its own. */
  df: number;
  /** Where the limits come from: Wilson, CR2 or none. */
  method: string;
  /** Why the interval may fail; empty where nothing says so. */
  warning: string;
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
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs, slotPreference } from "judgebias";
 * import { estimatesOf } from "@/metrics/estimates_of.ts";
 *
 * const table = slotPreference(readPairs("data/examples/pairs.csv"), { by: "judge" });
 * const [share, gap] = ["share_first", "gap"].map((estimand) => estimatesOf(table, estimand)[0]);
 * assert.deepEqual([share.low, gap.low], [share.row.low, gap.row.gap_low]);
 * assert.ok(gap.pOf!(gap.estimate) > 0.99 && gap.pOf!(1) < 0.05);
 * ```
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
