import type pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import { requireColumns } from "./group_rows.ts";

/** Rows of the same thing judged in two ways: `first[m]` and `second[m]` belong together. */
export interface MatchedRows {
  first: Int32Array;
  second: Int32Array;
  /** Rows without a partner. */
  unmatched: Int32Array;
}

/** What names one judgment in a `pairs` frame. */
const PAIRS_KEY = ["benchmark", "item_id", "judge", "pipeline", "image", "variant", "swapped", "run"];

/**
 * Pairs up the rows of a `pairs` frame that differ only in the boolean column `split`: `first` has it true, `second`
 * false. Rows without a partner, or with null in `split`, are unmatched.
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
  const keys = new Float64Array(pairs.height);
  for (const name of PAIRS_KEY) {
    if (name === split || !pairs.columns.includes(name)) continue;
    const { codes, levels } = factor(pairs.getColumn(name));
    for (let i = 0; i < keys.length; i++) keys[i] = keys[i] * levels.length + codes[i];
  }
  const places = { true: new Map<number, number>(), false: new Map<number, number>() };
  for (let i = 0; i < keys.length; i++) {
    const code = side.codes[i];
    if (code !== isTrue && code !== isFalse) continue;
    const place = code === isTrue ? places.true : places.false;
    const earlier = place.get(keys[i]);
    if (earlier !== undefined) {
      throw new RangeError(
        `${action}: wanted one row per ${PAIRS_KEY.join(", ")}, found rows ${earlier + 1} and ${
          i + 1
        } with the same`,
      );
    }
    place.set(keys[i], i);
  }
  const first: number[] = [], second: number[] = [], unmatched: number[] = [];
  for (let i = 0; i < keys.length; i++) {
    const partner = side.codes[i] === isTrue
      ? places.false.get(keys[i])
      : side.codes[i] === isFalse
      ? places.true.get(keys[i])
      : undefined;
    if (partner === undefined) unmatched.push(i);
    else if (side.codes[i] === isTrue) {
      first.push(i);
      second.push(partner);
    }
  }
  return {
    first: Int32Array.from(first),
    second: Int32Array.from(second),
    unmatched: Int32Array.from(unmatched),
  };
}
