import { studentQuantile } from "../../stats/distributions.ts";
import { grouped, mean } from "../../stats/grouped.ts";
import { said } from "../../results/said.ts";
import type { Decoding } from "../protocol.ts";
import type { Shown } from "../store/queries.ts";
import type { Store } from "../store/store.ts";
import { ASSUMED_REPLY_TOKENS, costOf, costText, type Prices, replyLimit } from "./cost.ts";
import { beyond, type expectations, partsOf } from "./expected.ts";

/** How likely what is left costs no more, and no less, than the ends of a range. */
const END = 0.975;

/** How many times as far beyond its plan as the second of the pilot a sample may be that the pilot missed. */
const MISSED = 3;

/** A call whose pictures have so many times the pixels of any counted is another kind of call; so many of all are too few to matter. */
const LARGER = 1.5, FEW = 0.02;

/**
 * The 95% range of what is left of a plan: by how much the samples that were answered cost more or less than such a plan of them, on
 * to as many samples as are left, each end on the scale of logarithms with Student's quantile. Long replies are rare: the upper end
 * counts one more sample, as far beyond its plan as the farthest or as `MISSED` says. Why there is none, where the pilot does not tell.
 */
export function costRange(
  expected: ReturnType<typeof expectations>,
  /** Calls that are left, the pixels of those with pictures, their steps and cost. */
  { left, prices, draw }: {
    left: { calls: number; pixels: readonly number[]; steps: ReadonlySet<string>; cost: number };
    prices: Prices;
    /** How many samples to draw until one has a picture of so many pixels. */
    draw(pixels: number): number;
  },
): { low: number; high: number } | string {
  const { all } = expected, steps = [...left.steps];
  const counted = steps.flatMap((step) => expected.of(step).took).filter((call) => call.counted);
  const samples = [...grouped(counted, ({ sample }) => sample).values()], n = samples.length;
  const unknown = steps.filter((step) => expected.of(step).from !== "step");
  if (left.cost === 0) return { low: 0, high: 0 };
  if (unknown.length > 0) return `no reply to the step ${unknown.join(", ")} is known`;
  if (n < 2) {
    return n === 0 ? "the endpoint counted no call" : "the endpoint counted calls of one sample alone";
  }
  const { length: seen } = left.pixels;
  // Files of before do not tell sizes.
  const largest = all.largest || Infinity;
  const { length: larger } = left.pixels.filter((pixels) => pixels > LARGER * largest);
  if (seen > 0 && all.pictures === 0) return "no picture was in the pilot";
  if (seen < left.calls && all.blind === 0) return "every call of the pilot had a picture, others have none";
  if (larger > FEW * left.calls) {
    // With one so large in the pilot, few enough of those that are then left are far larger.
    const enough = left.pixels.toSorted((a, b) => b - a)[Math.floor(FEW / 2 * left.calls)] / LARGER;
    return said("larger_pictures", { larger, draw: draw(enough) });
  }
  const gaps = samples.map((calls) => calls.reduce((sum, call) => sum + beyond(expected, prices, call), 0));
  // Samples that are left, as many calls of each as the pilot's had.
  const rest = left.calls * n / counted.length;
  const factor = (gaps: readonly number[], sign: 1 | -1) => {
    const { length } = gaps, middle = mean(gaps), cost = left.cost + rest * middle;
    const variance = mean(gaps.map((gap) => (gap - middle) ** 2)) * length / (length - 1);
    const error = Math.sqrt(variance * (rest + rest ** 2 / length));
    return cost * Math.exp(sign * studentQuantile(END, length - 1) * error / cost);
  };
  const [farthest, second] = gaps.toSorted((a, b) => b - a);
  return { low: factor(gaps, -1), high: factor([...gaps, Math.max(farthest, MISSED * second)], 1) };
}

/** How many times its estimate a request is taken to have as long as none was billed: the estimate is right within this factor. */
const ASSUMED_RATIO = 2;

/** Calls that go out together before any reply, and any limit, says how long one may be. */
export const FIRST_TOGETHER = 10;

/** Standard errors by which calls that go out together are taken to cost more than those before them. */
const UPPER = 2;

interface Planned {
  step: { name: string };
  shown: Shown;
}

