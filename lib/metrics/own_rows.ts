import type pl from "nodejs-polars";
import { unknownColumns } from "../progress/refused.ts";
import { requireOneOf, requireRight } from "../progress/require.ts";
import { WrongType } from "../progress/require_no_more.ts";
import { ASKED_FOR, told } from "../progress/told.ts";
import type { FrameOf } from "../results/frame_types.ts";
import type { FrameTable } from "../results/frames.ts";
import { type Inference, NUMBER } from "../stats/infer.ts";
import { said } from "./said.ts";

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
export const saidAgainst = (what: string) => said("against_what", { what });

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
  /** Replies that name no answer and count as wrong, the largest share of a set that could not be read, and the same without them. */
  undecided?: { unread: number; ties: number; share: number; without: () => object };
  silent?: string;
}

const behind = new WeakMap<object, Behind>();

export const keepBehind = (value: object, known: Behind): unknown => behind.set(value, known);

export const behindOf = (value: unknown): Behind | undefined => behind.get(Object(value));

/** The rows of a frame as records; numbers of a reader's frame are numbers, NaN where one is missing. */
export type RowOf<Frame extends pl.DataFrame> =
  & ReturnType<Frame["toRecords"]>[number]
  & (Frame extends FrameOf<infer Name> ? {
      [
        Column in keyof FrameTable[Name]["columns"] as FrameTable[Name]["columns"][Column] extends
          { type: "integer" | "number" } ? Column : never
      ]: number;
    }
    : unknown);

/** An object of which reading what it lacks is an error, where JavaScript finds undefined: a slip of the pen in a function would be a number. */
export function strictly<Held extends object>(
  held: Held,
  lacks: (name: string) => Error,
  read = (_: string, value: unknown) => value,
): Held {
  return new Proxy(held, {
    get(own, name) {
      const value: unknown = Reflect.get(own, name);
      if (typeof name !== "string" || ASKED_FOR.includes(name)) return value;
      if (!(name in own)) throw lacks(name);
      return read(name, value);
    },
  });
}

/** Texts without which a comparison with A or B is false though nobody said so. */
const VERDICTS = ["choice", "human", "shown", "more_informative"];

/** The rows as records, of which a column that the frame lacks is an error, and numbers that are missing are NaN; `gaps` keeps the names of what was read and is missing. */
export function recordsOf<Frame extends pl.DataFrame>(frame: pl.DataFrame, gaps: Set<string>) {
  const lacks = (name: string) => unknownColumns("ownMetric", [name], frame.columns);
  const numbers = frame.columns.filter((_, i) => /^DataType\((U?Int|Float)/.test(String(frame.dtypes[i])));
  const read = (name: string, value: unknown) => {
    if ((value ?? NaN) === value) return value;
    const isNumber = numbers.includes(name);
    if (isNumber || VERDICTS.includes(name)) gaps.add(name);
    return isNumber ? NaN : value;
  };
  return frame.toRecords().map((row) => strictly(row, lacks, read)) as RowOf<Frame>[];
}

/** The values of a mean, `gap` the columns that one was made of though they are missing: shares where none lies outside 0 and 1 (of a number that is 1 throughout nobody knows whether it can be 2); `isOneSided` where none lies on the other side of 0 from another. */
export function termOf<Row>(
  name: string,
  valueOf: (row: Row) => unknown,
  rows: readonly Row[],
  gaps: Set<string>,
  isNumber: boolean,
) {
  const made: string[] = [], found = new Set<number | boolean>();
  const values = Float64Array.from(rows, (row, i) => {
    gaps.clear();
    const value = valueOf(row) ?? NaN;
    if (typeof value !== "boolean" && (typeof value !== "number" || Math.abs(value) === Infinity)) {
      const shown = typeof value === "bigint" ? `${value}n (say Number(${value}n))` : told(value);
      throw new WrongType(said("no_number", { name, found: shown, row: i + 1 }));
    }
    if (gaps.size > 0 && !Number.isNaN(value)) made[i] = [...gaps].join(" or ");
    if (!Number.isNaN(value)) found.add(value);
    return Number(value);
  });
  const known = [...found].map(Number), isSure = found.size > 1 || found.has(true) || found.has(false);
  const isBinary = isSure && known.every((value) => value === 0 || value === 1);
  const isShare = isNumber ? isBinary : known.every((value) => value >= 0 && value <= 1);
  const isOneSided = !(known.some((value) => value < 0) && known.some((value) => value > 0));
  const range = isShare ? [0, 1] as const : NUMBER;
  return { name, value: (row: number) => values[row], gap: (row: number) => made[row], range, isOneSided };
}
