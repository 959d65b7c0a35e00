import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReplyVerdict } from "../protocol.ts";
import { costOf, expectations, type Prices } from "../run/cost.ts";
import { studyName } from "../store/call_key.ts";
import { readStore } from "../store/store.ts";
import { makePlan, type PlanOptions } from "./make_plan.ts";
import { pendingCalls } from "./calls.ts";

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
  /** Tokens of the calls that are left: as estimated, times what the step's calls so far took of their estimates. */
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
  /** Of those that are left, calls in files of batches that wait for answers. */
  waiting: number;
  /** Tokens of the calls that are left: those sent, and those of the replies. */
  tokens: { input: number; output: number };
  /** Calls of the study that these rest on (its latest 1000, answered), and how many times their estimate their requests took. */
  counted: { calls: number; times: number };
  /** What the calls that are left will cost at the prices given; null without. */
  cost: number | null;
  /** What all runs of the study have cost at the prices given, else at those of its last run that had some; null where none had. */
  spent: number | null;
  /** Where the tokens of replies come from: replies of the study, or an assumption. */
  outputFrom: "journal" | "assumed";
  /** Samples that cannot be asked, with the reason (images). */
  problems: { sample_id: string; reason: string }[];
}

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
 * images are read and checked, and what the study's file below `out` holds is counted as done. What is left costs calls to come ×
 * tokens a call × prices: replies as long as those of the study, or 400 tokens each, or the token limit where that is less; requests
 * as many times their estimate as those of the study, whose pictures go by one rule for all models. So run a pilot first
 * (`sample: 20`, drawn at random): the plan holds as far as the rest is like it.
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
  const { out, prices } = options;
  const plan = makePlan(options),
    { protocol, judge, baseURL, decoding, leftOut, samples, withoutImage } = plan;
  const path = out === undefined ? null : join(out, "journals", `${studyName(plan)}.sqlite`);
  const store = path !== null && existsSync(path) ? readStore(path) : null;
  try {
    const assumed: ReplyVerdict = { status: "ok", values: new Proxy({}, { get: () => UNKNOWN_TEXT }) };
    const expected = expectations(store, plan), { calls: known, times } = expected.all();
    const steps = new Map(protocol.steps.map(({ name: step, promptId }): [string, StepEstimate] => {
      const prompt = `${promptId} ${plan.promptHashes[promptId].version}`;
      const { from: outputFrom } = expected.of(step);
      return [step, { step, prompt, calls: 0, done: 0, input: 0, output: 0, outputFrom }];
    }));
    const problems: PlanEstimate["problems"] = [];
    let waiting = 0;
    for (const sample of samples.all) {
      for await (const found of pendingCalls(plan, store, sample, { assumed })) {
        if (found.kind === "impossible" && problems.length < 1000) {
          problems.push({ sample_id: sample.id, reason: found.reason });
        }
        if (!("call" in found)) continue;
        const { call } = found, step = steps.get(call.step.name)!;
        step.calls++;
        if (found.kind === "known") {
          step.done++;
          continue;
        }
        if (found.kind === "waits") waiting++;
        const { times, output } = expected.of(step.step);
        step.input += times * call.shown.tokens;
        step.output += output;
      }
    }
    const all = [...steps.values()];
    const total = (of: "calls" | "done" | "input" | "output") => all.reduce((sum, step) => sum + step[of], 0);
    const tokens = { input: Math.round(total("input")), output: Math.round(total("output")) };
    const asked = prices ?? store?.plans().findLast((one) => one.prices)?.prices;
    return {
      ...{ protocol: protocol.name, judge, baseURL, samples: samples.all.length, withoutImage },
      ...{ decoding: { ...decoding }, leftOut, steps: all, calls: total("calls"), done: total("done") },
      ...{ waiting, tokens, counted: { calls: known, times } },
      cost: prices ? costOf(tokens, prices) : null,
      spent: asked ? costOf(store?.spent ?? { input: 0, output: 0 }, asked) : null,
      outputFrom: known === 0 ? "assumed" : "journal",
      problems,
    };
  } finally {
    store?.close();
  }
}
