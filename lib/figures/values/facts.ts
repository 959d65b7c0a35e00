import pl from "nodejs-polars";
import type { Provenance } from "../provenance.ts";

/** What a drawing tells, as the rows of its CSV: texts, counts, other numbers, yes or no; all of one provenance. */
export function facts(
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
  provenance: Provenance = "published",
): pl.DataFrame {
  const typeOf = (cells: readonly unknown[]) =>
    cells.every(Number.isInteger)
      ? pl.Int32
      : { number: pl.Float64, boolean: pl.Bool }[typeof cells[0] as string] ?? pl.Utf8;
  return pl.DataFrame([
    ...Object.keys(rows[0]).map((name) => {
      const cells = rows.map((row) => row[name]);
      return pl.Series(name, cells, typeOf(cells));
    }),
    pl.Series("provenance", rows.map(() => provenance), pl.Utf8),
  ]);
}
