import { Buffer } from "node:buffer";
import type { Condition, Decoding, Reply, ReplyVerdict, Usage } from "../protocol.ts";
import type { Batch, StoredPlan } from "./entries.ts";
import type { Tables } from "./tables.ts";

/** What is known of a call. */
export interface KnownCall {
  id: number;
  /** It has its reply. */
  done: boolean;
  /** It brought nothing the last time that it was asked. */
  failed: boolean;
  /** How the batch stands in whose file it is; null where it is in none. */
  batch: Batch["status"] | null;
  /** A later call of the same sample, ask and way has a reply too, so that that one counts. */
  passed: boolean;
}

/** A reply of a sample as it is stored. */
export interface StoredReply {
  call: number;
  ask: number;
  way: number;
  said: Reply;
  simulated: boolean;
}

/** A sample as it is stored. */
export interface StoredSample {
  row: number;
  id: string;
  value: unknown;
}

/** What can be asked of a study's file. Nothing is held in memory but what is asked for. */
export interface Queries {
  plans(): StoredPlan[];
  call(key: string): KnownCall | undefined;
  said(call: number): Reply;
  /** Number of a text that many rows share; undefined where none does. */
  word(text: string): number | undefined;
  sample(dataSet: string, id: string): { row: number; place: number; sha256: string } | undefined;
  /** Samples of a data set in the order of the data. */
  samples(dataSet: string): Generator<StoredSample>;
  /** The replies about a sample; of several to one ask in one way the last counts. */
  replies(sample: number): StoredReply[];
  /** Mean tokens of the latest replies to a step; null where there is none. */
  replyTokens(step: string): number | null;
  batches(): Batch[];
  /** The calls of a batch's file that have neither a reply nor failed, so many of them from an id on. */
  openCalls(batch: number, from: number, most: number): { id: number; key: string }[];
  /** Whether a call of a batch's file has its reply. */
  anyAnswered(batch: number): boolean;
  /** What a call asks, for a reply that comes by its key. */
  asked(key: string): AskedBefore | undefined;
}

/** What a stored call asks. */
export interface AskedBefore {
  id: number;
  key: string;
  done: boolean;
  step: string;
  condition: Condition;
  sample: StoredSample & { dataSet: string };
  shown: Shown;
}

/** Replies that an estimate rests on, and samples that are read at a time. */
const LATEST = 1000, PAGE = 1000;

