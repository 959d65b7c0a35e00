import pl from "nodejs-polars";
import { columnNumbers } from "../results/column_numbers.ts";
import { meanBy } from "./mean_by.ts";

/**
 * Mean correctness of the answers and anchors (Table 5 of the informativeness-bias paper) from the rows of the protocol
 * `anchor_quality`: one row per text with `score` (1–5), `low, high` (95%, clustered by image), `n`, `n_clusters` and
 * `n_unscored` (replies without a score).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { anchorScores } from "@/judge/anchor_scores.ts";
 *
 * const rows = pl.DataFrame({ image_id: ["a", "b"], text: ["Answer 1", "Answer 1"], score: [3, 4] });
 * assert.equal(anchorScores(rows).toRecords()[0].score, 3.5);
 * ```
 */
export function anchorScores(rows: pl.DataFrame): pl.DataFrame {
  const values = columnNumbers(rows.getColumn("score"));
  const means = meanBy(values, rows.getColumn("text"), rows.getColumn("image_id"));
  const texts = rows.getColumn("text").toArray() as string[];
  return pl.DataFrame([
    pl.Series("text", means.map(({ key }) => key), pl.Utf8),
    pl.Series("score", means.map(({ mean }) => mean), pl.Float64),
    pl.Series("low", means.map(({ low }) => low), pl.Float64),
    pl.Series("high", means.map(({ high }) => high), pl.Float64),
    pl.Series("n", means.map(({ n }) => n), pl.Int32),
    pl.Series("n_clusters", means.map(({ clusters }) => clusters), pl.Int32),
    pl.Series(
      "n_unscored",
      means.map(({ key, n }) => texts.filter((text) => text === key).length - n),
      pl.Int32,
    ),
  ]);
}
