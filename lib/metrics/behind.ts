import type pl from "nodejs-polars";
import { told } from "../progress/told.ts";
import { requireOneOf } from "../progress/require.ts";
import { WrongValue } from "../progress/require_no_more.ts";
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

/** Throws for settings that claim nothing. */
export function requireClaim(action: string, { claimIs = "either", delta = 0 }: ClaimSettings): void {
  requireOneOf(action, "a claimIs of", claimIs, ["above", "below", "either"]);
  if (!(delta >= 0)) throw new WrongValue(`${action}: wanted a delta of 0 or more, found ${told(delta)}`);
}

/** Where estimates of a unit lie. */
export const RANGES = { points: [-1, 1], percent: [0, 1], number: [-Infinity, Infinity] } as const;

/** Where ratios lie. */
export const ABOVE_0 = [Number.MIN_VALUE, Infinity] as const;

/** Throws for a null value where the estimate cannot lie: whatever the rows say, it would be shown. */
export function requireNull(action: string, of: string, value: number, [from, to]: readonly number[]): void {
  if (value >= from && value <= to) return;
  const wanted = from === ABOVE_0[0]
    ? "above 0, as a ratio is"
    : `from ${from} to ${to} (a share: .05 is 5 points)`;
  throw new WrongValue(`${action}: wanted a nullValue of ${of} ${wanted}, found ${told(value)}`);
}

/** Why an estimate that lies on one side of 0 whatever the rows say is not tested against 0. */
export const saidAgainst = (what: string) =>
  `${what}: say what it is tested against (nullValue: 0.5 of a share; nullValue: 0 of a difference, which might have been on either side)`;

/** What stands behind an estimate of one's own, for a claim to be made of it. */
export interface Behind extends Required<Omit<ClaimSettings, "delta">>, Pick<ClaimSettings, "delta"> {
  found: Inference;
  /** The same with limits at another level. */
  at: (level: number) => Inference;
  frame: pl.DataFrame;
  unit: "points" | "percent" | "number";
  method: string;
  /** What a cluster is. */
  clusters: string;
  /** What is estimated, in words. */
  compared: string;
  /** That these are but the names of several means. */
  isUnnamed?: boolean;
  level: number;
  /** The two means of a plain difference. */
  pair?: readonly [number, number];
  isRatio?: boolean;
  warning: string;
  caution?: string;
  silent?: string;
}

const behind = new WeakMap<object, Behind>();

/** Keeps what stands behind an estimate beside it. */
export function keepBehind(value: object, known: Behind): void {
  behind.set(value, known);
}

/** What stands behind a value, if it is an estimate of one's own. */
export function behindOf(value: unknown): Behind | undefined {
  return behind.get(Object(value));
}
