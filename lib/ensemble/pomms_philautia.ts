import pl, { type DataType } from "nodejs-polars";
import { groupRows } from "../metrics/metric_table.ts";
import { type Philautia, philautiaOfMatrix } from "../metrics/philautia.ts";
import { type PreferenceMatrix, preferenceMatrix } from "../metrics/preference_matrix.ts";
import { requireOneOf, requireOptions } from "../progress/require.ts";
import { captionCodes } from "../results/caption_codes.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { mean } from "../stats/grouped.ts";
import { type PommsRecord, type PommsStep, stepOf } from "./pomms.ts";

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
  requireOptions("pommsPhilautia", options, ["setting", "step", "ddof", "exclude"], arguments);
  const { setting, step = pomms.best, ddof = 0, exclude } = options;
  const chosen = stepOf("pommsPhilautia", pomms, step);
  return ensemblePhilautia(preferenceMatrix(captionScores, { setting, exclude }), chosen, { setting, ddof });
}

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
  const own = entries.filter((_, g) => members.includes(generators[g]));
  const byGenerator = Object.fromEntries(generators.map((name, g) => [name, entries[g]]));
  return { setting, ...matrix, ...result, pomms: { members, byGenerator, meanOverMembers: mean(own) } };
}

function requireMembers(
  action: string,
  members: readonly string[],
  evaluators: readonly string[],
  setting: string,
): void {
  for (const one of members) {
    requireOneOf(action, `members that scored in ${setting}, out of`, one, evaluators);
  }
}

/**
 * The `caption scores` of one setting with those of a Pomms as one more evaluator, `Pomms`, behind them: what
 * `philautiaIntervals` and every other metric of caption scores then take for an evaluator like the others. Its score is
 * intercept + Σ weight · the member's score of the same caption, on the humans' scale, and missing where a member has none.
 *
 * @throws {RangeError} for an unknown setting, a member that evaluates nothing in it, or a step out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readCaptionScores, withPommsScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const step = {
 *   members: ["simulated-model-a", "simulated-model-b"], coefficients: [0.5, 0.5],
 *   intercept: 0,
 * };
 * const pomms = {
 *   steps: [{ ...step, alpha: 0, validationTau: NaN, notes: [] }], best: 0,
 * };
 * const joined = withPommsScores(scores, pomms, { setting: "ref_free" });
 * // 12 images × 3 generators × 3 evaluators, and the ensemble's
 * assert.equal(joined.height, 108 + 36);
 * ```
 */
export function withPommsScores(
  captionScores: pl.DataFrame,
  pomms: Pick<PommsRecord, "steps" | "best">,
  options: { setting: string; step?: number },
): pl.DataFrame {
  requireOptions("withPommsScores", options, ["setting", "step"], arguments);
  const { setting, step = pomms.best } = options;
  const { members, coefficients, intercept } = stepOf("withPommsScores", pomms, step);
  const { evaluator, setting: settings } = captionCodes(captionScores, "withPommsScores");
  requireOneOf("withPommsScores", "a setting out of", setting, settings.levels);
  requireMembers("withPommsScores", members, evaluator.levels.map(String), setting);
  const others = captionScores.filter(pl.col("setting").cast(pl.Utf8).eq(pl.lit(setting)));
  const run: Record<string, DataType> = captionScores.columns.includes("run") ? { run: pl.Float64 } : {};
  const names = ["image_id", "generator", "evaluator", "setting"].map((name) => [name, pl.Utf8] as const);
  const types = { ...Object.fromEntries<DataType>(names), ...run, score: pl.Float64 };
  const { codes, levels } = factor(others.getColumn("evaluator"));
  const score = columnNumbers(others.getColumn("score"));
  const weights = levels.map((name) => coefficients[members.indexOf(String(name))] ?? NaN);
  const rows = groupRows(others, ["image_id", "generator", ...Object.keys(run)]).map(({ key, rows }) => {
    const own = rows.filter((row) => !Number.isNaN(weights[codes[row]]));
    const sum = own.reduce((sum, row) => sum + weights[codes[row]] * score[row], intercept);
    const isWhole = own.length === members.length && !Number.isNaN(sum);
    return { ...key, evaluator: POMMS_COLUMN, setting, score: isWhole ? sum : null };
  });
  const cast = Object.entries(types).map(([name, type]) => pl.col(name).cast(type));
  return pl.concat([others.select(...cast), pl.DataFrame(rows, { schema: types })]);
}
