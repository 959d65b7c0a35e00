import type pl from "nodejs-polars";
import { requireNamed, requireOneOf } from "../progress/require.ts";
import { BIAS_DIMENSIONS, type BiasDimension, type BiasSpec } from "../results/bias_taxonomy.ts";
import { mean as meanOf, remembered } from "../stats/grouped.ts";
import { biasValues, isLowest, isScored, overRuns } from "./run_means.ts";
import { counted, countOf, interval, limits } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { scoreMetric } from "./score_outcomes.ts";
import { isMany } from "./undecided.ts";

/** Options of the reliabilities. */
export interface ReliabilityOptions<Groups extends By = By> extends MetricOptions<Groups> {
  /** The authors' conventions, for the same digits on their folders. */
  compatibility?: "official";
}

/**
 * Reliability of a judge by bias type: BD (`biasDeviation`) for the five types of integrality and congruity, where the score
 * should fall, BC (`biasConformity`) for the four of robustness, where it should stay. Source: MM-JudgeBias, sections 3.2–3.3.
 *
 * One row per group of `by` (default: judge, prompt) and bias type that occurs in it, in the paper's order: `bias_type,
 * dimension, metric` (bd or bc), `value` (mean over runs of the per-run value, scores paired within a run), `n` (samples it
 * rests on), `abstained` (pairs left out because a side was abstained from), then `low, high, n_clusters` (95%
 * interval, `infer`; clusters: images, else samples) and the pairs left out otherwise: `n_unscored` (unparsable or
 * missing) and `n_lowest` (unbiased score 1, from which no drop is possible; BD only). `blank_image` rows are ignored.
 *
 * `value` is in [0, 1], higher is better; nothing that qualifies gives NaN with n = 0. A judge that is only noisy has BD > 0
 * and BC < 1: `noiseFloor` says how much; one whose scores rise more often than they fall has a `warning` beside its BD. `by: ["judge",
 * "difficulty"]` and the like break it down.
 *
 * `compatibility: "official"` gives the numbers of the authors' code bit by bit: scores outside 1 … 10 are taken as they
 * are, pairs of which none has y > 1 average to 0, and `n` counts all pairs with both scores. Read the folder with the same option.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an unknown bias type, or a score outside 1 … 10 (unless official)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { reliability } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   sample_id: ["1", "2", "3"],
 *   bias_type: ["text_dominance", "text_dominance", "texture_insertion"],
 *   unbiased: [10, 9, 10],
 *   biased: [1, 9, 7],
 * });
 * const [bd, bc] = reliability(scores, { by: [] }).toRecords();
 * assert.deepEqual([bd.metric, bd.value, bd.n], ["bd", 0.5, 2]); // (9/9 + 0/8)/2
 * assert.deepEqual([bc.dimension, bc.value], ["robustness", 1 - 3 / 9]);
 * ```
 */
export function reliability<const Groups extends By = DefaultGroups<"scores">>(
  scorePairs: pl.DataFrame,
  options: ReliabilityOptions<Groups> = {},
): MetricFrame<
  "value n abstained n_unscored n_lowest",
  Evidence & Pick<BiasSpec, "dimension" | "metric"> & { bias_type: string },
  Groups
> {
  const { outcomes, table, types } = typesMetric("reliability", arguments, scorePairs, options);
  const typeOf = (rows: Int32Array) => types(rows)[0];
  const { unbiased, biased } = outcomes;
  /** Where scores rise more often than they fall 0 is not what BD finds, but what it takes a rise for. */
  const risen = (rows: Int32Array) => {
    if (typeOf(rows).spec.metric !== "bd") return "";
    const moves = rows.filter((row) => isScored(outcomes, row)).map((row) => biased[row] - unbiased[row]);
    const up = moves.filter((move) => move > 0).length, down = moves.filter((move) => move < 0).length;
    return up > down && isMany(up, moves.length)
      ? `${up} of ${moves.length} scores rise where they should fall, and count as 0`
      : "";
  };
  const value = overRuns(
    (rows) => [{ ...typeOf(rows).term, weight: 1 }],
    (rows) => typeOf(rows).value,
    risen,
  );
  const isOut = (row: number) => !isScored(outcomes, row);
  const abstained = (row: number) => outcomes.abstained[row] === 1;
  return table(
    {
      value,
      n: countOf((rows) => typeOf(rows).n),
      abstained: counted((row) => isOut(row) && abstained(row)),
      ...interval(value),
      n_unscored: counted((row) => isOut(row) && !abstained(row)),
      n_lowest: counted((row) => !isOut(row) && isLowest(outcomes, row)),
    },
    {
      keys: ["bias_type", "dimension", "metric"],
      of: ({ rows }) =>
        types(rows).map(({ spec: { type, dimension, metric }, rows }) => ({
          key: { bias_type: type as string, dimension, metric },
          rows,
        })),
    },
  );
}

