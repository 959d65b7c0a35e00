import { median } from "simple-statistics";
import { requireOptions } from "../results/require_options.ts";
import { requireOneOf } from "../stats/require_value.ts";
import { alongAxis, requireMatrix, type StandardizeOptions } from "./standardize.ts";

/** What makes the two spreads agree with the standard deviation of a normal distribution. */
const MAD_FACTOR = 1.482602218505602, MEAN_FACTOR = Math.sqrt(Math.PI / 2);

/** Spreads below this share of the largest deviation are rounding. */
const ZERO = 1e-12;

/**
 * `standardize` with median and MAD in place of mean and standard deviation: z = (x − median)/(1.4826·MAD), the factor
 * making it a standard deviation for normal data. Half of a row or column can be extreme without moving the others.
 *
 * Where more than half of the values equal the median the MAD is 0; 1.2533 times the mean absolute deviation from the median
 * stands in for it then (Iglewicz and Hoaglin 1993).
 *
 * @throws {RangeError} for a constant column or row, naming it; a value that is not a finite number; an unknown axis
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { robustStandardize } from "judgebias";
 *
 * const [row] = robustStandardize([[1, 2, 3, 4, 100]], "rows"); // median 3, MAD 1
 * assert.deepEqual(row.map((z) => Number((1.482602218505602 * z).toFixed(9))), [-2, -1, 0, 1, 97]);
 * ```
 */
export function robustStandardize(
  matrix: readonly (readonly number[])[],
  axis: "columns" | "rows",
  { rows, columns, ...others }: Omit<StandardizeOptions, "ddof"> = {},
): number[][] {
  requireOptions("robustStandardize", others, ["rows", "columns"]);
  requireOneOf("robustStandardize", "the axis", axis, ["columns", "rows"]);
  requireMatrix("robustStandardize", matrix, { rows, columns });
  return alongAxis(matrix, axis, { rows, columns }, robustScores);
}

function robustScores(values: readonly number[], name: () => string): number[] {
  const centre = median([...values]);
  const deviations = values.map((value) => Math.abs(value - centre));
  const largest = Math.max(...deviations), size = Math.max(...values.map(Math.abs));
  if (!(largest > ZERO * size)) {
    throw new RangeError(
      `robustStandardize: wanted values that differ, but ${name()} is constant (${
        Number(centre.toPrecision(6))
      })`,
    );
  }
  const mad = median(deviations);
  const mean = deviations.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = mad > ZERO * largest ? MAD_FACTOR * mad : MEAN_FACTOR * mean;
  return values.map((value) => (value - centre) / spread);
}
