import { requireOptions } from "../results/require_options.ts";
import { standardizeLine } from "../stats/doubly_standardized.ts";
import { requireOneOf } from "../stats/require_value.ts";

/** A row or column counts as constant when its spread is this small beside its largest value: it is rounding alone. */
const CONSTANT = 1e-12;

/** How a matrix is standardised, and what its rows and columns are called in messages. */
export interface StandardizeOptions {
  /** 0: divide the squares by n (population); 1: by n − 1. */
  ddof?: number;
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
 * @throws {RangeError} for a constant column or row (its z-scores do not exist), a value that is not a finite number, rows
 *   of different lengths, an unknown axis, or no more values than ddof; naming the row or column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { standardize } from "judgebias";
 *
 * assert.deepEqual(standardize([[1, 5], [3, 9]], "columns"), [[-1, -1], [1, 1]]);
 * assert.deepEqual(standardize([[1, 3]], "rows", { ddof: 1 })[0].map((z) => z.toFixed(4)), ["-0.7071", "0.7071"]);
 * assert.throws(() => standardize([[2, 2]], "rows", { rows: ["GPT-4o"] }), /row GPT-4o is constant/);
 * ```
 */
export function standardize(
  matrix: readonly (readonly number[])[],
  axis: "columns" | "rows",
  { ddof = 0, rows, columns, ...others }: StandardizeOptions = {},
): number[][] {
  requireOptions("standardize", others, ["ddof", "rows", "columns"]);
  requireOneOf("standardize", "the axis", axis, ["columns", "rows"]);
  requireMatrix("standardize", matrix, { rows, columns });
  return alongAxis(matrix, axis, { rows, columns }, (line, name) => zScores(line, ddof, name));
}

/** A matrix whose rows, or whose columns, are each made into another line of numbers; `name` is what a message calls it. */
export function alongAxis(
  matrix: readonly (readonly number[])[],
  axis: "columns" | "rows",
  { rows, columns }: Pick<StandardizeOptions, "rows" | "columns">,
  scores: (line: readonly number[], name: () => string) => readonly number[],
): number[][] {
  if (axis === "rows") return matrix.map((row, i) => [...scores(row, () => `row ${rows?.[i] ?? i + 1}`)]);
  const result = matrix.map((row) => [...row]);
  for (let j = 0; j < (matrix[0]?.length ?? 0); j++) {
    scores(matrix.map((row) => row[j]), () => `column ${columns?.[j] ?? j + 1}`)
      .forEach((z, i) => result[i][j] = z);
  }
  return result;
}

function zScores(values: readonly number[], ddof: number, name: () => string): number[] {
  const n = values.length;
  if (!(n > ddof)) {
    throw new RangeError(
      `standardize: wanted more than ${ddof} values in ${name()} (ddof ${ddof}), found ${n}`,
    );
  }
  const z = Float64Array.from(values), sd = standardizeLine(z, { start: 0, stride: 1, count: n, ddof });
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (sd <= CONSTANT * largest) {
    throw new RangeError(
      `standardize: wanted values that differ, but ${name()} is constant (${
        Number(values[0].toPrecision(6))
      })`,
    );
  }
  return Array.from(z);
}

/** Throws for rows of different lengths and values that are no finite numbers, naming row and column. */
export function requireMatrix(
  action: string,
  matrix: readonly (readonly number[])[],
  { rows, columns }: Pick<StandardizeOptions, "rows" | "columns"> = {},
): void {
  matrix.forEach((row, i) => {
    if (row.length !== matrix[0].length) {
      throw new RangeError(
        `${action}: wanted ${matrix[0].length} values in every row, found ${row.length} in row ${
          rows?.[i] ?? i + 1
        }`,
      );
    }
    row.forEach((value, j) => {
      if (Number.isFinite(value)) return;
      throw new RangeError(
        `${action}: wanted a number for row ${rows?.[i] ?? i + 1}, column ${
          columns?.[j] ?? j + 1
        }, found ${value}`,
      );
    });
  });
}
