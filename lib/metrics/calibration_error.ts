import { binSpread, foldedMean, foldedVariance } from "../stats/bin_spread.ts";
import { fTail, studentPValue, studentQuantile } from "../stats/distributions.ts";
import { grouped, mean } from "../stats/grouped.ts";
import { infer, type Inference } from "../stats/infer.ts";
import { requireAsMany, rowCodes } from "../stats/label_codes.ts";
import { requireBetween, requireCount, requireList, requireOptions } from "../progress/require.ts";

/** Calibration of probabilities, with what it is made of. */
export interface CalibrationError {
  /** Expected calibration error, as everyone computes it: biased upward. */
  ece: number;
  /** Its interval: from below the corrected value to above the uncorrected one. */
  low: number;
  /** Upper limit, at most 1; NaN with a single cluster. */
  high: number;
  /** ECE less its estimated bias. */
  corrected: number;
  /** Mean squared error: reliability − resolution + uncertainty + within. */
  brier: number;
  /** Mean squared distance of the bins' shares from their probabilities: 0 = calibrated. */
  reliability: number;
  /** Mean squared distance of the bins' shares from the overall one: high is good. */
  resolution: number;
  /** p̄(1 − p̄) with the overall share p̄ of 1: what no judge can change. */
  uncertainty: number;
  /** What differences between probabilities of one bin add. */
  within: number;
  /** Rows with a probability and an outcome. */
  n: number;
  /** What the interval and the test count as independent: rows, or the clusters that were handed over. */
  clusters: number;
  /** Degrees of freedom of the interval. */
  df: number;
  /** That few clusters stand behind it, in words; empty where that is no reason to worry. */
  warning: string;
  /** Of perfect calibration: below 1 − `level` where `low` is above 0, and only there. */
  pValue: number;
  /** Bins with rows, from the lowest: a reliability diagram. */
  bins: CalibrationBin[];
}

/** With fewer effective clusters than this an interval may miss: 88 to 99% with 10 to 14 of them. */
const FEW_CLUSTERS = 15;

/** One bin: how many rows and clusters, their mean probability, and the share of 1 with its cluster-robust interval. */
export interface CalibrationBin extends Pick<Inference, "low" | "high" | "n" | "clusters" | "warning"> {
  /** Mean of their probabilities. */
  probability: number;
  /** Share of them whose outcome is 1. */
  share: number;
}

const ROUNDING = 1e-12;

/** Options of `calibrationError`. */
export interface CalibrationOptions {
  /** Equal parts of [0, 1]. */
  bins?: number;
  /** Level of all intervals, above 0 and below 1; 0.95 by default. */
  level?: number;
  /** Of each row: rows with the same label (the same image, the same item) are no evidence of their own. */
  clusters?: ArrayLike<number | string>;
}

/**
 * Calibration of verdict probabilities: does "90%" come true in nine of ten cases?
 *
 * `ece` = Σ_b (n_b/n)·|share_b − probability_b| over `bins` equal parts of [0, 1] (Guo et al. 2017): 0 = calibrated,
 * in [0, 1]. Absolute values of noise do not average out: a calibrated judge has an ECE above 0 too, the more so with
 * few rows. `corrected` takes that out with the folded normal (Kumar, Liang and Ma 2019: their resampled debiasing in
 * closed form). `low` = corrected − t·√V and `high` = ece + t·√V (where some bins are off and some nearly not, the
 * correction takes out too much), V = Σ_b Σ_c (n_b·n_c/n²)·e_b·e_c·S_bc: S the cluster-robust covariance
 * of share minus probability of the bins, e_b = 1 in its own square and 2Φ(gap_b/√S_bb) − 1 beside another bin (which
 * way its absolute value moves), t with n²/Σ m_g² − 1 degrees of freedom for clusters of m_g rows; cut to [0, 1]. These
 * limits fail at an ECE of 0: `low` is 0 wherever the joint test of all bins, Σ (Σ(y − p))²/Σ p(1 − p), does not
 * reject perfect calibration (Rao and Scott's second-order correction for clusters, as an F; without clusters χ² for
 * all purposes). `pValue` belongs to these limits: the larger of the joint test's and that of corrected/√V. `brier` = mean (probability − outcome)² and its decomposition (Murphy 1973) over the same bins:
 * reliability (0 = calibrated), resolution (how far the bins' shares lie from the overall one: high is good),
 * uncertainty p̄(1 − p̄), and what the binning leaves, `within` (Stephenson et al. 2008). Rows with NaN or null are left out.
 *
 * Without `clusters` every row counts as independent. Hand them over wherever rows belong together: pairs about one
 * image, runs, votes of several people on one verdict (`image_id`, else `item_id`). Copies of rows then change neither
 * interval nor p.
 *
 * Of pairs, an outcome is 1 where the verdict is people's, 0 where it is not or is a tie (as in `pairAccuracy`: a
 * judge's tie is wrong, however unsure it says it was); where people say tie, or the reply has no verdict, there is none
 * (NaN). The report's section on confidence does that.
 *
 * One cluster gives estimates without limits or p. In simulations 95% intervals cover 93 to 99%, 88 to 99% where a few of 40 clusters
 * hold most rows (`warning`), and the test of a calibrated judge rejects in 0.5 to 5%.
 *
 * @throws {TypeError} for what is no list, or when the lengths differ
 * @throws {RangeError} for a probability outside [0, 1], an outcome other than 0 and 1, or bins that are no count
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { calibrationError } from "judgebias";
 *
 * const { ece, brier, n } = calibrationError([0.9, 0.9, 0.2, 0.2], [1, 0, 0, 0]);
 * assert.ok(Math.abs(ece - 0.3) < 1e-12 && n === 4); // ½·|0.5 − 0.9| + ½·|0 − 0.2|
 * assert.ok(Math.abs(brier - 0.225) < 1e-12); // (0.01 + 0.81 + 0.04 + 0.04)/4
 * const twice = calibrationError([0.9, 0.9, 0.2, 0.2], [1, 1, 0, 0], {
 *   clusters: ["x", "x", "y", "y"],
 * });
 * // two verdicts, each written down twice
 * assert.deepEqual([twice.n, twice.clusters], [4, 2]);
 * ```
 */
