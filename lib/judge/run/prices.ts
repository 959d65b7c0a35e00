/** What a million tokens cost, in any currency. */
export interface Prices {
  /** A million tokens of requests. */
  input: number;
  /** A million tokens of replies. */
  output: number;
  /** A million tokens of requests that the endpoint had in its cache; those of any other without it. */
  cached?: number;
}

type Tokens = { input: number; output: number; cached?: number };

/** In millionths, sums of which are exact where prices have few digits. */
export const millionthsOf = (tokens: Tokens, { input, output, cached = input }: Prices): number =>
  tokens.input * input + (tokens.cached ?? 0) * (cached - input) + tokens.output * output;

export const costOf = (tokens: Tokens, prices: Prices): number => millionthsOf(tokens, prices) / 1e6;

type Spent = Readonly<
  Record<"input" | "output" | "cached" | "paid" | "paidInput" | "paidOutput" | "paidCached", number>
>;

export const unpaid = ({ input, output, cached, paidInput, paidOutput, paidCached }: Spent) => ({
  ...{ input: input - paidInput, output: output - paidOutput, cached: cached - paidCached },
});

/** What all runs of a study have cost, each at its own prices, one without at these; null where such a one took something, or nothing was taken, and none are given. */
export function paidFor(spent: Spent, prices?: Prices): number | null {
  const open = unpaid(spent), isOpen = open.input + open.output > 0 || spent.input + spent.output === 0;
  if (!prices && isOpen) return null;
  return (spent.paid + (prices ? millionthsOf(open, prices) : 0)) / 1e6;
}

/** A cost as it is printed: two decimals, and more where these were no two digits that say something (0.0036). */
export function costText(cost: number): string {
  return cost.toFixed(cost > 0 ? Math.min(20, Math.max(2, 1 - Math.floor(Math.log10(cost)))) : 2);
}
