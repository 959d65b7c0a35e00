import { refusing } from "../../results/said.ts";
import { requireText } from "../../progress/require.ts";
import * as fs from "node:fs";
import { join } from "node:path";
import { type FrameName, FRAMES } from "../../results/frames.ts";
import { ResultsError } from "../../results/results_error.ts";
import { grouped } from "../../stats/grouped.ts";
import { readReply } from "../parse/settle_reply.ts";
import type { Protocol, ReplyVerdict } from "../protocol.ts";
import { libraryProtocol, PROTOCOLS } from "../protocols/index.ts";
import { askOf, hashOf, waysOf } from "../store/call_key.ts";
import type { StoredPlan } from "../store/queries.ts";
import { readStore, type StoreReader } from "../store/store.ts";
import { given } from "../transport/usable_reply.ts";

export interface StudyPart {
  dataSet: string;
  named: string | undefined;
  plans: StoredPlan[];
  lacks: ReadonlySet<number>;
}

export type StudyRows = ReturnType<typeof studyOf>;

export function hasColumn(name: FrameName | null, column: string): boolean {
  return name !== null && Object.hasOwn(FRAMES[name].columns, column);
}

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

/** Opens a study's file: rows of all that any run of its data sets asked for, with the verdicts in the replies to the last run's way, read now. */
export function studyOf(path: string, own?: Protocol) {
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
    const rows = (parts: readonly StudyPart[]) => rowsOf(protocol, store, parts);
    return { protocol, parts, rows, close: store.close };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** The rows of parts of a study, with counts: `gone` are rows of samples that the last run's data lacks, `earlier` those of what it did not ask for. */
function rowsOf(protocol: Protocol, store: StoreReader, parts: readonly StudyPart[]) {
  const rows: Record<string, unknown>[] = [], { steps, frame } = protocol;
  let judgments = 0, missing = 0, gone = 0, otherwise = 0, earlier = 0;
  for (const { dataSet, named, plans, lacks } of parts) {
    const { judge, ...last } = plans.at(-1)!, ways = waysOf(steps, last);
    const options = [...new Map(plans.map(({ options }) => [JSON.stringify(options), options])).values()];
    const since = Math.max(0, plans.findLastIndex(({ lacks }) => lacks?.[dataSet]));
    let open = Math.max(...plans.slice(since).map(({ tasks = {} }) => tasks[dataSet] ?? 0));
    // A protocol of one's own asks the same samples in a way of its own: its rows are no second ones of a library's protocol.
    const isOwn = hasColumn(frame, "condition") && !Object.hasOwn(PROTOCOLS, protocol.name);
    const before = given({
      benchmark: hasColumn(frame, "benchmark") ? dataSet : null,
      condition: named ?? (isOwn ? protocol.name : null),
    });
    const lengths: number[] = [];
    for (const { row, value } of store.samples(dataSet)) {
      const conditions = conditionsOf(protocol, options, value), isGone = lacks.has(row);
      if (conditions.length === 0) {
        const asItIs = protocol.unasked?.(value, judge) ?? [];
        if (isGone) gone += asItIs.length;
        else rows.push(...asItIs.map((one) => ({ ...before, ...one })));
        judgments += Number(!isGone && protocol.unasked !== undefined);
        continue;
      }
      const asked = options.length > 1 && new Set(protocol.conditions(last.options, value).map(hashOf));
      const replies = grouped(store.replies(row), ({ ask }) => ask);
      for (const condition of conditions) {
        const verdicts: Record<string, ReplyVerdict> = {}, behind: Record<string, string> = {};
        let isOtherwise = false;
        for (const step of steps) {
          if (step.needs?.some((name) => verdicts[name]?.status !== "ok")) continue;
          const answered = replies.get(store.word(askOf(step, value, condition, named)) ?? -1);
          if (!answered) continue;
          const way = store.word(ways[step.name]), reply = answered.findLast((one) => one.way === way);
          // Not asked since the sample was edited, or what was asked last was not answered: an earlier answer is to something else.
          if (!reply?.said) {
            isOtherwise ||= answered.some(({ done }) => done);
            continue;
          }
          verdicts[step.name] = readReply(step, reply.said, value, condition);
          if (reply.simulated) behind.provenance = "simulated";
          else if (reply.model !== null && reply.model !== judge) behind.served = reply.model;
        }
        const isMissing = Object.keys(verdicts).length === 0;
        const own = isMissing ? [] : protocol.rows(value, condition, verdicts, judge);
        if (isGone) {
          gone += own.length;
          continue;
        }
        judgments++;
        open--;
        missing += Number(isMissing);
        otherwise += Number(isOtherwise);
        if (asked && !asked.has(hashOf(condition))) earlier += own.length;
        else lengths.push(own.length);
        for (const row of own) {
          const isCrossed = named !== undefined && typeof row.condition === "string";
          const both = isCrossed ? { condition: `${named}, ${row.condition}` } : {};
          rows.push({ ...before, ...row, ...both, ...behind });
        }
      }
    }
    for (const length of lengths.slice(last.tasks?.[dataSet] ?? Infinity)) earlier += length;
    judgments += Math.max(0, open);
    missing += Math.max(0, open);
  }
  return { rows, judgments, missing, gone, otherwise, earlier };
}

function conditionsOf(protocol: Protocol, options: readonly StoredPlan["options"][], sample: unknown) {
  if (options.length === 1) return protocol.conditions(options[0], sample);
  const all = options.flatMap((option) => protocol.conditions(option, sample));
  return [...new Map(all.map((condition) => [hashOf(condition), condition])).values()];
}
