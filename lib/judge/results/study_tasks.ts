import { refusing } from "../../results/said.ts";
import { requireText } from "../../progress/require.ts";
import * as fs from "node:fs";
import { join } from "node:path";
import { ResultsError } from "../../results/results_error.ts";
import { grouped } from "../../stats/grouped.ts";
import { readReply } from "../parse/settle_reply.ts";
import type { Condition, Protocol, ReplyVerdict } from "../protocol.ts";
import { libraryProtocol } from "../protocols/index.ts";
import { askOf, hashOf, waysOf } from "../store/call_key.ts";
import type { StoredPlan } from "../store/queries.ts";
import { readStore, type StoreReader } from "../store/store.ts";

export interface StudyTask {
  sample: unknown;
  /** Null for a sample that is a result as it is (`Protocol.unasked`). */
  condition: Condition | null;
  verdicts: Record<string, ReplyVerdict>;
  simulated: boolean;
  /** The model that gave the last answer, where the endpoint names another than the one asked for. */
  served: string | null;
  /** A step was answered, but to another prompt, decoding or endpoint than the last run's, or before its sample was edited, alone. */
  otherwise: boolean;
  /** The data of the last run does not have its sample. */
  gone: boolean;
  /** An earlier run asked for it, and the last one did not: another run, order, image or what else is crossed. */
  earlier: boolean;
}

/** Runs over the same data set under the same name of what the user varies: a part of the results. */
export interface StudyPart {
  dataSet: string;
  named: string | undefined;
  plans: StoredPlan[];
  lacks: ReadonlySet<number>;
}

export type StudyTasks = ReturnType<typeof studyTasks>;

/** The files of studies that a path stands for: a file, a folder (also one with `journals` below it), a glob, or a list of these. */
export function studyFiles(path: string | readonly string[]): string[] {
  if (Array.isArray(path)) return path.flatMap((one) => studyFiles(one));
  requireText("studies", "a path or a list of paths", path);
  const below = join(path, "journals"), folder = fs.existsSync(below) ? below : path;
  const found = fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? fs.readdirSync(folder).map((name) => join(folder, name))
    : fs.existsSync(path)
    ? [path]
    : fs.globSync?.(path) ?? [];
  const files = found.filter((name) => name.endsWith(".sqlite")).sort();
  if (files.length > 0) return files;
  throw new ResultsError({
    file: path,
    expected: "the file of a study (.sqlite), or a folder or glob of them",
  });
}

/** The protocol of a study. One's own must be one that ran last: replies to another prompt it would take for what they are not. */
export function studyProtocol(plans: readonly StoredPlan[], own?: Protocol): Protocol {
  const protocol = libraryProtocol(plans[0].protocol, own), prompts = Object.entries(protocol.prompts ?? {});
  const last = [...new Map(plans.map((plan) => [plan.named, plan])).values()];
  const other = (plan: StoredPlan) =>
    prompts.find(([id, { version }]) => plan.prompts[id] && plan.prompts[id].version !== version);
  const found = last.every(other) && other(last.at(-1)!);
  if (!found) return protocol;
  throw refusing("other_prompt", { protocol: protocol.name, prompt: found[0] });
}

/**
 * Opens a study's file: every sample under every condition that any of its data set's runs asked for, with the verdicts that
 * the replies to the last run's prompts, decoding and endpoint hold, read now.
 */
export function studyTasks(path: string, own?: Protocol) {
  const store = readStore(path);
  try {
    const plans = store.plans();
    if (plans.length === 0) throw refusing("no_plan", { path });
    const protocol = studyProtocol(plans, own), parts: StudyPart[] = [];
    for (const dataSet of new Set(plans.flatMap(({ data_sets }) => data_sets))) {
      const ofSet = plans.filter(({ data_sets }) => data_sets.includes(dataSet));
      for (const [named, plans] of grouped(ofSet, ({ named }) => named)) {
        const last = plans.findLast(({ lacks }) => lacks?.[dataSet])?.lacks;
        parts.push({ dataSet, named, plans, lacks: new Set(last?.[dataSet]) });
      }
    }
    return {
      ...{ protocol, judge: plans[0].judge, parts },
      tasks: (part: StudyPart): Generator<StudyTask> => tasksOfPart(protocol, store, part),
      close: store.close,
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

function* tasksOfPart(
  protocol: Protocol,
  store: StoreReader,
  { dataSet, named, plans, lacks }: StudyPart,
): Generator<StudyTask> {
  const { judge, ...last } = plans.at(-1)!, ways = waysOf(protocol.steps, last);
  const options = [...new Map(plans.map(({ options }) => [JSON.stringify(options), options])).values()];
  for (const { row, value } of store.samples(dataSet)) {
    const conditions = conditionsOf(protocol, options, value);
    const asked = new Set(options.length > 1 ? protocol.conditions(last.options, value).map(hashOf) : []);
    const task = (condition: Condition | null): StudyTask => ({
      ...{ sample: value, condition, verdicts: {}, gone: lacks.has(row) },
      earlier: condition !== null && options.length > 1 && !asked.has(hashOf(condition)),
      ...{ simulated: false, otherwise: false, served: null },
    });
    if (conditions.length === 0 && protocol.unasked) yield task(null);
    const replies = conditions.length === 0 ? null : grouped(store.replies(row), ({ ask }) => ask);
    for (const condition of conditions) {
      const made = task(condition), { verdicts } = made;
      for (const step of protocol.steps) {
        if (step.needs?.some((name) => verdicts[name]?.status !== "ok")) continue;
        const answered = replies!.get(store.word(askOf(step, value, condition, named)) ?? -1);
        if (!answered) continue;
        const way = store.word(ways[step.name]), reply = answered.findLast((one) => one.way === way);
        // Not asked since the sample was edited, or what was asked last was not answered: an earlier answer is to something else.
        if (!reply?.said) {
          made.otherwise ||= answered.some(({ done }) => done);
          continue;
        }
        verdicts[step.name] = readReply(step, reply.said, value, condition);
        made.simulated ||= reply.simulated;
        if (reply.model !== null && reply.model !== judge && !reply.simulated) made.served = reply.model;
      }
      yield made;
    }
  }
}

function conditionsOf(
  protocol: Protocol,
  options: readonly StoredPlan["options"][],
  sample: unknown,
): Condition[] {
  if (options.length === 1) return protocol.conditions(options[0], sample);
  const all = options.flatMap((option) => protocol.conditions(option, sample));
  return [...new Map(all.map((condition) => [hashOf(condition), condition])).values()];
}