/** The questions, asked of open tables. */
export function queries({ sql }: Tables): Queries {
  const words = new Map<string, number>();
  const word = (text: string) => {
    let id = words.get(text);
    if (id !== undefined) return id;
    id = sql("SELECT id FROM word WHERE text = ?").get(text)?.id as number | undefined;
    if (id !== undefined && words.size < 1e5) words.set(text, id);
    return id;
  };
  return {
    word,
    plans: () => sql("SELECT json FROM plan ORDER BY id").all().map(({ json }) => JSON.parse(String(json))),
    call(key) {
      const row = sql(
        `SELECT c.id, c.failed IS NOT NULL AS failed, b.status AS batch, r.call IS NOT NULL AS done,
          r.call IS NOT NULL AND EXISTS (SELECT 1 FROM call o JOIN reply p ON p.call = o.id WHERE o.sample = c.sample AND o.ask = c.ask
            AND o.way = c.way AND o.turn > c.turn) AS passed
          FROM call c LEFT JOIN reply r ON r.call = c.id LEFT JOIN batch b ON b.id = c.batch WHERE c.key = ?`,
      ).get(keyBytes(key));
      return row && {
        id: Number(row.id),
        ...{ done: row.done === 1, failed: row.failed === 1, passed: row.passed === 1 },
        batch: row.batch as KnownCall["batch"],
      };
    },
    said: (call) => JSON.parse(String(sql("SELECT said FROM reply WHERE call = ?").get(call)!.said)),
    sample(dataSet, id) {
      const row = sql("SELECT id, place, sha256 FROM sample WHERE data_set = ? AND name = ?").get(
        dataSet,
        id,
      );
      return row && { row: Number(row.id), place: Number(row.place), sha256: String(row.sha256) };
    },
    *samples(dataSet) {
      for (let place = -1, row = 0;;) {
        const rows = sql(
          `SELECT id, place, name, json FROM sample WHERE data_set = ? AND (place, id) > (?, ?)
            ORDER BY place, id LIMIT ${PAGE}`,
        ).all(dataSet, place, row);
        for (const { id, name, json } of rows) {
          yield { row: Number(id), id: String(name), value: JSON.parse(String(json)) };
        }
        if (rows.length < PAGE) return;
        const last = rows.at(-1)!;
        [place, row] = [Number(last.place), Number(last.id)];
      }
    },
    replies: (sample) =>
      sql(
        `SELECT c.id, c.ask, c.way, r.said, r.about LIKE '%"simulated":true%' AS simulated
          FROM call c JOIN reply r ON r.call = c.id WHERE c.sample = ? ORDER BY c.turn`,
      ).all(sample).map((row) => ({
        ...{ call: Number(row.id), ask: Number(row.ask), way: Number(row.way) },
        ...{ said: JSON.parse(String(row.said)), simulated: row.simulated === 1 },
      })),
    replyTokens(step) {
      const row = sql(
        `SELECT avg(output) AS mean FROM (SELECT r.output FROM reply r JOIN call c ON c.id = r.call
          WHERE c.step = ? ORDER BY r.call DESC LIMIT ${LATEST})`,
      ).get(word(step) ?? -1)!;
      return row.mean as number | null;
    },
    batches: () =>
      sql("SELECT id, status, json FROM batch ORDER BY id").all().map(({ id, status, json }) => {
        const batch = { ...JSON.parse(String(json)), id: Number(id), status };
        // Nothing else is ever read or sent.
        if (/^\d{4,}\.input\.jsonl$/.test(batch.file)) return batch;
        throw new RangeError(
          `judge: wanted batch files by their numbers, found ${batch.file}; the study's file is damaged`,
        );
      }),
    openCalls: (batch, from, most) =>
      sql(
        `SELECT c.id, hex(c.key) AS key FROM call c LEFT JOIN reply r ON r.call = c.id
          WHERE c.batch = ? AND c.id > ? AND c.failed IS NULL AND r.call IS NULL ORDER BY c.id LIMIT ?`,
      ).all(batch, from, most).map(({ id, key }) => ({ id: Number(id), key: String(key).toLowerCase() })),
    anyAnswered: (batch) =>
      sql("SELECT 1 FROM call c JOIN reply r ON r.call = c.id WHERE c.batch = ? LIMIT 1").get(batch) !==
        undefined,
    asked(key) {
      const row = sql(
        `SELECT c.id, r.call IS NOT NULL AS done, s.text AS step, n.text AS condition, c.shown,
            p.id AS row, p.data_set, p.name, p.json
          FROM call c LEFT JOIN reply r ON r.call = c.id JOIN word s ON s.id = c.step
            JOIN word n ON n.id = c.condition JOIN sample p ON p.id = c.sample
          WHERE c.key = ?`,
      ).get(keyBytes(key));
      if (!row) return undefined;
      const condition = JSON.parse(String(row.condition)), shown = JSON.parse(String(row.shown));
      return {
        ...{ id: Number(row.id), key, done: row.done === 1, step: String(row.step), condition, shown },
        sample: {
          ...{ row: Number(row.row), dataSet: String(row.data_set), id: String(row.name) },
          value: JSON.parse(String(row.json)),
        },
      };
    },
  };
}

/** Decoding parameters of a run: the seed is another for each. */
export function decodingOfRun(decoding: Decoding, { run }: Pick<Condition, "run">): Decoding {
  const { seed } = decoding;
  return seed === undefined ? decoding : { ...decoding, seed: seed + run - 1 };
}

/** A key's digits as bytes. */
export function keyBytes(key: string): Uint8Array {
  return Buffer.from(key, "hex");
}

/** What a reply's line holds beside what was said and read. */
export interface ReplyFacts {
  at: string;
  via: "interactive" | "batch";
  attempts: number;
  latency_ms: number | null;
  usage: Usage;
  lost?: Usage;
  /** The model's name as the endpoint returned it. */
  model: string | null;
  response_id: string | null;
  simulated?: true;
}

/** What a call showed the judge. */
export interface Shown {
  /** Hash of the request, images as their own hashes. */
  request_sha256: string;
  images: string[];
  /** Roughly the tokens of the request. */
  tokens: number;
}

/** A reply as it is written. */
export interface KeptReply {
  said: Reply & { reasoning?: string };
  verdict: ReplyVerdict;
  about: ReplyFacts;
}
