import { Buffer } from "node:buffer";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import process from "node:process";
import type * as Xlsx from "@e965/xlsx";
import type { TableFile } from "../find_files.ts";
import { parseJsonLines, parsePythonJson } from "../json_lines.ts";
import { READ_LIMITS, readBytes } from "../read_bytes.ts";
import { readable } from "../results_error.ts";
import { parquetSchema } from "../load_table.ts";
import { firstLine } from "../scan_csv.ts";

export interface FilePeek extends TableFile {
  head: string;
  columns: readonly string[];
  record: Record<string, unknown>;
  fault?: unknown;
}

const HEAD_BYTES = 1 << 16;

const seen = new WeakMap<TableFile, FilePeek>();

export function peek(file: TableFile): FilePeek {
  const known = seen.get(file);
  if (known) return known;
  const found: FilePeek = { ...file, head: "", record: {}, columns: [] };
  try {
    if (["csv", "tsv", "jsonl"].includes(file.kind)) found.head = headOf(file);
    if (file.kind === "jsonl") found.record = recordOf(found);
    found.columns = columnsOf(file, found);
  } catch (error) {
    found.fault = error;
  }
  seen.set(file, found);
  return found;
}

function columnsOf(file: TableFile, { head, record }: FilePeek): string[] {
  const { kind, path } = file;
  if (kind === "csv" || kind === "tsv") return header(head);
  if (kind === "jsonl") return Object.keys(record);
  if (kind === "eval") return [];
  if (kind === "xlsx") return Object.keys(readWorkbook({ path }, 2)[0] ?? {});
  return parquetSchema(file).columns;
}

function headOf({ path, gzip }: TableFile): string {
  const bytes = Buffer.alloc(HEAD_BYTES);
  const handle = openSync(path, "r");
  const length = readSync(handle, bytes, 0, HEAD_BYTES, 0);
  closeSync(handle);
  const read = bytes.subarray(0, length);
  return (gzip ? unpackedStart(read) : read).toString("utf8").replace(/^\ufeff/, "");
}

/** The end of what was read is the end of nothing: what is there so far is asked for. */
function unpackedStart(bytes: Buffer): Buffer {
  const { gunzipSync, constants } = process.getBuiltinModule("node:zlib");
  return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
}

function recordOf({ head, ...file }: FilePeek): Record<string, unknown> {
  const text = head.trimStart(), line = text.slice(0, Math.max(0, text.indexOf("\n"))).trimEnd();
  const isRecord = /^\{.*\}$/.test(line) && !line.includes("\ufffd");
  try {
    const [{ record }] = parseJsonLines(file.path, isRecord ? Buffer.from(line) : readBytes(file));
    return Object.keys(record).length > READ_LIMITS.columns ? {} : record;
  } catch (error) {
    if (isOtherJson(line) || isOtherJson(String(readBytes(file)))) return {};
    throw error;
  }
}

function isOtherJson(text: string): boolean {
  try {
    parsePythonJson(text);
    return true;
  } catch {
    return false;
  }
}

function header(head: string): string[] {
  const [line] = /^(?:"[^"]*"|[^"\n])*/.exec(head)!, { mark } = firstLine(Buffer.from(line));
  const cells = line.replace(/\r$/, "").match(
    new RegExp(`(?:"[^"]*"|[^"${mark}])+|(?<=${mark}|^)(?=${mark}|$)`, "g"),
  );
  return (cells ?? []).map((name) => name.replace(/^"(.*)"$/s, "$1").replaceAll('""', '"'));
}

export function readWorkbook({ path }: Pick<TableFile, "path">, sheetRows = 0): Record<string, string>[] {
  const xlsx: typeof Xlsx = createRequire(import.meta.url)("@e965/xlsx"), bytes = readFileSync(path);
  return readable(path, () => {
    if (bytes.toString("latin1", 0, 2) !== "PK") throw new Error("no archive");
    const { Sheets, SheetNames } = xlsx.read(bytes, { cellFormula: false, cellHTML: false, sheetRows });
    const rows = xlsx.utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0]], { defval: "" });
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))
    );
  }, "a workbook that can be read");
}
