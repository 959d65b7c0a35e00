import type pl from "nodejs-polars";
import { requireFrame } from "../results/frame.ts";
import { columnNumbers, factor, frameCodes } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { grouped, mean } from "../stats/grouped.ts";
import { clustersAt } from "../stats/estimand.ts";
import { infer } from "../stats/infer.ts";
import { krippendorffAlpha } from "../stats/krippendorff_alpha.ts";
import { holdsPairs, PAIRS_KEY } from "./pair_rows.ts";
import { firstOf, verdictCells } from "../results/votes.ts";
import { metric, pairMetric } from "./metric.ts";
import { INFERRED } from "./metric_table.ts";
import { EVIDENCE, intervalCells } from "./metric_columns.ts";
import type { By, DefaultGroups, MetricOptions, NamedTable } from "./metric_types.ts";
import { type PairOutcomes, VERDICT } from "./pair_outcomes.ts";

const CAPTION_KEY = ["image_id", "generator", "evaluator", "setting"];

const COLUMNS =
  `n:count flip_rate low high alpha alpha_low alpha_high pass_low pass_high n_runs:count ${EVIDENCE} n_single:count n_unparsed:count` as const;

/**
 * Repeatability: what the same judge says when asked again.
 *
 * Over items that were judged in at least two runs: `flip_rate` = chance that two different runs disagree (any two
 * readable verdicts that are not the same; for scores: that differ), `alpha` = Krippendorff's α over runs (nominal
 * for verdicts, interval for scores; 1 = every run the same, 0 = as by chance), `pass_low, pass_high` = the lowest
 * and the highest pass rate of a run (`pairs`: accuracy against people; scores: share of at least `threshold`) on the items
 * that were judged in all of them: a change of the leaderboard that is no change of the judge. What more runs or more items would buy: `varianceComponents`.
 *
 * Takes `pairs` (default `by`: benchmark, judge, pipeline, image, variant) or `caption scores` (evaluator, setting)
 * with the column `run`; what has verdicts is `pairs`, whatever scores stand beside them. A verdict counts once however many people voted on it
 * (`annotator`); pass rates are over all their votes. One row per group: `n` (items), `flip_rate, low, high` (95% cluster-robust), `alpha,
 * alpha_low, alpha_high` (jackknife over items), `pass_low, pass_high, n_runs, n_clusters, n_single` (items with fewer than two readable runs),
 * `n_unparsed`. No repeated item gives NaN with n = 0. Source: Krippendorff 2011.
 *
 * @throws {TypeError} when the frame lacks a column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { repeatability } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "1", "2", "2"],
 *   run: [1, 2, 1, 2],
 *   human: ["A", "A", "A", "A"],
 *   choice: ["A", "A", "A", "B"],
 * });
 * const [row] = repeatability(pairs, { by: [] }).toRecords();
 * assert.deepEqual([row.flip_rate, row.pass_low, row.pass_high], [0.5, 0.5, 1]);
 * ```
 */
export function repeatability<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> & { threshold?: number } = {},
): NamedTable<typeof COLUMNS, Groups> {
  const action = "repeatability";
  requireFrame(action, given);
  const isScores = !holdsPairs(given);
  requireColumns(action, given, ["run", ...isScores ? ["score"] : []]);
  const own = ["threshold"], groups = ["evaluator", "setting"];
  const { frame, outcomes, inGroups, level } = isScores
    ? metric(action, arguments, given, options, { own, groups })
    : pairMetric(action, arguments, given, options, { own, without: ["run"] });
  const { key, once, values, passes } = isScores
    ? scoresOf(frame, options.threshold)
    : verdictsOf(frame, outcomes as PairOutcomes);
  const { codes: unit } = frameCodes(frame, key), run = factor(frame.getColumn("run")).codes;
  const runsIn = (rows: ArrayLike<number>) => new Set(Array.from(rows, (row) => run[row])).size;
  return inGroups(COLUMNS, (all) => {
    const rows = once === null ? all : firstOf(all, once), units = grouped(rows, (row) => unit[row]);
    const readable = [...units.values()].map((own) => own.filter((row) => !Number.isNaN(values[row])));
    const repeated = readable.filter((own) => own.length > 1).map((own) => own.map((row) => values[row]));
    const codes = clustersAt(outcomes.clusters, readable.flatMap((own) => own.length > 1 ? [own[0]] : []));
    const flips = repeated.map(disagreement);
    const none = runsIn(rows) < 2 ? "it needs what was judged in two runs or more, found 1 run" : undefined;
    const flipped = [{ name: "the flip rate", none, weight: 1, value: (i: number) => flips[i] }];
    const interval = infer(flipped, repeated.length, codes, { level });
    const difference = isScores ? "interval" : "nominal";
    const alpha = krippendorffAlpha(repeated, { difference, clusters: codes, level });
    // A run of a few items that were asked again is compared with the others on these alone.
    const isUnread = readable.every((own) => own.length === 0), runs = runsIn(all);
    const whole = [...grouped(all, (row) => unit[row]).values()].filter((own) => runsIn(own) === runs);
    const known = isUnread
      ? []
      : whole.flat().filter((row) => !Number.isNaN(passes[row])).sort((a, b) => a - b);
    const rates = [...grouped(known, (row) => run[row]).values()]
      .map((own) => mean(own.map((row) => passes[row]))).sort((a, b) => a - b);
    return {
      ...{ n: repeated.length, flip_rate: interval.estimate, ...intervalCells(interval) },
      [INFERRED]: new Map([["flip_rate", interval]]),
      ...{ alpha: alpha.alpha, alpha_low: alpha.low, alpha_high: alpha.high },
      ...{ pass_low: rates[0] ?? NaN, pass_high: rates.at(-1) ?? NaN },
      n_runs: runsIn(rows),
      n_single: units.size - repeated.length,
      n_unparsed: rows.filter((row) => Number.isNaN(values[row])).length,
    };
  });
}

function verdictsOf(frame: pl.DataFrame, { choice, correct }: PairOutcomes) {
  return {
    key: PAIRS_KEY.filter((name) => name !== "annotator" && name !== "run"),
    once: verdictCells(frame),
    values: Float64Array.from(choice, (code) => code === VERDICT.missing ? NaN : code),
    passes: Float64Array.from(correct, (value) => value < 0 ? NaN : value),
  };
}

function scoresOf(frame: pl.DataFrame, threshold = 0.5) {
  const values = columnNumbers(frame.getColumn("score"));
  const passes = values.map((score) => Number.isNaN(score) ? NaN : score >= threshold ? 1 : 0);
  return { key: CAPTION_KEY, once: null, values, passes };
}

function disagreement(values: readonly number[]): number {
  const m = values.length;
  let same = 0;
  for (const { length } of grouped(values, (value) => value).values()) same += length * (length - 1);
  return 1 - same / (m * (m - 1));
}
