import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { ReplyVerdict, VerdictStatus } from "../protocol.ts";
import type { Entry, PlanEntry, SampleEntry, VerdictEntry } from "./entries.ts";
import { readJournal, type WholeJournal } from "./read_journal.ts";
import { openDatabase } from "./sqlite.ts";

/** What names a sample, and what it holds. */
export interface SampleIdentity {
  dataSet: string;
  id: string;
  sha256: string;
  /** Place in its data, for the order of the results. */
  index: number;
}

/** What a journal holds, by key, slot and sample, without reading it: memory does not grow with it. */
export interface JournalIndex {
  /** Bytes of the journal that it knows, all of them whole lines. */
  readonly whole: WholeJournal;
  /** Tokens of all calls, and the longest reply. */
  readonly spent: { input: number; output: number; longest: number };
  /** Written before samples were named by their data set, in part or whole. */
  readonly old: boolean;
  /** Samples of such a time that no run has named since. */
  readonly unnamed: number;
  /** Notes a line that stands at this place of the file. */
  note(entry: Entry, at: number, size: number): void;
  has(key: string): boolean;
  /** The verdict of a call; its values are read from the journal when they are looked at. */
  verdict(key: string): ReplyVerdict | undefined;
  /** Whether the call's verdict is the one that counts in the slot. */
  counts(slot: string, key: string): boolean;
  /** The entry that counts in a slot. */
  current(slot: string): VerdictEntry | undefined;
  /** Whether the sample stands in the journal as it is. */
  holds(sample: SampleIdentity): boolean;
  /** The content of a sample as it stands in the journal: its hash. */
  contentOf(sample: Pick<SampleIdentity, "dataSet" | "id">): string | undefined;
  plans(): PlanEntry[];
  /** Samples of a data set in the order of the data. */
  samples(dataSet: string): Generator<SampleEntry>;
  /** Replies of a step, and their tokens in all. */
  replies(step: string): { n: number; output: number };
  /** Batch file in which a request stands, and whether it came back without a reply. */
  requestOf(key: string): { shard: number; failed: boolean } | undefined;
  noteRequest(key: string, shard: number): void;
  noteFailedRequest(key: string): void;
  /** Requests of a batch file that are known. */
  requestsOf(shard: number): number;
  /** Writes down what was noted. */
  commit(): void;
  close(): void;
}

