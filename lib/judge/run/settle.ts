import type { FailureEntry, Usage, VerdictEntry } from "../journal/entries.ts";
import type { JournalIndex } from "../journal/journal_index.ts";
import type { Journal } from "../journal/open_journal.ts";
import type { Plan, Task } from "../plan/make_plan.ts";
import { textTokens } from "../plan/estimate_tokens.ts";
import type { AskedCall } from "../plan/prepare_call.ts";
import type { ReplyVerdict, Step, VerdictStatus } from "../protocol.ts";
import type { Lost } from "../transport/judge_client.ts";
import { inWords } from "../protocols/structured.ts";
import type { Secret } from "../transport/secrets.ts";
import type { UsableReply } from "../transport/usable_reply.ts";
import { ASSUMED_REPLY_TOKENS } from "./cost_budget.ts";

/** A call that was given up, as a run's summary lists it. */
export interface Failure {
  sample_id: string;
  step: string;
  condition: Task["condition"];
  reason: string;
}

/** A reply without a usable verdict, shown so that the user sees what the judge says. */
export interface Example {
  sample_id: string;
  step: string;
  status: VerdictStatus;
  reason: string;
  /** Beginning of the reply. */
  text: string;
}

/** Where the calls of one run are written down. */
export interface Ledger {
  plan: Plan;
  journal: Journal;
  via: VerdictEntry["via"];
  secret: Pick<Secret, "scrub" | "scrubMessage">;
  /** The first of the calls given up, and how many there are. */
  failures: Failure[];
  failed: number;
  /** How the replies of this run ended, and one without a verdict. */
  statuses: Partial<Record<VerdictStatus, number>>;
  example: Example | null;
}

/** Failures that are listed; the journal has all. */
const LISTED_FAILURES = 10_000;

/** A ledger with nothing in it. */
export function newLedger(parts: Pick<Ledger, "plan" | "journal" | "via" | "secret">): Ledger {
  return { ...parts, failures: [], failed: 0, statuses: {}, example: null };
}

/** Parses a reply and writes it to the journal; `kept` resolves when the disk has it. */
export function keepReply(
  ledger: Ledger,
  call: AskedCall,
  { reply, usage, model, responseId, simulated }: UsableReply,
  { attempts, latencyMs, lost }: { attempts: number; latencyMs: number | null; lost?: Lost },
): { verdict: ReplyVerdict; kept: Promise<void> } {
  const { plan, journal, via, secret: { scrub } } = ledger;
  const { task, step } = call;
  const { text, finishReason, refusal, tokens } = reply;
  const said = { text, finishReason, refusal, tokens };
  const read = call.decoding.response_format ? inWords(step, said, task.sample.value) : said;
  const verdict = step.parse(read, task.sample.value, task.condition);
  noteStatus(ledger, call, verdict, text);
  noteSample(ledger, task);
  const kept = journal.append({
    kind: "verdict",
    ...identity(ledger, task, step, call.key),
    slot: call.slot,
    attempts,
    usage: usage ?? { input: call.tokens, output: textTokens(text), estimated: true },
    ...lostUsage(lost, call),
    // A judge that is called like the key keeps its name; all else that came from outside loses the key.
    model: model === plan.judge || model === null ? model : scrub(model),
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

/**
 * Notes that a call was done before, under this key: its sample as it is now, and that its verdict is the one that counts.
 */
export function noteKnown(
  ledger: Ledger,
  { task, slot }: Pick<AskedCall, "task" | "slot">,
  key: string,
): void {
  noteSample(ledger, task);
  if (!ledger.journal.index.counts(slot, key)) {
    unawaited(ledger.journal.append({ kind: "again", key, slot }));
  }
}

/** The sample that was noted last in each journal. */
const lastNoted = new WeakMap<Journal, Task["sample"]>();

/** The sample stands in the journal before its first verdict; lines keep their order, so nobody waits for it. */
function noteSample({ journal }: Pick<Ledger, "journal">, { sample }: Pick<Task, "sample">): void {
  // Conditions of a sample come together: it is looked up once for all.
  if (lastNoted.get(journal) === sample) return;
  lastNoted.set(journal, sample);
  if (journal.index.holds(sample)) return;
  unawaited(journal.append({
    kind: "sample",
    sha256: sample.sha256,
    data_set: sample.dataSet,
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
  requireSameData(plan, journal.index);
  await journal.append({
    kind: "plan",
    at: new Date().toISOString(),
    judge: plan.judge,
    protocol: plan.protocol.name,
    base_url: plan.baseURL,
    options: plan.conditions,
    decoding: plan.decoding,
    prompts: plan.promptHashes,
    samples: plan.samples.count,
    data: plan.data,
    data_sets: [...plan.samples.dataSets],
  });
  if (!plan.protocol.unasked) return;
  for (const sample of plan.samples.read()) {
    if (plan.protocol.conditions(plan.conditions, sample.value).length === 0) {
      noteSample({ journal }, { sample });
    }
  }
}

/**
 * A data set in a journal is one study's. Where another file has the same name, and holds other samples under the same ids,
 * the one would replace the other.
 *
 * @throws {RangeError} naming both files and the way out
 */
function requireSameData({ samples, data, named }: Plan, index: JournalIndex): void {
  const plans = index.plans();
  if (named) return;
  for (const sample of samples.read()) {
    const files = plans.filter(({ data_sets }) => data_sets?.includes(sample.dataSet)).map(({ data }) =>
      data
    );
    if (files.length === 0 || files.includes(data)) return;
    const earlier = files.at(-1);
    const known = index.contentOf(sample);
    if (known === undefined || sample.sha256.startsWith(known)) continue;
    throw new RangeError(
      `judge: wanted one data set called ${sample.dataSet}; the journal has that of ${
        earlier ?? "values"
      }, whose ` +
        `sample ${sample.id} differs from that of ${
          data ?? "the values given"
        }. Give the new one a name of its own ` +
        `(--data-set NAME), or write elsewhere (--out); --data-set ${sample.dataSet} says that it is the same, corrected`,
    );
  }
}
