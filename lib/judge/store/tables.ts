import { said } from "../../results/said.ts";
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import type { DatabaseSync } from "node:sqlite";
import { ownFacts } from "../../progress/own_facts.ts";
import { ResultsError } from "../../results/results_error.ts";

/**
 * The tables of a study's file. A `word` is a text that many rows share. A call's `ask` says what it asks of its sample (step and
 * condition, or what shares the step), its `way` how (prompt, decoding, endpoint); of several calls with the same sample, ask
 * and way (the picture or an answer was changed) the one with the highest `turn` counts, answered or not; a turn below 0 is of
 * a call from before its sample was edited, which does not count unless it comes up again. `failed` is the reason why a call
 * brought nothing, until a reply comes.
 */
const TABLES = ownFacts<readonly string[]>("study_tables").join("; ");
const VERSION = 1;

/** The version of a file that a run writes: what it writes last may stand in a file beside. Back at 1, the file is whole. */
const WRITTEN = 2;

const APPLICATION = 0x6a646762;

/** SQLite is asked for when it is needed, so that runtimes without it can load the rest of the library. */
function openDatabase(path: string, { readOnly = false } = {}): DatabaseSync {
  const sqlite = process.getBuiltinModule?.("node:sqlite");
  if (!sqlite) throw new Error("judge: wanted Deno, or Node from 22.5 on (its SQLite), for journals");
  return new sqlite.DatabaseSync(path, { readOnly });
}

/** Takes a lock that the operating system gives back when the process ends, however it ends; null where somebody has it. */
export function lockFile(path: string): { release(): void } | null {
  const database = openDatabase(path);
  try {
    // Nothing is written: the file stays empty, and the lock is SQLite's own on it.
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (/locked|busy/i.test((error as Error).message)) return null;
    throw error;
  }
  return {
    release() {
      database.exec("ROLLBACK");
      database.close();
    },
  };
}

type Value = string | number | bigint | null | Uint8Array;
type Row = Record<string, never>;

/** A compiled statement; its types are named here, since Node's may not know its SQLite. */
export interface Statement {
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
  iterate(...values: Value[]): Iterable<Row>;
  run(...values: Value[]): unknown;
}

export type Tables = ReturnType<typeof openTables>;

export function openTables(path: string, { write }: { write: boolean }) {
  if (existsSync(path)) requireWhole(path);
  else if (write) makeTables(path);
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(path, { readOnly: !write });
    database.exec(`PRAGMA busy_timeout = 5000; PRAGMA cache_size = ${write ? -65536 : -8192}`);
    const pragma = (name: string) => Number(Object.values(database!.prepare(`PRAGMA ${name}`).get()!)[0]);
    const pages = pragma("page_count");
    const [application, version] = [pragma("application_id"), pragma("user_version")];
    if (application !== APPLICATION || version !== VERSION && version !== WRITTEN) {
      throw damaged(path, application === APPLICATION ? `of version ${version}` : "of another kind");
    }
    // What is not yet in the file itself stands beside it.
    const { size } = statSync(path), beside = statSync(`${path}-wal`, { throwIfNoEntry: false });
    if (!beside?.size && size < pages * pragma("page_size")) throw damaged(path, `cut at ${size} bytes`);
    if (write) {
      const { quick_check: found } = database.prepare("PRAGMA quick_check(1)").get()!;
      if (found !== "ok") throw damaged(path, `that is damaged (${found})`);
      // What is written last stands in a file beside, which would grow to 4 MB; replies are small, and disks may be full.
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 200");
      database.exec(`PRAGMA user_version = ${WRITTEN}; PRAGMA wal_checkpoint(PASSIVE)`);
    }
  } catch (error) {
    database?.close();
    throw readable(path, error);
  }
  const known = database, prepared = new Map<string, Statement>(), words = new Map<string, number>();
  const sql = (text: string): Statement => {
    const statement = prepared.get(text) ?? known.prepare(text) as unknown as Statement;
    prepared.set(text, statement);
    return statement;
  };
  return {
    sql,
    word(text: string): number | undefined {
      const id: number | undefined = words.get(text) ??
        sql("SELECT id FROM word WHERE text = ?").get(text)?.id;
      if (id !== undefined && words.size < 1e5) words.set(text, id);
      return id;
    },
    forget: () => words.clear(),
    exec: (text: string): void => known.exec(text),
    close() {
      try {
        if (write) {
          known.exec(`PRAGMA user_version = ${VERSION}; PRAGMA wal_checkpoint(TRUNCATE)`);
          known.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE");
        }
      } catch {
        // Somebody reads it just now: the others stay, and the next run does it.
      } finally {
        known.close();
      }
    },
  };
}

/** Makes the tables beside and puts them in place whole: a process that is killed meanwhile leaves no empty file. */
function makeTables(path: string): void {
  const beside = `${path}.new`;
  rmSync(beside, { force: true });
  const database = openDatabase(beside);
  const marks = `PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}`;
  database.exec(`BEGIN; ${TABLES}; ${marks}; COMMIT`);
  database.close();
  renameSync(beside, path);
}

/** A file that is empty, or that a run left in two of which one is missing, would begin anew, or lack what was paid for last. */
function requireWhole(path: string): void {
  if (statSync(path).size === 0) {
    throw damaged(path, "that is empty; bring it back, or remove it to begin anew");
  }
  if (!lacksLog(path)) return;
  // A run that ends just now takes that file away before it says so in this one.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  if (!lacksLog(path)) return;
  const name = basename(path);
  throw damaged(path, said("log_gone", { name }));
}

/** SQLite's header says that a run writes this file, and what it wrote last stands beside (version for writing 2): that is not there. */
function lacksLog(path: string): boolean {
  const header = new DataView(new ArrayBuffer(100)), file = openSync(path, "r");
  try {
    readSync(file, header, 0, 100, 0);
  } finally {
    closeSync(file);
  }
  return header.getUint8(18) === 2 && header.getUint32(60) === WRITTEN && !existsSync(`${path}-wal`);
}

function damaged(path: string, found: string): ResultsError {
  return new ResultsError({ file: path, expected: `the file of a study, found one ${found}` });
}

/** What SQLite says of a file that is damaged, with its name; other errors as they are. */
export function readable(path: string, error: unknown): unknown {
  const { message = "" } = error as { message?: string };
  return /malformed|not a database/.test(message) ? damaged(path, `that is damaged (${message})`) : error;
}
