import { nearest } from "../progress/nearest.ts";
import { told } from "../progress/told.ts";
import * as fs from "node:fs";
import { basename, dirname, extname, isAbsolute, join, resolve } from "node:path";
import process from "node:process";
import { readable, ResultsError } from "./results_error.ts";
import { said } from "./said.ts";

const TABLE_KINDS: Record<string, TableKind> = {
  ".csv": "csv",
  ".tsv": "tsv",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".json": "jsonl",
  ".parquet": "parquet",
  ".eval": "eval",
  ".xlsx": "xlsx",
  ".txt": "csv",
};

export type TableKind = "csv" | "tsv" | "jsonl" | "parquet" | "eval" | "xlsx";

export interface TableFile {
  path: string;
  kind: TableKind;
  gzip: boolean;
  stem: string;
  /** Names of files beside those of a folder or pattern, of which this is the first, that may hold rows and cannot be read. */
  beside?: readonly string[];
}

export function findTableFiles(path: string | readonly string[], { action = "read" } = {}): TableFile[] {
  if (typeof path !== "string" || /^$|\n/.test(path)) {
    if (!Array.isArray(path)) {
      throw new TypeError(said("path_wanted", { action, found: told(path) }));
    }
    if (path.length === 0) throw new TypeError(`${action}: wanted at least one path, found an empty list`);
    return path.flatMap((one) => findTableFiles(one, { action }));
  }
  const kind = existing(path);
  if (kind === "file") {
    const file = asTableFile(path);
    const expected = `a file that ends in ${Object.keys(TABLE_KINDS).join(", ")} or one of these and .gz`;
    if (!file) throw new ResultsError({ file: path, expected });
    return [file];
  }
  if (kind === "other") {
    throw new ResultsError({ file: path, expected: "a file or folder, found a pipe or a device" });
  }
  const found = kind === "folder" ? filesBelow(resolve(path)) : filesLike(path);
  const visible = found.filter((name) => !basename(name).startsWith("."));
  const files = visible.flatMap((path) => isExpertText({ path }) ? [] : asTableFile(path) ?? []);
  if (files.length > 0) {
    const isBeside = (path: string) => CLOSED.test(path) || isExpertText({ path }) && isTable(path);
    const beside = visible.filter(isBeside).map((name) => basename(name)).sort();
    const [first, ...others] = files.sort((a, b) => a.path < b.path ? -1 : 1);
    return [beside.length > 0 ? { ...first, beside } : first, ...others];
  }
  const expected = kind === "folder" ? said("no_tables") : said("no_path", { near: nearFile(path) });
  throw new ResultsError({ file: path, expected });
}

/** What is meant by a path that leads nowhere: a name that is near, or the same path from a folder above, as in a notebook's. */
function nearFile(path: string): string {
  const above = isAbsolute(path) ? [] : [1, 2, 3].map((up) => join("../".repeat(up), path));
  const there = above.find((one) => fs.existsSync(one)), here = process.cwd();
  if (there) return said("path_from_here", { here, there });
  const folder = dirname(path);
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => asTableFile(name)) : [];
  const [near] = nearest(basename(path), names, { within: 3 });
  return near ? `; is it ${join(folder, near)}?` : "";
}

function filesLike(pattern: string): string[] {
  if (!/[*?[{(!]/.test(pattern)) return [];
  if (typeof fs.globSync !== "function") throw new RangeError(said("no_globs", { pattern })); // Node 20
  return fs.globSync(pattern).map((name) => resolve(name)).filter((name) => existing(name) === "file");
}

/** All files in a folder and below. Thousands of small ones are common: only links cost a look at each. */
function filesBelow(folder: string): string[] {
  const found: string[] = [];
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...filesBelow(path));
    else if (entry.isFile() || entry.isSymbolicLink() && existing(path) === "file") found.push(path);
  }
  return found;
}

function existing(path: string): "file" | "folder" | "other" | null {
  const found = readable(path, () => fs.statSync(path, { throwIfNoEntry: false }));
  if (found === undefined) return null;
  return found.isDirectory() ? "folder" : found.isFile() ? "file" : "other";
}

const CLOSED = /\.(csv|tsv|jsonl?|ndjson|parquet)\.(zip|bz2|xz|zst|7z)$|\.(xls|ods|feather|arrow|dat|tab)$/i;

function isTable(path: string): boolean {
  const file = fs.openSync(path, "r"), head = new Uint8Array(LOOKED_AT);
  const read = fs.readSync(file, head);
  fs.closeSync(file);
  return /^[^\n]*[^\s,;][,;\t][^\s,;]/.test(new TextDecoder().decode(head.subarray(0, read)));
}

const LOOKED_AT = 1000;

function asTableFile(path: string): TableFile | null {
  const gzip = path.toLowerCase().endsWith(".gz");
  const plain = gzip ? path.slice(0, -3) : path;
  const ending = extname(plain).toLowerCase();
  const kind = TABLE_KINDS[ending];
  return kind ? { path, kind, gzip, stem: basename(plain).slice(0, -ending.length) } : null;
}

export const isExpertText = ({ path }: Pick<TableFile, "path">): boolean => /\.txt$/i.test(path);
