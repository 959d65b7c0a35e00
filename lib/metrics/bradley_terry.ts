import { requireOneOf } from "../progress/require.ts";
import { inWords } from "../progress/show.ts";
import type pl from "nodejs-polars";
import { waysOf } from "../stats/estimand.ts";
import { mean } from "../stats/grouped.ts";
import { holm } from "../stats/multiple_testing.ts";
import { studentPValue, studentQuantile } from "../stats/distributions.ts";
import type { By, DefaultGroups, MetricOptions, NamedTable } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { VERDICT } from "./pair_outcomes.ts";
import { rankIntervals } from "./honest_leaderboard.ts";
import { type StrengthColumns, strengthColumns, type StrengthFit, strengthFit } from "./transitivity.ts";

const STRENGTHS =
  "model:key strength low high rank_low:count rank_high:count n:count win_share n_clusters:count n_unparsed:count warning:text";

const EFFECTS = "covariate:key effect low high p_value n:count n_clusters:count warning:text";

/** Options of `bradleyTerry` and `styleEffects`; of clusters one column. */
export interface BradleyTerryOptions<Groups extends By = By> extends MetricOptions<Groups> {
  /** Names x of columns `x_a`, `x_b` (words, tokens, headers, lists, bold) held equal between the answers; `first_slot`: the slot. */
  covariates?: readonly string[];
  /** The model with strength 0; without it strengths have mean 0. */
  reference?: string;
}

/**
 * Strengths of the models that wrote the answers, from pairwise verdicts: logit P(A wins) = s_A − s_B + Σ γ_k·x_k
 * (Bradley and Terry 1952; with covariates the style control of Chatbot Arena, Li et al. 2024). A tie is half a win
 * for each; unparsable verdicts are left out.
 *
 * `strength` in logits: a difference of 0 = equal, of ln 3 = 1.1 = three wins to one. With `reference` that model is
 * 0, without any limits; otherwise strengths have mean 0. Covariates: the normalised difference (a − b)/(a + b) of
 * two columns in its standard deviations, so that strengths are those at equal length and style; their own effects
 * are `styleEffects`. Length may be a part of quality: a strength at equal length answers another question, not a
 * better one.
 *
 * Limits: sandwich errors over clusters (image_id, else item_id), Student's t with clusters − 1 degrees of freedom.
 * `rank_low … rank_high`: the ranks that the data leave open, 1 + the models that are surely better … all but the
 * surely worse; sure = the difference of two strengths is significant at 1 − `level` under Holm over all pairs, so that
 * all ranks hold together in 95% of studies (Al Mohamad et al. 2022; Mogstad et al. 2024).
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant) and model, strongest first: `model,
 * strength, low, high, rank_low, rank_high, n` (comparisons), then `win_share` (wins + ties/2 over n, as raw
 * leaderboards have it), `n_clusters, n_unparsed`, `warning`. Models of which one group never lost to the rest have
 * no finite strengths: NaN and the warning that names them.
 *
 * @throws {TypeError} when the frame lacks a column, or names no model
 * @throws {RangeError} for a reference that is in no pair of a group
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { bradleyTerry } from "judgebias";
 *
 * const choices = ["A", "A", "A", "B"]; // x wins three of four: a difference of ln 3
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"],
 *   model_a: ["x", "x", "x", "x"],
 *   model_b: ["y", "y", "y", "y"],
 *   human: ["A", "A", "A", "A"],
 *   choice: choices,
 * });
 * const [x, y] = bradleyTerry(pairs, { by: [] }).toRecords();
 * assert.equal(x.model, "x");
 * assert.ok(Math.abs(Number(x.strength) - Number(y.strength) - Math.log(3)) < 1e-9);
 * ```
 */
export function bradleyTerry<const Groups extends By = DefaultGroups<"pairs">>(
  pairs: pl.DataFrame,
  options: BradleyTerryOptions<Groups> = {},
): NamedTable<typeof STRENGTHS, Groups> {
  const { columns, inGroups, level } = strengths("bradleyTerry", arguments, pairs, options);
  const { reference } = options;
  return inGroups(STRENGTHS, (rows) => {
    const fit = strengthFit(columns, rows);
    const origin = fit.models.findIndex((model) => columns.models[model] === reference);
    const names = fit.models.map((model) => columns.models[model]);
    if (reference !== undefined) requireOneOf("bradleyTerry", "a reference out of", reference, names);
    const n_unparsed = rows.filter((at) => columns.verdicts[at] === VERDICT.missing).length;
    return modelRows(columns, fit, { origin, level }).map((row) => ({ ...row, n_unparsed }));
  });
}

