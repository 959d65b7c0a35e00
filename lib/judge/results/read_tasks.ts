import { readJournal } from "../journal/read_journal.ts";
import { hashOf } from "../journal/call_key.ts";
import type { PlanEntry, SampleEntry, VerdictEntry } from "../journal/entries.ts";
import type { Condition, Protocol } from "../protocol.ts";
import { PROTOCOLS } from "../protocols/index.ts";

/** One sample under one condition with the last verdict of each step that has one. */
export interface JournalTask {
  judge: string;
  sample: unknown;
  sampleId: string;
  condition: Condition;
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
  verdicts: Map<string, VerdictEntry>;
}

/**
 * Reads a journal: every sample under every condition that any of its runs asked for, with the verdicts of the last run's
 * prompts. Null for a journal without a plan.
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
  const pending: VerdictEntry[] = [];
  readJournal(path, (entry) => {
    if (entry.kind === "plan") content.plans.push(entry);
    // A sample that was corrected since stands there twice: the last one counts.
    if (entry.kind === "sample") content.samples.set(entry.sample_id, entry);
    if (entry.kind === "verdict") pending.push(slim(entry));
  });
  const last = content.plans.at(-1);
  for (const entry of pending) {
    const { sha256 } = last?.prompts[entry.prompt.id] ?? {};
    if (sha256 === entry.prompt.sha256) {
      content.verdicts.set(slot(entry.sample_id, entry.step, entry.condition), entry);
    }
  }
  return content;
}

/** The raw reply is the largest part and is not needed. */
function slim(entry: VerdictEntry): VerdictEntry {
  return { ...entry, reply: { text: "", finishReason: null, refusal: null, tokens: null } };
}

function slot(sampleId: string, step: string, condition: unknown): string {
  return hashOf([sampleId, step, condition]);
}

function* joined(protocol: Protocol, { plans, samples, verdicts }: JournalContent): Generator<JournalTask> {
  const shared = sharedVerdicts(protocol, samples, verdicts);
  const ordered = [...samples.values()].sort((a, b) => a.index - b.index);
  for (const { sample, sample_id } of ordered) {
    for (const condition of conditionsOf(protocol, plans, sample)) {
      const entries: Record<string, VerdictEntry> = {};
      for (const step of protocol.steps) {
        const entry = step.key
          ? shared.get(slot(sample_id, step.name, step.key(sample, condition)))
          : verdicts.get(slot(sample_id, step.name, condition));
        if (entry) entries[step.name] = entry;
      }
      yield { judge: plans[0].judge, sample, sampleId: sample_id, condition, entries };
    }
  }
}

function sharedVerdicts(
  protocol: Protocol,
  samples: JournalContent["samples"],
  verdicts: JournalContent["verdicts"],
) {
  const shared = new Map<string, VerdictEntry>();
  for (const step of protocol.steps.filter(({ key }) => key !== undefined)) {
    for (const entry of verdicts.values()) {
      const sample = samples.get(entry.sample_id)?.sample;
      if (entry.step !== step.name || sample === undefined) continue;
      shared.set(slot(entry.sample_id, step.name, step.key!(sample, entry.condition)), entry);
    }
  }
  return shared;
}

/** All conditions that any of the journal's runs asked for, each once. */
function conditionsOf(protocol: Protocol, plans: PlanEntry[], sample: unknown): Condition[] {
  const all = new Map<string, Condition>();
  for (const { options } of plans) {
    for (const condition of protocol.conditions(options, sample)) all.set(hashOf(condition), condition);
  }
  return [...all.values()];
}
