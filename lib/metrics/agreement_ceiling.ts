import type pl from "nodejs-polars";
import { columnNumbers, factor } from "../results/factor.ts";
import { type By, ratingEvaluators } from "../results/frame.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { grouped } from "../stats/grouped.ts";
import { type ClusterCodes, clustersAt, coefficient, type Moved, waysOf } from "../stats/estimand.ts";
import { type Estimand, infer, type Inference, minus } from "../stats/infer.ts";
import { kendallMoves } from "../stats/kendall.ts";
import { quadraticKappa } from "../stats/cohen_kappa.ts";
import { metric } from "./metric.ts";
import { holdsPairs } from "./pair_rows.ts";
import { unscoredIn } from "./undecided.ts";
import type { MetricOptions, NamedTable } from "./metric_types.ts";
import { said } from "./said.ts";

const COLUMNS =
  "evaluator:key tau low high ceiling n:count ceiling_low ceiling_high gap gap_low gap_high n_raters:count n_clusters:count n_unscored:count kappa kappa_low kappa_high kappa_ceiling kappa_ceiling_low kappa_ceiling_high kappa_gap kappa_gap_low kappa_gap_high warning:text";

/**
 * How well a judge agrees with people, beside how well people agree with each other: Kendall's τ-b of an evaluator
 * with a single person, averaged over the people (`tau`), and of two people with each other, averaged over pairs of
 * people (`ceiling`), on the same items.
 *
 * Of ratings alone: how far two people agree on verdicts (`pairs`) is `agreement` of the one's rows with the other's `human`
 * as `choice`, joined by item, as its example joins two judges.
 *
 * One person's votes are noisy, so a judge cannot be asked for τ = 1: `gap` = ceiling − tau says how much less it
 * agrees with a person than another person does. 0 = as good a stand-in as a person, above 0 = worse, below 0 =
 * better: no bound, since what averages many people (as a trained judge may) agrees with each of them better than
 * they do with one another. The idea: Kendall and Babington Smith 1939; as a yardstick of judges Zheng et al. 2023
 * (agreement between humans beside GPT-4's), VIEScore (Ku et al. 2024, section 5).
 *
 * `kappa` is the same with Cohen's κ, quadratically weighted: 1 − Σ(x − y)² over what two raters who know nothing of each
 * other would have (Cohen 1968). τ asks for the same order, κ for the same numbers: a judge that ranks as people do but is
 * milder, or uses another scale, has a τ near the ceiling and a κ far below it. Compare κ only on one scale.
 *
 * `ratings`: one row per item and person. People are told apart by the column `annotator`, `rater` or the one named,
 * else by the order of an item's rows. Only items that the evaluator scored and at least two people rated count;
 * persons or pairs of persons without two different ratings have no τ and leave the averages.
 *
 * One row per group of `by` (default none) and evaluator: `evaluator, tau, low, high, ceiling, n` (items), then
 * `ceiling_low, ceiling_high, gap, gap_low, gap_high, n_raters, n_clusters, n_unscored` (items), `kappa, kappa_low,
 * kappa_high, kappa_ceiling, kappa_ceiling_low, kappa_ceiling_high, kappa_gap, kappa_gap_low, kappa_gap_high, warning`. 95%
 * intervals from the rows' influence on all τ (κ) together (Hoeffding's projection, as in `ratingAgreement`), robust to items
 * of one `image_id`. Fewer than two people: ceiling and gap are NaN.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when one person rated an item twice, or, where nobody tells people apart, an evaluator scored it twice
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { agreementCeiling } from "judgebias";
 *
 * const ratings = pl.DataFrame({
 *   item_id: ["1", "1", "2", "2", "3", "3"], annotator: ["p", "q", "p", "q", "p", "q"],
 *   human: [0, 0.5, 0.5, 0.5, 1, 1], judge: [0.1, 0.1, 0.8, 0.8, 0.9, 0.9],
 * });
 * const [row] = agreementCeiling(ratings).toRecords();
 * assert.equal(row.n, 3);
 * // the two people order items 1 and 2 differently
 * assert.ok(Number(row.tau) > Number(row.ceiling));
 * ```
 */