/**
 * What the covariates of `bradleyTerry` do to a verdict: logits per standard deviation of the normalised difference
 * between two answers (per slot: half the difference between being shown first and second). 0 = no influence;
 * exp(effect) is the factor on the odds of winning.
 *
 * One row per group and covariate: `covariate, effect, low, high, p_value, n, n_clusters`, `warning` (95%
 * unless `level` says otherwise, as `bradleyTerry`).
 *
 * @throws as `bradleyTerry`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { styleEffects } from "judgebias";
 *
 * const long = [30, 30, 10, 10, 30, 30, 10, 10];
 * const pairs = pl.DataFrame({
 *   item_id: long.map((_, i) => String(i)), model_a: long.map(() => "x"),
 *   model_b: long.map(() => "y"), words_a: long, words_b: long.map(() => 20),
 *   human: long.map(() => "A"), choice: ["A", "A", "B", "B", "A", "B", "A", "B"],
 * });
 * const [words] = styleEffects(pairs, { by: [], covariates: ["words"] }).toRecords();
 * // the longer one wins 6 of 8
 * assert.ok(words.covariate === "words" && Number(words.effect) > 0);
 * ```
 */
export function styleEffects<const Groups extends By = DefaultGroups<"pairs">>(
  pairs: pl.DataFrame,
  options: BradleyTerryOptions<Groups> & { covariates: readonly string[] },
): NamedTable<typeof EFFECTS, Groups> {
  const { columns, inGroups, level } = strengths("styleEffects", arguments, pairs, options);
  return inGroups(EFFECTS, (rows) => {
    const fit = strengthFit(columns, rows);
    return columns.covariates.map((covariate, k) => {
      const own = fit.coefficients.map((_, i) => i === fit.models.length + k ? 1 : 0);
      const { estimate: effect, p: p_value, ...limits } = sumOf(fit, own, level);
      return { covariate, effect, p_value, n: fit.rows.length, ...limits };
    });
  });
}

function strengths(action: string, called: IArguments, given: pl.DataFrame, options: BradleyTerryOptions) {
  const way = { own: ["covariates", "reference"], once: true };
  const { frame, outcomes, inGroups, level } = pairMetric(action, called, given, options, way);
  if (waysOf(outcomes.clusters).length > 1) {
    throw new RangeError(`${action}: wanted one column of clusters, found two that cross`);
  }
  const columns = strengthColumns(action, frame, { outcomes, covariates: options.covariates ?? [] });
  return { columns, inGroups, level };
}

function modelRows(
  { a, b, verdicts, models }: StrengthColumns,
  fit: StrengthFit,
  { origin, level }: { origin: number; level: number },
) {
  const m = fit.models.length;
  // Strength of model i = Σ_j weight_j·β_j: less the reference's, or less the mean.
  const centre = (j: number) => origin < 0 ? 1 / m : Number(j === origin);
  const weights = fit.models.map((_, i) =>
    fit.coefficients.map((_, j) => j < m ? Number(i === j) - centre(j) : 0)
  );
  const strengths = weights.map((own) => sumOf(fit, own, level));
  const pairs = fit.models.flatMap((_, i) => fit.models.slice(0, i).map((_, j) => ({ i, j })));
  const adjusted = holm(
    pairs.map(({ i, j }) => sumOf(fit, weights[i].map((value, k) => value - weights[j][k]), level).p),
  );
  const ranks = rankIntervals(
    strengths.map(({ estimate }) => estimate),
    pairs.map((pair, k) => ({ ...pair, pValue: adjusted[k] })),
    level,
  );
  return fit.models.map((model, i) => {
    const own = fit.rows.filter((row) => a[row] === model || b[row] === model);
    const won = (row: number) =>
      verdicts[row] === VERDICT.tie ? 0.5 : Number((verdicts[row] === VERDICT.A) === (a[row] === model));
    const { estimate: strength, p: _, ...limits } = strengths[i];
    return {
      ...{ model: models[model], strength, ...limits },
      ...i === origin && { low: NaN, high: NaN, warning: fit.warning || null },
      ...{ rank_low: ranks[i].low, rank_high: ranks[i].high, n: own.length, win_share: mean(own.map(won)) },
    };
  }).sort((x, y) => y.strength - x.strength || y.win_share - x.win_share);
}

/** A sum of coefficients by its weights with limits and p by Student's t; none where the clusters are alike (all of them tied): that is no certainty. */
function sumOf(
  { coefficients, covariance, clusters, warning }: StrengthFit,
  weights: number[],
  level: number,
) {
  const df = clusters - 1;
  const sum = (values: readonly number[]) => values.reduce((sum, value, i) => sum + value * weights[i], 0);
  const estimate = sum(coefficients), variance = sum(covariance.map(sum));
  const error = variance > 1e-18 ? Math.sqrt(variance) : NaN;
  const half = df > 0 ? studentQuantile(0.5 + level / 2, df) * error : NaN;
  const isAlike = clusters > 1 && Number.isNaN(error) && coefficients.every(Number.isFinite);
  return {
    ...{ estimate, low: estimate - half, high: estimate + half, n_clusters: clusters },
    p: df > 0 && error > 0 ? studentPValue(estimate / error, df) : NaN,
    warning: isAlike ? `the ${inWords(clusters, "cluster")} show no spread: no interval` : warning || null,
  };
}
