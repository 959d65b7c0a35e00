import type pl from "nodejs-polars";
import { groupRows } from "./group_rows.ts";
import { metricFrame } from "./metric_frame.ts";
import { type PairOutcomes, pairOutcomes, SIDE } from "./pair_outcomes.ts";
import { pairsGrouping } from "./pairs_grouping.ts";
import { splitContrast } from "./split_contrast.ts";
import { VERDICT } from "./verdict_codes.ts";

/**
 * Informativeness bias: how much better a judge does where the more informative answer is the right one.
 *
 * IB = Acc_IDS − Acc_CDS, with Acc_S the share of pairs of the subset S on which the judge chose the human-preferred
 * answer (`withSubsets` defines IDS and CDS). Source: informativeness-bias paper, section 3.4.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n, accuracy, n_ids, acc_ids, n_cds,
 * acc_cds, ib`, then `low, high, n_clusters` (95% cluster-robust delta interval of `ib`, clusters are images) and the
 * counts `n_human_tie, n_human_missing` (no right answer: in no accuracy), `n_tie, n_unparsed` (judge's ties and
 * unparsable answers), `n_unlabelled` (counted in `n` and `accuracy`, in neither subset).
 *
 * All values are fractions. `ib` is in [−1, 1]: 0 = informativeness makes no difference (a judge that is always right,
 * or one that guesses), 1 = the judge always follows informativeness. An empty subset gives NaN with its count 0.
 * `unparsed: "drop"` leaves unparsable answers out of every accuracy instead of calling them wrong; a tie stays wrong.
 *
 * @throws {TypeError} when the frame lacks a column, or has no informativeness label at all
 * @throws {RangeError} when a verdict column holds anything but A, B, tie or null
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { informativenessBias } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"],
 *   human: ["A", "A", "B", "B"],
 *   choice: ["A", "A", "A", "B"],
 *   more_informative: ["A", "A", "A", "A"],
 * });
 * const [row] = informativenessBias(pairs, { by: [] }).toRecords();
 * assert.equal(row.acc_ids, 1); // pairs 1 and 2
 * assert.equal(row.acc_cds, 0.5); // pair 4 of 3 and 4
 * assert.equal(row.ib, 0.5);
 * ```
 */
export function informativenessBias(
  pairs: pl.DataFrame,
  { by, unparsed = "wrong" }: { by?: readonly string[]; unparsed?: "wrong" | "drop" } = {},
): pl.DataFrame {
  if (unparsed !== "wrong" && unparsed !== "drop") {
    throw new RangeError(
      `informativenessBias: wanted unparsed "wrong" or "drop", found ${JSON.stringify(unparsed)}`,
    );
  }
  const outcomes = pairOutcomes("informativenessBias", pairs);
  requireLabels("informativenessBias", outcomes);
  if (unparsed === "drop") {
    for (let i = 0; i < outcomes.height; i++) {
      if (outcomes.choice[i] === VERDICT.missing) outcomes.correct[i] = -1;
    }
  }
  const grouping = pairsGrouping(pairs, by);
  const rows = groupRows(pairs, grouping).map(({ key, rows }) => {
    const contrast = splitContrast({
      rows,
      outcomes: outcomes.correct,
      sides: outcomes.informativeness,
      clusters: outcomes.clusters,
    });
    return {
      ...key,
      ...countOutcomes(outcomes, rows),
      n_ids: contrast.nFirst,
      acc_ids: contrast.accuracyFirst,
      n_cds: contrast.nSecond,
      acc_cds: contrast.accuracySecond,
      ib: contrast.difference,
      low: contrast.low,
      high: contrast.high,
      n_clusters: contrast.clusters,
      n_unlabelled: countUnlabelled(outcomes, rows),
    };
  });
  return metricFrame(grouping, {
    n: "count",
    accuracy: "estimate",
    n_ids: "count",
    acc_ids: "estimate",
    n_cds: "count",
    acc_cds: "estimate",
    ib: "estimate",
    low: "estimate",
    high: "estimate",
    n_clusters: "count",
    n_human_tie: "count",
    n_human_missing: "count",
    n_tie: "count",
    n_unparsed: "count",
    n_unlabelled: "count",
  }, rows);
}

/** Accuracy over all rows with a human A or B, and how many rows fall under each exception. */
export function countOutcomes({ correct, human, choice }: PairOutcomes, rows: Int32Array) {
  let n = 0, right = 0, humanTie = 0, humanMissing = 0, tie = 0, unparsed = 0;
  for (const row of rows) {
    if (human[row] === VERDICT.tie) humanTie++;
    else if (human[row] === VERDICT.missing) humanMissing++;
    else {
      if (choice[row] === VERDICT.tie) tie++;
      else if (choice[row] === VERDICT.missing) unparsed++;
      if (correct[row] >= 0) {
        n++;
        right += correct[row];
      }
    }
  }
  return {
    n,
    accuracy: n === 0 ? NaN : right / n,
    n_human_tie: humanTie,
    n_human_missing: humanMissing,
    n_tie: tie,
    n_unparsed: unparsed,
  };
}

/** Rows with a right answer but without a usable informativeness label. */
function countUnlabelled({ correct, informativeness }: PairOutcomes, rows: Int32Array): number {
  let count = 0;
  for (const row of rows) if (correct[row] >= 0 && informativeness[row] === SIDE.none) count++;
  return count;
}

/** Throws when not one row can be put into IDS or CDS: a bias of NaN everywhere would hide a forgotten file. */
export function requireLabels(action: string, { informativeness, height }: PairOutcomes): void {
  if (height === 0 || informativeness.some((side) => side !== SIDE.none)) return;
  throw new TypeError(
    `${action}: wanted informativeness labels (A or B in the column more_informative), found none in ${height} rows; ` +
      `join them with readPairs(path, { labels: "labels.csv" })`,
  );
}
