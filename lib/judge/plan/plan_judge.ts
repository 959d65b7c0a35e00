import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReplyVerdict } from "../protocol.ts";
import { expectations } from "../run/cost.ts";
import { costOf, paidFor, type Prices } from "../run/prices.ts";
import { studyName } from "../store/call_key.ts";
import { noSums } from "../store/rows.ts";
import { readStore } from "../store/store.ts";
import { makePlan, type PlanOptions } from "./make_plan.ts";
import { pendingCalls } from "./calls.ts";

/** What a run would do, without doing it. */
export interface PlanEstimate {
  /** The protocol's name. */
  protocol: string;
  /** The model's name, as the endpoint knows it. */
  judge: string;
  /** The endpoint that would be called; null for a judge of one's own. */
  baseURL: string | null;
  /** How many samples the plan has. */
  samples: number;
  /** Of them, those without an image where conditions ask for one: they are asked without alone. */
  withoutImage: number;
  /** Decoding parameters that requests have: the protocol's with the plan's overrides. */
  decoding: Record<string, unknown>;
  /** Names of the decoding parameters of the protocol that this judge does not take. */
  leftOut: string[];
  /** Calls of all steps together; at most so many where a step needs the verdict of another. */
  calls: number;
  /** Of them, those that have their reply. */
  done: number;
  /** Of those that are left, calls in files of batches that wait for answers. */
  waiting: number;
  /** Tokens of the calls that are left: those sent, and those of the replies. */
  tokens: { input: number; output: number };
  /** Calls of the study that these rest on: its latest 1000 that the endpoint counted. */
  counted: number;
  /** What the calls that are left will cost at the prices given; null without. */
  cost: number | null;
  /** What all runs of the study have cost, each at its own prices, one without at those given; null where there is such a one and none are given. */
  spent: number | null;
  /** The part of it that is known: what runs with prices have cost. */
  paid: number;
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
  /** What tokens cost, per million; without it the cost is null. A dry run fixes nothing: calls cost what the run that makes them is given. */
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
    { protocol, judge, own, decoding, leftOut, samples, withoutImage } = plan;
  const path = out === undefined ? null : join(out, "journals", `${studyName(plan)}.sqlite`);
  const store = path !== null && existsSync(path) ? readStore(path) : null;
  try {
    const assumed: ReplyVerdict = { status: "ok", values: new Proxy({}, { get: () => UNKNOWN_TEXT }) };
    const took = store?.spent ?? noSums(),
      expected = expectations(store, plan),
      counted = expected.all().calls;
    const problems: PlanEstimate["problems"] = [], sums = { input: 0, output: 0 };
    let calls = 0, done = 0, waiting = 0;
    for (const sample of samples.all) {
      for await (const found of pendingCalls(plan, store, sample, { assumed })) {
        if (found.kind === "impossible" && problems.length < 1000) {
          problems.push({ sample_id: sample.id, reason: found.reason });
        }
        if (!("call" in found)) continue;
        calls++;
        if (found.kind === "waits") waiting++;
        if (found.kind === "known") {
          done++;
          continue;
        }
        const { times, output } = expected.of(found.call.step.name);
        sums.input += times * found.call.shown.tokens;
        sums.output += output;
      }
    }
    const tokens = { input: Math.round(sums.input), output: Math.round(sums.output) };
    return {
      ...{
        protocol: protocol.name,
        judge,
        baseURL: own ? null : plan.baseURL,
        samples: samples.all.length,
        withoutImage,
      },
      ...{ decoding: { ...decoding }, leftOut, calls, done, waiting, tokens, counted },
      cost: prices ? costOf(tokens, prices) : null,
      spent: paidFor(took, prices),
      paid: took.paid / 1e6,
      outputFrom: counted === 0 ? "assumed" : "journal",
      problems,
    };
  } finally {
    store?.close();
  }
}
