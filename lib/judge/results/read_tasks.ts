import { ResultsError } from "../../results/results_error.ts";
import { hashOf } from "../journal/call_key.ts";
import { callSlot } from "../journal/call_slot.ts";
import type { PlanEntry, VerdictEntry } from "../journal/entries.ts";
import type { JournalIndex } from "../journal/journal_index.ts";
import { readIndex } from "../journal/open_journal.ts";
import type { Condition, Decoding, Protocol } from "../protocol.ts";
import { PROTOCOLS } from "../protocols/index.ts";
import { parserFailed, readReply } from "../read_reply.ts";

/** One sample under one condition with the last verdict of each step that has one. */
export interface JournalTask {
  judge: string;
  sample: unknown;
  dataSet: string;
  sampleId: string;
  /** Null for a sample that is a result as it is (`Protocol.unasked`). */
  condition: Condition | null;
  /** By the step's name; empty where nothing was answered (yet). */
  entries: Record<string, VerdictEntry>;
  /** A step was answered, but to another prompt, decoding or endpoint than the last run's alone. */
  otherwise: boolean;
}

/** A journal's protocol, its data sets, and its tasks in the order of data and conditions, read as they are asked for. */
export interface JournalTasks {
  path: string;
  protocol: Protocol;
  judge: string;
  dataSets: string[];
  /** Samples of a time when they were named by their id alone, and that no run has named since: in no task. */
  unnamed: number;
  /** A few digits for the prompts, decoding and endpoint of the last run. */
  way: string;
  tasks(dataSet?: string): Generator<JournalTask>;
  close(): void;
}

/**
 * Opens a journal: every sample under every condition that any of its data set's runs asked for, with the verdicts of
 * the last run's prompts and decoding parameters. Null for a journal without a plan.
 *
 * @param own the protocol of a journal that is none of the library's
 * @throws {ResultsError} for a damaged journal, or one of a time before samples were named by their data set
 * @throws {RangeError} for a protocol that is not known
 */
export function readTasks(path: string, own?: Protocol): JournalTasks | null {
  const index = readIndex(path);
  try {
    return openTasks(path, index, own);
  } catch (error) {
    index.close();
    throw error;
  }
}

function openTasks(path: string, index: JournalIndex, own?: Protocol): JournalTasks | null {
  const all = index.plans();
  const names = [...new Set(all.map(({ protocol }) => protocol))];
  if (names.length === 0) {
    index.close();
    return null;
  }
  if (names.length > 1) {
    throw new RangeError(`journalResults: wanted one protocol, found ${names.join(", ")}`);
  }
  const known = Object.hasOwn(PROTOCOLS, names[0]) ? PROTOCOLS[names[0]] : undefined;
  const protocol = own?.name === names[0] ? own : known;
  if (!protocol) {
    throw new RangeError(
      `journalResults: wanted a known protocol, found ${names[0]}; give it as the option protocol`,
    );
  }
  const plans = all.filter(({ data_sets }) => data_sets !== undefined);
  if (plans.length === 0) {
    throw new ResultsError({
      file: path,
      expected:
        "a journal that names samples by their data set; this one is older. Run it once more with its " +
        "data, for each of its files: nothing is asked again, and its samples get their names",
    });
  }
  const { oldEndpoints } = index, last = plans.at(-1)!;
  if (last.endpoint === undefined && oldEndpoints.length > 1) {
    throw new ResultsError({
      file: path,
      expected: `a journal that says which endpoint gave a verdict; this one is older, of ${
        oldEndpoints.join(", ")
      }. Run it once more with --endpoint and the one whose verdicts these are: nothing is asked again`,
    });
  }
  const dataSets = [...new Set(plans.flatMap(({ data_sets }) => data_sets!))];
  return {
    path,
    protocol,
    judge: plans[0].judge,
    dataSets,
    unnamed: index.unnamed,
    way: hashOf([last.prompts, last.decoding, last.endpoint]).slice(0, 6),
    *tasks(dataSet) {
      for (const name of dataSet === undefined ? dataSets : [dataSet]) {
        yield* tasksOfSet(protocol, index, name, plans.filter(({ data_sets }) => data_sets!.includes(name)));
      }
    },
    close: () => index.close(),
  };
}

function* tasksOfSet(
  protocol: Protocol,
  index: JournalIndex,
  dataSet: string,
  plans: PlanEntry[],
): Generator<JournalTask> {
  const last = plans.at(-1);
  if (!last) return;
  const asked = askedTest(last, index.oldEndpoints);
  const options = [...new Map(plans.map(({ options }) => [JSON.stringify(options), options])).values()];
  for (const { sample, sample_id } of index.samples(dataSet)) {
    const conditions = conditionsOf(protocol, options, sample);
    const task = { judge: last.judge, sample, dataSet, sampleId: sample_id };
    if (conditions.length === 0 && protocol.unasked) {
      yield { ...task, condition: null, entries: {}, otherwise: false };
    }
    for (const condition of conditions) {
      const entries: Record<string, VerdictEntry> = {};
      let otherwise = false;
      for (const step of protocol.steps) {
        if (step.needs?.some((name) => entries[name]?.verdict.status !== "ok")) continue;
        const entry = index.current(callSlot({ dataSet, id: sample_id }, step, sample, condition));
        if (!entry) continue;
        if (!asked(entry)) otherwise = true;
        else {
          entries[step.name] = parserFailed(entry.verdict)
            ? { ...entry, verdict: readReply(step, entry, { sample: { value: sample }, condition }) }
            : entry;
        }
      }
      yield { ...task, condition, entries, otherwise };
    }
  }
}

/** Whether a verdict was given to a plan's prompt, under its decoding parameters, by its endpoint. */
function askedTest(plan: PlanEntry, oldEndpoints: readonly string[]): (entry: VerdictEntry) => boolean {
  const sameDecoding = decodingTest(plan.decoding);
  // Lines that do not name an endpoint are of the only one there was, or of the one that was named for them.
  const old = plan.endpoint !== undefined && oldEndpoints.includes(plan.endpoint) ? plan.endpoint : undefined;
  return ({ prompt, decoding, condition, endpoint = old }) => {
    if (plan.prompts[prompt.id]?.sha256 !== prompt.sha256 || endpoint !== plan.endpoint) return false;
    const { seed } = decoding;
    return sameDecoding(seed === undefined ? decoding : { ...decoding, seed: seed - condition.run + 1 });
  };
}

/** Whether decoding parameters are these; the same text as the last time is not looked at again. */
function decodingTest(wanted: Decoding): (decoding: Decoding) => boolean {
  const hash = hashOf(wanted);
  let text = "", same = false;
  return (decoding) => {
    const own = JSON.stringify(decoding);
    if (own !== text) {
      text = own;
      same = hashOf(decoding) === hash;
    }
    return same;
  };
}

/** All conditions that any of the data set's runs asked for, each once. */
function conditionsOf(
  protocol: Protocol,
  options: readonly PlanEntry["options"][],
  sample: unknown,
): Condition[] {
  if (options.length === 1) return protocol.conditions(options[0], sample);
  const all = new Map<string, Condition>();
  for (const option of options) {
    for (const condition of protocol.conditions(option, sample)) all.set(hashOf(condition), condition);
  }
  return [...all.values()];
}