export function agreementCeiling<const Groups extends By = never>(
  ratings: pl.DataFrame,
  options: MetricOptions<Groups> & { evaluators?: readonly string[]; annotator?: string } = {},
): NamedTable<typeof COLUMNS, Groups> {
  const action = "agreementCeiling";
  const { frame, outcomes, grouping, inGroups, level } = metric(action, arguments, ratings, options, {
    ...{ own: ["evaluators", "annotator"], groups: [], pooling: ["condition", "criterion"] },
  });
  const { evaluators, annotator = frame.columns.includes("annotator") ? "annotator" : "rater" } = options;
  const names = evaluators ??
    ratingEvaluators(frame).filter((name) => name !== annotator && !grouping.includes(name));
  requireColumns(action, frame, ["item_id", "human", ...names]);
  if (holdsPairs(frame)) throw new TypeError(said("ceiling_of_pairs", { action }));
  const human = columnNumbers(frame.getColumn("human")), item = factor(frame.getColumn("item_id")).codes;
  const scores = names.map((name) => columnNumbers(frame.getColumn(name)));
  const person = frame.columns.includes(annotator) ? factor(frame.getColumn(annotator)).codes : null;

  return inGroups(COLUMNS, (rows) => {
    const places = new Map<number, number>();
    const items = [...grouped(rows, (row) => item[row]).values()].map((own) => {
      const ratings: number[] = [], [first] = own;
      own.forEach((row, seen) => {
        const code = person ? person[row] : seen, place = places.get(code) ?? places.size;
        places.set(code, place);
        if (ratings[place] !== undefined) {
          throw new RangeError(`${action}: wanted one rating per item and person, found two of the same`);
        }
        ratings[place] = human[row];
        const apart = person ? undefined : scores.findIndex((score) => !Object.is(score[row], score[first]));
        if (apart === undefined || apart < 0) return;
        const [one, other] = [first, row].map((at) => scores[apart][at]);
        throw new RangeError(said("one_score", { action, name: names[apart], one, other }));
      });
      return { row: first, ratings };
    });
    const rated = items.filter(({ ratings }) => ratings.filter((one) => one >= -Infinity).length > 1);
    return names.map((evaluator, e) => {
      const used = rated.filter(({ row }) => !Number.isNaN(scores[e][row]));
      const codes = clustersAt(outcomes.clusters, used.map(({ row }) => row));
      const people = Array.from(places, (_, p) => used.map(({ ratings }) => ratings[p] ?? NaN));
      const judge = used.map(({ row }) => scores[e][row]);
      const [tau, kappa] = [kendallMoves, quadraticKappa].map((moved) =>
        beside(judge, people, moved, { codes, level })
      );
      const warning = tau.own.warning || Number.isNaN(tau.ceiling.estimate) && tau.ceiling.warning;
      const n = used.length, n_unscored = rated.length - n;
      const n_clusters = Math.min(...waysOf(codes).map((way) => new Set(Array.from(way)).size));
      return {
        ...{ evaluator, tau: tau.own.estimate, low: tau.own.low, high: tau.own.high },
        ...limitCells("ceiling", tau.ceiling),
        ...limitCells("gap", tau.gap),
        ...{ n, n_raters: people.length, n_clusters, n_unscored },
        ...limitCells("kappa", kappa.own),
        ...limitCells("kappa_ceiling", kappa.ceiling),
        ...limitCells("kappa_gap", kappa.gap),
        warning: rated.length === 0
          ? `no item has ratings of two people${person ? "" : ", a row each"}: nothing to compare with`
          : [warning, unscoredIn(n_unscored, rated.length)].filter(Boolean).join("; ") || null,
      };
    });
  });
}

function limitCells(name: string, { estimate, low, high }: Inference): Record<string, number> {
  return { [name]: estimate, [`${name}_low`]: low, [`${name}_high`]: high };
}

/** One coefficient of a judge with people, of people with each other, and the difference, each from its rows' moves, which add up to 0. */
function beside(
  judge: number[],
  people: readonly number[][],
  moved: (x: number[], y: number[]) => Moved,
  { codes, level }: { codes: ClusterCodes; level: number },
): Record<"own" | "ceiling" | "gap", Inference> {
  const n = judge.length;
  const average = (name: string, pairs: readonly (readonly number[][])[]) => {
    const moves = new Float64Array(n);
    let sum = 0, found = 0;
    for (const [x, y] of pairs) {
      const both = [...moves.keys()].filter((i) => !Number.isNaN(x[i] + y[i]));
      if (both.length < 2) continue;
      const one = moved(both.map((i) => x[i]), both.map((i) => y[i]));
      if (Number.isNaN(one.value)) continue;
      found++;
      sum += one.value;
      both.forEach((i, j) => moves[i] += one.moves[j]);
    }
    const none = n > 0 ? `${name} is undefined: of every two raters one never varies` : undefined;
    const mean = { value: sum / found, moves: moves.map((move) => move / Math.max(1, found)) };
    return coefficient(name, mean, none);
  };
  const own = average("agreement with people", people.map((column) => [judge, column]));
  const pairs = people.flatMap((column, p) => people.slice(0, p).map((other) => [other, column]));
  const ceiling = average("agreement between people", pairs);
  const limits = (estimand: Estimand) => infer(estimand, n, codes, { level });
  return { own: limits(own), ceiling: limits(ceiling), gap: limits(minus(ceiling, own)) };
}
