import type { Decoding } from "../protocol.ts";
import { sortedText } from "../store/call_key.ts";
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

/** What of so many tokens came from a cache and was thought, where its shares are those of what endpoints counted. */
export function includedIn(
  { input, output }: { input: number; output: number },
  { cached, inputs, lostInputs, reasoning, outputs, lostOutputs }: Readonly<Sums>,
): { cached: number; reasoning: number } {
  return {
    cached: Math.round(input * cached / (inputs + lostInputs || 1)),
    reasoning: Math.round(output * reasoning / (outputs + lostOutputs || 1)),
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
  return { input: Math.round(sums.uncertainInput + more), output: Math.round(sums.uncertainOutput + longer) };
}

/** Tokens that a reply is taken to have as long as none is known. */
export const ASSUMED_REPLY_TOKENS = 400;

/** Most tokens of a reply, by whichever name. */
export const replyLimit = (
  { max_completion_tokens, max_tokens }: Pick<Decoding, "max_completion_tokens" | "max_tokens">,
) => max_completion_tokens ?? max_tokens;

/** The same of a reply that may be cut before. */
export const assumedReply = (decoding: Decoding) =>
  Math.min(ASSUMED_REPLY_TOKENS, replyLimit(decoding) ?? Infinity);

/** What all runs of a study have cost, each reply at the prices of the run that got it. */
export interface Paid {
  /** What answered calls cost. */
  cost: number;
  /** The same with all that may have to be paid beyond it (`uncertain` of a run's summary). */
  most: number;
  /** Its parts by prices; not `kept` where runs had none, or none were kept yet: at those given now. */
  at: { prices: Prices; kept: boolean; cost: number }[];
}

/** Adds up what a study has cost; what came before the first change of prices that it keeps, and without any, at those given. */
export function paidFor(
  { spent, changes }: { spent: Readonly<Sums>; changes: readonly PriceChange[] },
  given: Prices,
): Paid {
  const whole = uncertainOf(spent), paid: Paid = { cost: 0, most: 0, at: [] };
  const all: PriceChange[] = [{ prices: null, spent: noSums() }, ...changes];
  all.forEach(({ prices, spent: before }, i) => {
    const after: Readonly<Sums> = all[i + 1]?.spent ?? spent, at = prices ?? given;
    const part = { ...spent };
    for (const name of Object.keys(part) as (keyof Sums)[]) part[name] = after[name] - before[name];
    // How far replies without a count spread is known of all together: each has its share.
    const share = part.uncounted / (spent.uncounted || 1);
    const more = {
      input: part.uncertainInput + share * (whole.input - spent.uncertainInput),
      output: part.uncertainOutput + share * (whole.output - spent.uncertainOutput),
    };
    const cost = costOf(billed(part), at), kept = prices !== null;
    paid.cost += cost;
    paid.most += cost + costOf(more, at);
    const same = paid.at.find((one) => one.kept === kept && sortedText(one.prices) === sortedText(at));
    if (same) same.cost += cost;
    else if (part.input + part.output > 0) paid.at.push({ prices: at, kept, cost });
  });
  return paid;
}
