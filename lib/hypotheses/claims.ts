/** One-sided p-values of a claim and of its opposite. */
export interface Sides {
  /** Of "not above": small where the data speak for the claim. */
  above: number;
  below: number;
}

/** Both sides of a two-sided test of an estimate against a null value. */
export function sidesOf({ estimate, pValue }: { estimate: number; pValue: number }, nullValue = 0): Sides {
  const half = pValue / 2;
  return estimate > nullValue ? { above: half, below: 1 - half } : { above: 1 - half, below: half };
}

/**
 * Two-sided p and direction of a claim from its two sides: twice the smaller one, at most 1.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bothSides } from "@/hypotheses/claims.ts";
 *
 * assert.deepEqual(bothSides({ above: 0.01, below: 0.99 }), { pValue: 0.02, direction: 1 });
 * ```
 */
export function bothSides({ above, below }: Sides): { pValue: number; direction: number } {
  return { pValue: Math.min(1, 2 * Math.min(above, below)), direction: above <= below ? 1 : -1 };
}

/**
 * A claim that all of several claims hold (intersection–union, Berger 1982): for it the largest of their p-values, without correction;
 * against it, that one of them at least is reversed, the smallest times their number (Bonferroni).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { allOf } from "@/hypotheses/claims.ts";
 *
 * const { above, below } = allOf([{ above: 0.01, below: 0.99 }, { above: 0.6, below: 0.4 }]);
 * assert.deepEqual([above, below], [0.6, 0.8]);
 * ```
 */
export function allOf(claims: readonly Sides[]): Sides {
  return {
    above: Math.max(...claims.map(({ above }) => above)),
    below: Math.min(1, claims.length * Math.min(...claims.map(({ below }) => below))),
  };
}
