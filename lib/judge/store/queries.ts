import { refusing } from "../../results/said.ts";
import { Buffer } from "node:buffer";
import type { BatchFormat } from "../batch/formats.ts";
import { UNREAD } from "../parse/settle_reply.ts";
import type { Condition, Decoding, Reply } from "../protocol.ts";
import type { Tables } from "./tables.ts";

export interface StoredPlan {
  at: string;
  judge: string;
  protocol: string;
  base_url: string;
  endpoint: string;
  named?: string;
  options: Record<string, unknown>;
  decoding: Decoding;
  prompts: Record<string, { version: string; sha256: string }>;
  samples: number;
  data: string | null;
  prices?: { input: number; output: number; cached?: number };
  data_sets: string[];
  tasks?: Record<string, number>;
  /** By data set, the rows of samples that were there and that its data does not have: they are in results no more. */
  lacks?: Record<string, number[]>;
}

export interface Batch {
  id: number;
  file: string;
  format: BatchFormat;
  sha256: string;
  calls: number;
  bytes: number;
  prices?: StoredPlan["prices"];
  input_file: string | null;
  batch: string | null;
  /** When it went there first, in seconds as endpoints count them. */
  sent: number | null;
  /** `done`: every line's answer or error is stored. */
  status: "written" | "submitted" | "done";
}

export type Shown = { request_sha256: string; images: string[]; tokens: number };

export type KnownCall = NonNullable<ReturnType<Queries["call"]>>;

export type Queries = ReturnType<typeof queries>;

export const NOTHING_TOOK = { calls: 0, times: 1, output: 0 };

const LATEST = 1000;

