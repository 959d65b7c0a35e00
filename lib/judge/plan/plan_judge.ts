import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReplyVerdict } from "../protocol.ts";
import { assumedReply, billed, costOf, type Prices } from "../run/cost.ts";
import { studyName } from "../store/call_key.ts";
import { readStore } from "../store/store.ts";
import { makePlan, type PlanOptions, tasksOf } from "./make_plan.ts";
import { pendingCalls } from "./pending_calls.ts";

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
  /** Tokens of the replies to the calls that are left: as many per reply as in the study's file, or as assumed. */
  output: number;
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
  /** Of those that are left, calls that were under way when a run was killed: the endpoint may want to be paid for them twice. */
  underWay: number;
  /** Tokens of the calls that are left: those sent, and those of the replies. */
  tokens: { input: number; output: number };
  /** Pictures in the calls that are left, and their tokens by one rule for all models (OpenAI's of the 4o ones): part of the estimate. */
  pictures: { count: number; tokens: number };
  /**
   * Calls of the study whose tokens the endpoint counted (the latest 1000), the pictures that they showed, how many times the estimate
   * their tokens were, and how many `more` there were to a picture than that. Text and pictures are told apart where calls with
   * and without a picture were counted; `more` is 0 else. Without such calls `times` is 1; where none showed a picture `times` is of text alone.
   */
  counted: { calls: number; pictures: number; times: number; more: number };
  /** What the calls that are left will cost at the prices given; null without. */
  cost: number | null;
  /** What all runs of the study have cost at these prices; null without. */
  spent: number | null;
  /** Where the tokens of replies come from: replies of the study, or an assumption. */
  outputFrom: "journal" | "assumed";
  /** Samples that cannot be asked, with the reason (images). */
  problems: { sample_id: string; reason: string }[];
}

/** A word that stands for what an earlier step will say. */
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
 * models: run a pilot first (`limit: 20`).
 *
 * @throws as `runJudge` does for bad options and data
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { planJudge } from "judgebias/judge";
 *
 * const data = [{ item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.", human: "A" }];
 * const plan = await planJudge({ protocol: "base", data, judge: "gpt-4o", prices: { input: 2.5, output: 10 } });
 * assert.equal(plan.calls, 1);
 * ```
 */
export async function planJudge(options: PlanJudgeOptions): Promise<PlanEstimate> {
  const { out, prices } = options;
  const plan = makePlan(options),
    { protocol, judge, baseURL, decoding, leftOut, samples, withoutImage } = plan;
  const path = out === undefined ? null : join(out, "journals", `${studyName(plan)}.sqlite`);
  const store = path !== null && existsSync(path) ? readStore(path) : null;
  try {
    const assumed: ReplyVerdict = { status: "ok", values: new Proxy({}, { get: () => UNKNOWN_TEXT }) };
    const taken = new Map(protocol.steps.map(({ name }) => [name, store?.taken(name)]));
    const { output: replied, ...counted } = store?.taken(null) ??
      { output: null, calls: 0, pictures: 0, times: 1, more: 0 };
    const pictures = { count: 0, tokens: 0 };
    const steps = new Map(protocol.steps.map(({ name: step, promptId }): [string, StepEstimate] => {
      const prompt = `${promptId} ${plan.promptHashes[promptId].version}`;
      return [step, { step, prompt, calls: 0, done: 0, input: 0, output: 0 }];
    }));
    const problems: PlanEstimate["problems"] = [];
    const killed = store?.underWay() ?? new Set();
    let seen = new Set<string>(), last: unknown, underWay = 0;
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
        if (found.kind === "known") step.done++;
        else {
          if (killed.has(call.key)) underWay++;
          const of = taken.get(step.step), { tokens, images } = call.shown;
          const { times, more, pictures: learnt } = of?.calls ? of : counted;
          const ruled = learnt ? 0 : call.imageTokens;
          step.input += (tokens - ruled) * times + ruled + images.length * more;
          step.output += of?.output ?? assumedReply(decoding);
          pictures.count += images.length;
          pictures.tokens += call.imageTokens;
        }
      }
    }
    const all = [...steps.values()];
    const total = (of: "calls" | "done" | "input" | "output") => all.reduce((sum, step) => sum + step[of], 0);
    const tokens = { input: Math.round(total("input")), output: Math.round(total("output")) };
    return {
      ...{ protocol: protocol.name, judge, baseURL, samples: samples.all.length, withoutImage },
      ...{ decoding: { ...decoding }, leftOut },
      ...{ steps: all, calls: total("calls"), done: total("done"), underWay, tokens },
      ...{ pictures, counted },
      cost: prices ? costOf(tokens, prices) : null,
      spent: prices ? costOf(store ? billed(store.spent) : { input: 0, output: 0 }, prices) : null,
      outputFrom: replied === null ? "assumed" : "journal",
      problems,
    };
  } finally {
    store?.close();
  }
}
