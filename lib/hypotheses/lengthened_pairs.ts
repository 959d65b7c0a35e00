import type pl from "nodejs-polars";
import { type PairOutcomes, SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { columnNumbers } from "../results/factor.ts";
import { type Condition, matchConditions } from "./conditions.ts";
import { preferredFirst } from "./length_rows.ts";

/** Pairs that were judged before and after lengthening the shorter answer. */
export interface LengthenedPairs {
  /** Rows before and after: `before[m]` and `after[m]` are the same pair. */
  before: Int32Array;
  after: Int32Array;
  /** Difference in words after lengthening, of each. */
  gaps: Float64Array;
  /** Words added to the other answer less words added to the human-preferred one, of each. */
  dose: Float64Array;
  /** 1 where the human-preferred answer was shown first after lengthening. */
  preferredFirst: Float64Array;
  /** Side of each row of the frame; rows after lengthening have the side that they had before, unless relabelled. */
  sides: Int8Array;
}

/** Whether pairs were judged after lengthening. */
export function isLengthened(pairs: pl.DataFrame): boolean {
  return pairs.columns.includes("variant") &&
    pairs.getColumn("variant").unique().toArray().includes("length_equalized");
}

/**
 * Matches the rows of variant `length_equalized` with those of `original`.
 *
 * @throws {RangeError} without such rows, or when two rows have the same key
 * @throws {TypeError} without word counts of the lengthened pairs
 */
export function lengthenedPairs(
  action: string,
  pairs: pl.DataFrame,
  { informativeness, human }: Pick<PairOutcomes, "informativeness" | "human">,
  { condition, relabelled }: { condition: Condition; relabelled: boolean },
): LengthenedPairs {
  if (!pairs.columns.includes("variant")) {
    throw new RangeError(`${action}: wanted rows of the variant length_equalized, found no column variant`);
  }
  for (const name of ["words_a", "words_b"]) {
    if (!pairs.columns.includes(name)) {
      throw new TypeError(`${action}: wanted the column ${name}, found ${pairs.columns.join(", ")}`);
    }
  }
  const { first: before, second: after } = matchConditions(action, pairs, {
    ...condition,
    variant: "original",
  }, { ...condition, variant: "length_equalized" });
  const a = columnNumbers(pairs.getColumn("words_a")), b = columnNumbers(pairs.getColumn("words_b"));
  const gaps = Float64Array.from(after, (row) => {
    const gap = Math.abs(a[row] - b[row]);
    if (Number.isNaN(gap)) {
      throw new TypeError(
        `${action}: wanted words_a and words_b of every lengthened pair, found none in row ${row + 1}`,
      );
    }
    return gap;
  });
  const sides = Int8Array.from(informativeness);
  if (!relabelled) after.forEach((row, m) => sides[row] = informativeness[before[m]]);
  if (after.length > 0 && after.every((row) => sides[row] === SIDE.none)) {
    throw new TypeError(
      `${action}: wanted informativeness labels (column more_informative) of the ${
        relabelled ? "lengthened" : "original"
      } pairs, found none`,
    );
  }
  const isA = (row: number) => human[row] === VERDICT.A;
  return {
    before,
    after,
    gaps,
    dose: Float64Array.from(after, (row, m) => {
      const more = b[row] - b[before[m]] - (a[row] - a[before[m]]);
      return isA(row) ? more : -more;
    }),
    preferredFirst: Float64Array.from(after, preferredFirst(pairs, isA)),
    sides,
  };
}