export function calibrationError(
  probabilities: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  options: CalibrationOptions = {},
): CalibrationError {
  const action = "calibrationError", known = ["bins", "level", "clusters"];
  const { bins = 10, level = 0.95, clusters } = requireOptions(action, options, known, arguments);
  requireList(action, "probabilities", probabilities);
  requireCount(action, "bin", bins);
  requireBetween(action, "a level", level);
  const { length } = probabilities;
  requireAsMany(action, "outcomes 0 and 1", outcomes, length);
  const p = Float64Array.from({ length }, (_, i) => Number(probabilities[i] ?? NaN));
  const y = Float64Array.from({ length }, (_, i) => Number(outcomes[i] ?? NaN));
  const used = [...p.keys()].filter((i) => ![p[i], y[i]].some(Number.isNaN)), n = used.length;
  const bad = used.find((i) => !(p[i] >= 0 && p[i] <= 1) || y[i] !== 0 && y[i] !== 1);
  if (bad !== undefined) {
    const found = `${p[bad]} and ${y[bad]} in row ${bad}`;
    throw new RangeError(`${action}: wanted probabilities in 0 to 1 and outcomes 0 or 1, found ${found}`);
  }
  // Bins are open below and closed above, as in the original; 0 is in the first.
  const binOf = (i: number) => Math.min(bins - 1, Math.max(0, Math.ceil(p[i] * bins) - 1));
  const filled = [...grouped(used, binOf)].sort(([a], [b]) => a - b).map(([, rows]) => {
    const n = rows.length, sum = (value: (i: number) => number) => rows.reduce((all, i) => all + value(i), 0);
    const own = { rows, n, p: sum((i) => p[i]), share: sum((i) => y[i]) / n, gap: sum((i) => y[i] - p[i]) };
    const squares = { p2: sum((i) => p[i] ** 2), py: sum((i) => p[i] * y[i]) };
    return { ...own, ...squares, null: sum((i) => p[i] * (1 - p[i])) };
  });
  const overall = mean(used.map((i) => y[i])), parts = new Int32Array(length).fill(-1);
  filled.forEach(({ rows }, b) => rows.forEach((row) => parts[row] = b));
  const codes = rowCodes(action, clusters, length) as Int32Array, gaps = y.map((one, i) => one - p[i]);
  const { covariance, trace, square, df, count } = binSpread({ gaps, parts, clusters: codes, bins: filled });
  const total = (of: (own: typeof filled[number], b: number) => number) =>
    n === 0 ? NaN : filled.reduce((sum, own, b) => sum + of(own, b), 0);
  const ece = total((own) => own.n / n * Math.abs(own.gap / own.n));
  const bias = total((own, b) => {
    const gap = own.gap / own.n;
    return own.n / n * (foldedMean(gap, Math.sqrt(covariance[b][b])) - Math.abs(gap));
  });
  const chiSquare = total(({ gap, null: variance }) => gap === 0 ? 0 : gap * gap / variance);
  const isKnown = n > 0 && df > 0, corrected = n === 0 ? NaN : Math.max(0, ece - bias);
  const error = Math.sqrt(foldedVariance(filled, n, covariance));
  const half = isKnown ? studentQuantile(0.5 + level / 2, df) * error : NaN;
  const freedom = trace * trace / square;
  // Gaps that cancel in every cluster: nothing speaks against calibration.
  const cancels = !(trace > ROUNDING);
  // The level at which the lower limit leaves 0: the corrected error is beyond its own spread, and the joint test rejects.
  const pValue = !isKnown ? NaN : Math.max(
    cancels ? 1 : fTail(chiSquare / trace, freedom, freedom * (count - 1)),
    studentPValue(corrected / error, df),
  );
  return {
    ece,
    low: pValue > 1 - level ? 0 : Math.max(0, corrected - half),
    high: Math.min(1, ece + half),
    corrected,
    brier: mean(used.map((i) => (p[i] - y[i]) ** 2)),
    reliability: total((own) => own.n / n * (own.gap / own.n) ** 2),
    resolution: total((own) => own.n / n * (own.share - overall) ** 2),
    uncertainty: overall * (1 - overall),
    // Σ (p − y)² within a bin = n·(p̄ − ȳ)² + n·ȳ(1 − ȳ) + Var(p) − 2·Cov(p, y)
    within: total((own) => (own.p2 - own.p * own.p / own.n - 2 * (own.py - own.p * own.share)) / n),
    ...{ n, clusters: count, df },
    warning: n > 0 && df + 1 < FEW_CLUSTERS
      ? `${(df + 1).toFixed(1)} effective of ${count} clusters: the interval may be too narrow`
      : "",
    pValue,
    bins: filled.map((own, b) => {
      const value = (row: number) => parts[row] === b ? y[row] : NaN;
      const term = { name: "the bin", weight: 1, value };
      const { estimate: share, low, high, clusters, warning } = infer([term], length, codes, { level });
      return { n: own.n, clusters, probability: own.p / own.n, share, low, high, warning };
    }),
  };
}
