import { median } from "simple-statistics";
import { requireList, requireOneOf, requireOptions, requireRight } from "../progress/require.ts";
import { mean } from "../stats/grouped.ts";
import { said } from "./said.ts";

/** What makes MAD and mean deviation agree with the standard deviation of a normal distribution. */
const MAD_FACTOR = 1.482602218505602, MEAN_FACTOR = Math.sqrt(Math.PI / 2);

/** A row or column counts as constant when its spread is this small beside its largest value: it is rounding alone. */
const CONSTANT = 1e-12;

/** How a matrix is standardised, and what its rows and columns are called in messages. */
export interface StandardizeOptions {
  /** 0: divide the squares by n (population); 1: by n − 1. */
  ddof?: number;
  /** Median and MAD in place of mean and standard deviation. */
  robust?: boolean;
  /** Names of the rows, for messages; their numbers from 1 by default. */
  rows?: readonly string[];
  /** Names of the columns, for messages; their numbers from 1 by default. */
  columns?: readonly string[];
}

/**
 * Standardises every column or every row of a matrix to mean 0 and standard deviation 1: z = (x − mean)/sd. The argument
 * stays as it is. The philautia paper (section 4.1, step 3) does columns, then rows, with the population standard deviation
 * (ddof 0): its entry of −3.25 among 12 is impossible with the sample's.
 *
 * `robust`: z = (x − median)/(1.4826·MAD), the factor making it a standard deviation for normal data; half of a row or column can be extreme
 * without moving the others. Where more than half of the values equal the median the MAD is 0; 1.2533 times the mean absolute
 * deviation from the median stands in for it then (Iglewicz and Hoaglin 1993).
 *
 * @throws {RangeError} for a constant column or row (its z-scores do not exist), a value that is not a finite number, rows
 *   of different lengths, an unknown axis, or no more values than ddof; naming the row or column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { standardize } from "judgebias";
 *
 * assert.deepEqual(standardize([[1, 5], [3, 9]], "columns"), [[-1, -1], [1, 1]]);
 * assert.deepEqual(
 *   standardize([[1, 3]], "rows", { ddof: 1 })[0].map((z) => z.toFixed(4)),
 *   ["-0.7071", "0.7071"],
 * );
 * assert.throws(
 *   () => standardize([[2, 2]], "rows", { rows: ["GPT-4o"] }),
 *   /row GPT-4o is constant/,
 * );
 * ```
 */
export function standardize(
  matrix: readonly (readonly number[])[],
  axis: "columns" | "rows",
  options: StandardizeOptions = {},
): number[][] {
  const action = "standardize", known = ["ddof", "robust", "rows", "columns"];
  const { rows, columns, ...how } = requireOptions(action, options, known, arguments);
  requireOneOf(action, "the axis", axis, ["columns", "rows"]);
  requireList(action, "a matrix", matrix, "object");
  matrix.forEach((row, i) => {
    const name = rows?.[i] ?? i + 1, { length } = matrix[0];
    requireList(action, `row ${name}`, row);
    const wanted = `${length} values in row ${name}, as in the first`;
    requireRight(row.length === length, action, wanted, row.length);
    row.forEach((value, j) => {
      const place = `row ${name}, column ${columns?.[j] ?? j + 1}`;
      requireRight(Number.isFinite(value), action, `a number for ${place}`, value);
    });
  });
  if (axis === "rows") return matrix.map((row, i) => scoresOf(row, `row ${rows?.[i] ?? i + 1}`, how));
  const found = (matrix[0] ?? []).map((_, j) =>
    scoresOf(matrix.map((row) => row[j]), `column ${columns?.[j] ?? j + 1}`, how)
  );
  return matrix.map((row, i) => row.map((_, j) => found[j][i]));
}

function scoresOf(
  values: readonly number[],
  name: string,
  { ddof = 0, robust = false }: Pick<StandardizeOptions, "ddof" | "robust">,
): number[] {
  const count = values.length, least = robust ? 0 : ddof;
  const wanted = robust ? `values in ${name}` : `more than ${ddof} values in ${name} (ddof ${ddof})`;
  requireRight(count > least, "standardize", wanted, count);
  const centre = robust ? median([...values]) : mean(values);
  const deviations = values.map((value) => value - centre), sizes = deviations.map(Math.abs);
  const largest = Math.max(...sizes), mad = median(sizes);
  const sd = Math.sqrt(deviations.reduce((sum, one) => sum + one ** 2, 0) / (count - ddof));
  if (!((robust ? largest : sd) > CONSTANT * Math.max(...values.map(Math.abs)))) {
    throw new RangeError(said("constant_line", { name, value: Number(values[0].toPrecision(6)) }));
  }
  const spread = !robust ? sd : mad > CONSTANT * largest ? MAD_FACTOR * mad : MEAN_FACTOR * mean(sizes);
  return deviations.map((one) => one / spread);
}

export function standardizeLine(
  values: Float64Array,
  { start, stride, count, ddof }: { start: number; stride: number; count: number; ddof: number },
): void {
  let sum = 0, squares = 0;
  const end = start + count * stride;
  for (let k = start; k < end; k += stride) sum += values[k];
  const mean = sum / count;
  for (let k = start; k < end; k += stride) squares += (values[k] - mean) ** 2;
  const sd = Math.sqrt(squares / (count - ddof));
  for (let k = start; k < end; k += stride) values[k] = (values[k] - mean) / sd;
}
