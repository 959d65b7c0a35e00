import { existsSync } from "node:fs";
import { join } from "node:path";
import type { JournalIndex } from "../journal/journal_index.ts";
import { readIndex } from "../journal/open_journal.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { costOf, type Prices } from "../run/cost.ts";
import { ASSUMED_REPLY_TOKENS } from "../run/cost_budget.ts";
import { journalName } from "../run/journal_name.ts";
import { makePlan, type Plan, type PlanOptions, tasksOf } from "./make_plan.ts";
import { knownVerdict, prepareCall } from "./prepare_call.ts";

/** What a step of a plan will take. */
export interface StepEstimate {
  /** The step's name in its protocol. */
  step: string;
  /** Id and version of the step's prompt, parted by a space. */
  prompt: string;
  /** Calls in all; of a step that needs another's verdict, at most. */
  calls: number;
  /** Of them, those whose verdict is in the journal. */
  done: number;
  /** Tokens of the calls that are left. */
  input: number;
  /** Tokens of the replies to the calls that are left: as many per reply as in the journal, or as assumed. */
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
  /** Decoding parameters that requests have: the protocol's with the plan's overrides. */
  decoding: Record<string, unknown>;
  /** Names of the decoding parameters of the protocol that this judge does not take. */
  leftOut: string[];
  /** What every step of the protocol will take, in order. */
  steps: StepEstimate[];
  /** Calls of all steps together; at most so many where a step needs the verdict of another. */
  calls: number;
  /** Of them, those whose verdict is in the journal; 0 without one. */
  done: number;
  /** Tokens of the calls that are left: those sent, and those of the replies. */
  tokens: { input: number; output: number };
  /** At the prices given; null without. */
  cost: number | null;
  /** Where the tokens of replies come from: replies in the journal, or an assumption. */
  outputFrom: "journal" | "assumed";
  /** Samples that cannot be asked, with the reason (images). */
  problems: { sample_id: string; reason: string }[];
}

/** Samples that cannot be asked and are listed. */
const LISTED_PROBLEMS = 1000;

/** A word that stands for what an earlier step will say. */
const UNKNOWN_TEXT = "(not known before the first step) ".repeat(12);

/** What is planned, and what its cost is worked out from. */
export interface PlanJudgeOptions extends PlanOptions {
  /** Folder of the journal of earlier runs, whose calls count as done; without it none do. */
  out?: string;
  /** What tokens cost, per million; without it the cost is null. */
  prices?: Prices;
  /** Tokens taken for a reply of a step that has none in the journal; 400 by default. */
  replyTokens?: number;
}

/**
 * Works out what a run would call, and roughly what it would cost, without asking anybody: every request is built,
 * images are read and checked, and what the journal below `out` holds is counted as done. Replies are taken to be as
 * long as those in the journal, or `replyTokens` each.
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
export async function planJudge(
  options: PlanJudgeOptions,
): Promise<PlanEstimate> {
  const { out, prices, replyTokens = ASSUMED_REPLY_TOKENS } = options;
  const plan = await makePlan(options);
  const path = out === undefined ? null : join(out, "journals", journalName(plan));
  const index = path !== null && existsSync(path) ? readIndex(path) : null;
  try {
    return await estimated(plan, index, { prices, replyTokens });
  } finally {
    index?.close();
  }
}

async function estimated(
  plan: Plan,
  index: JournalIndex | null,
  { prices, replyTokens }: { prices?: Prices; replyTokens: number },
): Promise<PlanEstimate> {
  const unknown: ReplyVerdict = { status: "ok", values: new Proxy({}, { get: () => UNKNOWN_TEXT }) };
  const steps = plan.protocol.steps.map(({ name, promptId }): StepEstimate => ({
    step: name,
    prompt: `${promptId} ${plan.promptHashes[promptId].version}`,
    calls: 0,
    done: 0,
    input: 0,
    output: 0,
  }));
  const problems: PlanEstimate["problems"] = [];
  let seen = new Set<string>(), sample = -1;
  for (const task of tasksOf(plan)) {
    const earlier: Record<string, ReplyVerdict> = {};
    if (task.sample.index !== sample) seen = new Set();
    sample = task.sample.index;
    for (const [s, step] of plan.protocol.steps.entries()) {
      if (step.needs?.some((name) => earlier[name]?.status !== "ok")) continue;
      try {
        const call = await prepareCall(plan, task, step, earlier);
        const known = index ? knownVerdict(index, call)?.verdict : undefined;
        earlier[step.name] = known ?? unknown;
        // A shared step comes up once per condition of its sample.
        if (step.key && seen.has(call.key)) continue;
        if (step.key) seen.add(call.key);
        steps[s].calls++;
        if (known !== undefined) steps[s].done++;
        else {
          const { n, output } = index?.replies(step.name) ?? { n: 0, output: 0 };
          steps[s].input += call.tokens;
          steps[s].output += n > 0 ? output / n : replyTokens;
        }
      } catch (error) {
        if ((error as Error).name !== "ImageError") throw error;
        if (problems.length < LISTED_PROBLEMS) {
          problems.push({ sample_id: task.sample.id, reason: (error as Error).message });
        }
      }
    }
  }
  const total = (of: (step: StepEstimate) => number) => steps.reduce((sum, step) => sum + of(step), 0);
  const tokens = {
    input: Math.round(total(({ input }) => input)),
    output: Math.round(total(({ output }) => output)),
  };
  return {
    protocol: plan.protocol.name,
    judge: plan.judge,
    baseURL: plan.baseURL,
    samples: plan.samples.count,
    decoding: { ...plan.decoding },
    leftOut: plan.leftOut,
    steps,
    calls: total(({ calls }) => calls),
    done: total(({ done }) => done),
    tokens,
    cost: prices ? costOf(tokens, prices) : null,
    outputFrom: plan.protocol.steps.some(({ name }) => (index?.replies(name).n ?? 0) > 0)
      ? "journal"
      : "assumed",
    problems,
  };
}
