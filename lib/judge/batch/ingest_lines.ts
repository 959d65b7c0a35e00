import { readLines } from "../journal/read_lines.ts";
import type { AskedCall } from "../plan/prepare_call.ts";
import { type Ledger, settleFailure, settleReply } from "../run/settle.ts";
import { type UsableReply, usableReply } from "../transport/usable_reply.ts";

/** What an output or error file brought. */
export interface Ingested {
  /** Keys of the calls that now have a verdict, and of those that failed. */
  done: Set<string>;
  failed: Set<string>;
  /** Lines about calls that the plan does not wait for: of another plan, or known already. */
  foreign: number;
  /** Lines that are no line of a batch's output. */
  torn: number;
}

/**
 * Takes the lines of a batch's output or error file into the journal: OpenAI's, and those that vLLM's batch runner
 * writes. Replies go through the same checks and parsers as interactive ones. A call that has a verdict keeps it.
 */
export async function ingestLines(
  path: string,
  ledger: Ledger,
  waiting: ReadonlyMap<string, AskedCall>,
): Promise<Ingested> {
  const ingested: Ingested = { done: new Set(), failed: new Set(), foreign: 0, torn: 0 };
  let settled: Promise<unknown>[] = [];
  for (const line of readLines(path)) {
    const answer = line.text?.trim() === "" ? "blank" : parseLine(line.text);
    if (answer === "blank") continue;
    if (!answer) {
      ingested.torn++;
      continue;
    }
    const call = waiting.get(answer.key);
    if (!call || ingested.done.has(call.key) || ledger.journal.verdicts.has(call.key)) {
      ingested.foreign++;
      continue;
    }
    if ("reply" in answer) {
      ingested.done.add(call.key);
      settled.push(settleReply(ledger, call, answer.reply, { attempts: 1, latencyMs: null }).kept);
    } else {
      ingested.failed.add(call.key);
      settled.push(settleFailure(ledger, { ...call, reason: answer.reason, attempts: 1 }));
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

type Answer = { key: string; reply: UsableReply } | { key: string; reason: string };

function parseLine(text: string | null): Answer | null {
  let record;
  try {
    record = JSON.parse(text ?? "");
  } catch {
    return null;
  }
  const key = record?.custom_id;
  if (typeof key !== "string") return null;
  const { response, error } = record;
  const status = response?.status_code;
  const said = error ?? response?.body?.error ?? response?.body;
  if (status !== 200 || error) {
    const message = typeof said?.message === "string"
      ? said.message
      : JSON.stringify(said ?? null).slice(0, 300);
    return { key, reason: `${status ?? said?.code ?? "batch"}: ${message}` };
  }
  try {
    return { key, reply: usableReply(response.body) };
  } catch (fault) {
    return { key, reason: `UnusableReply: ${(fault as Error).message}` };
  }
}
