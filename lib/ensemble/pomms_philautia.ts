import type pl from "nodejs-polars";
import { type Philautia, philautiaOfMatrix } from "../metrics/philautia.ts";
import { type PreferenceMatrix, preferenceMatrix } from "../metrics/preference_matrix.ts";
import { type PommsRecord, type PommsStep, stepOf } from "./pomms.ts";
import { requireOptions } from "../progress/require.ts";
import { mean } from "../stats/grouped.ts";

/** Name of the column that an ensemble gets. */
export const POMMS_COLUMN = "Pomms";

/** Philautia-Eval with an ensemble as one more evaluator. */
export interface PommsPhilautia extends Philautia {
  /** What the ensemble's column of Φ̃ says. */
  pomms: {
    members: string[];
    /** Entry of Φ̃ by generator: how much the ensemble prefers it. */
    byGenerator: Record<string, number>;
    /** Mean of these over the members that generate captions; NaN where none does. */
    meanOverMembers: number;
  };
}

/**
 * Philautia-Eval of a matrix with a Pomms as last column: how much the ensemble prefers every generator, beside the single
 * evaluators. Source: philautia paper, section 6.3 and Table 2 (reference-free; Pomms as a 13th evaluator).
 *
 * The ensemble's mean score of a generator is intercept + Σ weight · Φ of the member, the mean of its scores where all
 * members scored the same captions; then Φ is standardised by column and by row, as in `philautia`.
 * The intercept, and a common factor of the weights, change nothing. An ensemble has no diagonal entry, and the paper does
 * not say how it makes one number of twelve (its 0.15 is no plain mean of its Table 2): `meanOverMembers` is given, named as such. (The mean over all
 * generators is about 0 for any evaluator, since columns are standardised; and the entries of a mean of several evaluators are mostly smaller than theirs,
 * which is arithmetic and no sign of a fairer judge.)
 * `scores` holds the single evaluators', which differ a little from those without the ensemble.
 *
 * @throws {RangeError} for a member that evaluates nothing in this setting, for a step out of range, or as `philautia`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pommsPhilautia, readCaptionScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const step = {
 *   members: ["simulated-model-a", "simulated-model-b"], coefficients: [0.5, 0.5],
 *   intercept: 0,
 * };
 * const pomms = {
 *   steps: [{ ...step, alpha: 0, validationTau: NaN, notes: [] }], best: 0,
 * };
 * const { evaluators, pomms: ensemble } = pommsPhilautia(scores, pomms, {
 *   setting: "ref_free",
 * });
 * assert.equal(evaluators.at(-1), "Pomms");
 * assert.ok(
 *   Math.abs(ensemble.byGenerator["simulated-model-a"]) <
 *     Math.sqrt(evaluators.length - 1),
 * );
 * ```
 */
export function pommsPhilautia(
  captionScores: pl.DataFrame,
  pomms: Pick<PommsRecord, "steps" | "best">,
  options: { setting: string; step?: number; ddof?: number; exclude?: readonly string[] },
): PommsPhilautia {
  const { setting, step = pomms.best, ddof = 0, exclude } = requireOptions("pommsPhilautia", options, [
    "setting",
    "step",
    "ddof",
    "exclude",
  ], arguments);
  const chosen = stepOf("pommsPhilautia", pomms, step);
  return ensemblePhilautia(preferenceMatrix(captionScores, { setting, exclude }), chosen, { setting, ddof });
}

/** The same from a matrix of mean scores that is there already. */
export function ensemblePhilautia(
  { generators, evaluators, phi, counts, unscored }: PreferenceMatrix,
  { members, coefficients, intercept }: Pick<PommsStep, "members" | "coefficients" | "intercept">,
  { setting, ddof = 0 }: { setting: string; ddof?: number },
): PommsPhilautia {
  requireMembers("pommsPhilautia", members, evaluators, setting);
  const columns = members.map((member) => evaluators.indexOf(member));
  const matrix = {
    generators,
    evaluators: [...evaluators, POMMS_COLUMN],
    phi: phi.map((row) => [
      ...row,
      columns.reduce((sum, column, m) => sum + coefficients[m] * row[column], intercept),
    ]),
    counts: counts.map((row) => [...row, Math.min(...columns.map((column) => row[column]))]),
    unscored: unscored.map((row) => [...row, Math.max(...columns.map((column) => row[column]))]),
  };
  const result = philautiaOfMatrix(matrix, { ddof, setting });
  const entries = result.phiTilde.map((row) => row[evaluators.length]);
  const own = members.flatMap((member) =>
    generators.includes(member) ? [entries[generators.indexOf(member)]] : []
  );
  return {
    setting,
    ...matrix,
    ...result,
    pomms: {
      members,
      byGenerator: Object.fromEntries(generators.map((name, g) => [name, entries[g]])),
      meanOverMembers: mean(own),
    },
  };
}

/** Throws for a member that is not among the evaluators. */
export function requireMembers(
  action: string,
  members: readonly string[],
  evaluators: readonly string[],
  setting: string,
): void {
  const missing = members.find((member) => !evaluators.includes(member));
  if (missing === undefined) return;
  throw new RangeError(
    `${action}: wanted scores by every member in ${setting}, found none by ${missing} (evaluators: ${
      evaluators.join(", ")
    })`,
  );
}
