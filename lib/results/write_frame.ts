import { requireOptions, requireText } from "../progress/require.ts";
import { sayOnce } from "../progress/say_once.ts";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";
import process from "node:process";
import pl from "nodejs-polars";
import { type Behind, behindOf } from "../progress/computed_behind.ts";
import { fileError, writing } from "./file_error.ts";
import { isFrame, requireFrame, withSource } from "./frame.ts";
import { marked, withGuards } from "./spreadsheet_text.ts";
import { said } from "./said.ts";
import { isNestedType } from "./check.ts";

/**
 * Writes a frame by the ending of the path: `.csv`, `.jsonl`, `.parquet` (LZ4: larger than with zstd, and read a tenth
 * faster), the first two also with `.gz`. Folders are made. The file is written under a temporary name and renamed when it is
 * whole: a crash leaves the old file or none. A metric's table gets a
 * column `provenance` (`simulated` or `results`) and `interval` (the level of its intervals: `95%`), that of `ownMetric` also `null_value` and `scale` (`ratio` or `difference`), by which charts and `toLatex` of the
 * file still know what its numbers are: keep them in a `select`. Null and NaN are empty in CSV and null in JSONL; lists and records are JSON in a cell of CSV.
 *
 * A CSV is what people open in a spreadsheet, and names come from outside: a text (never a number) that begins with `=`, `+`, `-`, `@`, a
 * tab or a carriage return, which a spreadsheet would run, is written with an apostrophe in front; the file's last line then ends with a
 * carriage return and a line feed, by which the readers know that they may take it off again. Other programs see it, so that the columns of
 * such cells are printed; `apostrophes: false` leaves it out. Parquet and JSONL hold every text as it is.
 *
 * @throws {RangeError} for another ending
 * @throws {Error} where the system cannot write, with its `code` and the path; what stood there is as it was
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { writeFrame } from "judgebias";
 *
 * const path = `${Deno.makeTempDirSync()}/labels.csv`;
 * writeFrame(pl.DataFrame({ item_id: ["1"], more_informative: ["A"] }), path);
 * assert.equal(Deno.readTextFileSync(path), "item_id,more_informative\n1,A\n");
 * ```
 */
export function writeFrame(
  frame: pl.DataFrame,
  path: string,
  options: {
    /** False for texts of a CSV as they are, for programs that join them with others by name. */
    apostrophes?: boolean;
  } = {},
): void {
  if (typeof frame === "string" && isFrame(path)) {
    const way = `say writeFrame(frame, ${JSON.stringify(frame)})`;
    throw new TypeError(`writeFrame: wanted a frame, then a path, found a path, then a frame; ${way}`);
  }
  requireFrame("writeFrame", frame);
  const { apostrophes = true } = requireOptions("writeFrame", options, ["apostrophes"], arguments);
  requireText("writeFrame", 'a path ("out/ib.csv")', path);
  const [, kind, gzip] = /\.(csv|jsonl|parquet)(\.gz)?$/i.exec(path) ?? [];
  if (!kind || (kind.toLowerCase() === "parquet" && gzip)) {
    throw new RangeError(said("other_ending", { path }));
  }
  const whole = withSource(frame);
  writeWhole(path, (temporary) => {
    if (kind.toLowerCase() === "parquet") {
      whole.writeParquet(temporary, { compression: "lz4" });
      return;
    }
    const isCsv = kind.toLowerCase() === "csv";
    const text = isCsv
      ? csvText(whole, { apostrophes, action: "writeFrame" })
      : whole.writeJSON({ format: "lines" }).toString();
    const packed = gzip ? process.getBuiltinModule("node:zlib").gzipSync(text) : null;
    writeSynced(temporary, packed ?? new TextEncoder().encode(text));
  });
}

export function writeWhole(path: string, write: (temporary: string) => void): void {
  writing(path, () => mkdirSync(dirname(resolve(path)), { recursive: true }));
  const temporary = `${path}.${process.pid}-${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    write(temporary);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw fileError(path, error);
  }
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "w");
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A frame as the text of a CSV file. */
export function csvText(
  given: pl.DataFrame,
  { apostrophes = true, action }: { apostrophes?: boolean; action?: string } = {},
): string {
  const frame = nestedAsText(given);
  const floats = frame.columns.filter((_, i) => /Float/.test(String(frame.dtypes[i])));
  const emptied = floats.length === 0
    ? frame
    : frame.withColumns(...floats.map((name) =>
      pl.when(pl.col(name).isNan()).then(pl.lit(null)).otherwise(pl.col(name)).alias(name)
    ));
  const safe = apostrophes ? withGuards(emptied) : emptied, text = safe.writeCSV().toString();
  if (safe === emptied) return text;
  if (action) sayGuarded(action, emptied, safe, behindOf(given));
  return marked(text, frame.height);
}

function sayGuarded(action: string, frame: pl.DataFrame, safe: pl.DataFrame, behind?: Behind): void {
  const changed = frame.columns.filter((name, i) =>
    name !== safe.columns[i] || !frame.getColumn(name).seriesEqual(safe.getColumn(name), true)
  );
  const how = said(behind && !behind.isRead ? "guarded_table" : "guarded_rows");
  sayOnce(said("guarded", { action, columns: changed, how }));
}

export function nestedAsText(frame: pl.DataFrame): pl.DataFrame {
  const names = frame.columns.filter((_, i) => isNestedType(String(frame.dtypes[i])));
  if (names.length === 0) return frame;
  return frame.withColumns(...names.map((name) => {
    // A line is {"value":…}: what stands between is the value as Polars writes it, with every digit.
    const lines = frame.select(pl.col(name).alias("value")).writeJSON({ format: "lines" }).toString()
      .split("\n").filter((line) => line !== "");
    const texts = lines.map((line) => line.slice('{"value":'.length, -1));
    return pl.Series(name, texts.map((text) => text === "null" ? null : text), pl.Utf8);
  }));
}
