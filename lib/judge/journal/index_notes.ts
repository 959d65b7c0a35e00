import type { Entry, FailureEntry, SampleEntry, VerdictEntry } from "./entries.ts";
import type { IndexDatabase } from "./index_database.ts";
import type { WholeJournal } from "./read_journal.ts";
import { identityKey, shortKey } from "./short_key.ts";

/** What the lines of a journal, one by one, add to its index. */
export interface IndexNotes {
  /** Bytes of the journal that are known, all of them whole lines. */
  whole: WholeJournal;
  /** Tokens of all calls, and the longest reply. */
  readonly spent: { input: number; output: number; longest: number };
  /** Written before samples were named by their data set, in part or whole. */
  readonly old: boolean;
  /** Notes a line that stands at this place of the file. */
  note(entry: Entry, at: number, size: number): void;
  noteRequest(key: string, shard: number): void;
  /** Replies of a step, and their tokens in all. */
  replies(step: string): { n: number; output: number };
  /** Requests of a batch file that are known. */
  requestsOf(shard: number): number;
  /** Writes down what was noted. */
  commit(): void;
}

/**
 * Lines and milliseconds after which what was noted is written down. Keys have no order, so that nearly every line changes
 * pages of its own, which are written once per commit; what is lost is read again from the journal.
 */
const COMMIT_LINES = 50_000, COMMIT_MS = 10_000;

/** Goes on from what the database holds; its owner's notes are one transaction until they are written down. */
export function indexNotes(database: IndexDatabase, own: boolean): IndexNotes {
  const { meta, setMeta } = database;
  const spent = { input: meta("input", 0), output: meta("output", 0), longest: meta("longest", 0) };
  let whole: WholeJournal = { bytes: meta("bytes", 0), ended: meta<number>("ended", 1) === 1 };
  let old = meta<number>("old", 0) === 1;
  let pending = 0, committed = performance.now();
  const counts = openCounts(database), rows = rowWriter(database);

  const commit = () => {
    if (!own) return;
    counts.write();
    for (const [name, value] of Object.entries(spent)) setMeta(name, value);
    setMeta("bytes", whole.bytes);
    setMeta("ended", whole.ended ? 1 : 0);
    setMeta("old", old ? 1 : 0);
    database.setMarks(whole.bytes);
    database.exec("COMMIT; BEGIN");
    pending = 0;
    committed = performance.now();
  };

  const noteSpent = ({ usage, lost }: Pick<VerdictEntry, "usage" | "lost">) => {
    for (const tokens of [usage, lost]) {
      spent.input += tokens?.input ?? 0;
      spent.output += tokens?.output ?? 0;
    }
    spent.longest = Math.max(spent.longest, usage?.output ?? 0);
  };

  return {
    spent,
    get whole() {
      return whole;
    },
    set whole(read) {
      whole = read;
    },
    get old() {
      return old;
    },
    note(entry, at, size) {
      if (entry.kind === "plan") {
        rows.plan(at, size);
        old ||= entry.data_sets === undefined;
      } else if (entry.kind === "sample") rows.sample(entry, at, size, old);
      else if (entry.kind === "again") rows.slot(entry);
      else {
        if (entry.kind === "verdict") {
          rows.verdict(entry, at, size);
          rows.slot(entry);
          counts.addReply(entry.step, entry.usage?.output ?? 0);
        } else if (entry.key !== "") rows.failure(entry);
        noteSpent(entry);
      }
      whole = { bytes: at + size, ended: true };
      if (++pending >= COMMIT_LINES || performance.now() - committed > COMMIT_MS) commit();
    },
    noteRequest(key, shard) {
      rows.request(key, shard);
      counts.addRequest(shard);
      if (++pending >= COMMIT_LINES) commit();
    },
    replies: counts.replies,
    requestsOf: counts.requestsOf,
    commit,
  };
}

/** Puts what a line says in its row. */
function rowWriter({ sql }: IndexDatabase) {
  return {
    plan: (at: number, size: number) => void sql("INSERT OR REPLACE INTO plan VALUES (?, ?)").run(at, size),
    sample({ data_set, index, sha256, sample_id }: SampleEntry, at: number, size: number, old: boolean) {
      if (data_set === undefined) {
        sql("INSERT OR IGNORE INTO unnamed VALUES (?)").run(sample_id);
        return;
      }
      sql("INSERT OR REPLACE INTO sample VALUES (?, ?, ?, ?, ?, ?)")
        .run(identityKey(data_set, sample_id), data_set, index, shortKey(sha256), at, size);
      if (old) sql("DELETE FROM unnamed WHERE id = ?").run(sample_id);
    },
    verdict: ({ key, verdict: { status } }: VerdictEntry, at: number, size: number) =>
      void sql("INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?)").run(shortKey(key), at, size, status),
    slot: ({ slot, key }: { slot: string; key: string }) =>
      void sql("INSERT OR REPLACE INTO slot VALUES (?, ?)").run(shortKey(slot), shortKey(key)),
    request: (key: string, shard: number) =>
      void sql("INSERT OR REPLACE INTO request VALUES (?, ?, 0)").run(shortKey(key), shard),
    // A call that stands in no batch file (-1); of those that do, the file's own notes say whether they failed there.
    failure: ({ key }: FailureEntry) =>
      void sql("INSERT OR IGNORE INTO request VALUES (?, -1, 1)").run(shortKey(key)),
  };
}

/** Counts that every line changes: they are added up and written with the others. */
function openCounts({ sql }: IndexDatabase) {
  const replies = new Map<string, { n: number; output: number }>(), requests = new Map<number, number>();
  return {
    addReply(step: string, tokens: number) {
      const { n, output } = replies.get(step) ?? { n: 0, output: 0 };
      replies.set(step, { n: n + 1, output: output + tokens });
    },
    addRequest(shard: number) {
      requests.set(shard, (requests.get(shard) ?? 0) + 1);
    },
    replies(step: string) {
      const row = sql("SELECT n, output FROM reply WHERE step = ?").get(step), open = replies.get(step);
      return {
        n: Number(row?.n ?? 0) + (open?.n ?? 0),
        output: Number(row?.output ?? 0) + (open?.output ?? 0),
      };
    },
    requestsOf: (shard: number) =>
      Number(sql("SELECT n FROM shard WHERE shard = ?").get(shard)?.n ?? 0) + (requests.get(shard) ?? 0),
    write() {
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
    },
  };
}
