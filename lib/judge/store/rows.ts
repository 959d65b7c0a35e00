import { Buffer } from "node:buffer";
import type { PlannedSample } from "../plan/planned_samples.ts";
import type { Condition, Reply, ReplyVerdict, Usage } from "../protocol.ts";
import { millionthsOf, type Prices, unpaid } from "../run/prices.ts";
import type { Batch, Shown, StoredPlan } from "./queries.ts";
import type { Tables } from "./tables.ts";

export type SampleRow = PlannedSample | { row: number };

export type CallRow = {
  key: string;
  sample: SampleRow;
  condition: Condition;
  step: { name: string };
  ask: string;
  way: string;
  shown: Shown;
} | { id: number };

export interface KeptReply {
  said: Reply & { reasoning?: string };
  verdict: ReplyVerdict;
  about: {
    at: string;
    via: "interactive" | "batch";
    attempts: number;
    latency_ms: number | null;
    usage: Usage;
    lost?: Usage;
    model: string | null;
    response_id: string | null;
    simulated?: true;
  };
  tokens: number;
  prices?: Prices;
}

export interface FailedCall {
  step: string;
  condition: Condition;
  reason: string;
  attempts: number;
  at: string;
  usage: Usage | null;
  lost?: Usage;
}

export type Sums = ReturnType<typeof noSums>;

export const noSums = () => ({
  ...{ input: 0, output: 0, cached: 0, reasoning: 0 },
  /** What tokens cost, in millionths, at the prices of the runs that asked, and how many; the others have no price yet. */
  ...{ paid: 0, paidInput: 0, paidOutput: 0, paidCached: 0 },
  estimated: 0,
  counted: 0,
  longest: 0,
  ratio: 0,
  turn: 0,
});

export type Rows = Omit<ReturnType<typeof rowWriters>, "forget">;

/** The writers, on open tables; what they remember is forgotten with `forget`, after a transaction that was undone. */
export function rowWriters({ sql, word: known, forget }: Tables, sums: Sums) {
  let last: { sample: PlannedSample; row: number } | null = null;
  const word = (text: string): number => {
    if (known(text) === undefined) sql("INSERT INTO word (text) VALUES (?)").run(text);
    return known(text)!;
  };
  const pay = (tokens: Pick<Usage, "input" | "output" | "cached">, prices: Prices) => {
    sums.paid += millionthsOf(tokens, prices);
    sums.paidInput += tokens.input;
    sums.paidOutput += tokens.output;
    sums.paidCached += tokens.cached ?? 0;
  };
  const spend = (tokens?: Usage | null, prices?: Prices) => {
    sums.input += tokens?.input ?? 0;
    sums.output += tokens?.output ?? 0;
    sums.cached += tokens?.cached ?? 0;
    sums.reasoning += tokens?.reasoning ?? 0;
    if (tokens?.estimated) sums.estimated += tokens.input + tokens.output;
    if (tokens && prices) pay(tokens, prices);
  };
  const sampleRow = (sample: SampleRow): number => {
    if ("row" in sample) return sample.row;
    if (last?.sample === sample) return last.row;
    const { dataSet, id, index, sha256, value } = sample;
    const known = sql("SELECT id, place, sha256 FROM sample WHERE data_set = ? AND name = ?").get(
      dataSet,
      id,
    );
    const edited = known !== undefined && known.sha256 !== sha256;
    if (edited) sql("UPDATE call SET turn = -turn WHERE sample = ? AND turn > 0").run(known.id);
    const { id: row } = known && !edited && known.place === index ? known : sql(
      `INSERT INTO sample (data_set, name, place, sha256, json) VALUES (?, ?, ?, ?, ?) ON CONFLICT (data_set, name)
        DO UPDATE SET place = excluded.place, sha256 = excluded.sha256, json = excluded.json RETURNING id`,
    ).get(dataSet, id, index, sha256, JSON.stringify(value))!;
    last = { sample, row };
    return row;
  };
  return {
    plan: (plan: StoredPlan) => void sql("INSERT INTO plan (json) VALUES (?)").run(JSON.stringify(plan)),
    unplan: () => void sql("DELETE FROM plan WHERE rowid = (SELECT max(rowid) FROM plan)").run(),
    price: (prices?: Prices) => prices && pay(unpaid(sums), prices),
    sample: sampleRow,
    /** The call, as asked last of all; in a batch's file where one is named. The number of its row. */
    call(call: CallRow, { batch, failed }: { batch?: number; failed?: string } = {}): number {
      if ("id" in call) {
        if (failed !== undefined) sql("UPDATE call SET failed = ? WHERE id = ?").run(failed, call.id);
        return call.id;
      }
      const { key, sample, condition, step, ask, way, shown } = call;
      const { id } = sql(
        `INSERT INTO call (key, sample, step, ask, way, condition, shown, turn, batch, failed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (key) DO UPDATE SET turn = excluded.turn, failed = excluded.failed, batch = coalesce(excluded.batch, batch)
          RETURNING id`,
      ).get(
        ...[Buffer.from(key, "hex"), sampleRow(sample), word(step.name), word(ask), word(way)],
        ...[word(JSON.stringify(condition)), JSON.stringify(shown)],
        ...[++sums.turn, batch ?? null, failed ?? null],
      )!;
      return id;
    },
    /** Of several answered calls to one question this one counts from now on. */
    again: (call: number) => void sql("UPDATE call SET turn = ? WHERE id = ?").run(++sums.turn, call),
    reply(call: number, { said, verdict, about, tokens, prices }: KeptReply) {
      const { usage, lost } = about;
      spend(usage, prices);
      spend(lost, prices);
      sums.longest = Math.max(sums.longest, usage.output);
      sums.ratio = Math.max(sums.ratio, usage.input / Math.max(1, tokens));
      if (!usage.estimated && usage.input > 0) sums.counted++;
      sql(
        "INSERT OR REPLACE INTO reply (call, input, output, verdict, said, about) VALUES (?, ?, ?, ?, ?, ?)",
      ).run(
        ...[call, usage.input, usage.output],
        ...[JSON.stringify(verdict), JSON.stringify(said), JSON.stringify(about)],
      );
      sql("UPDATE call SET failed = NULL WHERE id = ? AND failed IS NOT NULL").run(call);
    },
    reread: (call: number, verdict: ReplyVerdict) =>
      void sql("UPDATE reply SET verdict = ? WHERE call = ?").run(JSON.stringify(verdict), call),
    failure(sample: SampleRow, failure: FailedCall, prices?: Prices) {
      spend(failure.usage, prices);
      spend(failure.lost, prices);
      // A sample that was not asked about stays as it was when it was: its answers are about that.
      const known = "row" in sample
        ? undefined
        : sql("SELECT id FROM sample WHERE data_set = ? AND name = ?").get(sample.dataSet, sample.id);
      const row: number = known?.id ?? sampleRow(sample);
      sql("INSERT INTO failure (sample, json) VALUES (?, ?)").run(row, JSON.stringify(failure));
    },
    batch({ id, status, ...batch }: Batch) {
      sql("INSERT OR REPLACE INTO batch (id, status, json) VALUES (?, ?, ?)")
        .run(id, status, JSON.stringify(batch));
    },
    /** Its calls are in no file: it was never whole, or does not go out any more. */
    unbatch: (batch: number) => void sql("UPDATE call SET batch = NULL WHERE batch = ?").run(batch),
    forget() {
      forget();
      last = null;
    },
  };
}
