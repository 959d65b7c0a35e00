import * as fs from "node:fs";
import { join } from "node:path";
import { ResultsError } from "../../results/results_error.ts";
import { waysOf } from "../plan/make_plan.ts";
import type { Condition, Protocol, ReplyVerdict } from "../protocol.ts";
import { PROTOCOLS } from "../protocols/index.ts";
import { readReply } from "../read_reply.ts";
import { hashOf } from "../store/call_key.ts";
import { askOf } from "../store/call_place.ts";
import type { StoredPlan } from "../store/entries.ts";
import type { StoredReply } from "../store/queries.ts";
import { readStore, type StoreReader } from "../store/store.ts";

/** One sample under one condition with the verdict of each step that has one. */
export interface StudyTask {
  judge: string;
  sample: unknown;
  dataSet: string;
  sampleId: string;
  /** Name of what the user varies. */
  named: string | undefined;
  /** Null for a sample that is a result as it is (`Protocol.unasked`). */
  condition: Condition | null;
  /** By the step's name; empty where nothing was answered (yet). */
  verdicts: Record<string, ReplyVerdict>;
  /** A simulated judge answered. */
  simulated: boolean;
  /** A step was answered, but to another prompt, decoding or endpoint than the last run's alone. */
  otherwise: boolean;
}

/** Runs over the same data set under the same name of what the user varies: a part of the results. */
export interface StudyPart {
  dataSet: string;
  named: string | undefined;
  plans: StoredPlan[];
}

/** A study's protocol, its parts, and its tasks in the order of data and conditions, read as they are asked for. */
export interface StudyTasks {
  path: string;
  protocol: Protocol;
  judge: string;
  parts: StudyPart[];
  /** A few digits for the prompts, decoding and endpoint of a part's last run. */
  way(part: StudyPart): string;
  tasks(part: StudyPart): Generator<StudyTask>;
  close(): void;
}

/**
 * The files of studies that a path stands for: a file, a folder (also one with `journals` below it), a glob, or a list of these. A
 * journal of an earlier release is named by the file that takes it over.
 *
 * @throws {ResultsError} for a path where there is none
 */
export function studyFiles(path: string | readonly string[], { none = false } = {}): string[] {
  if (typeof path !== "string") return path.flatMap((one) => studyFiles(one));
  const below = join(path, "journals"), stat = fs.statSync(path, { throwIfNoEntry: false });
  const found = stat?.isFile()
    ? [path]
    : stat?.isDirectory()
    ? filesIn(fs.existsSync(below) ? below : path)
    : fs.globSync?.(path) ?? [];
  const named = found.filter((name) => /\.(sqlite|jsonl)$/.test(name)).map((name) =>
    name.replace(/\.jsonl$/, ".sqlite")
  );
  if (named.length > 0 || none) return [...new Set(named)].sort();
  throw new ResultsError({
    file: path,
    expected: "the file of a study (.sqlite), or a folder or glob of them",
  });
}

function filesIn(folder: string): string[] {
  return fs.readdirSync(folder).map((name) => join(folder, name));
}

/**
 * Opens a study's file: every sample under every condition that any of its data set's runs asked for, with the verdicts that
 * the replies to the last run's prompts, decoding and endpoint hold, read now.
 *
 * @param own the protocol of a study that is none of the library's
 * @throws {ResultsError} for a damaged file
 * @throws {RangeError} for a protocol that is not known, or a study without a run
 */
export function studyTasks(path: string, own?: Protocol): StudyTasks {
  const store = readStore(path, own);
  try {
    const plans = store.plans();
    if (plans.length === 0) {
      throw new RangeError(`journalResults: wanted a journal with a plan, found none in ${path}`);
    }
    const protocol = protocolOf(plans[0].protocol, own), parts: StudyPart[] = [];
    for (const dataSet of new Set(plans.flatMap(({ data_sets }) => data_sets))) {
      const ofSet = plans.filter(({ data_sets }) => data_sets.includes(dataSet));
      for (const named of new Set(ofSet.map(({ named }) => named))) {
        parts.push({ dataSet, named, plans: ofSet.filter((plan) => plan.named === named) });
      }
    }
    return {
      ...{ path, protocol, judge: plans[0].judge, parts },
      way: ({ plans }) => hashOf(waysOf(protocol, plans.at(-1)!)).slice(0, 6),
      tasks: (part) => tasksOfPart(protocol, store, part),
      close: store.close,
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** A protocol by the name that a study's file has. */
export function protocolOf(name: string, own?: Protocol): Protocol {
  const known = own?.name === name ? own : Object.hasOwn(PROTOCOLS, name) ? PROTOCOLS[name] : undefined;
  if (known) return known;
  throw new RangeError(
    `journalResults: wanted a known protocol, found ${name}; give it as the option protocol`,
  );
}

function* tasksOfPart(
  protocol: Protocol,
  store: StoreReader,
  { dataSet, named, plans }: StudyPart,
): Generator<StudyTask> {
  const last = plans.at(-1)!, ways = waysOf(protocol, last);
  const options = [...new Map(plans.map(({ options }) => [JSON.stringify(options), options])).values()];
  for (const { row, id, value } of store.samples(dataSet)) {
    const conditions = conditionsOf(protocol, options, value);
    const task = { judge: last.judge, sample: value, dataSet, sampleId: id, named };
    if (conditions.length === 0) {
      if (protocol.unasked) {
        yield { ...task, condition: null, verdicts: {}, simulated: false, otherwise: false };
      }
      continue;
    }
    const replies = Map.groupBy(store.replies(row), ({ ask }) => ask);
    for (const condition of conditions) {
      const verdicts: Record<string, ReplyVerdict> = {};
      let simulated = false, otherwise = false;
      for (const step of protocol.steps) {
        if (step.needs?.some((name) => verdicts[name]?.status !== "ok")) continue;
        const answered: StoredReply[] | undefined = replies.get(
          store.word(askOf(step, value, condition, named)) ?? -1,
        );
        if (!answered) continue;
        const way = store.word(ways[step.name]), reply = answered.findLast((one) => one.way === way);
        if (!reply) otherwise = true;
        else {
          verdicts[step.name] = readReply(step, { reply: reply.said }, { sample: { value }, condition });
          simulated ||= reply.simulated;
        }
      }
      yield { ...task, condition, verdicts, simulated, otherwise };
    }
  }
}

/** All conditions that any of the runs asked for, each once. */
function conditionsOf(
  protocol: Protocol,
  options: readonly StoredPlan["options"][],
  sample: unknown,
): Condition[] {
  if (options.length === 1) return protocol.conditions(options[0], sample);
  const all = new Map<string, Condition>();
  for (const option of options) {
    for (const condition of protocol.conditions(option, sample)) all.set(hashOf(condition), condition);
  }
  return [...all.values()];
}
