import { basename } from "node:path";
import type pl from "nodejs-polars";
import { findTableFiles } from "../../results/find_files.ts";
import type { FrameName } from "../../results/frames.ts";
import { readJournal } from "../journal/read_journal.ts";
import { hashOf } from "../journal/call_key.ts";
import type { PlanEntry, SampleEntry, VerdictEntry } from "../journal/entries.ts";
import type { Condition, Protocol, Verdict } from "../protocol.ts";
import { PROTOCOLS } from "../protocols/index.ts";
import { verdictFrame } from "../verdict_frame.ts";

/** A frame made from journals, and what it does not hold. */
export interface JournalResults {
  frame: pl.DataFrame;
  /** The frame's name; null for a protocol with a table of its own. */
  name: FrameName | null;
  /** Samples under a condition whose calls all failed or were not made yet: in no row. */
  missing: number;
}

/** What one journal holds, as far as results need it. */
interface JournalContent {
  plans: PlanEntry[];
  samples: Map<string, SampleEntry>;
  verdicts: Map<string, VerdictEntry>;
}

/**
 * Derives the result frame from journals (a file, a folder or glob of them, of one protocol): one call from what judges said to what metrics read.
 * Rows are in the order of data and conditions, whatever the order of the replies, so that interactive, resumed and batch runs of one
 * plan give the same frame. Where a journal was run with several prompts or decodings, the last run's count.
 *
 * A step without a usable verdict gives null values, as its protocol says; a sample without any verdict gives no row and is counted in
 * `missing`. Replies of a simulated judge make the column `provenance` say "simulated".
 *
 * @throws {ResultsError} for a damaged journal
 * @throws {RangeError} for journals of several protocols, or of a protocol that the library does not know
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { journalResults } from "@/judge/results/journal_results.ts";
 *
 * const path = `${Deno.makeTempDirSync()}/empty.jsonl`;
 * Deno.writeTextFileSync(path, "");
 * assert.throws(() => journalResults(path), /wanted a journal with a plan/);
 * ```
 */
export function journalResults(
  path: string | readonly string[],
  { protocol: own }: { protocol?: Protocol } = {},
): JournalResults {
  const contents = findTableFiles(path).map((file) => readContent(file.path));
  const names = [...new Set(contents.flatMap(({ plans }) => plans.map(({ protocol }) => protocol)))];
  if (names.length === 0) {
    throw new RangeError(`journalResults: wanted a journal with a plan, found none in ${path}`);
  }
  if (names.length > 1) {
    throw new RangeError(`journalResults: wanted one protocol, found ${names.join(", ")}`);
  }
  const protocol = own ?? (Object.hasOwn(PROTOCOLS, names[0]) ? PROTOCOLS[names[0]] : undefined);
  if (!protocol || protocol.name !== names[0]) {
    throw new RangeError(`journalResults: wanted a known protocol, found ${names[0]}; give it as an option`);
  }
  const rows: Record<string, unknown>[] = [];
  let missing = 0, simulated = 0;
  for (const content of contents) {
    for (const { rows: made, verdicts, isSimulated } of taskRows(protocol, content)) {
      if (verdicts === 0) missing++;
      else {
        const provenance = isSimulated ? { provenance: "simulated" } : {};
        if (isSimulated) simulated++;
        rows.push(...made.map((row) => ({ ...row, ...provenance })));
      }
    }
  }
  if (simulated > 0) { for (const row of rows) row.provenance ??= "results"; }
  const frame = verdictFrame(protocol.frame, rows, { benchmark: studyName(contents[0].plans) });
  return { frame, name: protocol.frame, missing };
}

/** What a study is called whose samples do not say it: the name of the data file. */
function studyName(plans: PlanEntry[]): string {
  const path = plans.findLast(({ data }) => data !== null)?.data;
  return path ? basename(path).replace(/\.(jsonl|ndjson|json)(\.gz)?$/i, "") : "study";
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

function* taskRows(protocol: Protocol, { plans, samples, verdicts }: JournalContent) {
  const shared = sharedVerdicts(protocol, samples, verdicts);
  const ordered = [...samples.values()].sort((a, b) => a.index - b.index);
  for (const { sample, sample_id } of ordered) {
    for (const condition of conditionsOf(protocol, plans, sample)) {
      const found: Record<string, Verdict> = {};
      let isSimulated = false;
      for (const step of protocol.steps) {
        const entry = step.key
          ? shared.get(slot(sample_id, step.name, step.key(sample, condition)))
          : verdicts.get(slot(sample_id, step.name, condition));
        if (!entry) continue;
        found[step.name] = entry.verdict;
        isSimulated ||= entry.simulated === true;
      }
      const rows = protocol.rows(sample, condition, found, plans[0].judge);
      yield { rows, verdicts: Object.keys(found).length, isSimulated };
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
