import { isCallKey } from "../journal/call_key.ts";
import type { AskedCall } from "../plan/prepare_call.ts";
import type { Ledger } from "../run/ledger.ts";
import { keepReply, settleFailure } from "../run/settle.ts";
import { readAnswer } from "./formats/index.ts";

/** What lines of output or error files brought. */
export interface Ingested {
  /** Keys of the calls that now have a verdict, and of those that failed. */
  done: Set<string>;
  failed: Set<string>;
  /** Answers to calls that have their verdict, from an earlier line or run. */
  duplicate: number;
  /** Answers to calls of another plan. */
  foreign: number;
  /** Lines that are no line of a batch's output. */
  torn: number;
}

/**
 * Takes lines of a batch's output or error files into the journal, in whichever provider's terms. Replies go through the
 * same checks and parsers as interactive ones. A call that has a verdict keeps it.
 */
export async function ingestLines(
  lines: Iterable<string | null>,
  ledger: Ledger,
  waiting: ReadonlyMap<string, AskedCall>,
): Promise<Ingested> {
  const ingested: Ingested = { done: new Set(), failed: new Set(), duplicate: 0, foreign: 0, torn: 0 };
  let settled: Promise<unknown>[] = [];
  for (const line of lines) {
    if (line?.trim() === "") continue;
    const answer = line === null ? null : readAnswer(line);
    if (!answer) {
      ingested.torn++;
      continue;
    }
    const call = waiting.get(answer.key);
    if (!call || ingested.done.has(answer.key)) {
      const known = call !== undefined || isCallKey(answer.key) && ledger.journal.index.has(answer.key);
      ingested[known ? "duplicate" : "foreign"]++;
      continue;
    }
    if ("reply" in answer) {
      ingested.done.add(call.key);
      settled.push(keepReply(ledger, call, answer.reply, { attempts: 1, latencyMs: null }).kept);
    } else {
      ingested.failed.add(call.key);
      const { reason, usage } = answer;
      settled.push(settleFailure(ledger, { ...call, reason, usage, attempts: 1 }));
    }
    // Lines that wait together are synced together; a few at a time keep memory small.
    if (settled.length >= 256) {
      await Promise.all(settled);
      settled = [];
    }
  }
  await Promise.all(settled);
  for (const key of ingested.done) ingested.failed.delete(key);
  return ingested;
}
