import { Buffer } from "node:buffer";
import { closeSync, openSync } from "node:fs";
import type { ReplyVerdict, VerdictStatus } from "../protocol.ts";
import { bytesAt } from "./bytes_at.ts";
import { endpointOf } from "./endpoint_of.ts";
import type { Entry, PlanEntry, SampleEntry, VerdictEntry } from "./entries.ts";
import { type IndexDatabase, indexDatabase } from "./index_database.ts";
import { type IndexNotes, indexNotes } from "./index_notes.ts";
import { readJournal } from "./read_journal.ts";
import { identityKey, shortKey } from "./short_key.ts";

/** What names a sample, and what it holds. */
export interface SampleIdentity {
  dataSet: string;
  id: string;
  sha256: string;
  /** Place in its data, for the order of the results. */
  index: number;
}

/** What a journal holds, by key, slot and sample, without reading it: memory does not grow with it. */
export interface JournalIndex extends Readonly<IndexNotes> {
  /** Samples of such a time that no run has named since. */
  readonly unnamed: number;
  has(key: string): boolean;
  /** The verdict of a call; its values and reason are read from the journal when they are looked at. */
  verdict(key: string): ReplyVerdict | undefined;
  /** The whole line of a call's verdict. */
  entry(key: string): VerdictEntry | undefined;
  /** Whether the call's verdict is the one that counts in the slot. */
  counts(slot: string, key: string): boolean;
  /** The entry that counts in a slot. */
  current(slot: string): VerdictEntry | undefined;
  /** Whether the sample stands in the journal as it is. */
  holds(sample: SampleIdentity): boolean;
  /** The content of a sample as it stands in the journal: its hash. */
  contentOf(sample: Pick<SampleIdentity, "dataSet" | "id">): string | undefined;
  plans(): PlanEntry[];
  /** Where runs of a time asked when lines did not say it: addresses. */
  readonly oldEndpoints: readonly string[];
  /** Samples of a data set in the order of the data. */
  samples(dataSet: string): Generator<SampleEntry>;
  /** Batch file in which a request stands, and whether it came back without a reply. */
  requestOf(key: string): { shard: number; failed: boolean } | undefined;
  /** Whether a request of the batch file of this number, or of a later one, has brought neither a reply nor a failure. */
  awaits(shard: number): boolean;
  noteFailedRequest(key: string): void;
  /** Whether the call failed in an earlier run, or in this one. */
  failedBefore(key: string): boolean;
  close(): void;
}

/** Samples that are looked up at a time. */
const PAGE = 1000;

/**
 * Opens the index beside a journal (`<journal>.index`), makes it anew where it does not fit, and reads what was added
 * since. It can be deleted at any time.
 *
 * @param own whether the caller holds the journal's lock, and brings the index up to date; others read what is there. Where
 *   the journal's folder cannot be written, the index is made in a temporary one
 *
 * @throws {ResultsError} for a damaged journal
 */
export function journalIndex(path: string, { own }: { own: boolean }): JournalIndex {
  const database = indexDatabase(path, own);
  const notes = indexNotes(database, own);
  if (own) {
    try {
      database.exec("BEGIN");
      notes.whole = readJournal(path, notes.note, { from: notes.whole.bytes });
      notes.commit();
    } catch (error) {
      database.close();
      throw error;
    }
  }
  const file = journalFile(path), { sql } = database, found = lookedUp(database, file.entry);
  let oldEndpoints: string[] | undefined;
  return {
    ...found,
    get oldEndpoints() {
      const old = () => found.plans().filter(({ endpoint }) => endpoint === undefined);
      return oldEndpoints ??= [...new Set(old().map(({ base_url }) => endpointOf(base_url)))];
    },
    spent: notes.spent,
    get whole() {
      return notes.whole;
    },
    get old() {
      return notes.old;
    },
    get unnamed() {
      return notes.old ? Number(sql("SELECT COUNT(*) AS n FROM unnamed").get()!.n) : 0;
    },
    note: notes.note,
    noteRequest: notes.noteRequest,
    noteFailedRequest: (key) => void sql("UPDATE request SET failed = 1 WHERE key = ?").run(shortKey(key)),
    replies: notes.replies,
    requestsOf: notes.requestsOf,
    commit: notes.commit,
    close() {
      try {
        notes.commit();
        if (own) database.exec("COMMIT");
      } finally {
        file.close();
        database.close();
      }
    },
  };
}

