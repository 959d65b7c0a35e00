import { said } from "../../results/said.ts";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileError, writing } from "../../results/file_error.ts";
import { ResultsError } from "../../results/results_error.ts";
import { queries } from "./queries.ts";
import { noSums, type Rows, rowWriters, type Sums } from "./rows.ts";
import { lockFile, openTables, readable, type Tables } from "./tables.ts";

export class JournalLocked extends Error {
  override name = "JournalLocked";
}

const SPARE_BYTES = 2 ** 20;

const TOGETHER_MS = 4;

export type Store = ReturnType<typeof openStore>;

/** Opens a study's file for one run, made where there is none, with the operating system's lock, which ends with the process. */
export function openStore(path: string) {
  const lock = writing(path, () => {
    mkdirSync(dirname(resolve(path)), { recursive: true });
    return lockFile(`${path}.lock`);
  });
  if (!lock) throw new JournalLocked(said("study_locked", { path }));
  const spare = `${path}.spare`;
  let tables: Tables | undefined;
  let sums: Sums;
  try {
    tables = openTables(path, { write: true });
    sums = sumsOf(tables);
    writeFileSync(spare, new Uint8Array(SPARE_BYTES));
  } catch (error) {
    rmSync(spare, { force: true });
    tables?.close();
    lock.release();
    throw fileError(path, error);
  }
  const open = tables, rows = rowWriters(open, sums);
  type Waiting = { action(rows: Rows): void; done(): void; failed(error: unknown): void };
  let waiting: Waiting[] = [], timer: ReturnType<typeof setTimeout> | undefined;
  let trouble: unknown = null;

  const transaction = (group: readonly Waiting[]) => {
    const before = { ...sums };
    try {
      open.exec("BEGIN IMMEDIATE");
      for (const { action } of group) action(rows);
      for (const [name, value] of Object.entries(sums)) {
        open.sql("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(name, value);
      }
      open.exec("COMMIT");
    } catch (error) {
      Object.assign(sums, before);
      rows.forget();
      try {
        open.exec("ROLLBACK");
      } catch {
        // SQLite has undone it already.
      }
      throw fileError(path, readable(path, error));
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      try {
        transaction(group);
      } catch (error) {
        trouble ??= error;
        rmSync(spare, { force: true });
        transaction(group);
      }
      for (const { done } of group) done();
    } catch (error) {
      for (const { failed } of group) failed(error);
    }
  };
  return {
    ...queries(open),
    ...{ path, tables: open },
    spent: sums as Readonly<Sums>,
    /** Why rows could not be written at first (a full disk): they stand in room kept for this, and nothing further should be asked. */
    get trouble() {
      return trouble;
    },
    /** Writes rows, some milliseconds' worth together; resolves when the disk has them. `action` runs once more where room had to be made. */
    write: (action: (rows: Rows) => void): Promise<void> =>
      new Promise((done, failed) => {
        waiting.push({ action, done, failed });
        timer ??= setTimeout(flush, TOGETHER_MS);
      }),
    close() {
      try {
        flush();
        open.close();
      } finally {
        rmSync(spare, { force: true });
        lock.release();
      }
    },
  };
}

export type StoreReader = ReturnType<typeof readStore>;

/** Opens a study's file to be read, also while a run writes it: as it was when this was called. */
export function readStore(path: string) {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new ResultsError({
      file: path,
      expected: "the file of a study (journals/<protocol>--<judge>.sqlite)",
    });
  }
  const tables = openTables(path, { write: false });
  tables.exec("BEGIN");
  const spent: Readonly<Sums> = sumsOf(tables);
  return { ...queries(tables), path, tables, spent, close: tables.close };
}

function sumsOf({ sql }: Tables): Sums {
  const sums = noSums(), names = Object.keys(sums) as (keyof Sums)[];
  for (const name of names) sums[name] = sql("SELECT value FROM meta WHERE name = ?").get(name)?.value ?? 0;
  return sums;
}
