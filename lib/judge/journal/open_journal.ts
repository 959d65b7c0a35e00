import {
  closeSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { fileError, writing } from "../../results/file_error.ts";
import type { Entry } from "./entries.ts";
import { type JournalIndex, journalIndex } from "./journal_index.ts";
import { lockFile } from "./sqlite.ts";

/** A journal that this process alone writes. */
export interface Journal {
  path: string;
  /** What it holds. */
  index: JournalIndex;
  /**
   * Adds a line. When this returns, the operating system has it, and it outlives the process; when the promise resolves,
   * the disk has it, and it outlives the machine.
   */
  append(entry: Entry): Promise<void>;
  /**
   * Why a line could not be written at first: the disk is full. It stands in room that was kept for this, as will the replies under
   * way, which are paid; nothing further should be asked. Null as long as all is well.
   */
  readonly trouble: unknown;
  /** Waits for all lines, then gives the file and the lock back. */
  close(): Promise<void>;
}

/** Somebody else writes this journal. */
export class JournalLocked extends Error {
  override name = "JournalLocked";
}

const synced = promisify(fdatasync);

/** Room on the disk that is kept for the replies under way when it is full, in bytes. */
const SPARE_BYTES = 2 ** 20;

/**
 * Opens a journal for one run: takes the lock beside it (the operating system's, so that it ends with the process
 * however that ends), cuts off a torn last line, and brings the index of what is done up to date. Lines stand in the
 * order of the calls; those that wait for the disk together are synced together.
 *
 * @throws {JournalLocked} when another run has it open
 * @throws {ResultsError} when the journal is damaged before its last line
 */
export function openJournal(path: string): Journal {
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
  let index: JournalIndex | undefined, file: number, syncer: number, end: number;
  try {
    index = journalIndex(path, { own: true });
    writeFileSync(spare, new Uint8Array(SPARE_BYTES));
    file = openSync(path, "a+");
    end = index.whole.bytes;
    ftruncateSync(file, end);
    if (!index.whole.ended) end += writeSync(file, "\n");
    fsyncSync(file);
    // A file of its own for syncing, so that lines can be written meanwhile.
    syncer = openSync(path, "r+");
  } catch (error) {
    rmSync(spare, { force: true });
    index?.close();
    lock.release();
    throw fileError(path, error);
  }

  const known = index, encoder = new TextEncoder();
  let waiting: { done(): void; failed(error: unknown): void }[] = [];
  let syncing: Promise<void> | null = null;
  let broken: unknown = null, trouble: unknown = null;
  /** Does what the disk may have no room for: once more in the room kept for it. */
  const inRoom = (action: () => void) => {
    try {
      action();
    } catch (error) {
      if (trouble !== null) throw error;
      trouble = fileError(path, error);
      rmSync(spare, { force: true });
      action();
    }
  };
  /** Notes what stands in the journal: on a full disk the index may lag behind, as the next run reads what it lacks. */
  const noted = (action: () => void) => {
    try {
      action();
    } catch (error) {
      const failure = fileError(`${path}.index`, error);
      if (failure === error) throw error;
      trouble ??= failure;
      rmSync(spare, { force: true });
    }
  };
  const sync = async () => {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        if (broken) throw broken;
        await synced(syncer);
        for (const { done } of group) done();
      } catch (error) {
        broken = fileError(path, error);
        for (const { failed } of group) failed(broken);
      }
    }
    syncing = null;
  };

  return {
    path,
    index: known,
    get trouble() {
      return trouble;
    },
    append(entry) {
      try {
        // After a failed write the end of the file is unknown: nothing may follow it.
        if (broken) throw broken;
        const bytes = encoder.encode(`${JSON.stringify(entry)}\n`);
        inRoom(() => {
          // Part of the line may stand there from an attempt before.
          if (trouble !== null) ftruncateSync(file, end);
          for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
        });
        end += bytes.length;
        noted(() => known.note(entry, end - bytes.length, bytes.length));
      } catch (error) {
        broken = fileError(path, error);
        return Promise.reject(broken);
      }
      return new Promise((done, failed) => {
        waiting.push({ done, failed });
        syncing ??= sync();
      });
    },
    async close() {
      await syncing;
      closeSync(syncer);
      closeSync(file);
      noted(known.close);
      rmSync(spare, { force: true });
      lock.release();
    },
  };
}

/** What a journal holds, read by somebody who does not write it: up to date unless a run is writing it just now. */
export function readIndex(path: string): JournalIndex {
  let lock;
  try {
    lock = lockFile(`${path}.lock`);
  } catch {
    // A folder that cannot be written has no run in it.
    return journalIndex(path, { own: true });
  }
  if (lock) {
    try {
      journalIndex(path, { own: true }).close();
    } finally {
      lock.release();
    }
  }
  return journalIndex(path, { own: false });
}
