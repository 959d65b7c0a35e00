import type { PlannedSample } from "../plan/planned_samples.ts";
import type { Condition, ReplyVerdict, Usage } from "../protocol.ts";
import type { Batch, StoredPlan } from "./entries.ts";
import { type KeptReply, keyBytes, type Shown } from "./queries.ts";
import type { Tables } from "./tables.ts";

/** What names a call, and where it stands in its study. */
export interface CallRow {
  key: string;
  sample: PlannedSample;
  condition: Condition;
  step: { name: string };
  /** What it asks of its sample, and how, as texts. */
  ask: string;
  way: string;
  shown: Shown;
}

/** A call that brought nothing. */
export interface FailedCall {
  step: string;
  condition: Condition;
  reason: string;
  attempts: number;
  at: string;
  usage: Usage | null;
  lost?: Usage;
}

/** What is added up as rows are written. */
export interface Sums {
  input: number;
  output: number;
  /** The longest reply. */
  longest: number;
  /** The last turn that was given. */
  turn: number;
}

/** What writes rows, inside a transaction. */
export interface Rows {
  plan(plan: StoredPlan): void;
  /** The sample as it is now; the number of its row. */
  sample(sample: PlannedSample): number;
  /** The call, as asked last of all; in a batch's file where one is named. The number of its row. */
  call(call: CallRow, more?: { batch?: number; failed?: string }): number;
  /** Of several answered calls to one question this one counts from now on. */
  again(call: number): void;
  reply(call: number, reply: KeptReply): void;
  reread(call: number, verdict: ReplyVerdict): void;
  failure(sample: number, failure: FailedCall): void;
  /** A call that stands here already has failed. */
  failed(call: number, reason: string): void;
  batch(batch: Batch): void;
  /** Its calls are in no file: it was never whole, or does not go out any more. */
  unbatch(batch: number): void;
}

/** The writers, on open tables; what they remember is forgotten with `forget`, after a transaction that was undone. */
export function rowWriters({ sql }: Tables, sums: Sums): Rows & { forget(): void } {
  const words = new Map<string, number>();
  let last: { sample: PlannedSample; row: number } | null = null;
  const word = (text: string): number => {
    let id = words.get(text);
    if (id !== undefined) return id;
    sql("INSERT OR IGNORE INTO word (text) VALUES (?)").run(text);
    id = Number(sql("SELECT id FROM word WHERE text = ?").get(text)!.id);
    if (words.size < 1e5) words.set(text, id);
    return id;
  };
  const spend = (...all: (Usage | null | undefined)[]) => {
    for (const tokens of all) {
      sums.input += tokens?.input ?? 0;
      sums.output += tokens?.output ?? 0;
    }
  };
  const sampleRow = (sample: PlannedSample): number => {
    if (last?.sample === sample) return last.row;
    const { dataSet, id, index, sha256, value } = sample;
    const known = sql("SELECT id FROM sample WHERE data_set = ? AND name = ? AND place = ? AND sha256 = ?")
      .get(dataSet, id, index, sha256);
    const { id: row } = known ?? sql(
      `INSERT INTO sample (data_set, name, place, sha256, json) VALUES (?, ?, ?, ?, ?) ON CONFLICT (data_set, name)
        DO UPDATE SET place = excluded.place, sha256 = excluded.sha256, json = excluded.json RETURNING id`,
    ).get(dataSet, id, index, sha256, JSON.stringify(value))!;
    last = { sample, row: Number(row) };
    return last.row;
  };
  return {
    plan: (plan) => void sql("INSERT INTO plan (json) VALUES (?)").run(JSON.stringify(plan)),
    sample: sampleRow,
    call({ key, sample, condition, step, ask, way, shown }, { batch, failed } = {}) {
      const { id } = sql(
        `INSERT INTO call (key, sample, step, ask, way, condition, shown, turn, batch, failed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (key) DO UPDATE SET turn = excluded.turn, failed = excluded.failed, batch = coalesce(excluded.batch, batch)
          RETURNING id`,
      ).get(
        ...[keyBytes(key), sampleRow(sample), word(step.name), word(ask), word(way)],
        ...[
          word(JSON.stringify(condition)),
          JSON.stringify(shown),
          ++sums.turn,
          batch ?? null,
          failed ?? null,
        ],
      )!;
      return Number(id);
    },
    again: (call) => void sql("UPDATE call SET turn = ? WHERE id = ?").run(++sums.turn, call),
    reply(call, { said, verdict, about }) {
      const { usage, lost } = about;
      spend(usage, lost);
      sums.longest = Math.max(sums.longest, usage.output);
      sql(
        "INSERT OR REPLACE INTO reply (call, input, output, verdict, said, about) VALUES (?, ?, ?, ?, ?, ?)",
      ).run(
        ...[call, usage.input, usage.output],
        ...[JSON.stringify(verdict), JSON.stringify(said), JSON.stringify(about)],
      );
      sql("UPDATE call SET failed = NULL WHERE id = ? AND failed IS NOT NULL").run(call);
    },
    reread: (call, verdict) =>
      void sql("UPDATE reply SET verdict = ? WHERE call = ?").run(JSON.stringify(verdict), call),
    failure(sample, failure) {
      spend(failure.usage, failure.lost);
      sql("INSERT INTO failure (sample, json) VALUES (?, ?)").run(sample, JSON.stringify(failure));
    },
    failed: (call, reason) => void sql("UPDATE call SET failed = ? WHERE id = ?").run(reason, call),
    batch({ id, status, ...batch }) {
      sql("INSERT OR REPLACE INTO batch (id, status, json) VALUES (?, ?, ?)").run(
        id,
        status,
        JSON.stringify(batch),
      );
    },
    unbatch: (batch) => void sql("UPDATE call SET batch = NULL WHERE batch = ?").run(batch),
    forget() {
      words.clear();
      last = null;
    },
  };
}
