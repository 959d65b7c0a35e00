import type pl from "nodejs-polars";
import { requireList, requireNamed } from "../progress/require.ts";
import { columnNumbers } from "../results/factor.ts";
import { ratingEvaluators } from "../results/frame.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { cohenKappa } from "../stats/cohen_kappa.ts";
import { type ClusterCodes, clustersAt } from "../stats/estimand.ts";
import { kendallInterval } from "../stats/kendall.ts";
import { krippendorffAlpha } from "../stats/krippendorff_alpha.ts";
import { metric, pairMetric } from "./metric.ts";
import type { By, DefaultGroups, MetricOptions, NamedTable } from "./metric_types.ts";
import { LABELS, VERDICT } from "./pair_outcomes.ts";
import { frameClusters } from "./pair_rows.ts";
import { unreadLeaves, unscoredIn } from "./undecided.ts";

const COLUMNS =
  "n:count agreement kappa low high ac1 ac1_low ac1_high alpha alpha_low alpha_high n_clusters:count warning:text human_a_judge_a:count human_a_judge_b:count human_a_judge_tie:count human_b_judge_a:count human_b_judge_b:count human_b_judge_tie:count human_tie_judge_a:count human_tie_judge_b:count human_tie_judge_tie:count n_unread:count";

/**
 * How far a judge agrees with people beyond chance, ties included: Cohen's κ, Gwet's AC1 (which stays where one label is rare), Krippendorff's α
 * (nominal) and the counts behind them. Source: Cohen 1960, Gwet 2008, Krippendorff 2011.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n` (rows on which both gave A, B or a tie), `agreement` (share of
 * equal labels), `kappa, low, high`, `ac1, ac1_low, ac1_high`, `alpha, alpha_low, alpha_high` (95%, robust to clusters), `n_clusters, warning`, then
 * nine counts `human_a_judge_a` … `human_tie_judge_tie` and `n_unread` (replies left out: without a
 * verdict of the judge, or with one but without a label of people, each once).
 *
 * Of two judges: their verdicts side by side, the one's as `human`; of their errors `cohenKappa` of both columns `correct`: two opinions or one. Whether one agrees with people more than another, or with one person more than with another:
 * `contrast(pairs, { outcome: "kappa", first: { judge: "a" }, second: { judge: "b" } })`.
 *
 * All three are 1 at full agreement, 0 at chance, below 0 where the judge contradicts people. With one label only, or no row, NaN. κ falls with the
 * rarer label whatever the judge does: read it beside AC1 and the counts.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when human or choice holds anything but A, B, tie or null
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { agreement, only, readPairs, withSubsets } from "judgebias";
 * import { cohenKappa } from "judgebias/stats";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"], human: ["A", "A", "B", "B"],
 *   choice: ["A", "A", "B", "A"],
 * });
 * const [row] = agreement(pairs, { by: [] }).toRecords();
 * // p_e = ½
 * assert.deepEqual([row.kappa, row.agreement, row.human_b_judge_a], [0.5, 0.75, 1]);
 *
 * // Two judges with each other: κ of their verdicts, and of being right.
 * const judged = withSubsets(readPairs("data/examples/pairs.csv"));
 * const [one, two] = ["a", "b"].map((name) =>
 *   only(judged, { judge: `simulated-judge-${name}`, image: true })
 * );
 * const both = one.join(two, { on: ["item_id", "swapped", "run"], suffix: "_two" });
 * const verdicts = agreement(
 *   both.withColumns(pl.col("choice_two").alias("human")), { by: [] },
 * );
 * const errors = cohenKappa(
 *   both.getColumn("correct").toArray().map(Boolean),
 *   both.getColumn("correct_two").toArray().map(Boolean),
 *   { clusters: both.getColumn("item_id").toArray() },
 * );
 * assert.ok(verdicts.getColumn("kappa").get(0) < 1 && errors.kappa < 1);
 * ```
 */