export function queries({ sql, word }: Tables) {
  return {
    word,
    plans: (): StoredPlan[] =>
      sql("SELECT json FROM plan ORDER BY id").all().map(({ json }) => JSON.parse(json)),
    call(key: string) {
      const row = sql(
        `SELECT c.id, c.failed IS NOT NULL AS failed, b.status AS batch, r.call IS NOT NULL AS done,
          r.verdict ->> 'reason' = '${UNREAD.reason}' AS unread, r.call IS NOT NULL AND (c.turn < 0 OR EXISTS (SELECT 1 FROM call o WHERE o.sample = c.sample AND o.ask = c.ask
            AND o.way = c.way AND o.turn > c.turn)) AS passed
          FROM call c LEFT JOIN reply r ON r.call = c.id LEFT JOIN batch b ON b.id = c.batch WHERE c.key = ?`,
      ).get(Buffer.from(key, "hex"));
      return row && {
        ...{ id: row.id as number, done: row.done === 1 },
        /** Its reply was stored and not read: the run was killed there, or the protocol failed on it. */
        unread: row.unread === 1,
        failed: row.failed === 1,
        batch: row.batch as Batch["status"] | null,
        /** It does not count: its sample was edited, or a call of the same sample, ask and way was made later, answered or not. */
        passed: row.passed === 1,
      };
    },
    said: (call: number): Reply => JSON.parse(sql("SELECT said FROM reply WHERE call = ?").get(call)!.said),
    sample(dataSet: string, id: string) {
      const row = sql("SELECT place, sha256 FROM sample WHERE data_set = ? AND name = ?").get(dataSet, id);
      return row && { place: row.place as number, sha256: row.sha256 as string };
    },
    *names(dataSet: string): Generator<{ row: number; id: string }> {
      for (const { id, name } of sql("SELECT id, name FROM sample WHERE data_set = ?").iterate(dataSet)) {
        yield { row: id, id: name };
      }
    },
    *samples(dataSet: string): Generator<{ row: number; value: unknown }> {
      const rows = sql("SELECT id, json FROM sample WHERE data_set = ? ORDER BY place, id");
      for (const { id, json } of rows.iterate(dataSet)) yield { row: id, value: JSON.parse(json) };
    },
    /** The calls about a sample with the replies to it as it is; of several of one ask in one way the last counts, answered or not. */
    replies: (sample: number) =>
      sql(
        `SELECT c.ask, c.way, iif(c.turn > 0, r.said, NULL) AS said, r.call IS NOT NULL AS done,
          r.about ->> 'simulated' AS simulated, r.about ->> 'model' AS model
          FROM call c LEFT JOIN reply r ON r.call = c.id WHERE c.sample = ? ORDER BY c.turn`,
      ).all(sample).map((row) => ({
        ...{ ask: row.ask as number, way: row.way as number, model: row.model as string | null },
        ...{ done: row.done === 1, simulated: row.simulated === 1 },
        said: (row.said && JSON.parse(row.said)) as Reply | null,
      })),
    /** What the latest calls that were counted took, of a step or all (null): how many times their estimate in, and the mean reply. */
    took(step: string | null) {
      const row = sql(
        `SELECT count(*) AS calls, total(input) / max(total(tokens), 1) AS times, avg(output) AS output
          FROM (SELECT r.input, r.output, c.shown ->> 'tokens' AS tokens FROM reply r JOIN call c ON c.id = r.call
            WHERE (?1 IS NULL OR c.step = ?1) AND r.about ->> '$.usage.estimated' IS NULL AND r.input > 0
            ORDER BY r.call DESC LIMIT ${LATEST})`,
      ).get(step && (word(step) ?? -1))!;
      const { calls, times, output } = row as Record<string, number>;
      return calls > 0 ? { calls, times, output } : NOTHING_TOOK;
    },
    batches: (): Batch[] =>
      sql("SELECT id, status, json FROM batch ORDER BY id").all().map(({ json, ...row }) => {
        const batch = { ...JSON.parse(json), ...row };
        if (/^\d{4,}\.input\.jsonl$/.test(batch.file)) return batch;
        throw refusing("batch_file_number", { batch: batch.file });
      }),
    /** Calls in batches that wait for answers, and the tokens of their requests as estimated: they will be paid, whoever asks for what. */
    out(): { calls: number; tokens: number } {
      const row = sql(
        `SELECT count(*) AS calls, total(c.shown ->> 'tokens') AS tokens FROM batch b JOIN call c ON c.batch = b.id
          LEFT JOIN reply r ON r.call = c.id WHERE b.status <> 'done' AND c.failed IS NULL AND r.call IS NULL`,
      ).get()!;
      return { calls: row.calls, tokens: row.tokens };
    },
    openCalls: (batch: number, most: number): string[] =>
      sql(
        `SELECT lower(hex(c.key)) AS key FROM call c LEFT JOIN reply r ON r.call = c.id
          WHERE c.batch = ? AND c.failed IS NULL AND r.call IS NULL ORDER BY c.id LIMIT ?`,
      ).all(batch, most).map(({ key }) => key),
    anyAnswered: (batch: number): boolean =>
      sql("SELECT 1 FROM call c JOIN reply r ON r.call = c.id WHERE c.batch = ? LIMIT 1").get(batch) !==
        undefined,
    asked(key: string) {
      const row = sql(
        `SELECT c.id, r.call IS NOT NULL AS done, c.failed IS NOT NULL AS failed, s.text AS step, n.text AS condition, c.shown, p.id AS row, p.name, p.json, b.json ->> 'prices' AS prices
          FROM call c LEFT JOIN reply r ON r.call = c.id LEFT JOIN batch b ON b.id = c.batch JOIN word s ON s.id = c.step
            JOIN word n ON n.id = c.condition JOIN sample p ON p.id = c.sample WHERE c.key = ?`,
      ).get(Buffer.from(key, "hex"));
      return row && {
        ...{ id: row.id as number, key, step: row.step as string },
        ...{ done: row.done === 1, failed: row.failed === 1 },
        condition: JSON.parse(row.condition) as Condition,
        shown: JSON.parse(row.shown) as Shown,
        prices: JSON.parse(row.prices ?? "null") as Batch["prices"] | null,
        sample: { row: row.row as number, id: row.name as string, value: JSON.parse(row.json) as unknown },
      };
    },
  };
}