function typesMetric<Groups extends By>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: ReliabilityOptions<Groups>,
) {
  const { compatibility } = requireNamed(action, options), official = compatibility === "official";
  requireOneOf(action, "compatibility", compatibility, [undefined, "official"]);
  const way = { own: ["compatibility"], anyScore: official };
  const found = scoreMetric(action, called, given, options, way), { outcomes } = found;
  const types = remembered((rows: Int32Array) => biasValues(outcomes, rows, official));
  return { ...found, types, official };
}

/**
 * Reliability of a judge by dimension and overall: the mean of the bias types of each dimension (integrality 3, congruity 2,
 * robustness 4), and the mean of all nine types, not of the three dimensions. Source: MM-JudgeBias, Table 2 ("Avg.").
 *
 * One row per group of `by` (default: judge, prompt): `integrality, congruity, robustness, overall`, then `low, high,
 * n_clusters` (95% interval of `overall`, `infer`; clusters: images, else samples), `n` (samples), `n_types` (bias types
 * with a value: below 9 the row is not comparable with a full one) and `integrality_low` … `robustness_high`.
 *
 * Types without a value are left out of the means; a dimension without any is NaN. `compatibility` as in `reliability`.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an unknown bias type, or a score outside 1 … 10
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { reliabilitySummary } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   sample_id: ["1", "2", "3"],
 *   bias_type: ["text_dominance", "image_dominance", "texture_insertion"],
 *   unbiased: [10, 10, 10],
 *   biased: [1, 10, 10],
 * });
 * const [row] = reliabilitySummary(scores, { by: [] }).toRecords();
 * assert.equal(row.integrality, 0.5); // (1 + 0)/2
 * assert.equal(row.overall, 2 / 3); // (1 + 0 + 1)/3, not the mean of two dimensions
 * assert.equal(row.n_types, 3);
 * ```
 */
export function reliabilitySummary<const Groups extends By = DefaultGroups<"scores">>(
  scorePairs: pl.DataFrame,
  options: ReliabilityOptions<Groups> = {},
): MetricFrame<
  "integrality congruity robustness overall n n_types integrality_low integrality_high congruity_low congruity_high robustness_low robustness_high",
  Evidence,
  Groups
> {
  const { table, types, official } = typesMetric("reliabilitySummary", arguments, scorePairs, options);
  const typesOf = (rows: Int32Array, dimension?: BiasDimension) =>
    types(rows).filter(({ spec, value, n }) =>
      (official ? n > 0 : !Number.isNaN(value)) && (dimension === undefined || spec.dimension === dimension)
    );
  const mean = (dimension?: BiasDimension) =>
    overRuns((rows) => {
      const types = typesOf(rows, dimension);
      return types.map(({ term }) => ({ ...term, weight: 1 / types.length }));
    }, (rows) => meanOf(typesOf(rows, dimension).map(({ value }) => value)));
  const [integrality, congruity, robustness] = BIAS_DIMENSIONS.map(mean), overall = mean();
  return table({
    ...{ integrality, congruity, robustness, overall },
    ...interval(overall),
    n: countOf((rows) => typesOf(rows).reduce((sum, { n }) => sum + n, 0)),
    n_types: countOf((rows) => typesOf(rows).length),
    ...limits("integrality", integrality),
    ...limits("congruity", congruity),
    ...limits("robustness", robustness),
  });
}
