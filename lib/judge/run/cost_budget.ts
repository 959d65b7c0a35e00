import type { Decoding } from "../protocol.ts";
import type { Shown } from "../store/queries.ts";
import type { Store } from "../store/store.ts";
import { ASSUMED_REPLY_TOKENS, costOf, costText, type Prices } from "./cost.ts";
import { beyond, type expectations, partsOf } from "./expected.ts";

/** How many times its estimate a request is taken to have as long as none was billed: the estimate is right within this factor. */
const ASSUMED_RATIO = 2;

/** Standard errors by which calls that go out together are taken to cost more than those before them. */
const UPPER = 2;

interface Planned {
  step: { name: string };
  shown: Shown;
}

/**
 * A cap on the cost of all calls of a study, what is paid and those that are out in batches; null without one. What a call costs is known
 * when it ends; until then it counts with the estimate of its request, times the largest share of an estimate that was billed so far, and
 * the longest reply that its decoding allows, else the longest so far: one that takes more can take the cost over the cap by as much. Calls
 * that go out `together` count with the mean of their step's, where it has some, and twice the standard error of their sum.
 */
export function costBudget(
  { store: { spent, out }, paid, expected }: {
    store: Pick<Store, "spent" | "out">;
    paid(): { most: number } | null;
    expected: Pick<ReturnType<typeof expectations>, "of">;
  },
  { prices, maxCost }: { prices?: Prices; maxCost?: number },
  { max_completion_tokens: longest }: Decoding,
  { together = false } = {},
) {
  if (maxCost === undefined || !prices) return null;
  // What is out in batches is paid whatever this run does.
  const waits = out(), waiting: (() => void)[] = [], steps = new Map<string, ReturnType<typeof learnt>>();
  let input = 0, calls = 0, reached = "";

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
    const most = (calls: number, tokens: number) =>
      costOf(
        { input: ratio * tokens, output: (longest ?? (spent.longest || ASSUMED_REPLY_TOKENS)) * calls },
        prices,
      );
    const unknown = most(waits.calls + calls + one, waits.tokens + input + one * tokens);
    let known = 0, variance = 0;
    for (const step of steps.values()) {
      if (!step) continue;
      const { calls, sum } = step === own ? more! : step;
      known += sum;
      variance += step.variance * (calls + calls ** 2 / step.n);
    }
    if (paid()!.most + unknown + known + UPPER * Math.sqrt(variance) > maxCost) {
      reached = `cost cap of ${maxCost} reached${
        own ? "" : `: a call may cost ${costText(most(1, tokens))}`
      }`;
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