const VERSION = 2;
const SCHEMA = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE verdict (key BLOB PRIMARY KEY, at INTEGER, size INTEGER, status TEXT) WITHOUT ROWID;
  CREATE TABLE slot (slot BLOB PRIMARY KEY, key BLOB) WITHOUT ROWID;
  CREATE TABLE sample (id BLOB PRIMARY KEY, data_set TEXT, place INTEGER, sha256 BLOB, at INTEGER, size INTEGER) WITHOUT ROWID;
  CREATE INDEX in_order ON sample (data_set, place, id, at, size);
  CREATE TABLE unnamed (id TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE plan (at INTEGER PRIMARY KEY, size INTEGER);
  CREATE TABLE reply (step TEXT PRIMARY KEY, n INTEGER, output INTEGER) WITHOUT ROWID;
  CREATE TABLE request (key BLOB PRIMARY KEY, shard INTEGER, failed INTEGER) WITHOUT ROWID;
  CREATE TABLE shard (shard INTEGER PRIMARY KEY, n INTEGER);
  PRAGMA user_version = ${VERSION};
`;

/** Bytes at the beginning and end of what is known, by which a journal is recognised. */
const MARK_BYTES = 4096;

/**
 * Lines and milliseconds after which what was noted is written down. Keys have no order, so that nearly every line changes
 * pages of its own, which are written once per commit; what is lost is read again from the journal.
 */
const COMMIT_LINES = 50_000, COMMIT_MS = 10_000;

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
  const { database, end } = openBeside(path, own);
  const prepared = new Map<string, StatementSync>();
  const sql = (text: string): StatementSync => {
    let statement = prepared.get(text);
    if (!statement) prepared.set(text, statement = database.prepare(text));
    return statement;
  };
  let file: number | null = null;
  const readAt = (at: number, size: number): Entry => {
    file ??= openSync(path, "r");
    const bytes = new Uint8Array(size);
    for (let read = 0; read < size;) {
      const count = readSync(file, bytes, read, size - read, at + read);
      if (count === 0) throw new Error(`judge: the journal ${path} became shorter while it was read`);
      read += count;
    }
    return JSON.parse(new TextDecoder().decode(bytes));
  };
  const meta = <Value>(name: string, absent: Value): Value =>
    (sql("SELECT value FROM meta WHERE name = ?").get(name)?.value ?? absent) as Value;
  const setMeta = (name: string, value: string | number | Uint8Array) =>
    void sql("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(name, value);

  if (own && !fits(path, meta)) {
    for (
      const table of ["meta", "verdict", "slot", "sample", "unnamed", "plan", "reply", "request", "shard"]
    ) {
      database.exec(`DELETE FROM ${table}`);
    }
  }
  const spent = { input: meta("input", 0), output: meta("output", 0), longest: meta("longest", 0) };
  let whole: WholeJournal = { bytes: meta("bytes", 0), ended: meta<number>("ended", 1) === 1 };
  let old = meta<number>("old", 0) === 1;
  let pending = 0, committed = performance.now();
  // Counts that every line changes are added up and written with the others.
  const replies = new Map<string, { n: number; output: number }>(), requests = new Map<number, number>();

  const commit = () => {
    if (!own) return;
    for (const [step, { n, output }] of replies) {
      sql(
        "INSERT INTO reply VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n, output = output + excluded.output",
      ).run(step, n, output);
    }
    for (const [shard, n] of requests) {
      sql("INSERT INTO shard VALUES (?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n").run(shard, n);
    }
    replies.clear();
    requests.clear();
    for (const [name, value] of Object.entries(spent)) setMeta(name, value);
    setMeta("bytes", whole.bytes);
    setMeta("ended", whole.ended ? 1 : 0);
    setMeta("old", old ? 1 : 0);
    const { head, tail } = marks(path, whole.bytes);
    setMeta("head", head);
    setMeta("tail", tail);
    database.exec("COMMIT; BEGIN");
    pending = 0;
    committed = performance.now();
  };

  const noteSlot = ({ slot, key }: { slot: string; key: string }) =>
    void sql("INSERT OR REPLACE INTO slot VALUES (?, ?)").run(short(slot), short(key));

  const noteReply = ({ step, usage }: VerdictEntry) => {
    const { n, output } = replies.get(step) ?? { n: 0, output: 0 };
    replies.set(step, { n: n + 1, output: output + (usage?.output ?? 0) });
  };

  const note = (entry: Entry, at: number, size: number) => {
    switch (entry.kind) {
      case "plan":
        sql("INSERT OR REPLACE INTO plan VALUES (?, ?)").run(at, size);
        old ||= entry.data_sets === undefined;
        break;
      case "sample":
        if (entry.data_set === undefined) {
          sql("INSERT OR IGNORE INTO unnamed VALUES (?)").run(entry.sample_id);
        } else {
          const { data_set, index, sha256, sample_id } = entry;
          sql("INSERT OR REPLACE INTO sample VALUES (?, ?, ?, ?, ?, ?)")
            .run(identityKey(data_set, sample_id), data_set, index, short(sha256), at, size);
          if (old) sql("DELETE FROM unnamed WHERE id = ?").run(sample_id);
        }
        break;
      case "verdict":
        sql("INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?)").run(
          short(entry.key),
          at,
          size,
          entry.verdict.status,
        );
        noteReply(entry);
        noteSlot(entry);
        break;
      case "again":
        noteSlot(entry);
    }
    if (entry.kind === "verdict" || entry.kind === "failure") {
      for (const usage of [entry.usage, entry.lost]) {
        spent.input += usage?.input ?? 0;
        spent.output += usage?.output ?? 0;
      }
      spent.longest = Math.max(spent.longest, entry.usage?.output ?? 0);
    }
    whole = { bytes: at + size, ended: true };
    if (++pending >= COMMIT_LINES || performance.now() - committed > COMMIT_MS) commit();
  };

  if (own) {
    try {
      database.exec("BEGIN");
      whole = readJournal(path, note, { from: whole.bytes });
      commit();
    } catch (error) {
      database.close();
      end();
      throw error;
    }
  }

  return {
    get whole() {
      return whole;
    },
    spent,
    get old() {
      return old;
    },
    get unnamed() {
      return old ? Number(sql("SELECT COUNT(*) AS n FROM unnamed").get()!.n) : 0;
    },
    note,
    has: (key) => sql("SELECT 1 FROM verdict WHERE key = ?").get(short(key)) !== undefined,
    verdict(key) {
      const row = sql("SELECT at, size, status FROM verdict WHERE key = ?").get(short(key));
      if (!row) return undefined;
      let read: ReplyVerdict | undefined;
      return {
        status: row.status as VerdictStatus,
        get values() {
          read ??= (readAt(Number(row.at), Number(row.size)) as VerdictEntry).verdict;
          return read.values;
        },
      };
    },
    counts(slot, key) {
      return sql("SELECT 1 FROM slot WHERE slot = ? AND key = ?").get(short(slot), short(key)) !== undefined;
    },
    current(slot) {
      const row = sql("SELECT at, size FROM verdict WHERE key = (SELECT key FROM slot WHERE slot = ?)").get(
        short(slot),
      );
      return row ? readAt(Number(row.at), Number(row.size)) as VerdictEntry : undefined;
    },
    holds({ dataSet, id, sha256, index }) {
      const row = sql("SELECT place, sha256 FROM sample WHERE id = ?").get(identityKey(dataSet, id));
      return row !== undefined && Number(row.place) === index &&
        hex(row.sha256 as Uint8Array) === hex(short(sha256));
    },
    contentOf({ dataSet, id }) {
      const row = sql("SELECT sha256 FROM sample WHERE id = ?").get(identityKey(dataSet, id));
      return row ? hex(row.sha256 as Uint8Array) : undefined;
    },
    plans: () =>
      sql("SELECT at, size FROM plan ORDER BY at").all()
        .map(({ at, size }) => readAt(Number(at), Number(size)) as PlanEntry),
    *samples(dataSet) {
      let place = -1, id: Uint8Array = new Uint8Array(0);
      while (true) {
        const rows = sql(
          `SELECT place, id, at, size FROM sample WHERE data_set = ? AND (place, id) > (?, ?) ORDER BY place, id LIMIT ${PAGE}`,
        ).all(dataSet, place, id);
        for (const { at, size } of rows) yield readAt(Number(at), Number(size)) as SampleEntry;
        const last = rows.at(-1);
        if (!last || rows.length < PAGE) return;
        place = Number(last.place);
        id = last.id as Uint8Array;
      }
    },
    replies(step) {
      const row = sql("SELECT n, output FROM reply WHERE step = ?").get(step), open = replies.get(step);
      return {
        n: Number(row?.n ?? 0) + (open?.n ?? 0),
        output: Number(row?.output ?? 0) + (open?.output ?? 0),
      };
    },
    requestOf(key) {
      const row = sql("SELECT shard, failed FROM request WHERE key = ?").get(short(key));
      return row ? { shard: Number(row.shard), failed: row.failed === 1 } : undefined;
    },
    noteRequest(key, shard) {
      sql("INSERT OR REPLACE INTO request VALUES (?, ?, 0)").run(short(key), shard);
      requests.set(shard, (requests.get(shard) ?? 0) + 1);
      if (++pending >= COMMIT_LINES) commit();
    },
    noteFailedRequest: (key) => void sql("UPDATE request SET failed = 1 WHERE key = ?").run(short(key)),
    requestsOf: (shard) =>
      Number(sql("SELECT n FROM shard WHERE shard = ?").get(shard)?.n ?? 0) + (requests.get(shard) ?? 0),
    commit,
    close() {
      try {
        commit();
        if (own) database.exec("COMMIT");
      } finally {
        if (file !== null) closeSync(file);
        database.close();
        end();
      }
    },
  };
}

/** The index's own file, or a temporary one where there is none that can be used. */
function openBeside(path: string, own: boolean): { database: DatabaseSync; end(): void } {
  const beside = `${path}.index`;
  const opened = (file: string): DatabaseSync => {
    const database = openDatabase(file);
    try {
      database.exec("PRAGMA busy_timeout = 5000; PRAGMA cache_size = -65536");
      if (own) database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
      const version = Number(database.prepare("PRAGMA user_version").get()!.user_version);
      if (version !== VERSION) {
        if (!own || version !== 0) throw new Error("another version");
        database.exec(`BEGIN; ${SCHEMA} COMMIT`);
      }
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  };
  try {
    return { database: opened(beside), end() {} };
  } catch (error) {
    if (!own) throw error;
    // Of another version, or damaged: it holds nothing that the journal does not.
    try {
      for (const ending of ["", "-wal", "-shm"]) rmSync(`${beside}${ending}`, { force: true });
      return { database: opened(beside), end() {} };
    } catch {
      const folder = mkdtempSync(join(tmpdir(), "judgebias-index-"));
      return {
        database: opened(join(folder, "index")),
        end: () => rmSync(folder, { recursive: true, force: true }),
      };
    }
  }
}

/** Whether the journal begins as it did, and goes on behind the part that is known. */
function fits(path: string, meta: <Value>(name: string, absent: Value) => Value): boolean {
  const bytes = meta("bytes", 0);
  if (bytes === 0) return true;
  const { head, tail } = marks(path, bytes);
  return hex(head) === hex(meta("head", new Uint8Array())) &&
    hex(tail) === hex(meta("tail", new Uint8Array()));
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

/** Sixteen bytes (of a slot ten) of a hash that is written in hexadecimal digits; of another text, of its hash. */
function short(key: string): Uint8Array {
  if (key !== lastShort.key) {
    const bytes = (key.length >= 20 ? hexBytes(key) : null) ??
      hexBytes(createHash("sha256").update(key).digest("hex"))!;
    lastShort = { key, bytes };
  }
  return lastShort.bytes;
}

/** A call is looked up several times in a row. */
let lastShort: { key: string; bytes: Uint8Array } = { key: "", bytes: new Uint8Array() };

/** The first sixteen bytes, written as digits; null where one is none. Buffer's own way costs five times as much. */
function hexBytes(digits: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.min(16, digits.length >> 1));
  // Below 0 as soon as one character is no digit: bits are only added.
  let all = 0, codes = 0;
  for (let i = 0; i < bytes.length; i++) {
    const high = digits.charCodeAt(2 * i), low = digits.charCodeAt(2 * i + 1);
    codes |= high | low;
    const byte = NIBBLES[high & 127] << 4 | NIBBLES[low & 127];
    all |= byte;
    bytes[i] = byte;
  }
  for (let i = 32; i < digits.length; i++) {
    const code = digits.charCodeAt(i);
    codes |= code;
    all |= NIBBLES[code & 127];
  }
  return all < 0 || codes > 127 ? null : bytes;
}

/** The value of a hexadecimal digit, 0–9 or a–f, by its code; -1 for another character. */
const NIBBLES = Int8Array.from(
  { length: 128 },
  (_, code) => "0123456789abcdef".indexOf(String.fromCharCode(code)),
);

function identityKey(dataSet: string, id: string): Buffer {
  return createHash("sha256").update(JSON.stringify([dataSet, id])).digest().subarray(0, 16);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
