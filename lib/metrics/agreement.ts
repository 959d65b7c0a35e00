import type pl from "nodejs-polars";
import { cohenKappa } from "../stats/cohen_kappa.ts";
import { krippendorffAlpha } from "../stats/krippendorff_alpha.ts";
import { clustersAt } from "../stats/estimand.ts";
import type { By, DefaultGroups, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { VERDICT } from "./pair_outcomes.ts";

/** A confusion count: what the human said, then what the judge said. */
export type ConfusionCount = `human_${"a" | "b" | "tie"}_judge_${"a" | "b" | "tie"}`;

/** Verdicts in the order of the confusion counts. */
const NAMES = ["A", "B", "tie"] as const, LABELS = ["a", "b", "tie"] as const;
const COUNTS: readonly ConfusionCount[] = LABELS.flatMap((human) =>
  LABELS.map((judge): ConfusionCount => `human_${human}_judge_${judge}`)
);

/**
 * How far a judge agrees with people beyond chance, ties included: Cohen's κ, Gwet's AC1 (which stays where one label is rare), Krippendorff's α
 * (nominal) and the counts behind them. Source: Cohen 1960, Gwet 2008, Krippendorff 2011.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n` (rows on which both gave A, B or a tie), `agreement` (share of
 * equal labels), `kappa, low, high`, `ac1, ac1_low, ac1_high`, `alpha, alpha_low, alpha_high` (95%, robust to clusters), `n_clusters, warning`, then
 * nine counts `human_a_judge_a` … `human_tie_judge_tie` and `n_unread` (no verdict of the judge, or of people).
 *
 * Of two judges: `cohenKappa` of their columns of verdicts on the same rows.
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
 * import { agreement } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"], human: ["A", "A", "B", "B"],
 *   choice: ["A", "A", "B", "A"],
 * });
 * const [row] = agreement(pairs, { by: [] }).toRecords();
 * // p_e = ½
 * assert.deepEqual([row.kappa, row.agreement, row.human_b_judge_a], [0.5, 0.75, 1]);
 * ```
 */
export function agreement<const Groups extends By = DefaultGroups<"pairs">>(
  pairs: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<
  "n agreement kappa low high ac1 ac1_low ac1_high alpha alpha_low alpha_high n_clusters warning human_a_judge_a human_a_judge_b human_a_judge_tie human_b_judge_a human_b_judge_b human_b_judge_tie human_tie_judge_a human_tie_judge_b human_tie_judge_tie n_unread",
  unknown,
  Groups
> {
  const { outcomes: { human, choice, clusters }, inGroups, level, pooled } = pairMetric(
    "agreement",
    arguments,
    pairs,
    options,
    { people: true },
  );
  const columns =
    `n:count agreement kappa low high ac1 ac1_low ac1_high alpha alpha_low alpha_high n_clusters:count ` +
    `warning:text ${COUNTS.map((name) => `${name}:count`).join(" ")} n_unread:count`;
  return inGroups(columns, (all) => {
    const rows = all.filter((row) => human[row] !== VERDICT.missing && choice[row] !== VERDICT.missing);
    const [people, judge] = [human, choice].map((codes) => Array.from(rows, (row) => NAMES[codes[row]]));
    const own = { clusters: clustersAt(clusters, rows), level };
    const kappa = cohenKappa(people, judge, own),
      ac1 = cohenKappa(people, judge, { ...own, coefficient: "ac1" });
    const units = Array.from(rows, (row) => [human[row], choice[row]]);
    const alpha = krippendorffAlpha(units, { ...own, difference: "nominal" });
    const cells = new Int32Array(COUNTS.length);
    for (const row of rows) cells[LABELS.length * human[row] + choice[row]]++;
    return {
      n: rows.length,
      ...{ agreement: kappa.agreement, kappa: kappa.kappa, low: kappa.low, high: kappa.high },
      ...{ ac1: ac1.kappa, ac1_low: ac1.low, ac1_high: ac1.high },
      ...{ alpha: alpha.alpha, alpha_low: alpha.low, alpha_high: alpha.high },
      n_clusters: kappa.clusters,
      warning: [
        pooled(all),
        kappa.warning ||
        (rows.length === 0
          ? "no pair has a verdict of people and one of the judge"
          : Number.isNaN(kappa.kappa) &&
            "both gave one and the same answer throughout: by chance they would agree as well"),
      ].filter(Boolean).join("; ") || null,
      ...Object.fromEntries(COUNTS.map((name, cell) => [name, cells[cell]])),
      n_unread: all.length - rows.length,
    };
  });
}
