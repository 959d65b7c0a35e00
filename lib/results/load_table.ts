import type { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import { parseJsonLines } from "./json_lines.ts";
import { readBytes } from "./read_bytes.ts";
import { ResultsError } from "./results_error.ts";
import { csvLines, scanCsv } from "./scan_csv.ts";

/** Column that numbers a file's rows from 0 while they are read. */
export const ROW = "__row";

/** A file's rows as they stand there, and the way back to its lines. */
export interface RawTable {
  /** Path, for messages. */
  file: string;
  /** File name without endings. */
  stem: string;
  /** The file's own columns, and `__row`. */
  frame: pl.DataFrame;
  /** Line numbers of rows (values of `__row`); null where the format has no lines. */
  linesOf(rows: readonly number[]): (number | null)[];
}

/**
 * Reads a table file as it stands: CSV with all columns as text (an empty cell is null), JSONL and Parquet with the types
 * that they have. No column is interpreted yet.
 *
 * @throws {ResultsError} when the file cannot be read, unpacked or parsed, naming the line
 */
export function loadTable(file: TableFile): RawTable {
  const { path, stem, kind } = file;
  if (kind === "parquet") {
    return { file: path, stem, frame: numbered(readParquet(path)), linesOf: (rows) => rows.map(() => null) };
  }
  if (kind === "tsv") {
    throw new ResultsError({
      file: path,
      expected: "a table with commas (tables with tabs are read only as other tools write them)",
    });
  }
  const bytes = readBytes(file);
  if (kind === "csv") {
    const blank = checkCsv(path, bytes);
    const frame = numbered(pl.readCSV(bytes, { inferSchemaLength: 0 }));
    // Polars gives the second of two columns with one name a name of its own.
    const repeated = frame.columns.map((column) => /^(.*)_duplicated_\d+$/s.exec(column)?.[1])
      .find((column) => column !== undefined && frame.columns.includes(column));
    if (repeated !== undefined) {
      throw new ResultsError({
        file: path,
        line: 1,
        column: repeated,
        expected: "columns with different names, found this one twice",
      });
    }
    return {
      file: path,
      stem,
      frame: blank.length === 0 ? frame : frame.filter(pl.col(ROW).isIn(blank).not()),
      linesOf: (rows) => csvLines(bytes, rows),
    };
  }
  return {
    file: path,
    stem,
    frame: numbered(readJsonLines(path, bytes)),
    linesOf: (rows) => jsonLines(bytes, rows),
  };
}

function numbered(frame: pl.DataFrame): pl.DataFrame {
  const rows = Int32Array.from({ length: frame.height }, (_, i) => i);
  return frame.withColumns(pl.Series(ROW, rows, pl.Int32));
}

/** Throws for a record with too few or too many fields, or an open quote; returns the blank lines. */
function checkCsv(path: string, bytes: Buffer): number[] {
  const { fault, blank } = scanCsv(bytes);
  if (fault) {
    const found = fault.unclosedQuote ? "an open quote" : `${fault.fields}`;
    throw new ResultsError({
      file: path,
      line: fault.line,
      expected: `${fault.expected} fields as in the header, found ${found}`,
    });
  }
  return blank;
}

function readParquet(path: string): pl.DataFrame {
  try {
    return pl.readParquet(path);
  } catch (error) {
    throw new ResultsError({ file: path, expected: `a whole Parquet file (${(error as Error).message})` });
  }
}

/** Types are inferred over all lines: an id that is a number in one line and text in another becomes text. */
function readJsonLines(path: string, bytes: Buffer): pl.DataFrame {
  try {
    return pl.readJSON(bytes, { format: "lines", inferSchemaLength: Number.MAX_SAFE_INTEGER });
  } catch {
    // Polars does not name the line. Parsing one by one does, or shows that only the types are mixed.
    return textFrame(parseJsonLines(path, bytes).map(({ record }) => record));
  }
}

/** Columns whose values have several types, written as text; the rest as they are. */
function textFrame(records: Record<string, unknown>[]): pl.DataFrame {
  const names = [...new Set(records.flatMap(Object.keys))];
  return pl.DataFrame(names.map((name) => {
    const values = records.map((record) => record[name] ?? null);
    const text = values.map((value) =>
      value === null || typeof value === "string" ? value : JSON.stringify(value)
    );
    return pl.Series(name, text, pl.Utf8);
  }));
}

function jsonLines(bytes: Buffer, rows: readonly number[]): number[] {
  const wanted = new Set(rows), lines = new Map<number, number>();
  let row = 0;
  bytes.toString("utf8").split("\n").forEach((text, i) => {
    if (text.trim() === "") return;
    if (wanted.has(row)) lines.set(row, i + 1);
    row++;
  });
  return rows.map((index) => lines.get(index) ?? 0);
}
