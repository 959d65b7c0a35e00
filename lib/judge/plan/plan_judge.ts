import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReplyVerdict } from "../protocol.ts";
import { costOf, includedIn, type Prices } from "../run/cost.ts";
import { expectations, partsOf, type PictureRule } from "../run/expected.ts";
import { folderStudies } from "../results/study_tasks.ts";
import { type Paid, paidFor } from "../run/cost.ts";
import { studyName } from "../store/call_key.ts";
import { isHeld, readStore } from "../store/store.ts";
import { noSums } from "../store/rows.ts";
import { makePlan, type PlanOptions, tasksOf } from "./make_plan.ts";
import { costRange } from "../run/costs_to_come.ts";
import { pendingCalls } from "./pending_calls.ts";
import { inDrawOrder, type PlannedSample } from "./planned_samples.ts";

/** What a step of a plan will take. */
export interface StepEstimate {
  /** The step's name in its protocol. */
  step: string;
  /** Id and version of the step's prompt, parted by a space. */
  prompt: string;
  /** Calls in all; of a step that needs another's verdict, at most. */
  calls: number;
  /** Of them, those that have their reply. */
  done: number;
  /** Tokens of the calls that are left: as estimated, scaled by what the endpoint counted of the step's calls so far. */
  input: number;
  /** Tokens of the replies to the calls that are left. */
  output: number;
  /** Where these come from: replies to the step, to the judge's other steps, or an assumption. */
  outputFrom: "step" | "others" | "assumed";
}

/** What a run would do, without doing it. */
export interface PlanEstimate {
  /** The protocol's name. */
  protocol: string;
  /** The model's name, as the endpoint knows it. */
  judge: string;
  /** The endpoint that would be called. */
  baseURL: string;
  /** How many samples the plan has. */
  samples: number;
  /** Of them, those without an image where conditions ask for one: they are asked without alone. */
  withoutImage: number;
  /** Decoding parameters that requests have: the protocol's with the plan's overrides. */
  decoding: Record<string, unknown>;
  /** Names of the decoding parameters of the protocol that this judge does not take. */
  leftOut: string[];
  /** What every step of the protocol will take, in order. */
  steps: StepEstimate[];
  /** Calls of all steps together; at most so many where a step needs the verdict of another. */
  calls: number;
  /** Of them, those that have their reply. */
  done: number;
  /** Of those that are left, calls that were under way when a run was killed: the endpoint may want to be paid for them twice; or are. */
  underWay: number;
  /** Whether another run holds the study, whose calls under way count as left. */
  running: boolean;
  /** Of those that are left, calls in files of batches that wait for answers. */
  waiting: number;
  /** Tokens of the calls that are left: those sent, and those of the replies. */
  tokens: { input: number; output: number };
  /** Of these tokens, those read from a cache and those thought, where their shares are as in the study so far. */
  included: { cached: number; reasoning: number };
  /** Pictures in the calls that are left, and their tokens, part of the estimate: as `counted` says, else by the tiles of OpenAI's 4o models. */
  pictures: { count: number; tokens: number };
  /**
   * Calls of the study whose tokens the endpoint counted (the latest 1000), the pictures that they showed, and how many times the
   * estimate their text was (1 without such calls). Of three rules for pictures (`flat`: alike, `tiles`: OpenAI's, `pixels`: by size) the
   * one that fits them best, and how many tokens it has for `each` picture, token of tiles, or pixel; null without pictures.
   */
  counted: { calls: number; pictures: number; times: number; rule: PictureRule | null; each: number };
  /** What the calls that are left will cost at the prices given; null without. */
  cost: number | null;
  /**
   * The 95% range of `cost`, by the spread between the samples that were answered, long replies that these missed reckoned with; it
   * holds where they were drawn at random (`sample`). Null without prices, and where `noRange` says why.
   */
  low: number | null;
  high: number | null;
  /** What the samples that were answered do not tell: fewer than two, nothing of calls with (or without) pictures or of a step. */
  noRange: string | null;
  /** Samples with an answer, and whether they are the first of the data: then the others may be of another kind. */
  pilot: { samples: number; first: boolean };
  /** What all runs of the study have cost, each reply at the prices of the run that got it; null without prices, given or kept by each of them. */
  spent: number | null;
  /** The same with what is uncertain, and by prices. */
  paid: Paid | null;
  /**
   * The studies below `out`, and what all have `cost`, each reply at the prices of its run; with what is `left` of this plan by this
   * judge and by those that the folder has of the protocol. Its range is from the sum of their lower ends to that of their upper ones,
   * which holds however the judges depend on each other; null where one has none. Null without prices or a folder.
   */
  folder:
    | Pick<PlanEstimate, "low" | "high"> & { studies: number; cost: number; judges: string[]; left: number }
    | null;
  /** Where the tokens of replies come from: replies of the study, or an assumption. */
  outputFrom: "journal" | "assumed";
  /** Samples that cannot be asked, with the reason (images). */
  problems: { sample_id: string; reason: string }[];
}

