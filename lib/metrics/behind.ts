import type pl from "nodejs-polars";
import { requireOneOf, requireRight } from "../progress/require.ts";
import type { Inference } from "../stats/infer.ts";

/** What an estimate of one's own claims, where it is tested. */
export interface ClaimSettings {
  /** Value that p tests against; 0 by default, 1 of a ratio; must be said of a mean of values on one side of 0, as a share's are. */
  nullValue?: number;
  /** For verdicts: the side of the null value that is claimed, the other contradicts it; `either` by default, which both support. p is two-sided whichever. */
  claimIs?: "above" | "below" | "either";
  /** For verdicts (`hypothesisTable`, `report`): a difference smaller than this counts as none; .05 of shares, 0 of other numbers, which are never `absent` then. */
  delta?: number;
}

export function requireClaim(action: string, { claimIs = "either", delta = 0 }: ClaimSettings): void {
  requireOneOf(action, "a claimIs of", claimIs, ["above", "below", "either"]);
  requireRight(delta >= 0, action, "a delta of 0 or more", delta);
}

export const RANGES = { points: [-1, 1], percent: [0, 1], number: [-Infinity, Infinity] } as const;

export const ABOVE_0 = [Number.MIN_VALUE, Infinity] as const;

/** Throws for a null value where the estimate cannot lie: whatever the rows say, it would be shown. */
export function requireNull(action: string, of: string, value: number, [from, to]: readonly number[]): void {
  const range = from === ABOVE_0[0]
    ? "above 0, as a ratio is"
    : `from ${from} to ${to} (a share: .05 is 5 points)`;
  requireRight(value >= from && value <= to, action, `a nullValue of ${of} ${range}`, value);
}

/** Why an estimate that lies on one side of 0 whatever the rows say is not tested against 0. */
export const saidAgainst = (what: string) =>
  `${what}: say what it is tested against (nullValue: 0.5 of a share; nullValue: 0 of a difference, which might have been on either side)`;

export interface Behind extends Required<Omit<ClaimSettings, "delta">>, Pick<ClaimSettings, "delta"> {
  found: Inference;
  at: (level: number) => Inference;
  frame: pl.DataFrame;
  unit: "points" | "percent" | "number";
  method: string;
  clusters: string;
  compared: string;
  isUnnamed?: boolean;
  level: number;
  pair?: readonly [number, number];
  isRatio?: boolean;
  warning: string;
  caution?: string;
  silent?: string;
}

const behind = new WeakMap<object, Behind>();

export function keepBehind(value: object, known: Behind): void {
  behind.set(value, known);
}

export function behindOf(value: unknown): Behind | undefined {
  return behind.get(Object(value));
}
