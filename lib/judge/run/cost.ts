import type { Decoding } from "../protocol.ts";
import type { Sums } from "../store/rows.ts";
import type { Store } from "../store/store.ts";

/** What a million tokens cost, in any currency. */
export interface Prices {
  /** A million tokens of requests. */
  input: number;
  /** A million tokens of replies. */
  output: number;
  /** A million tokens of requests that the endpoint had in its cache; those of any other without it. */
  cached?: number;
}

export function costOf(
  tokens: { input: number; output: number; cached?: number },
  { input, output, cached = input }: Prices,
): number {
  return (tokens.input * input + (tokens.cached ?? 0) * (cached - input) + tokens.output * output) / 1e6;
}

/** A cost as it is printed: two decimals, and more where these were no two digits that say something (0.0036). */
export function costText(cost: number): string {
  return cost.toFixed(cost > 0 ? Math.min(20, Math.max(2, 1 - Math.floor(Math.log10(cost)))) : 2);
}

/** Tokens of calls that were answered: what is spent without those of requests that broke off before. */
export function billed(
  { input, output, cached, uncertainInput, uncertainOutput }: Readonly<Sums>,
): { input: number; output: number; cached: number } {
  return { input: input - uncertainInput, output: output - uncertainOutput, cached };
}

/** What of so many tokens came from a cache and was thought, where its shares are those of what endpoints counted. */
export function includedIn(
  { input, output }: { input: number; output: number },
  { cached, inputs, reasoning, outputs }: Readonly<Sums>,
): { cached: number; reasoning: number } {
  return {
    cached: Math.round(input * cached / (inputs || 1)),
    reasoning: Math.round(output * reasoning / (outputs || 1)),
  };
}

/** Standard errors that what nobody counted may lie above its estimate. */
const UPPER = 2;

/**
 * What may have to be paid beyond `billed`: requests that broke off, and by how much replies without a count may have taken more than
 * the mean of the others before them, whose spread says it; without two of these nothing does.
 */
export function uncertainOf(sums: Readonly<Sums>): { input: number; output: number } {
  const { counted: n, uncounted: m, input, outputs, outputs2, ratios, ratios2 } = sums;
  const beyond = (total: number, squares: number) =>
    UPPER * Math.sqrt(Math.max(0, squares - total ** 2 / n) / (n - 1) * (m + 2 * m * m / n));
  const [more, longer] = n < 2
    ? [0, 0]
    : [input / (n + m) / (ratios / n) * beyond(ratios, ratios2), beyond(outputs, outputs2)];
  return {
    input: Math.round(sums.uncertainInput + more),
    output: Math.round(sums.uncertainOutput + longer),
  };
}

/** Tokens that a reply is taken to have as long as none is known. */
export const ASSUMED_REPLY_TOKENS = 400;

/** The same of a reply that may be cut before. */
export const assumedReply = ({ max_completion_tokens: most }: Decoding) =>
  Math.min(ASSUMED_REPLY_TOKENS, most ?? Infinity);

/** How many times its estimate a request is taken to have as long as none was billed: the estimate is right within this factor. */
const ASSUMED_RATIO = 2;

/**
 * A cap on the cost of all calls of a study, what is paid and those that are out in batches; null without one. What a call costs is known when it
 * ends; until then it counts with the estimate of its request, times the largest share of an estimate that was billed so far, and a
 * reply as long as the longest so far. One that takes more than any before it can take the cost over the cap by as much.
 */
export function costBudget(
  { store: { spent, out }, paid }: { store: Pick<Store, "spent" | "out">; paid(): { most: number } | null },
  { prices, maxCost }: { prices?: Prices; maxCost?: number },
  decoding: Decoding,
) {
  if (maxCost === undefined || !prices) return null;
  // What is out in batches is paid whatever this run does.
  const waits = out();
  let input = 0, calls = 0;
  const waiting: (() => void)[] = [];
  /** Whether there is money for a call of so many tokens, beside what is spent and in flight; if so, it is set aside. */
  const reserve = (tokens: number): boolean => {
    const ratio = spent.ratio === 0 ? ASSUMED_RATIO : Math.max(1, spent.ratio);
    const more = {
      input: ratio * (waits.tokens + input + tokens),
      output: (spent.longest || assumedReply(decoding)) * (waits.calls + calls + 1),
    };
    if (paid()!.most + costOf(more, prices) > maxCost) return false;
    input += tokens;
    calls++;
    return true;
  };
  return {
    reserve,
    /** The same; where calls in flight might leave enough, it waits for them. */
    async reserveInTime(tokens: number): Promise<boolean> {
      while (!reserve(tokens)) {
        if (calls === 0) return false;
        await new Promise<void>((resume) => waiting.push(resume));
      }
      return true;
    },
    /** A call of so many tokens has ended: what it cost is stored. */
    release(tokens: number): void {
      input -= tokens;
      calls--;
      for (const resume of waiting.splice(0)) resume();
    },
  };
}
