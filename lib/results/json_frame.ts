import type { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { heldColumns, type LeftColumns } from "./held_columns.ts";
import { parseJsonLines } from "./json_lines.ts";

/** The records of a JSONL file as a frame. Types are inferred over all lines: an id that is a number in one line and text in another becomes text. */
export function readJsonLines(
  path: string,
  bytes: Buffer,
  isLines: boolean,
): { frame: pl.DataFrame; left: LeftColumns } {
  if (isLines) {
    try {
      const frame = pl.readJSON(bytes, { format: "lines", inferSchemaLength: Number.MAX_SAFE_INTEGER });
      const { names, turned, left } = heldColumns(frame);
      const held = left.size === 0 ? frame : frame.select(...names);
      return { frame: turned.length === 0 ? held : held.withColumns(...turned), left };
    } catch {
      // Polars does not name the line. Parsing one by one does, or shows that only the types are mixed.
    }
  }
  return textFrame(parseJsonLines(path, bytes));
}

/** Columns whose values have several types, written as text; the rest as they are. */
function textFrame(
  lines: readonly { line: number; record: Record<string, unknown> }[],
): { frame: pl.DataFrame; left: LeftColumns } {
  const names = [...new Set(lines.flatMap(({ record }) => Object.keys(record)))];
  const left = new Map<string, string>();
  const series = names.map((name) => {
    const text = lines.map(({ line, record }) => {
      const value = Object.hasOwn(record, name) ? record[name] ?? null : null;
      if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
        left.set(
          name,
          left.get(name) ??
            `whole numbers that cannot be told apart, beyond 9007199254740991, first in line ${line}`,
        );
      }
      return value === null || typeof value === "string" ? value : JSON.stringify(value);
    });
    return pl.Series(name, text, pl.Utf8);
  });
  return { frame: pl.DataFrame(series.filter((_, i) => !left.has(names[i]))), left };
}