/**
 * A cap on the cost of all calls of a study, what is paid and those that are out in batches; null without one. What a call costs is known
 * when it ends; until then it counts with the estimate of its request, times the largest share of an estimate that was billed so far, and
 * the longest reply that its decoding allows, or the longest so far where endpoints do not keep to that: one that takes more can take
 * the cost over the cap by as much. Calls that go out `together` count with the mean of their step's, where it has some, and twice the
 * standard error of their sum; the first are few.
 */
export function costBudget(
  { store: { spent, out }, paid, expected }: {
    store: Pick<Store, "spent" | "out">;
    paid(): { most: number } | null;
    expected: Pick<ReturnType<typeof expectations>, "of">;
  },
  { prices, maxCost }: { prices?: Prices; maxCost?: number },
  decoding: Decoding,
  { together = false } = {},
) {
  const limit = replyLimit(decoding);
  if (maxCost === undefined || !prices) return null;
  // What is out in batches is paid whatever this run does.
  const waits = out(), waiting: (() => void)[] = [], steps = new Map<string, ReturnType<typeof learnt>>();
  let input = 0, calls = 0, reached = "";
  const isFirst = together && limit === undefined && spent.longest === 0;

  /** What calls of a step took beyond what is expected of them; null where fewer than two were counted. */
  const learnt = (name: string) => {
    const { from, took, ...all } = expected.of(name), counted = took.filter((call) => call.counted);
    const cost = (shown: Shown) => costOf({ input: all.input(partsOf(shown)), output: all.output }, prices);
    const gaps = counted.map((call) => beyond(expected, prices, call)), n = gaps.length;
    if (!together || from !== "step" || n < 2) return null;
    return { cost, n, variance: gaps.reduce((sum, gap) => sum + gap ** 2, 0) / (n - 1), calls: 0, sum: 0 };
  };
  /** Whether there is money for a call, beside what is spent and in flight; if so, it is set aside. */
  const reserve = ({ step: { name }, shown: { tokens }, shown }: Planned): boolean => {
    if (!steps.has(name)) steps.set(name, learnt(name));
    const own = steps.get(name), one = own ? 0 : 1;
    const more = own ? { calls: own.calls + 1, sum: own.sum + own.cost(shown) } : null;
    const ratio = spent.ratio === 0 ? ASSUMED_RATIO : Math.max(1, spent.ratio);
    const { longest: seen } = expected.of(name), ignored = limit !== undefined && seen > limit;
    const longest = ignored ? seen : limit ?? (spent.longest || ASSUMED_REPLY_TOKENS);
    const most = (calls: number, tokens: number) =>
      costOf({ input: ratio * tokens, output: longest * calls }, prices);
    const unknown = most(waits.calls + calls + one, waits.tokens + input + one * tokens);
    let known = 0, variance = 0;
    for (const step of steps.values()) {
      if (!step) continue;
      const { calls, sum } = step === own ? more! : step;
      known += sum;
      variance += step.variance * (calls + calls ** 2 / step.n);
    }
    if (isFirst && waits.calls + calls >= FIRST_TOGETHER) {
      reached = said("first_batch", { calls: FIRST_TOGETHER });
      return false;
    }
    if (paid()!.most + unknown + known + UPPER * Math.sqrt(variance) > maxCost) {
      reached = `cost cap of ${maxCost} reached${
        own ? "" : `: a call may cost ${costText(most(1, tokens))}`
      }${ignored ? said("limit_ignored", { limit, seen }) : ""}`;
      return false;
    }
    if (own) Object.assign(own, more);
    input += one * tokens;
    calls += one;
    return true;
  };
  return {
    reserve,
    /** Why the last call that asked did not fit. */
    get reached() {
      return reached;
    },
    /** The same; where calls in flight might leave enough, it waits for them. */
    async reserveInTime(call: Planned): Promise<boolean> {
      while (!reserve(call)) {
        if (calls === 0) return false;
        await new Promise<void>((resume) => waiting.push(resume));
      }
      return true;
    },
    /** A call that was alone has ended: what it cost is stored. */
    release({ tokens }: Shown): void {
      input -= tokens;
      calls--;
      for (const resume of waiting.splice(0)) resume();
    },
  };
}
