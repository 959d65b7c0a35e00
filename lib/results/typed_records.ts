import type pl from "nodejs-polars";

interface Kinds {
  text: string;
  number: number;
  boolean: boolean;
}

/** What a column holds; with a question mark it may also hold nothing. */
type Kind = keyof Kinds | `${keyof Kinds}?`;

type Cell<Of extends Kind> = Of extends keyof Kinds ? Kinds[Of]
  : Of extends `${infer Base extends keyof Kinds}?` ? Kinds[Base] | null
  : never;

type RecordOf<Columns extends Record<string, Kind>> = { [Column in keyof Columns]: Cell<Columns[Column]> };

const IS: { [Name in keyof Kinds]: (value: unknown) => value is Kinds[Name] } = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
};

function holds<Columns extends Record<string, Kind>>(
  row: Record<string, unknown>,
  columns: Columns,
): row is RecordOf<Columns> {
  return Object.entries(columns).every(([column, kind]) => {
    const value = row[column] ?? null;
    return value === null ? kind.endsWith("?") : IS[kind.replace("?", "") as keyof Kinds](value);
  });
}

/**
 * The rows of a frame as objects of the columns named, whose values are of the kinds told: this is looked at, so that the type is true.
 *
 * @throws {TypeError} for a row that holds something else
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { typedRecords } from "@/results/typed_records.ts";
 *
 * const frame = pl.DataFrame({ judge: ["x"], accuracy: [0.5], more: [1] });
 * const [row] = typedRecords(frame, { judge: "text", accuracy: "number" });
 * const { judge, accuracy }: { judge: string; accuracy: number } = row;
 * assert.deepEqual([judge, accuracy], ["x", 0.5]);
 * assert.throws(() => typedRecords(frame, { judge: "number" }), /wanted judge: number/);
 * ```
 */
export function typedRecords<const Columns extends Record<string, Kind>>(
  frame: pl.DataFrame,
  columns: Columns,
): RecordOf<Columns>[] {
  const rows: Record<string, unknown>[] = frame.select(...Object.keys(columns)).toRecords();
  return rows.map((row) => {
    if (holds(row, columns)) return row;
    const wanted = Object.entries(columns).map(([column, kind]) => `${column}: ${kind}`).join(", ");
    throw new TypeError(`typedRecords: wanted ${wanted}, found ${JSON.stringify(row)}`);
  });
}
