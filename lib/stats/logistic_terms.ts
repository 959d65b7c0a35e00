import type { LogisticFit } from "./logistic_regression.ts";
import { normalQuantile } from "./normal_quantile.ts";
import { requireBetween } from "./require_value.ts";

/** A coefficient of a logistic regression by its name. */
export interface LogisticTerm {
  /** Name of the column, or "intercept". */
  name: string;
  /** On the scale of log-odds. */
  estimate: number;
  /** Of the estimate; NaN where the data are separated. */
  standardError: number;
  /** Normal interval; NaN, as the error, where the data are separated. */
  low: number;
  /** Upper end of that interval. */
  high: number;
  /** Estimate over standard error. */
  zValue: number;
  /** Two-sided. */
  pValue: number;
  /** Factor of the odds per unit, exp(estimate). */
  oddsRatio: number;
}

/**
 * The coefficients of a logistic regression by name, each with its interval (estimate ± z·standard error).
 *
 * @param names one per coefficient; of a fit with an intercept, the intercept's name may be left out
 * @throws {TypeError} for other than one name per coefficient
 * @throws {RangeError} for a level outside 0 to 1
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { logisticRegression, logisticTerms } from "judgebias/stats";
 *
 * const X = [[1], [1], [1], [1], [0], [0], [0], [0]];
 * const [intercept, longer] = logisticTerms(logisticRegression(X, [1, 1, 1, 0, 1, 0, 0, 0]), ["longer"]);
 * assert.deepEqual([intercept.name, longer.name], ["intercept", "longer"]);
 * assert.ok(Math.abs(longer.oddsRatio - 9) < 1e-6); // odds 3 against 1/3
 * ```
 */
export function logisticTerms(
  fit: LogisticFit,
  names: readonly string[],
  { level = 0.95 }: { level?: number } = {},
): LogisticTerm[] {
  requireBetween("logisticTerms", "a level", level);
  const count = fit.coefficients.length;
  const all = names.length === count - 1 ? ["intercept", ...names] : names;
  if (all.length !== count) {
    throw new TypeError(
      `logisticTerms: wanted ${count} names (or one less, without the intercept's), found ${names.length}`,
    );
  }
  const z = normalQuantile((1 + level) / 2);
  return all.map((name, i) => {
    const estimate = fit.coefficients[i], standardError = fit.standardErrors[i];
    return {
      name,
      estimate,
      standardError,
      low: estimate - z * standardError,
      high: estimate + z * standardError,
      zValue: fit.zValues[i],
      pValue: fit.pValues[i],
      oddsRatio: Math.exp(estimate),
    };
  });
}
