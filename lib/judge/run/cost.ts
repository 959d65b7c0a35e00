import type { Decoding } from "../protocol.ts";
import { noSums, type PriceChange, type Sums } from "../store/rows.ts";

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

/** Tokens that a reply is taken to have as long as none is known. */
const ASSUMED_REPLY_TOKENS = 400;

/** Most tokens of a reply, by whichever name. */
export const replyLimit = (
  { max_completion_tokens, max_tokens }: Pick<Decoding, "max_completion_tokens" | "max_tokens">,
) => max_completion_tokens ?? max_tokens;

export const assumedReply = (decoding: Decoding) =>
  Math.min(ASSUMED_REPLY_TOKENS, replyLimit(decoding) ?? Infinity);

/** What all runs of a study have cost, each reply at the prices of the run that got it; `most` with requests that broke off. */
export function paidFor(
  { spent, changes }: { spent: Readonly<Sums>; changes: readonly PriceChange[] },
  given: Prices,
): { cost: number; most: number } {
  const all: PriceChange[] = [{ prices: null, spent: noSums() }, ...changes];
  let cost = 0, most = 0;
  all.forEach(({ prices, spent: before }, i) => {
    const part = { ...spent }, after = all[i + 1]?.spent ?? spent;
    for (const name of Object.keys(noSums()) as (keyof Sums)[]) part[name] = after[name] - before[name];
    cost += costOf(billed(part), prices ?? given);
    most += costOf(part, prices ?? given);
  });
  return { cost, most };
}
