import type { FindingRow } from "../../findings/finding_text.ts";
import { findings } from "../../findings/findings.ts";
import type { DataSourceName } from "../../results/data_sources.ts";
import { DISPLAY_NAMES } from "../display_names.ts";
import { type Value, valueOf } from "../values/value.ts";

export const NAMES: Readonly<Record<string, string>> = DISPLAY_NAMES.real;

/** The committed rows of a source for which `keep` holds. */
export function rowsOf(source: DataSourceName, keep: (row: FindingRow) => boolean): FindingRow[] {
  return (findings(source).toRecords() as unknown[] as FindingRow[]).filter(keep);
}

export function findingOf(source: DataSourceName, judge: string, quantity: string): number {
  const [row] = rowsOf(source, (one) => one.judge === judge && one.quantity === quantity);
  return row?.estimate ?? NaN;
}

/** Findings as values, keyed by judge and condition unless `keys` says otherwise. */
export function valuesOf(
  rows: readonly FindingRow[],
  keys: (row: FindingRow) => Record<string, string> = ({ judge, condition }) => ({ judge, condition }),
): Value[] {
  return rows.map((row) =>
    valueOf({
      keys: keys(row),
      quantity: row.quantity,
      value: row.estimate ?? NaN,
      low: row.low ?? NaN,
      high: row.high ?? NaN,
      n: row.n,
      clusters: row.n_clusters ?? NaN,
      provenance: "public verdicts",
    })
  );
}
