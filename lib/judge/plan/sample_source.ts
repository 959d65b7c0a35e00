import { Buffer } from "node:buffer";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import pl from "nodejs-polars";
import type { TableFile } from "../../results/find_files.ts";
import { parseJsonLines } from "../../results/json_lines.ts";
import { fromParquet } from "../../results/load_table.ts";
import { readBytes } from "../../results/read_bytes.ts";
import { ResultsError } from "../../results/results_error.ts";
import { readLines } from "../store/read_lines.ts";
import { unpacked } from "./unpacked.ts";

/** One file of samples, or the samples given. */
export interface SampleSource {
  name: string;
  dataSet: string;
  read(): Iterable<{ line: number; record: unknown }>;
}

/** Samples that are given as values. */
export function givenSamples(data: readonly unknown[], dataSet: string): SampleSource {
  return {
    ...{ name: "data", dataSet },
    *read() {
      for (const [i, record] of data.entries()) yield { line: i + 1, record };
    },
  };
}

/**
 * A file of samples that is read without holding it: JSON lines (also gzip) or Parquet. A document over
 * several lines is read whole.
 */
export async function sampleFile(table: TableFile): Promise<SampleSource> {
  const { path, stem, kind } = table;
  if (kind === "parquet") return { name: path, dataSet: stem, read: () => parquetRecords(path) };
  if (kind !== "jsonl") {
    throw new ResultsError({
      file: path,
      expected: "samples as JSONL, one JSON object per line, or Parquet",
    });
  }
  const plain = await unpacked(table, table.gzip ? copyName() : "");
  if (!beginsWithRecord(plain)) {
    const lines = parseJsonLines(path, readBytes(table));
    return { name: path, dataSet: stem, read: () => lines };
  }
  return {
    name: path,
    dataSet: stem,
    *read() {
      let empty = true;
      for (const { text, line } of readLines(plain)) {
        if ((text ?? "").trim() === "") continue;
        empty = false;
        yield { line, record: recordOf(path, line, text!) };
      }
      if (empty) throw new ResultsError({ file: path, expected: "rows, found an empty file" });
    },
  };
}

/** Rows of a Parquet file that are in memory at a time. */
const PARQUET_ROWS = 20_000;

function* parquetRecords(path: string): Generator<{ line: number; record: unknown }> {
  for (let at = 0;; at += PARQUET_ROWS) {
    const rows = fromParquet(path, () => pl.scanParquet(path).slice(at, PARQUET_ROWS).collectSync());
    if (rows.height === 0 && at === 0) {
      throw new ResultsError({ file: path, expected: "rows, found an empty file" });
    }
    for (const [i, row] of rows.toRecords().entries()) {
      const given = Object.entries(row).filter(([, value]) => value !== null);
      yield { line: at + i + 1, record: Object.fromEntries(given) };
    }
    if (rows.height < PARQUET_ROWS) return;
  }
}

let copies: { folder: string; made: number } | undefined;

/** A name for an unpacked copy, which stays as long as the process: samples are gone through several times. */
function copyName(): string {
  if (!copies) {
    const folder = mkdtempSync(join(tmpdir(), "judgebias-samples-"));
    copies = { folder, made: 0 };
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  }
  return join(copies.folder, `${copies.made++}.jsonl`);
}

/** Whether the first line is a record of its own: other files are one document over several lines. */
function beginsWithRecord(path: string): boolean {
  for (const { text } of readLines(path)) {
    const line = (text ?? "").replace(/^\ufeff/, "").trim();
    if (line !== "") return line.startsWith("{") && line.endsWith("}");
  }
  return false;
}

function recordOf(path: string, line: number, text: string): unknown {
  // The reader of whole files knows how to say what is wrong with a line.
  try {
    const [{ record }] = parseJsonLines(path, Buffer.from(text.replace(/^\ufeff/, "")));
    return record;
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    throw new ResultsError({ file: path, line, value: error.value, expected: error.expected });
  }
}
