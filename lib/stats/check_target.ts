import type { Matrix } from "./matrix.ts";

/**
 * Checks a target column against the table that it belongs to.
 *
 * @throws {TypeError} when it has another number of rows
 * @throws {RangeError} when there is no row, or a value is not a finite number
 */
export function checkTarget(action: string, { rows }: Matrix, y: ArrayLike<number>): void {
  if (y.length !== rows) {
    throw new TypeError(`${action}: wanted one y per row of X (${rows}), found ${y.length}`);
  }
  if (rows === 0) throw new RangeError(`${action}: wanted at least one row, found none`);
  for (let i = 0; i < rows; i++) {
    if (typeof y[i] === "number" && Number.isFinite(y[i])) continue;
    throw new RangeError(`${action}: wanted finite numbers in y, found ${y[i]} in row ${i}`);
  }
}