/** Text that stands for what an earlier step will say. */
const UNKNOWN_TEXT = "(not known before the first step) ".repeat(12);

/** What is planned, and what its cost is worked out from. */
export interface PlanJudgeOptions extends PlanOptions {
  /** Folder of earlier runs, whose calls count as done; without it none do. */
  out?: string;
  /** What tokens cost, per million; without it the cost is null. */
  prices?: Prices;
}

/**
 * Works out what a run would call, and roughly what it would cost, without asking anybody: every request is built,
 * images are read and checked, and what the study's file below `out` holds is counted as done. Replies are taken to be as
 * long as those of the study, or 400 tokens each, or the token limit where that is less; requests to have the tokens that the
 * endpoint counted of those of the study, in text and to a picture, or the estimate, which knows one rule for the pictures of all
 * models: run a pilot first (`sample: 20`), after which `low` and `high` are a 95% range. `folder` adds up the studies below `out`.
 *
 * @throws as `runJudge` does for bad options and data
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { planJudge } from "judgebias/judge";
 *
 * const data = [{
 *   item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.",
 *   human: "A",
 * }];
 * const plan = await planJudge({
 *   protocol: "base", data, judge: "gpt-4o", prices: { input: 2.5, output: 10 },
 * });
 * assert.equal(plan.calls, 1);
 * ```
 */
export async function planJudge(options: PlanJudgeOptions): Promise<PlanEstimate> {
  const plan = await planned(options), { out, prices } = options;
  if (!prices || out === undefined) return { ...plan, folder: null };
  const { studies, cost } = folderStudies(out, prices, plan), plans = [plan];
  for (const { protocol, judge, base_url: baseURL, endpoint, prices } of studies) {
    if (protocol !== plan.protocol || plans.some((one) => one.judge === judge)) continue;
    plans.push(await planned({ ...options, judge, baseURL, endpoint, prices }));
  }
  const sum = (of: "cost" | "low" | "high") =>
    plans.some((one) => one[of] === null) ? null : plans.reduce((all, one) => all + one[of]!, 0);
  const judges = plans.map(({ judge }) => judge), [left, low, high] = [sum("cost")!, sum("low"), sum("high")];
  return { ...plan, folder: { studies: studies.length, cost, judges, left, low, high } };
}

