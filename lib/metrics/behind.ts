import type pl from "nodejs-polars";
import { told } from "../progress/told.ts";
import { requireOneOf } from "../progress/require.ts";
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
  if (!(delta >= 0)) throw new RangeError(`${action}: wanted a delta of 0 or more, found ${told(delta)}`);
}

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
