import { studentCdf } from "./student_cdf.ts";

/** Which deviations from the null count against it. */
export type Alternative = "two-sided" | "greater" | "less";

/**
 * p-value of a statistic that is standard normal under the null.
 *
 * @throws {RangeError} for an unknown alternative
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { normalPValue } from "@/stats/p_value.ts";
 *
 * assert.ok(Math.abs(normalPValue("example", 1.959963984540054, "two-sided") - 0.05) < 1e-15);
 * ```
 */
export function normalPValue(action: string, z: number, alternative: Alternative): number {
  return studentPValue(action, z, Infinity, alternative);
}

/**
 * p-value of a statistic that is Student's t under the null.
 *
 * @param df positive; Infinity gives the normal distribution
 * @throws {RangeError} for an unknown alternative, or degrees of freedom that are not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { studentPValue } from "@/stats/p_value.ts";
 *
 * assert.ok(Math.abs(studentPValue("example", 1, 1, "greater") - 0.25) < 1e-15);
 * ```
 */
export function studentPValue(action: string, t: number, df: number, alternative: Alternative): number {
  if (alternative === "two-sided") return Math.min(1, 2 * studentCdf(-Math.abs(t), df));
  if (alternative === "greater") return studentCdf(-t, df);
  if (alternative === "less") return studentCdf(t, df);
  throw new RangeError(
    `${action}: wanted the alternative "two-sided", "greater" or "less", found ${
      JSON.stringify(alternative)
    }`,
  );
}
