import { requireOptions } from "../../progress/require.ts";
import type { Protocol, ReplyVerdict } from "../protocol.ts";
import { readReply, UNREAD } from "../parse/settle_reply.ts";
import type { Failure } from "../run/run_options.ts";
import { sortedText } from "../store/call_key.ts";
import { linesOf } from "../store/export_replies.ts";
import { openStore, readStore } from "../store/store.ts";
import { studyProtocol } from "./study_rows.ts";

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
 * const data = [{
 *   item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.",
 *   human: "A",
 * }];
 * const { journal } = await runJudge({
 *   ...{
 *     protocol: "base", data, judge: "j", baseURL: server.url,
 *     out: Deno.makeTempDirSync(), silent: true,
 *   },
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
