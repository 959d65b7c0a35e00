import type { FailureEntry, Usage } from "../journal/entries.ts";
import type { Task } from "../plan/make_plan.ts";
import { textTokens } from "../plan/estimate_tokens.ts";
import type { AskedCall } from "../plan/prepare_call.ts";
import type { ReplyVerdict, Step } from "../protocol.ts";
import type { Lost } from "../transport/judge_client.ts";
import { readReply } from "../read_reply.ts";
import type { Secret } from "../transport/secrets.ts";
import type { UsableReply } from "../transport/usable_reply.ts";
import { ASSUMED_REPLY_TOKENS } from "./cost_budget.ts";
import { type Ledger, noteSample } from "./ledger.ts";

/** Failures that are listed; the journal has all. */
const LISTED_FAILURES = 10_000;

/** Parses a reply and writes it to the journal; `kept` resolves when the disk has it. */
export function keepReply(
  ledger: Ledger,
  call: AskedCall,
  { reply, usage, model, responseId, simulated }: UsableReply,
  { attempts, latencyMs, lost }: { attempts: number; latencyMs: number | null; lost?: Lost },
): { verdict: ReplyVerdict; kept: Promise<void> } {
  const { plan, journal, via, secret: { scrub } } = ledger;
  const { task, step } = call;
  const { text, finishReason } = reply;
  const verdict = readReply(step, { reply }, task);
  // A judge that is called like the key keeps its name; all else that came from outside loses the key.
  const served = model === plan.judge || model === null ? model : scrub(model);
  if (served !== null) ledger.served[served] = (ledger.served[served] ?? 0) + 1;
  noteStatus(ledger, call, verdict, text);
  noteSample(ledger, task);
  const kept = journal.append({
    kind: "verdict",
    ...identity(ledger, task, step, call.key),
    slot: call.slot,
    endpoint: plan.endpoint,
    attempts,
    usage: usage ?? { input: call.tokens, output: textTokens(text), estimated: true },
    ...lostUsage(lost, call),
    model: served,
    verdict: scrubbed(verdict, scrub),
    reply: scrubbed(reply, scrub),
    finish_reason: finishReason === null ? null : scrub(finishReason),
    latency_ms: latencyMs === null ? null : Math.round(latencyMs),
    prompt: { id: step.promptId, ...plan.promptHashes[step.promptId] },
    decoding: call.decoding,
    request_sha256: call.requestHash,
    images: call.images.map(({ sha256 }) => sha256),
    response_id: responseId === null ? null : scrub(responseId),
    via,
    ...(simulated ? { simulated } : {}),
  });
  return { verdict, kept };
}

function noteStatus(
  ledger: Ledger,
  { task, step }: AskedCall,
  { status, reason }: ReplyVerdict,
  text: string,
): void {
  ledger.statuses[status] = (ledger.statuses[status] ?? 0) + 1;
  if (status === "ok" || status === "abstained" || ledger.example) return;
  const shown = ledger.secret.scrubMessage(text);
  ledger.example = { sample_id: task.sample.id, step: step.name, status, reason: reason ?? "", text: shown };
}

/** The value without the key in any of its texts, names of fields and verdicts left as they are. */
function scrubbed<Value>(value: Value, scrub: Secret["scrub"]): Value {
  const text = JSON.stringify(value);
  if (scrub(text) === text) return value;
  return JSON.parse(
    text,
    (name, part) => typeof part === "string" && name !== "status" ? scrub(part) : part,
  );
}

function lostUsage(lost: Lost | undefined, { tokens }: Pick<AskedCall, "tokens">): { lost?: Usage } {
  if (!lost || lost.input + lost.output + lost.unknown === 0) return {};
  return {
    lost: {
      input: lost.input + lost.unknown * tokens,
      output: lost.output + lost.unknown * ASSUMED_REPLY_TOKENS,
      ...(lost.unknown > 0 ? { estimated: true } : {}),
    },
  };
}

/** What is known of a call that brought nothing. */
interface FailedCall {
  task: Task;
  step: Step<unknown>;
  key: string;
  reason: string;
  attempts: number;
  usage?: Usage | null;
  lost?: Lost;
  tokens?: number;
}

/** Writes down that a call brought nothing, and why. */
export async function settleFailure(ledger: Ledger, call: FailedCall): Promise<void> {
  const { task, step } = call;
  const reason = ledger.secret.scrubMessage(call.reason);
  ledger.failed++;
  if (ledger.failures.length < LISTED_FAILURES) {
    ledger.failures.push({
      sample_id: task.sample.id,
      step: step.name,
      condition: task.condition,
      reason,
    });
  }
  noteSample(ledger, task);
  await noteAttempts(ledger, { ...call, reason });
}

/** Writes down what a call took that brought nothing, where it is no failure of its own: a run that is ending cut it. */
export async function noteAttempts(
  ledger: Ledger,
  { task, step, key, reason, attempts, usage = null, lost, tokens = 0 }: FailedCall,
): Promise<void> {
  const entry: FailureEntry = {
    kind: "failure",
    ...identity(ledger, task, step, key),
    attempts,
    usage,
    ...lostUsage(lost, { tokens }),
    reason,
  };
  await ledger.journal.append(entry);
}

function identity({ plan }: Ledger, { sample, condition }: Task, step: Step<unknown>, key: string) {
  return {
    key,
    at: new Date().toISOString(),
    judge: plan.judge,
    protocol: plan.protocol.name,
    step: step.name,
    data_set: sample.dataSet,
    sample_id: sample.id,
    condition,
  };
}
