import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Verdict } from "../protocol.ts";
import type { Entry, Usage } from "./entries.ts";
import { readJournal } from "./read_journal.ts";

/** A journal that this process alone writes. */
export interface Journal {
  path: string;
  /** Verdicts by call key: those found when it was opened and those written since. */
  verdicts: ReadonlyMap<string, Verdict>;
  /** Key of the verdict that counts in each slot. */
  current: ReadonlyMap<string, string>;
  /** Hashes of the samples that it holds, and their last places in the data. */
  samples: ReadonlyMap<string, number>;
  /** Tokens of all calls in it, and the longest reply. */
  spent: Readonly<Pick<Usage, "input" | "output"> & { longest: number }>;
  /**
   * Adds a line. When this returns, the operating system has it, and it outlives the process; when the promise resolves,
   * the disk has it, and it outlives the machine.
   */
  append(entry: Entry): Promise<void>;
  /** Waits for all lines, then gives the file and the lock back. */
  close(): Promise<void>;
}

/** Somebody else writes this journal. */
export class JournalLocked extends Error {
  override name = "JournalLocked";
}

/**
 * Opens a journal for one run: takes the lock beside it (the operating system's, so that it ends with the process
 * however that ends), cuts off a torn last line, and reads what is done. Lines stand in the order of the calls; those
 * that wait for the disk together are synced together.
 *
 * @throws {JournalLocked} when another run has it open
 * @throws {ResultsError} when the journal is damaged before its last line
 */
export function openJournal(path: string): Journal {
  mkdirSync(dirname(resolve(path)), { recursive: true });
  const lock = Deno.openSync(`${path}.lock`, { create: true, write: true, read: true });
  if (!lock.tryLockSync(true)) {
    lock.close();
    throw new JournalLocked(
      `judge: another run is writing ${path}; wait for it, or name another folder with --out`,
    );
  }
  const verdicts = new Map<string, Verdict>(), samples = new Map<string, number>();
  const current = new Map<string, string>();
  const spent = { input: 0, output: 0, longest: 0 };
  const note = (entry: Entry) => {
    if (entry.kind === "sample") samples.set(entry.sha256, entry.index);
    if (entry.kind === "verdict" || entry.kind === "again") current.set(entry.slot, entry.key);
    if (entry.kind === "verdict") verdicts.set(entry.key, entry.verdict);
    if (entry.kind !== "verdict" && entry.kind !== "failure") return;
    for (const { input, output } of [entry.usage, entry.lost].filter((usage) => !!usage)) {
      spent.input += input;
      spent.output += output;
    }
    spent.longest = Math.max(spent.longest, entry.usage?.output ?? 0);
  };

  let file: Deno.FsFile, syncer: Deno.FsFile;
  try {
    const whole = readJournal(path, note);
    file = Deno.openSync(path, { create: true, write: true, read: true });
    file.truncateSync(whole);
    file.seekSync(whole, Deno.SeekMode.Start);
    file.syncSync();
    // A file of its own for syncing, so that lines can be written meanwhile.
    syncer = Deno.openSync(path, { write: true });
  } catch (error) {
    lock.close();
    throw error;
  }

  const encoder = new TextEncoder();
  let waiting: { done(): void; failed(error: unknown): void }[] = [];
  let syncing: Promise<void> | null = null;
  let broken: unknown = null;
  const sync = async () => {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        if (broken) throw broken;
        await syncer.syncData();
        for (const { done } of group) done();
      } catch (error) {
        broken = error;
        for (const { failed } of group) failed(error);
      }
    }
    syncing = null;
  };

  return {
    path,
    verdicts,
    current,
    samples,
    spent,
    append(entry) {
      try {
        // After a failed write the end of the file is unknown: nothing may follow it.
        if (broken) throw broken;
        const bytes = encoder.encode(`${JSON.stringify(entry)}\n`);
        for (let written = 0; written < bytes.length;) written += file.writeSync(bytes.subarray(written));
      } catch (error) {
        broken = error;
        return Promise.reject(error);
      }
      note(entry);
      return new Promise((done, failed) => {
        waiting.push({ done, failed });
        syncing ??= sync();
      });
    },
    async close() {
      await syncing;
      syncer.close();
      file.close();
      lock.close();
    },
  };
}
