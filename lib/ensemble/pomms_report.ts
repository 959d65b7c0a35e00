import type pl from "nodejs-polars";
import { groupedTable } from "../metrics/metric_table.ts";
import type { By } from "../results/frame.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { preferenceMatrix } from "../metrics/preference_matrix.ts";
import { frameClusters } from "../metrics/pair_rows.ts";
import { AGREEMENT_COLUMNS, agreementOf } from "../metrics/agreement.ts";
import { columnNumbers } from "../results/factor.ts";
import { type Pomms, stepOf } from "./pomms.ts";
import { ensemblePhilautia } from "./pomms_philautia.ts";
import { requireOptions } from "../progress/require.ts";

/** Options of `pommsReport`. */
export interface PommsReportOptions {
  /** Columns of the ratings whose every combination is a group of its own; `["split"]` by default. */
  by?: By;
  /** Scores of captions by their generators, for the ensemble's own preferences. */
  captionScores?: pl.DataFrame;
  /** Setting of the caption scores: "ref_free" by default, or "ref_based". */
  setting?: string;
  /** Level of the intervals of τ; 0.95 by default. */
  level?: number;
}

/**
 * Every step of a Pomms on rated captions that it was not fitted to: agreement with the humans, and, where caption scores
 * are given, its bias. Source: philautia paper, Table 1.
 *
 * One row per group and step: by.., step, added, members, then τ-b and τ-c with limits, p_value, n_clusters, n_unscored as in
 * `ratingAgreement`, the τ of the selection (validation_tau; of the rows that picked the members, and so too high: .66 where .57 was true in a
 * simulation), the penalty alpha, and philautia_members, the mean entry of the ensemble's column of Φ̃ over its members
 * (`pommsPhilautia`; NaN without caption scores). The intervals take the fitted weights as given. Where every member scored
 * every row the steps share their rows, and differences between steps are surer than the overlap of their intervals suggests;
 * with gaps a step goes over the rows that its own members scored (`n_unscored`): drop the others first to compare steps.
 *
 * @throws {TypeError} when a member's column is missing
 * @throws {RangeError} when a member did not score captions
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { fitPomms, pommsReport, readRatings } from "judgebias";
 *
 * const ratings = readRatings("data/examples/ratings.csv");
 * const split = (name: string) => ratings.filter(pl.col("split").eq(pl.lit(name)));
 * const pomms = fitPomms({ train: split("train"), validation: split("validation") });
 * const report = pommsReport(pomms, split("test"));
 * assert.deepEqual([report.height, report.columns[0]], [3, "split"]);
 * ```
 */
export function pommsReport(
  pomms: Pomms,
  ratings: pl.DataFrame,
  options: PommsReportOptions = {},
): pl.DataFrame {
  requireOptions("pommsReport", options, ["by", "captionScores", "setting", "level"], arguments);
  const { by = ["split"], captionScores, setting = "ref_free", level } = options;
  requireColumns("pommsReport", ratings, ["human"]);
  const human = columnNumbers(ratings.getColumn("human")), clusters = frameClusters(ratings).codes;
  const matrix = captionScores && preferenceMatrix(captionScores, { setting });
  stepOf("pommsReport", pomms, 0);
  const steps = pomms.steps.map((one, step) => {
    const { members, alpha, validationTau } = one;
    const bias = matrix && ensemblePhilautia(matrix, one, { setting }).pomms;
    return {
      ...{ step, added: members[members.length - 1], members: members.join("; ") },
      ...{ validation_tau: validationTau, alpha, philautia_members: bias?.meanOverMembers ?? NaN },
      scores: pomms.predict(ratings, step),
    };
  });
  const columns: string =
    `step:key added:key members:key ${AGREEMENT_COLUMNS} validation_tau alpha philautia_members`;
  return groupedTable(ratings, by, columns, (rows) =>
    steps.map(({ scores, ...step }) => ({
      ...step,
      ...agreementOf({ human, scores, clusters, rows, level }),
    })), level ?? 0.95);
}
