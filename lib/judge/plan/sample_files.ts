import { Buffer } from "node:buffer";
import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pipeline } from "node:stream/promises";
import pl from "nodejs-polars";
import type { TableFile } from "../../results/find_files.ts";
import { parseJsonLines } from "../../results/json_lines.ts";
import { fromParquet } from "../../results/load_table.ts";
import { readBytes } from "../../results/read_bytes.ts";
import { ResultsError } from "../../results/results_error.ts";
import { scanJsonLines } from "../../results/scan_json_lines.ts";
import { looseJson } from "../transport/loose.ts";

export interface SampleSource {
  name: string;
  dataSet: string;
  read(): Iterable<{ line: number; record: unknown }>;
}

/** A file of samples that is read without holding it: JSON lines (also gzip) or Parquet. A document over several lines is read whole. */
export async function sampleFile(table: TableFile): Promise<SampleSource> {
  const { path, stem, kind } = table, source = { name: path, dataSet: stem };
  if (kind === "parquet") return { ...source, read: () => notEmpty(path, parquetRecords(path)) };
  if (kind !== "jsonl") {
    throw new ResultsError({
      file: path,
      expected: "samples as JSONL, one JSON object per line, or Parquet",
    });
  }
  const plain = await unpacked(table);
  // Files whose first line is no record of its own are one document over several lines.
  for (const { text } of readLines(plain)) {
    const line = text!.trim();
    if (line.startsWith("{") && line.endsWith("}")) break;
    if (line === "") continue;
    const lines = parseJsonLines(path, readBytes(table));
    return { ...source, read: () => lines };
  }
  return { ...source, read: () => notEmpty(path, lineRecords(path, plain)) };
}

function* notEmpty<T>(path: string, records: Iterable<T>): Generator<T> {
  let empty = true;
  for (const record of records) {
    empty = false;
    yield record;
  }
  if (empty) throw new ResultsError({ file: path, expected: "rows, found an empty file" });
}

function* lineRecords(path: string, plain: string) {
  for (const { text, line } of readLines(plain)) {
    if (text!.trim() === "") continue;
    const bytes = Buffer.from(text!), record = scanJsonLines(bytes).fault ? null : looseJson(text!);
    // The reader of whole files knows how to say what is wrong with a line.
    if (record === null) {
      yield* parseJsonLines(path, Buffer.concat([Buffer.alloc(line - 1, "\n"), bytes]));
    } else yield { line, record };
  }
}

const PARQUET_ROWS = 20_000;

function* parquetRecords(path: string) {
  for (let at = 0;; at += PARQUET_ROWS) {
    const rows = fromParquet(path, () => pl.scanParquet(path).slice(at, PARQUET_ROWS).collectSync());
    for (const [i, row] of rows.toRecords().entries()) {
      const given = Object.entries(row).filter(([, value]) => value !== null);
      yield { line: at + i + 1, record: Object.fromEntries(given) };
    }
    if (rows.height < PARQUET_ROWS) return;
  }
}

const UNPACKED_BYTES = 64e9;

let copies: { folder: string; made: number } | undefined;

/** The path of a file as plain text: its own, or that of a copy which is unpacked piece by piece and stays as long as the process. */
export async function unpacked({ path, gzip }: Pick<TableFile, "path" | "gzip">): Promise<string> {
  if (!gzip) return path;
  if (!copies) {
    const folder = mkdtempSync(join(tmpdir(), "judgebias-"));
    copies = { folder, made: 0 };
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  }
  const copy = join(copies.folder, `${copies.made++}.jsonl`);
  let bytes = 0;
  try {
    await pipeline(
      createReadStream(path),
      process.getBuiltinModule("node:zlib").createGunzip(),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > UNPACKED_BYTES) throw new RangeError(`more than ${UNPACKED_BYTES} bytes`);
          yield chunk;
        }
      },
      createWriteStream(copy),
    );
  } catch (error) {
    throw new ResultsError({ file: path, expected: `a whole gzip file (${(error as Error).message})` });
  }
  return copy;
}

const CHUNK_BYTES = 1 << 20;

/** The lines of a file of any size, numbered from 1. One of more bytes than the limit is passed over, and never held: null. */
export function* readLines(
  path: string,
  { longest = Infinity } = {},
): Generator<{ line: number; text: string | null }> {
  const file = openSync(path, "r"), decoder = new TextDecoder(), chunk = new Uint8Array(CHUNK_BYTES);
  let parts: Uint8Array[] = [], bytes = 0, line = 0;
  const add = (start: number, end: number) => {
    bytes += end - start;
    if (bytes <= longest) parts.push(chunk.slice(start, end));
    else parts = [];
  };
  const taken = () => {
    const text = bytes <= longest ? decoder.decode(Buffer.concat(parts)) : null;
    [parts, bytes] = [[], 0];
    return { line: ++line, text };
  };
  try {
    for (let count; (count = readSync(file, chunk, 0, CHUNK_BYTES, null)) > 0;) {
      let start = 0;
      for (let end; (end = chunk.indexOf(10, start)) >= 0 && end < count; start = end + 1) {
        add(start, end);
        yield taken();
      }
      if (start < count) add(start, count);
    }
    if (bytes > 0) yield taken();
  } finally {
    closeSync(file);
  }
}
