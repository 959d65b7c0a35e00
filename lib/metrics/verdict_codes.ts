import type pl from "nodejs-polars";
import { factor } from "../results/factor.ts";

/** A verdict column's values as small integers. */
export const VERDICT = { A: 0, B: 1, tie: 2, missing: 3 } as const;

/**
 * A column of verdicts as the codes of `VERDICT`.
 *
 * @throws {RangeError} when it holds anything but A, B, tie or null
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { verdictCodes } from "@/metrics/verdict_codes.ts";
 *
 * const frame = pl.DataFrame({ choice: ["B", null, "A"] });
 * assert.deepEqual([...verdictCodes("example", frame, "choice")], [1, 3, 0]);
 * ```
 */
export function verdictCodes(action: string, frame: pl.DataFrame, column: string): Uint8Array {
  const { codes, levels } = factor(frame.getColumn(column));
  const lookup = levels.map((level) => {
    if (level === null) return VERDICT.missing;
    if (level === "A" || level === "B" || level === "tie") return VERDICT[level];
    throw new RangeError(
      `${action}: wanted A, B, tie or null in the column ${column}, found ${JSON.stringify(level)}`,
    );
  });
  return Uint8Array.from(codes, (code) => lookup[code]);
}
