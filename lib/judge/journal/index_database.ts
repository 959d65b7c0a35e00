import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { openDatabase } from "./sqlite.ts";

/** The database of an index. */
export interface IndexDatabase {
  /** A statement, compiled once. */
  sql(text: string): StatementSync;
  exec(text: string): void;
  /** What was noted of the whole. */
  meta<Value>(name: string, absent: Value): Value;
  setMeta(name: string, value: string | number | Uint8Array): void;
  /** Notes by what the journal is recognised: its beginning, and the end of the part that is known. */
  setMarks(bytes: number): void;
  close(): void;
}

const VERSION = 2;
const TABLES = {
  meta: "(name TEXT PRIMARY KEY, value) WITHOUT ROWID",
  verdict: "(key BLOB PRIMARY KEY, at INTEGER, size INTEGER, status TEXT) WITHOUT ROWID",
  slot: "(slot BLOB PRIMARY KEY, key BLOB) WITHOUT ROWID",
  sample:
    "(id BLOB PRIMARY KEY, data_set TEXT, place INTEGER, sha256 BLOB, at INTEGER, size INTEGER) WITHOUT ROWID",
  unnamed: "(id TEXT PRIMARY KEY) WITHOUT ROWID",
  plan: "(at INTEGER PRIMARY KEY, size INTEGER)",
  reply: "(step TEXT PRIMARY KEY, n INTEGER, output INTEGER) WITHOUT ROWID",
  request: "(key BLOB PRIMARY KEY, shard INTEGER, failed INTEGER) WITHOUT ROWID",
  shard: "(shard INTEGER PRIMARY KEY, n INTEGER)",
};
const SCHEMA = [
  ...Object.entries(TABLES).map(([name, columns]) => `CREATE TABLE ${name} ${columns}`),
  "CREATE INDEX in_order ON sample (data_set, place, id, at, size)",
  `PRAGMA user_version = ${VERSION}`,
].join("; ");

/** Bytes at the beginning and end of what is known, by which a journal is recognised. */
const MARK_BYTES = 4096;

/** Opens the database beside a journal; of its owner, emptied where it is another journal's. */
export function indexDatabase(path: string, own: boolean): IndexDatabase {
  const { database, end } = openBeside(path, own);
  const prepared = new Map<string, StatementSync>();
  const sql = (text: string): StatementSync => {
    let statement = prepared.get(text);
    if (!statement) prepared.set(text, statement = database.prepare(text));
    return statement;
  };
  const meta = <Value>(name: string, absent: Value): Value =>
    (sql("SELECT value FROM meta WHERE name = ?").get(name)?.value ?? absent) as Value;
  const setMeta = (name: string, value: string | number | Uint8Array) =>
    void sql("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(name, value);

  if (own && !fits(path, meta)) {
    for (const table of Object.keys(TABLES)) database.exec(`DELETE FROM ${table}`);
  }
  return {
    sql,
    meta,
    setMeta,
    exec: (text) => database.exec(text),
    setMarks(bytes) {
      const { head, tail } = marks(path, bytes);
      setMeta("head", head);
      setMeta("tail", tail);
    },
    close() {
      database.close();
      end();
    },
  };
}

/** The index's own file, or a temporary one where there is none that can be used. */
function openBeside(path: string, own: boolean): { database: DatabaseSync; end(): void } {
  const beside = `${path}.index`;
  try {
    return { database: opened(beside, own), end() {} };
  } catch (error) {
    if (!own) throw error;
    // Of another version, or damaged: it holds nothing that the journal does not.
    try {
      for (const ending of ["", "-wal", "-shm"]) rmSync(`${beside}${ending}`, { force: true });
      return { database: opened(beside, own), end() {} };
    } catch {
      const folder = mkdtempSync(join(tmpdir(), "judgebias-index-"));
      return {
        database: opened(join(folder, "index"), own),
        end: () => rmSync(folder, { recursive: true, force: true }),
      };
    }
  }
}

function opened(file: string, own: boolean): DatabaseSync {
  const database = openDatabase(file);
  try {
    database.exec("PRAGMA busy_timeout = 5000; PRAGMA cache_size = -65536");
    if (own) database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    const version = Number(database.prepare("PRAGMA user_version").get()!.user_version);
    if (version !== VERSION) {
      if (!own || version !== 0) throw new Error("another version");
      database.exec(`BEGIN; ${SCHEMA}; COMMIT`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether the journal begins as it did, and goes on behind the part that is known. */
function fits(path: string, meta: IndexDatabase["meta"]): boolean {
  const bytes = meta("bytes", 0);
  if (bytes === 0) return true;
  const found = marks(path, bytes);
  return (["head", "tail"] as const).every((name) =>
    Buffer.compare(found[name], meta(name, new Uint8Array())) === 0
  );
}

function marks(path: string, bytes: number): { head: Uint8Array; tail: Uint8Array } {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
    return { head: new Uint8Array(), tail: new Uint8Array() };
  }
  try {
    if (fstatSync(file).size < bytes) return { head: new Uint8Array(1), tail: new Uint8Array(1) };
    const length = Math.min(MARK_BYTES, bytes), buffer = new Uint8Array(length);
    const markAt = (at: number) => {
      readSync(file, buffer, 0, length, at);
      return new Uint8Array(createHash("sha256").update(buffer).digest().subarray(0, 16));
    };
    return { head: markAt(0), tail: markAt(bytes - length) };
  } finally {
    closeSync(file);
  }
}
