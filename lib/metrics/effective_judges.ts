import { unreadIn } from "./undecided.ts";
import { inWords } from "../progress/show.ts";
import type pl from "nodejs-polars";
import { factor, frameCodes } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { grouped, mean } from "../stats/grouped.ts";
import { infer } from "../stats/infer.ts";
import { clustersAt, waysOf } from "../stats/estimand.ts";
import { SCARCE } from "../stats/limits.ts";
import { PAIRS_KEY } from "./pair_rows.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { groupedTable } from "./metric_table.ts";
import type { Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";

/**
 * How many independent votes a panel of judges is worth: k judges whose errors go together tell less than k.
 *
 * effective = S/V, with V the variance over pairs of the panel's share of errors and S the mean of the judges' own error variances; of k judges
 * with a mean correlation ρ of errors that is k/(1 + (k − 1)ρ) (Kish's design effect, over judges). Only pairs that all judges of the group judged and
 * people decided; ties and unread replies are errors.
 *
 * One row per group of `by` (default: benchmark, pipeline, image, variant): `n` (pairs), `judges`, `effective, low, high` (from the interval of V/S,
 * robust to clusters), `correlation` (ρ), then what the interval rests on. `effective` = k: errors are independent; 1: all judges err on the same pairs;
 * above k: where one errs another is right. Fewer than two judges, pairs on which nobody errs or everyone does, and errors that cancel on every pair
 * give NaN, and `warning` says which.
 *
 * What the interval knows are pairs on which two judges or more err (or two or more are right, where that is rarer). With fewer than 8 clusters of them
 * `warning` says so: the upper limit is then too low. Simulated (2, 3, 5 and 9 judges, 20 to 200 pairs, errors of 10, 20 and 35%, ρ of 0, .15 and .5; 1,000
 * data sets each): all together 52 to 98%; those without a warning, where at least 15 in 100 are, 91 to 99%.
 *
 * @throws {TypeError} without the column judge
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { effectiveJudges } from "judgebias";
 *
 * const items = [...new Array(40).keys()].map(String), copy = items.map((_, i) => i % 4 ? "A" : "B");
 * const pairs = pl.DataFrame({
 *   item_id: [...items, ...items], judge: items.concat(items).map((_, i) => i < 40 ? "x" : "y"),
 *   human: new Array(80).fill("A"), choice: [...copy, ...copy],
 * });
 * const [row] = effectiveJudges(pairs, { by: [] }).toRecords();
 * assert.ok(row.judges === 2 && Math.abs(row.effective - 1) < 1e-12); // two copies of one judge
 * ```
 */
export function effectiveJudges(
  pairs: pl.DataFrame,
  options: MetricOptions = {},
): MetricFrame<"n" | "judges" | "effective" | "correlation", Evidence> {
  const own = { without: ["judge"], people: true };
  const { frame, outcomes, grouping, level } = pairMetric("effectiveJudges", arguments, pairs, options, own);
  requireColumns("effectiveJudges", frame, ["judge"]);
  const { correct, choice, clusters } = outcomes, judge = factor(frame.getColumn("judge")).codes;
  const item = frameCodes(frame, PAIRS_KEY.filter((name) => name !== "judge")).codes;
  return groupedTable(frame, grouping, `n:count judges:count effective ${INTERVAL} correlation`, (all) => {
    // A judge of which nothing could be read has no errors to share.
    const rows = all.filter((row) => correct[row] >= 0),
      judges = [...grouped(rows, (row) => judge[row])]
        .flatMap(([code, own]) => unreadIn(choice, own) ? [] : [code]);
    const k = judges.length, panel = [...grouped(rows, (row) => item[row]).values()];
    const whole = panel.filter((own) => k > 1 && new Set(own.map((row) => judge[row])).size === k);
    const last = (own: number[], code: number) => own.findLast((row) => judge[row] === code)!;
    const errors = whole.map((own) => judges.map((code) => 1 - correct[last(own, code)])), n = errors.length;
    const { ratio, influence, untold } = sharedErrors(errors, k);
    const codes = clustersAt(clusters, whole.map(([row]) => row));
    const term = { name: "V/S", weight: 1, estimate: ratio, value: (i: number) => influence[i] };
    const found = infer([term], n, codes, { level });
    // Clusters with a pair on which two judges or more err, or are right.
    const together = [0, 1].flatMap((so) => {
      const pairs = [...errors.keys()].filter((i) => errors[i].filter((error) => error === so).length > 1);
      return waysOf(codes).map((way) => new Set(pairs.map((i) => way[i])).size);
    });
    const least = Math.min(...together), rare = "judges err together, or are right together, in";
    const few = least < SCARCE ? `${rare} ${inWords(least, "cluster")} only: the upper limit is too low` : "";
    const limits = { low: 1 / found.high, high: 1 / found.low, warning: untold || found.warning || few };
    const own = { n, judges: k, effective: 1 / ratio, correlation: (k * ratio - 1) / (k - 1) };
    return { ...own, ...intervalCells({ ...found, ...limits }) };
  });
}

/** A variance as small as this is what rounding leaves of none. */
const ROUNDING = 1e-12;

/**
 * V/S of errors by unit and judge: V the variance over units of the judges' mean error, S the mean of the judges' own error variances; what each
 * unit moves it by, times their number; and why it cannot be told (it is NaN then).
 */
function sharedErrors(errors: readonly (readonly number[])[], judges: number) {
  const means = Array.from({ length: judges }, (_, j) => mean(errors.map((own) => own[j])));
  const centred = errors.map((own) => own.map((error, j) => error - means[j]));
  const own = centred.map((list) => mean(list.map((d) => d * d))),
    joint = centred.map((list) => mean(list) ** 2);
  const S = mean(own), V = mean(joint);
  const untold = judges < 2
    ? "fewer than two judges"
    : errors.length === 0
    ? "no pair that all judges judged and people decided"
    : !(S > ROUNDING)
    ? "every judge is always right or always wrong: no errors to compare"
    : V / S > ROUNDING
    ? ""
    : "the judges' errors cancel on every pair: no number of votes is worth as much";
  return {
    ratio: untold === "" ? V / S : NaN,
    influence: joint.map((square, i) => square / S - V * own[i] / (S * S)),
    untold,
  };
}
