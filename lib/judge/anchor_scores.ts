import pl from "nodejs-polars";
import { columnNumbers } from "../results/factor.ts";
import { meanBy } from "./mean_by.ts";

/**
 * Mean correctness of the answers and anchors (Table 5 of the informativeness-bias paper) from the rows of the protocol
 * `anchor_quality`, as `journalResults` gives them: one row per judge and text with `score` (1–5), `low, high` (95%, clustered
 * by image), `n`, `n_clusters` and `n_unscored` (replies without a score); `provenance` where the rows have one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { anchorScores } from "judgebias/judge";
 *
 * const rows = pl.DataFrame({
 *   judge: ["GPT-5", "GPT-5"],
 *   image_id: ["a", "b"],
 *   text: ["Answer 1", "Answer 1"],
 *   score: [3, 4],
 * });
 * assert.equal(anchorScores(rows).toRecords()[0].score, 3.5);
 * ```
 */
export function anchorScores(rows: pl.DataFrame): pl.DataFrame {
  const texts = (name: string) => rows.getColumn(name).toArray() as string[];
  const judges = texts("judge"), names = texts("text");
  const groups = judges.map((judge, i) => JSON.stringify([judge, names[i]]));
  const sizes = new Map<string, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const means = meanBy(
    columnNumbers(rows.getColumn("score")),
    pl.Series("group", groups, pl.Utf8),
    rows.getColumn("image_id"),
  ).map((mean) => ({ ...mean, names: JSON.parse(mean.key) as [judge: string, text: string] }));
  const simulated = rows.columns.includes("provenance") && texts("provenance").includes("simulated");
  return pl.DataFrame([
    pl.Series("judge", means.map(({ names }) => names[0]), pl.Utf8),
    pl.Series("text", means.map(({ names }) => names[1]), pl.Utf8),
    pl.Series("score", means.map(({ mean }) => mean), pl.Float64),
    pl.Series("low", means.map(({ low }) => low), pl.Float64),
    pl.Series("high", means.map(({ high }) => high), pl.Float64),
    pl.Series("n", means.map(({ n }) => n), pl.Int32),
    pl.Series("n_clusters", means.map(({ clusters }) => clusters), pl.Int32),
    pl.Series("n_unscored", means.map(({ key, n }) => sizes.get(key)! - n), pl.Int32),
    ...(simulated ? [pl.Series("provenance", means.map(() => "simulated"), pl.Utf8)] : []),
  ]);
}
