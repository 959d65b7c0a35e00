import type pl from "nodejs-polars";

/** Digits are kept to eight, and sums may differ in the last bits between machines. */
const TOLERANCE = 1e-6;

type Cell = string | number | null;

/** What differs between two frames of findings, a sentence each; empty where they say the same. */
export function findingDifferences(committed: pl.DataFrame, computed: pl.DataFrame): string[] {
  const key = (row: Record<string, Cell>) => `${row.judge}, ${row.condition}, ${row.quantity}`;
  const known = new Map((committed.toRecords() as Record<string, Cell>[]).map((row) => [key(row), row]));
  const differences: string[] = [];
  for (const row of computed.toRecords() as Record<string, Cell>[]) {
    const before = known.get(key(row));
    known.delete(key(row));
    if (!before) {
      differences.push(`${key(row)}: not among the committed results`);
      continue;
    }
    for (const [column, value] of Object.entries(row)) {
      if (!same(before[column] ?? null, value ?? null)) {
        differences.push(`${key(row)}: ${column} is ${before[column]}, and ${value} from the rows`);
      }
    }
  }
  for (const name of known.keys()) differences.push(`${name}: not among the results from the rows`);
  return differences;
}

function same(a: Cell, b: Cell): boolean {
  if (typeof a !== "number" || typeof b !== "number") return a === b;
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b));
}
