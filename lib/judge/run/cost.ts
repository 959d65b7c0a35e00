/** What a million tokens cost, in any currency. */
export interface Prices {
  /** A million tokens of requests. */
  input: number;
  /** A million tokens of replies. */
  output: number;
  /** Of when they are, and from where, where they come from a list. */
  from?: string;
}

/**
 * Cost of tokens at the given prices per million.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { costOf } from "@/judge/run/cost.ts";
 *
 * assert.equal(costOf({ input: 2_000_000, output: 500_000 }, { input: 2.5, output: 10 }), 10);
 * ```
 */
export function costOf(tokens: { input: number; output: number }, { input, output }: Prices): number {
  return (tokens.input * input + tokens.output * output) / 1e6;
}
