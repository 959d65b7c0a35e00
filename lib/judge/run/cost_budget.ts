import type { AskedCall } from "../plan/prepare_call.ts";
import { costOf, type Prices } from "./cost.ts";

/** Tokens that a reply is taken to have as long as none is known. */
export const ASSUMED_REPLY_TOKENS = 400;

/** Keeps a run below a cost. */
export interface CostBudget {
  /** Whether there is money for the call, beside what is spent and in flight; if so, it is set aside. */
  reserve(call: AskedCall): boolean;
  /** The same; where calls in flight might leave enough, it waits for them. */
  reserveInTime(call: AskedCall): Promise<boolean>;
  /** The call has ended: what it cost is in the journal. */
  release(call: AskedCall): void;
}

/**
 * A cap on the cost of all calls in a journal. What a call costs is known when it ends; until then it counts with the
 * estimate of its request and a reply as long as the longest so far. A reply that is longer than any before it can
 * take the cost over the cap by as much.
 */
export function costBudget(
  spent: Readonly<{ input: number; output: number; longest: number }>,
  prices: Prices,
  cap: number,
): CostBudget {
  const inFlight = new Map<AskedCall, number>();
  const reserved = () => {
    const output = spent.longest || ASSUMED_REPLY_TOKENS;
    let input = 0;
    for (const tokens of inFlight.values()) input += tokens;
    return { input: spent.input + input, output: spent.output + output * inFlight.size };
  };
  let waiting: (() => void)[] = [];
  const reserve = (call: AskedCall) => {
    inFlight.set(call, call.tokens);
    if (costOf(reserved(), prices) <= cap) return true;
    inFlight.delete(call);
    return false;
  };
  return {
    reserve,
    async reserveInTime(call) {
      while (!reserve(call)) {
        if (inFlight.size === 0) return false;
        await new Promise<void>((resume) => waiting.push(resume));
      }
      return true;
    },
    release(call) {
      inFlight.delete(call);
      const woken = waiting;
      waiting = [];
      for (const resume of woken) resume();
    },
  };
}