export function agreement<const Groups extends By = DefaultGroups<"pairs">>(
  pairs: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): NamedTable<typeof COLUMNS, Groups> {
  const { outcomes, inGroups, level, pooled } = pairMetric("agreement", arguments, pairs, options, {
    people: true,
  });
  const { human, choice, clusters, replies } = outcomes;
  const isTold = (row: number) => human[row] !== VERDICT.missing && choice[row] !== VERDICT.missing;
  return inGroups(COLUMNS, (all) => {
    const rows = all.filter(isTold), judged = all.filter((row) => human[row] !== VERDICT.missing);
    const unread = judged.filter((row) => choice[row] === VERDICT.missing);
    const [people, judge] = [human, choice].map((codes) => Array.from(rows, (row) => LABELS[codes[row]]));
    const own = { clusters: clustersAt(clusters, rows), level };
    const kappa = cohenKappa(people, judge, own);
    const ac1 = cohenKappa(people, judge, { ...own, coefficient: "ac1" });
    const units = Array.from(rows, (row) => [human[row], choice[row]]);
    const alpha = krippendorffAlpha(units, { ...own, difference: "nominal" });
    const counts = LABELS.flatMap((own, h) =>
      LABELS.map((other, c) => [
        `human_${own}_judge_${other}`.toLowerCase(),
        rows.filter((row) => human[row] === h && choice[row] === c).length,
      ])
    );
    return {
      n: rows.length,
      ...{ agreement: kappa.agreement, kappa: kappa.kappa, low: kappa.low, high: kappa.high },
      ...{ ac1: ac1.kappa, ac1_low: ac1.low, ac1_high: ac1.high },
      ...{ alpha: alpha.alpha, alpha_low: alpha.low, alpha_high: alpha.high },
      n_clusters: kappa.clusters,
      warning: [
        pooled(all),
        kappa.warning || rows.length === 0 && "no pair has a verdict of people and one of the judge" ||
        Number.isNaN(kappa.kappa) &&
          "both gave one and the same answer throughout: by chance they would agree as well",
        unreadLeaves(
          "agreement",
          Array.from(rows, (row) => Number(human[row] === choice[row])),
          unread.length,
          { unread: replies(unread).length, all: replies(judged).length },
        ),
      ].filter(Boolean).join("; ") || null,
      ...Object.fromEntries(counts),
      n_unread: replies(all.filter((row) => !isTold(row))).length,
    };
  });
}

export const AGREEMENT_COLUMNS =
  "n:count tau_b tau_b_low tau_b_high tau_c tau_c_low tau_c_high p_value n_clusters:count df effective_clusters warning:text n_unscored:count";

/**
 * How well every evaluator of a `ratings` frame agrees with the humans: Kendall's τ-b and τ-c of its scores with theirs, each
 * with an interval that is robust to captions of the same image and judgments of the same caption (clusters: `image_id`, else
 * `item_id`; Hoeffding's projection, by `infer`), and the p-value of no association, robust to the same clusters.
 *
 * One row per group (`by`: split, and condition and criterion where there are several) and evaluator: by.., evaluator, n, tau_b, its limits, tau_c, its limits, p_value, n_clusters,
 * n_unscored. 1 = the same order, 0 = none, −1 = reversed; the philautia paper prints 100 times τ-b in Table 1.
 * Rows where the evaluator's or the human's score is missing are left out and counted in `n_unscored`; `warning` says how many of those that people
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
): NamedTable<`evaluator:key ${typeof AGREEMENT_COLUMNS}`, Groups> {
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
    groups: ["split"],
    pooling: ["condition", "criterion"],
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
    ...{ tau_b: b.tau, tau_b_low: b.low, tau_b_high: b.high },
    ...{ tau_c: c.tau, tau_c_low: c.low, tau_c_high: c.high },
    ...{ p_value: b.pValue, n_clusters: b.clusters, df: b.df, effective_clusters: b.effectiveClusters },
    warning: [
      b.warning.replace(/^[xy](?= never)/, (side) => side === "x" ? "its score" : "the human score"),
      unscoredIn(rated.length - scored.length, rated.length),
    ].filter(Boolean).join("; ") || null,
    n_unscored: rows.length - scored.length,
  };
}
