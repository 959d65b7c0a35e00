/** Ratios are compared as whole millionths, so that 0.29 × 50 rounds as 14.5 and not as 14.499999999999998. */
const PARTS = 1_000_000;

/**
 * Size of a subsample: ratio × n rounded half up in integer arithmetic, at least 1 of a subset that is not empty (an
 * accuracy over no rows would be undefined).
 *
 * @throws {RangeError} for a ratio outside (0, 1] or an n that is not a count
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { subsampleSize } from "@/metrics/subsample_size.ts";
 *
 * assert.equal(subsampleSize(50, 0.29), 15); // 14.5, half up
 * assert.equal(subsampleSize(1, 0.4), 1);
 * assert.equal(subsampleSize(0, 0.4), 0);
 * ```
 */
export function subsampleSize(n: number, ratio: number): number {
  if (!(ratio > 0 && ratio <= 1)) {
    throw new RangeError(`subsampleSize: wanted a ratio in (0, 1], found ${ratio}`);
  }
  if (!Number.isInteger(n) || n < 0) {
    throw new RangeError(`subsampleSize: wanted a count of rows, found ${n}`);
  }
  if (n === 0) return 0;
  const parts = Math.round(ratio * PARTS);
  return Math.max(1, Math.floor((2 * n * parts + PARTS) / (2 * PARTS)));
}
