import type { FailureEntry, Usage, VerdictEntry } from "../journal/entries.ts";
import type { Journal } from "../journal/open_journal.ts";
import type { Plan, Task } from "../plan/make_plan.ts";
import { textTokens } from "../plan/estimate_tokens.ts";
import type { AskedCall } from "../plan/prepare_call.ts";
import type { Step, Verdict } from "../protocol.ts";
import type { UsableReply } from "../transport/usable_reply.ts";

/** A call that was given up, as a run's summary lists it. */
export interface Failure {
  sample_id: string;
  step: string;
  condition: Task["condition"];
  reason: string;
}

/** Where the calls of one run are written down. */
export interface Ledger {
  plan: Plan;
  journal: Journal;
  via: VerdictEntry["via"];
  scrubMessage(text: string): string;
  failures: Failure[];
}

/** Parses a reply and writes it to the journal; `kept` resolves when the disk has it. */
export function settleReply(
  ledger: Ledger,
  call: AskedCall,
  { reply, usage, model, responseId, simulated }: UsableReply,
  { attempts, latencyMs }: { attempts: number; latencyMs: number | null },
): { verdict: Verdict; kept: Promise<void> } {
  const { plan, journal, via } = ledger;
  const { task, step } = call;
  const { text, finishReason, refusal, tokens } = reply;
  const verdict = step.parse({ text, finishReason, refusal, tokens }, task.sample.value, task.condition);
  noteSample(ledger, task);
  const kept = journal.append({
    kind: "verdict",
    ...identity(ledger, task, step, call.key),
    slot: call.slot,
    attempts,
    usage: usage ?? { input: call.tokens, output: textTokens(text), estimated: true },
    model,
    verdict,
    reply,
    finish_reason: finishReason,
    latency_ms: latencyMs === null ? null : Math.round(latencyMs),
    prompt: { id: step.promptId, ...plan.promptHashes[step.promptId] },
    decoding: call.decoding,
    request_sha256: call.requestHash,
    images: call.images.map(({ sha256 }) => sha256),
    response_id: responseId,
    via,
    ...(simulated ? { simulated } : {}),
  });
  return { verdict, kept };
}

/** Writes down that a call brought nothing, and why. */
export async function settleFailure(
  ledger: Ledger,
  { task, step, key, reason, attempts, usage = null }: {
    task: Task;
    step: Step<unknown>;
    key: string;
    reason: string;
    attempts: number;
    usage?: Usage | null;
  },
): Promise<void> {
  const clean = ledger.scrubMessage(reason);
  ledger.failures.push({
    sample_id: task.sample.id,
    step: step.name,
    condition: task.condition,
    reason: clean,
  });
  noteSample(ledger, task);
  const entry: FailureEntry = {
    kind: "failure",
    ...identity(ledger, task, step, key),
    attempts,
    usage,
    reason: clean,
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
    sample_id: sample.id,
    condition,
  };
}

/** Notes that a call was done before: its sample as it is now, and that its verdict is the one that counts. */
export function noteKnown(
  ledger: Ledger,
  { task, key, slot }: Pick<AskedCall, "task" | "key" | "slot">,
): void {
  noteSample(ledger, task);
  if (ledger.journal.current.get(slot) !== key) {
    unawaited(ledger.journal.append({ kind: "again", key, slot }));
  }
}

/** The sample stands in the journal before its first verdict; lines keep their order, so nobody waits for it. */
function noteSample({ journal }: Pick<Ledger, "journal">, { sample }: Pick<Task, "sample">): void {
  if (journal.samples.get(sample.sha256) === sample.index) return;
  unawaited(journal.append({
    kind: "sample",
    sha256: sample.sha256,
    index: sample.index,
    sample_id: sample.id,
    sample: sample.value,
  }));
}

/** Where a line cannot be written, those that follow fail in the same way, and closing the journal waits for all. */
function unawaited(writing: Promise<void>): void {
  writing.catch(() => {});
}

/** Notes what a run was asked to do, and the samples that are results as they are. */
export async function notePlan({ plan, journal }: Pick<Ledger, "plan" | "journal">): Promise<void> {
  await journal.append({
    kind: "plan",
    at: new Date().toISOString(),
    judge: plan.judge,
    protocol: plan.protocol.name,
    base_url: plan.baseURL,
    options: plan.conditions,
    decoding: plan.decoding,
    prompts: plan.promptHashes,
    samples: plan.samples.length,
    data: plan.data,
  });
  if (!plan.protocol.unasked) return;
  for (const sample of plan.samples) {
    if (plan.protocol.conditions(plan.conditions, sample.value).length === 0) {
      noteSample({ journal }, { sample });
    }
  }
}
