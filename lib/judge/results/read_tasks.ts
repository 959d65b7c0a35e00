import { readJournal } from "../journal/read_journal.ts";
import { hashOf } from "../journal/call_key.ts";
import { callSlot } from "../journal/call_slot.ts";
import type { PlanEntry, SampleEntry, VerdictEntry } from "../journal/entries.ts";
import type { Condition, Protocol } from "../protocol.ts";
import { PROTOCOLS } from "../protocols/index.ts";

/** One sample under one condition with the last verdict of each step that has one. */
export interface JournalTask {
  judge: string;
  sample: unknown;
  sampleId: string;
  /** Null for a sample that is a result as it is (`Protocol.unasked`). */
  condition: Condition | null;
  /** By the step's name; empty where nothing was answered (yet). */
  entries: Record<string, VerdictEntry>;
}

/** A journal's protocol, its runs, and its tasks in the order of data and conditions. */
export interface JournalTasks {
  protocol: Protocol;
  plans: PlanEntry[];
  tasks(): Generator<JournalTask>;
}

/** What one journal holds, as far as results need it. */
interface JournalContent {
  plans: PlanEntry[];
  samples: Map<string, SampleEntry>;
  /** Those that count, by slot. */
  verdicts: Map<string, VerdictEntry>;
}

/**
 * Reads a journal: every sample under every condition that any of its runs asked for, with the verdicts of the last
 * run's prompts and decoding parameters. Null for a journal without a plan.
 *
 * @param own the protocol of a journal that is none of the library's
 * @throws {ResultsError} for a damaged journal
 * @throws {RangeError} for a protocol that is not known
 */
export function readTasks(path: string, own?: Protocol): JournalTasks | null {
  const content = readContent(path);
  const names = [...new Set(content.plans.map(({ protocol }) => protocol))];
  if (names.length === 0) return null;
  if (names.length > 1) {
    throw new RangeError(`journalResults: wanted one protocol, found ${names.join(", ")}`);
  }
  const protocol = own ?? (Object.hasOwn(PROTOCOLS, names[0]) ? PROTOCOLS[names[0]] : undefined);
  if (!protocol || protocol.name !== names[0]) {
    throw new RangeError(`journalResults: wanted a known protocol, found ${names[0]}; give it as an option`);
  }
  return { protocol, plans: content.plans, tasks: () => joined(protocol, content) };
}

function readContent(path: string): JournalContent {
  const content: JournalContent = { plans: [], samples: new Map(), verdicts: new Map() };
  const byKey = new Map<string, VerdictEntry>(), current = new Map<string, string>();
  readJournal(path, (entry) => {
    if (entry.kind === "plan") content.plans.push(entry);
    // A sample that was corrected since stands there twice: the last one counts.
    if (entry.kind === "sample") content.samples.set(entry.sample_id, entry);
    if (entry.kind === "verdict") byKey.set(entry.key, slim(entry));
    if (entry.kind === "verdict" || entry.kind === "again") current.set(entry.slot, entry.key);
  });
  const last = content.plans.at(-1);
  for (const [slot, key] of current) {
    const entry = byKey.get(key);
    if (entry && last && askedSo(entry, last)) content.verdicts.set(slot, entry);
  }
  return content;
}

/** Whether a verdict was given to a plan's prompt, under its decoding parameters. */
function askedSo({ prompt, decoding, condition }: VerdictEntry, plan: PlanEntry): boolean {
  const { seed, ...others } = decoding;
  const first = seed === undefined ? undefined : seed - condition.run + 1;
  return plan.prompts[prompt.id]?.sha256 === prompt.sha256 &&
    hashOf({ ...others, seed: first }) === hashOf(plan.decoding);
}

/** The raw reply is the largest part and is not needed. */
function slim(entry: VerdictEntry): VerdictEntry {
  return { ...entry, reply: { text: "", finishReason: null, refusal: null, tokens: null } };
}

function* joined(protocol: Protocol, { plans, samples, verdicts }: JournalContent): Generator<JournalTask> {
  const ordered = [...samples.values()].sort((a, b) => a.index - b.index);
  for (const { sample, sample_id } of ordered) {
    const conditions = conditionsOf(protocol, plans, sample);
    const task = { judge: plans[0].judge, sample, sampleId: sample_id };
    if (conditions.length === 0 && protocol.unasked) yield { ...task, condition: null, entries: {} };
    for (const condition of conditions) {
      const entries: Record<string, VerdictEntry> = {};
      for (const step of protocol.steps) {
        const entry = verdicts.get(callSlot(sample_id, step, sample, condition));
        if (entry) entries[step.name] = entry;
      }
      yield { ...task, condition, entries };
    }
  }
}

/** All conditions that any of the journal's runs asked for, each once. */
function conditionsOf(protocol: Protocol, plans: PlanEntry[], sample: unknown): Condition[] {
  const all = new Map<string, Condition>();
  for (const { options } of plans) {
    for (const condition of protocol.conditions(options, sample)) all.set(hashOf(condition), condition);
  }
  return [...all.values()];
}
