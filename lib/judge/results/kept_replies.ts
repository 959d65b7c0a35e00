import { closeSync, openSync, writeSync } from "node:fs";
import { requireOptions } from "../../progress/require.ts";
import { writeWhole } from "../../results/write_frame.ts";
import { readReply, UNREAD } from "../parse/settle_reply.ts";
import type { Condition, Decoding, Protocol, Reply, ReplyVerdict } from "../protocol.ts";
import type { Failure } from "../run/run_options.ts";
import { sortedText } from "../store/call_key.ts";
import type { Shown } from "../store/queries.ts";
import type { FailedCall, KeptReply } from "../store/rows.ts";
import { openStore, readStore, type StoreReader } from "../store/store.ts";
import { studyProtocol } from "./study_rows.ts";

/** A reply with all that is known of it. */
export type ReplyLine = KeptReply["about"] & Shown & {
  kind: "reply";
  /** What makes the call this one, in results of batches too. */
  key: string;
  data_set: string;
  sample_id: string;
  step: string;
  condition: Condition;
  /** Name of the endpoint that answered. */
  endpoint: string;
  prompt: { id: string; version: string; sha256: string };
  /** Parameters of the plan; run r was sent `seed + r − 1`. */
  decoding: Decoding;
  /** What the reply was read as when it came, or was reread. */
  verdict: ReplyVerdict;
  reply: Reply & { reasoning?: string };
};

/** A call that brought nothing. */
export interface FailureLine extends FailedCall {
  kind: "failure";
  data_set: string;
  sample_id: string;
}

/**
 * Writes what a study's file holds as JSON lines: every reply as it came, with the usage (tokens) that the endpoint counted, in the
 * order of their calls, then every failure. For
 * `diff`, `jq` and people; nothing reads it back. A run may go on meanwhile.
 *
 * @param path the study's file (`journal` of a run's summary)
 * @returns how many lines
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exportReplies, runJudge, simulatedServer } from "judgebias/judge";
 *
 * await using server = await simulatedServer();
 * const data = [{ item_id: "1", query: "?", answer_a: "Yes.", answer_b: "No." }];
 * const out = Deno.makeTempDirSync();
 * const { journal } = await runJudge({
 *   protocol: "base", data, judge: "j", baseURL: server.url, out, silent: true,
 * });
 * assert.equal(exportReplies(journal, `${out}/replies.jsonl`), 1);
 * ```
 */
export function exportReplies(path: string, to: string): number {
  const store = readStore(path);
  let lines = 0;
  try {
    writeWhole(to, (temporary) => {
      const file = openSync(temporary, "w");
      try {
        for (const line of linesOf(store)) {
          writeSync(file, `${JSON.stringify(line)}\n`);
          lines++;
        }
      } finally {
        closeSync(file);
      }
    });
    return lines;
  } finally {
    store.close();
  }
}

export function* linesOf(
  { tables: { sql } }: Pick<StoreReader, "tables">,
): Generator<ReplyLine | FailureLine> {
  const replies = sql(
    `SELECT lower(hex(c.key)) AS key, p.data_set, p.name, s.text AS step, n.text AS condition, w.text AS way, c.shown,
        r.verdict, r.said, r.about
      FROM reply r JOIN call c ON c.id = r.call JOIN sample p ON p.id = c.sample JOIN word s ON s.id = c.step
        JOIN word n ON n.id = c.condition JOIN word w ON w.id = c.way ORDER BY r.call`,
  );
  for (const { key, data_set, name, step, said, ...row } of replies.iterate()) {
    const [condition, way, shown, verdict, about] = ["condition", "way", "shown", "verdict", "about"]
      .map((column) => JSON.parse(row[column]));
    yield {
      ...{ kind: "reply", key, data_set, sample_id: name, step, condition, ...way, ...shown, verdict },
      ...{ reply: JSON.parse(said), ...about },
    };
  }
  const failures = sql(
    "SELECT p.data_set, p.name, f.json FROM failure f JOIN sample p ON p.id = f.sample ORDER BY f.id",
  );
  for (const { data_set, name, json } of failures.iterate()) {
    yield { kind: "failure", data_set, sample_id: name, ...JSON.parse(json) as FailedCall };
  }
}

/** A reply that is read otherwise than before. */
export interface Changed extends Pick<Failure, "sample_id" | "step"> {
  /** Name of its data set. */
  data_set: string;
  /** What it was read as before. */
  before: ReplyVerdict;
  /** What it is read as now. */
  now: ReplyVerdict;
}

/** What reading all replies again brought. */
export interface Reread {
  /** Replies that were read. */
  replies: number;
  /** How many of them are read otherwise than before. */
  changed: number;
  /** The first 1,000 of these. */
  changes: Changed[];
}

const LISTED = 1000;

/**
 * Reads all replies of a study again, by the parsers as they are now, and says which are read otherwise than when they came, or
 * than they were last reread: after an update, or a change of a protocol of one's own. Nobody is asked. Results need no rereading:
 * they always go by the parsers as they are.
 *
 * @param path the study's file (`journal` of a run's summary)
 * @param options.protocol the protocol of a study that is none of the library's
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { reread, runJudge, simulatedServer } from "judgebias/judge";
 *
 * await using server = await simulatedServer();
 * const data = [{ item_id: "1", query: "?", answer_a: "Yes.", answer_b: "No." }];
 * const { journal } = await runJudge({
 *   protocol: "base", data, judge: "j", baseURL: server.url,
 *   out: Deno.makeTempDirSync(), silent: true,
 * });
 * assert.deepEqual(await reread(journal), { replies: 1, changed: 0, changes: [] });
 * ```
 */
export async function reread(path: string, options: { protocol?: Protocol } = {}): Promise<Reread> {
  const { protocol: own } = requireOptions("reread", options, ["protocol"]);
  readStore(path).close();
  const store = openStore(path), found: Reread = { replies: 0, changed: 0, changes: [] };
  try {
    const plans = store.plans(), changed: { id: number; now: ReplyVerdict }[] = [];
    const steps = plans.length > 0 ? studyProtocol(plans, own).steps : [];
    for (const line of linesOf(store)) {
      const step = steps.find(({ name }) => name === line.step);
      if (line.kind !== "reply" || !step) continue;
      found.replies++;
      const { data_set, sample_id, condition, reply, verdict: before } = line;
      const { id, sample } = store.asked(line.key)!;
      const now = readReply(step, reply, sample.value, condition);
      if (sortedText(now) === sortedText(before)) continue;
      changed.push({ id, now });
      // A reply that a kill left unread is read for the first time.
      if (before.reason === UNREAD.reason) continue;
      if (found.changed++ < LISTED) found.changes.push({ data_set, sample_id, step: step.name, before, now });
    }
    await store.write((rows) => changed.forEach(({ id, now }) => rows.reread(id, now)));
    return found;
  } finally {
    store.close();
  }
}
