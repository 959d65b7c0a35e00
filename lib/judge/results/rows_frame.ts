import pl from "nodejs-polars";
import type { ColumnSpec } from "../../results/frames.ts";

/**
 * A frame of records with the types that a schema names; further columns keep the type of their first value. Columns are in the order
 * of the schema, then of appearance.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { rowsFrame } from "@/judge/results/rows_frame.ts";
 *
 * const frame = rowsFrame([{ run: null, score: 1 }], { run: { type: "integer" } });
 * assert.deepEqual(frame.toRecords(), [{ run: null, score: 1 }]);
 * ```
 */
export function rowsFrame(rows: Record<string, unknown>[], schema: Record<string, ColumnSpec>): pl.DataFrame {
  const seen = new Set(rows.flatMap((row) => Object.keys(row)));
  const names = [
    ...Object.keys(schema).filter((name) => seen.has(name)),
    ...[...seen].filter((n) => !schema[n]),
  ];
  return pl.DataFrame(names.map((name) => {
    const values = rows.map((row) => row[name] ?? null);
    const first = values.find((value) => value !== null);
    const type = schema[name]?.type ??
      ({ number: "number", boolean: "boolean" } as const)[typeof first as "number"] ?? "text";
    if (type === "text") {
      return pl.Series(
        name,
        values.map((v) => v === null || typeof v === "string" ? v : JSON.stringify(v)),
        pl.Utf8,
      );
    }
    if (type === "boolean") return pl.Series(name, values, pl.Bool);
    const series = pl.Series(name, values, pl.Float64);
    return type === "integer" ? series.cast(pl.Int32) : series;
  }));
}
