import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileError, writing } from "../../results/file_error.ts";
import { ResultsError } from "../../results/results_error.ts";
import type { Protocol } from "../protocol.ts";
import { importJournal } from "./import_journal.ts";
import { type Queries, queries } from "./queries.ts";
import { type Rows, rowWriters, type Sums } from "./rows.ts";
import { lockFile } from "./sqlite.ts";
import { openTables, readable, type Tables } from "./tables.ts";

/** A study's file, open to be read. */
export interface StoreReader extends Queries {
  path: string;
  tables: Tables;
  close(): void;
}

/** A study's file that this process alone writes. */
export interface Store extends Omit<StoreReader, "close"> {
  /** Tokens of all calls, and the longest reply. */
  readonly spent: Readonly<Sums>;
  /**
   * Writes rows; resolves when the disk has them. What is written within a few milliseconds waits for the disk together: `action`
   * runs then, and once more where the disk was full and room was made.
   */
  write(action: (rows: Rows) => void): Promise<void>;
  /**
   * Why rows could not be written at first: the disk is full. They stand in room that was kept for this, as will the replies under
   * way, which are paid; nothing further should be asked. Null as long as all is well.
   */
  readonly trouble: unknown;
  /** Writes what waits, then gives the file and the lock back. */
  close(): void;
}

/** Somebody else writes this study. */
export class JournalLocked extends Error {
  override name = "JournalLocked";
}

/** Room on the disk that is kept for the replies under way when it is full, in bytes. */
const SPARE_BYTES = 2 ** 20;

/** How long rows wait for others before all go to the disk, in milliseconds. */
const TOGETHER_MS = 4;

/**
 * Opens a study's file for one run, made where there is none: takes the lock beside it (the operating system's, so that it ends
 * with the process however that ends), and takes over a journal of an earlier release that lies there.
 *
 * @param own a protocol that is none of the library's
 * @throws {JournalLocked} when another run has it open
 * @throws {ResultsError} for a damaged file, or an earlier journal that cannot be taken over
 */
export function openStore(path: string, own?: Protocol): Store {
  const lock = writing(path, () => {
    mkdirSync(dirname(resolve(path)), { recursive: true });
    return lockFile(`${path}.lock`);
  });
  if (!lock) {
    throw new JournalLocked(
      `judge: another run is writing ${path}; wait for it, or name another folder with --out`,
    );
  }
  const spare = `${path}.spare`;
  let tables: Tables | undefined, sums: Sums;
  try {
    if (!existsSync(path) && existsSync(earlier(path))) importJournal(earlier(path), path, own);
    tables = openTables(path, { write: true });
    sums = readSums(tables);
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
        if (trouble !== null) throw error;
        trouble = error;
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
    ...{ path, tables: open, spent: sums },
    get trouble() {
      return trouble;
    },
    write: (action) =>
      new Promise((done, failed) => {
        waiting.push({ action, done, failed });
        timer ??= setTimeout(flush, TOGETHER_MS);
      }),
    close() {
      try {
        flush();
        // One file, whole without those beside it; where somebody reads it just now, they stay.
        try {
          open.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE");
        } catch {
          // The next run does it.
        }
        open.close();
      } finally {
        rmSync(spare, { force: true });
        lock.release();
      }
    },
  };
}

/**
 * Opens a study's file to be read, also while a run writes it: as it was when this was called. A journal of an earlier release
 * (`.jsonl`) is taken over first.
 *
 * @throws {ResultsError} for a file that is none, or is damaged
 */
export function readStore(path: string, own?: Protocol): StoreReader {
  if (path.endsWith(".jsonl")) path = path.replace(/\.jsonl$/, ".sqlite");
  if (!existsSync(path) && existsSync(earlier(path))) openStore(path, own).close();
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new ResultsError({
      file: path,
      expected: "the file of a study (journals/<protocol>--<judge>.sqlite)",
    });
  }
  const tables = openTables(path, { write: false });
  tables.exec("BEGIN");
  return { ...queries(tables), path, tables, close: tables.close };
}

/** Where an earlier release kept the same study. */
function earlier(path: string): string {
  return path.replace(/\.sqlite$/, ".jsonl");
}

function readSums({ sql }: Tables): Sums {
  const sums: Sums = { input: 0, output: 0, longest: 0, turn: 0 };
  for (const { name, value } of sql("SELECT name, value FROM meta").all()) {
    if (String(name) in sums) sums[name as keyof Sums] = Number(value);
  }
  return sums;
}
