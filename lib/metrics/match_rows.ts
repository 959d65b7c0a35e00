import type pl from "nodejs-polars";
import { frameCodes } from "../results/combine_factors.ts";
import { factor } from "../results/factor.ts";
import { FRAMES } from "../results/frames.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { SLOT, swappedRows } from "./swapped_rows.ts";

/** Rows of the same thing judged in two ways: `first[m]` and `second[m]` belong together. */
export interface MatchedRows {
  first: Int32Array;
  second: Int32Array;
  /** Rows without a partner. */
  unmatched: Int32Array;
  /** The other row of each row of the frame; −1 where it has none. */
  partner: Int32Array;
}

/** What names one judgment in a `pairs` frame, and whose vote stands beside it. */
export const PAIRS_KEY = FRAMES.pairs.key;

/**
 * Pairs up the rows of a `pairs` frame that differ only in the boolean column `split`: `first` has it true, `second`
 * false. Rows without a partner, with null in `split`, or split by an order that nobody knows, are unmatched.
 *
 * @throws {TypeError} without the column `split`, or when it is not boolean
 * @throws {RangeError} when two rows have the same key, since then it is unclear which belong together
 */
export function matchRows(action: string, pairs: pl.DataFrame, split: "image" | "swapped"): MatchedRows {
  requireColumns(action, pairs, ["item_id", split]);
  const side = factor(pairs.getColumn(split));
  if (side.levels.some((level) => level !== null && typeof level !== "boolean")) {
    throw new TypeError(
      `${action}: wanted true or false in the column ${split}, found ${JSON.stringify(side.levels)}`,
    );
  }
  const sides = side.levels.map((level) => level === true ? 0 : level === false ? 1 : -1);
  const slots = split === "swapped" && pairs.columns.includes("order") ? swappedRows(pairs) : null;
  const key = PAIRS_KEY.filter((name) => name !== split);
  const sideOf = (row: number) => slots?.[row] === SLOT.unknown ? -1 : sides[side.codes[row]];
  return matchSides(action, pairs, key, sideOf);
}

/**
 * The one way in which rows that were judged twice find each other: rows of side 0 and of side 1 with the same values in the columns of
 * `key` that the frame has; side −1 takes no part.
 *
 * @throws {RangeError} when two rows of one side have the same key
 */
export function matchSides(
  action: string,
  frame: pl.DataFrame,
  key: readonly string[],
  sideOf: (row: number) => number,
): MatchedRows {
  const { codes, size } = frameCodes(frame, key);
  // Row of each key on either side, one more than its number; 0 = none.
  const places = [new Int32Array(size), new Int32Array(size)];
  for (let i = 0; i < codes.length; i++) {
    const place = places[sideOf(i)];
    if (!place) continue;
    const earlier = place[codes[i]];
    if (earlier !== 0) {
      throw new RangeError(
        `${action}: wanted one row per ${key.join(", ")}, found rows ${earlier} and ${
          i + 1
        } with the same values there`,
      );
    }
    place[codes[i]] = i + 1;
  }
  const first: number[] = [], second: number[] = [], unmatched: number[] = [];
  const partner = new Int32Array(frame.height).fill(-1);
  for (let i = 0; i < codes.length; i++) {
    const side = sideOf(i), other = side === 0 || side === 1 ? places[1 - side][codes[i]] : 0;
    if (other === 0) unmatched.push(i);
    else {
      partner[i] = other - 1;
      if (side !== 0) continue;
      first.push(i);
      second.push(other - 1);
    }
  }
  return {
    first: Int32Array.from(first),
    second: Int32Array.from(second),
    unmatched: Int32Array.from(unmatched),
    partner,
  };
}
