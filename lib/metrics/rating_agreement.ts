import type pl from "nodejs-polars";
import { type By, columnList, ratingEvaluators } from "../results/frame.ts";
import { columnNumbers } from "../results/factor.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { type ClusterCodes, clustersAt } from "../stats/estimand.ts";
import { kendallInterval } from "../stats/kendall.ts";
import { frameClusters } from "./pair_rows.ts";
import { metric } from "./metric.ts";
import type { MetricFrame, MetricOptions } from "./metric_types.ts";
import { requireList, requireNamed } from "../progress/require.ts";
import { unscoredIn } from "./undecided.ts";

export const AGREEMENT_COLUMNS =
  "n:count tau_b tau_b_low tau_b_high tau_c tau_c_low tau_c_high p_value n_clusters:count df effective_clusters warning:text n_unscored:count";

/**
 * How well every evaluator of a `ratings` frame agrees with the humans: Kendall's τ-b and τ-c of its scores with theirs, each
 * with an interval that is robust to captions of the same image and judgments of the same caption (clusters: `image_id`, else
 * `item_id`; `kendallInterval`), and the p-value of no association, robust to the same clusters.
 *
 * One row per group and evaluator: by.., evaluator, n, tau_b, its limits, tau_c, its limits, p_value, n_clusters,
 * n_unscored. 1 = the same order, 0 = none, −1 = reversed; the philautia paper prints 100 times τ-b in Table 1.
 * Rows where the evaluator's or the human's score is missing are left out and counted; `warning` says how many of those that people
 * rated have no score, from 5% on. A constant evaluator has NaN and a warning.
 *
 * @throws {TypeError} when a column is missing
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ratingAgreement, readRatings } from "judgebias";
 *
 * const agreement = ratingAgreement(readRatings("data/examples/ratings.csv"), {
 *   by: [],
 * });
 * assert.deepEqual(agreement.columns.slice(0, 3), ["evaluator", "n", "tau_b"]);
 * assert.equal(agreement.height, 3);
 * ```
 */
export function ratingAgreement<const Groups extends By = "split" | "condition">(
  ratings: pl.DataFrame,
  asked: MetricOptions<Groups> & { evaluators?: readonly string[] } = {},
): MetricFrame<
  "n tau_b tau_b_low tau_b_high tau_c tau_c_low tau_c_high p_value n_clusters df effective_clusters warning n_unscored",
  { evaluator: string },
  Groups
> {
  const { evaluators: named, ...options } = requireNamed("ratingAgreement", asked);
  const evaluators = named ?? ratingEvaluators(ratings, "ratingAgreement"), action = "ratingAgreement";
  requireList(action, "evaluators", evaluators, "string");
  const { frame, outcomes, inGroups, level } = metric(action, arguments, ratings, options, {
    own: ["evaluators"],
    read(frame, clusters) {
      requireValidFrame(action, "ratings", frame, { needs: ["human", ...evaluators] });
      return {
        human: columnNumbers(frame.getColumn("human")),
        clusters: frameClusters(frame, clusters).codes,
      };
    },
    groups: (_, by = ["split"]) => columnList(by),
  });
  const scores = evaluators.map((name) => columnNumbers(frame.getColumn(name)));
  return inGroups(`evaluator:key ${AGREEMENT_COLUMNS}`, (rows) =>
    evaluators.map((evaluator, e) => ({
      evaluator,
      ...agreementOf({ ...outcomes, scores: scores[e], rows, level }),
    })));
}

export function agreementOf({ human, scores, clusters, rows, level = 0.95 }: {
  human: Float64Array;
  scores: Float64Array;
  clusters: ClusterCodes;
  rows: Int32Array;
  level?: number;
}) {
  const rated = rows.filter((i) => !Number.isNaN(human[i]));
  const scored = rated.filter((i) => !Number.isNaN(scores[i]));
  const x = Float64Array.from(scored, (i) => scores[i]), y = Float64Array.from(scored, (i) => human[i]);
  const [b, c] = (["b", "c"] as const).map((variant) =>
    kendallInterval(x, y, { variant, clusters: clustersAt(clusters, scored), level })
  );
  return {
    n: scored.length,
    tau_b: b.tau,
    tau_b_low: b.low,
    tau_b_high: b.high,
    tau_c: c.tau,
    tau_c_low: c.low,
    tau_c_high: c.high,
    p_value: b.pValue,
    n_clusters: b.clusters,
    df: b.df,
    effective_clusters: b.effectiveClusters,
    warning: [
      b.warning.replace(/^[xy](?= never)/, (side) => side === "x" ? "its score" : "the human score"),
      unscoredIn(rated.length - scored.length, rated.length),
    ].filter(Boolean).join("; ") || null,
    n_unscored: rows.length - scored.length,
  };
}