async function planned(options: PlanJudgeOptions): Promise<Omit<PlanEstimate, "folder">> {
  const { out, prices } = options;
  const plan = makePlan(options),
    { protocol, judge, baseURL, decoding, leftOut, samples, withoutImage } = plan;
  const path = out === undefined ? null : join(out, "journals", `${studyName(plan)}.sqlite`);
  const store = path !== null && existsSync(path) ? readStore(path) : null;
  try {
    const assumed: ReplyVerdict = { status: "ok", values: new Proxy({}, { get: () => UNKNOWN_TEXT }) };
    const expected = expectations(store, plan),
      { calls: known, pictures: shown, times, rule, each } = expected.all;
    const pictures = { count: 0, tokens: 0 },
      left = { calls: 0, pixels: [] as number[], steps: new Set<string>() };
    const answered = new Set<unknown>(), largest = new Map<PlannedSample, number>();
    const draw = (pixels: number) =>
      1 + inDrawOrder(samples.all).findIndex((one) => (largest.get(one) ?? 0) >= pixels);
    const steps = new Map(protocol.steps.map(({ name: step, promptId }): [string, StepEstimate] => {
      const prompt = `${promptId} ${plan.promptHashes[promptId].version}`;
      const { from: outputFrom } = expected.of(step);
      return [step, { step, prompt, calls: 0, done: 0, input: 0, output: 0, outputFrom }];
    }));
    const problems: PlanEstimate["problems"] = [];
    const killed = store?.underWay() ?? new Set();
    let seen = new Set<string>(), last: unknown, underWay = 0, waiting = 0, first = true;
    for (const task of tasksOf(plan)) {
      // A shared step comes up once per condition of its sample.
      if (task.sample !== last) seen = new Set();
      last = task.sample;
      for await (const found of pendingCalls(plan, store, task, { assumed })) {
        if (found.kind === "impossible" && problems.length < 1000) {
          problems.push({ sample_id: task.sample.id, reason: found.reason });
        }
        if (!("call" in found) || seen.has(found.call.key)) continue;
        const { call } = found, step = steps.get(call.step.name)!;
        seen.add(call.key);
        step.calls++;
        if (found.kind === "known") {
          step.done++;
          answered.add(task.sample.index);
          first &&= answered.size > task.sample.index;
        } else {
          if (killed.has(call.key)) underWay++;
          if (found.kind === "waits") waiting++;
          const { input, output } = expected.of(step.step), parts = partsOf(call.shown);
          step.input += input(parts);
          step.output += output;
          pictures.count += parts.flat;
          pictures.tokens += input({ ...parts, text: 0 });
          left.steps.add(step.step);
          left.calls++;
          if (parts.flat === 0) continue;
          left.pixels.push(parts.pixels);
          largest.set(task.sample, Math.max(parts.pixels, largest.get(task.sample) ?? 0));
        }
      }
    }
    const all = [...steps.values()];
    const total = (of: "calls" | "done" | "input" | "output") => all.reduce((sum, step) => sum + step[of], 0);
    const tokens = { input: Math.round(total("input")), output: Math.round(total("output")) };
    const included = store ? includedIn(tokens, store.spent) : { cached: 0, reasoning: 0 };
    const cost = prices ? costOf({ ...tokens, ...included }, prices) : null;
    const none = answered.size === 0 && "no call of this plan is answered yet";
    const range = prices && expected.all.output !== null
      ? none || costRange(expected, { left: { ...left, cost: cost! }, prices, draw })
      : null;
    // Without prices now, at those that its runs kept, where all did.
    const at = prices ?? store?.changes.findLast((one) => one.prices)?.prices;
    const costs = at ? paidFor(store ?? { spent: noSums(), changes: [] }, at) : null;
    const paid = prices || costs?.at.every(({ kept }) => kept) ? costs : null;
    return {
      ...{ protocol: protocol.name, judge, baseURL, samples: samples.all.length, withoutImage },
      ...{ decoding: { ...decoding }, leftOut },
      ...{ steps: all, calls: total("calls"), done: total("done"), underWay, waiting, tokens },
      ...{ pictures: { ...pictures, tokens: Math.round(pictures.tokens) }, included },
      ...{ counted: { calls: known, pictures: shown, times, rule, each }, cost },
      ...(typeof range === "object" && range || { low: null, high: null }),
      noRange: typeof range === "string" ? range : null,
      pilot: { samples: answered.size, first },
      ...{ spent: paid && paid.cost, paid, running: killed.size > 0 && isHeld(path!) },
      outputFrom: expected.all.output === null ? "assumed" : "journal",
      problems,
    };
  } finally {
    store?.close();
  }
}
