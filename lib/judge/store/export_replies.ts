import { closeSync, openSync, writeSync } from "node:fs";
import { writeWhole } from "../../results/write_frame.ts";
import type { Condition, Decoding, Reply, ReplyVerdict } from "../protocol.ts";
import type { Shown } from "./queries.ts";
import type { FailedCall, KeptReply } from "./rows.ts";
import { readStore, type StoreReader } from "./store.ts";

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
 * const data = [{
 *   item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.",
 *   human: "A",
 * }];
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
    const json = (name: "condition" | "way" | "shown" | "verdict" | "about") => JSON.parse(row[name]);
    yield {
      ...{ kind: "reply", key, data_set, sample_id: name, step, condition: json("condition") },
      ...{
        ...json("way"),
        ...json("shown"),
        verdict: json("verdict"),
        reply: JSON.parse(said),
        ...json("about"),
      },
    };
  }
  const failures = sql(
    "SELECT p.data_set, p.name, f.json FROM failure f JOIN sample p ON p.id = f.sample ORDER BY f.id",
  );
  for (const { data_set, name, json } of failures.iterate()) {
    yield { kind: "failure", data_set, sample_id: name, ...JSON.parse(json) as FailedCall };
  }
}
