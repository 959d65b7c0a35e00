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
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { matchRows } from "@/metrics/match_rows.ts";
 *
 * const pairs = pl.DataFrame({ item_id: ["1", "2", "1"], image: [true, true, false] });
 * const { first, second, unmatched } = matchRows("example", pairs, "image");
 * assert.deepEqual([[...first], [...second], [...unmatched]], [[0], [2], [1]]);
 * ```
 */
export function matchRows(action: string, pairs: pl.DataFrame, split: "image" | "swapped"): MatchedRows {
  requireColumns(action, pairs, ["item_id", split]);
  const side = factor(pairs.getColumn(split));
  if (side.levels.some((level) => level !== null && typeof level !== "boolean")) {
    throw new TypeError(
      `${action}: wanted true or false in the column ${split}, found ${JSON.stringify(side.levels)}`,
    );
  }
  const isTrue = side.levels.indexOf(true), isFalse = side.levels.indexOf(false);
  const slots = split === "swapped" && pairs.columns.includes("order") ? swappedRows(pairs) : null;
  const isSplit = (row: number) =>
    (side.codes[row] === isTrue || side.codes[row] === isFalse) && slots?.[row] !== SLOT.unknown;
  const { codes, size } = frameCodes(pairs, PAIRS_KEY.filter((name) => name !== split));
  // Row of each key on either side, one more than its number; 0 = none.
  const places = { true: new Int32Array(size), false: new Int32Array(size) };
  for (let i = 0; i < codes.length; i++) {
    if (!isSplit(i)) continue;
    const place = side.codes[i] === isTrue ? places.true : places.false;
    const earlier = place[codes[i]];
    if (earlier !== 0) {
      throw new RangeError(
        `${action}: wanted one row per ${PAIRS_KEY.join(", ")}, found rows ${earlier} and ${
          i + 1
        } with the same values there`,
      );
    }
    place[codes[i]] = i + 1;
  }
  const first: number[] = [], second: number[] = [], unmatched: number[] = [];
  const partner = new Int32Array(pairs.height).fill(-1);
  for (let i = 0; i < codes.length; i++) {
    const seen = places.true[codes[i]], blind = places.false[codes[i]];
    if (seen === 0 || blind === 0 || !isSplit(i)) unmatched.push(i);
    else {
      partner[i] = (side.codes[i] === isTrue ? blind : seen) - 1;
      if (side.codes[i] !== isTrue) continue;
      first.push(i);
      second.push(blind - 1);
    }
  }
  return {
    first: Int32Array.from(first),
    second: Int32Array.from(second),
    unmatched: Int32Array.from(unmatched),
    partner,
  };
}