/** What is asked of the index, entries read from where they stand. */
function lookedUp(
  { sql }: IndexDatabase,
  entryAt: (row: Row) => Entry,
): Pick<
  JournalIndex,
  | "has"
  | "verdict"
  | "entry"
  | "counts"
  | "current"
  | "holds"
  | "contentOf"
  | "plans"
  | "samples"
  | "requestOf"
  | "awaits"
  | "failedBefore"
> {
  return {
    has: (key) => sql("SELECT 1 FROM verdict WHERE key = ?").get(shortKey(key)) !== undefined,
    verdict(key) {
      const row = sql("SELECT at, size, status FROM verdict WHERE key = ?").get(shortKey(key));
      if (!row) return undefined;
      let read: ReplyVerdict | undefined;
      const whole = () => read ??= (entryAt(row) as VerdictEntry).verdict;
      return {
        status: row.status as VerdictStatus,
        get values() {
          return whole().values;
        },
        get reason() {
          return whole().reason;
        },
      };
    },
    entry(key) {
      const row = sql("SELECT at, size FROM verdict WHERE key = ?").get(shortKey(key));
      return row ? entryAt(row) as VerdictEntry : undefined;
    },
    counts(slot, key) {
      return sql("SELECT 1 FROM slot WHERE slot = ? AND key = ?").get(shortKey(slot), shortKey(key)) !==
        undefined;
    },
    current(slot) {
      const row = sql("SELECT at, size FROM verdict WHERE key = (SELECT key FROM slot WHERE slot = ?)").get(
        shortKey(slot),
      );
      return row ? entryAt(row) as VerdictEntry : undefined;
    },
    holds({ dataSet, id, sha256, index }) {
      const row = sql("SELECT place, sha256 FROM sample WHERE id = ?").get(identityKey(dataSet, id));
      return row !== undefined && Number(row.place) === index &&
        Buffer.compare(row.sha256 as Uint8Array, shortKey(sha256)) === 0;
    },
    contentOf({ dataSet, id }) {
      const row = sql("SELECT sha256 FROM sample WHERE id = ?").get(identityKey(dataSet, id));
      return row ? Buffer.from(row.sha256 as Uint8Array).toString("hex") : undefined;
    },
    plans: () =>
      sql("SELECT at, size FROM plan ORDER BY at").all()
        .map((row) => entryAt(row) as PlanEntry),
    *samples(dataSet) {
      let place = -1, id: Uint8Array = new Uint8Array(0);
      while (true) {
        const rows = sql(
          `SELECT place, id, at, size FROM sample WHERE data_set = ? AND (place, id) > (?, ?) ORDER BY place, id LIMIT ${PAGE}`,
        ).all(dataSet, place, id);
        for (const row of rows) yield entryAt(row) as SampleEntry;
        const last = rows.at(-1);
        if (!last || rows.length < PAGE) return;
        place = Number(last.place);
        id = last.id as Uint8Array;
      }
    },
    requestOf(key) {
      const row = sql("SELECT shard, failed FROM request WHERE key = ?").get(shortKey(key));
      return row && Number(row.shard) >= 0
        ? { shard: Number(row.shard), failed: row.failed === 1 }
        : undefined;
    },
    awaits: (shard) =>
      sql(
        "SELECT 1 FROM request WHERE shard >= ? AND failed = 0 AND key NOT IN (SELECT key FROM verdict) LIMIT 1",
      )
        .get(shard) !== undefined,
    failedBefore: (key) =>
      sql("SELECT 1 FROM request WHERE key = ? AND failed = 1").get(shortKey(key)) !== undefined,
  };
}

type Row = Record<string, unknown>;

/** The journal itself, opened when an entry is first read. */
function journalFile(path: string): { entry(row: Row): Entry; close(): void } {
  let file: number | null = null;
  return {
    entry(row) {
      const at = Number(row.at), size = Number(row.size);
      file ??= openSync(path, "r");
      const bytes = bytesAt(file, at, size);
      if (bytes.length < size) {
        throw new Error(`judge: the journal ${path} became shorter while it was read`);
      }
      return JSON.parse(new TextDecoder().decode(bytes));
    },
    close() {
      if (file !== null) closeSync(file);
    },
  };
}
