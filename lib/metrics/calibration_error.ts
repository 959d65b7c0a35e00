import { chiSquareTail } from "../stats/chi_square_tail.ts";
import { normalCdf } from "../stats/normal_cdf.ts";
import { levelQuantile } from "../stats/wilson.ts";
import { requireOptions } from "../results/require_options.ts";

/** Calibration of probabilities, with what it is made of. */
export interface CalibrationError {
  /** Expected calibration error, as everyone computes it: biased upward. */
  ece: number;
  /** Its interval, around the corrected value. */
  low: number;
  high: number;
  /** ECE less its estimated bias. */
  corrected: number;
  /** Mean squared error: reliability − resolution + uncertainty + within. */
  brier: number;
  reliability: number;
  resolution: number;
  uncertainty: number;
  /** What differences between probabilities of one bin add. */
  within: number;
  n: number;
  /** Of perfect calibration: the joint test of all bins. */
  pValue: number;
  /** Bins with rows, from the lowest: how many rows, their mean probability and share of 1. */
  bins: { n: number; probability: number; share: number }[];
}

/**
 * Calibration of verdict probabilities: does "90%" come true in nine of ten cases?
 *
 * `ece` = Σ_b (n_b/n)·|share_b − probability_b| over `bins` equal parts of [0, 1] (Guo et al. 2017): 0 = calibrated,
 * in [0, 1]. Absolute values of noise do not average out: a calibrated judge has an ECE above 0 too, the more so with
 * few rows. `corrected` takes that out with the folded normal (Kumar, Liang and Ma 2019: their resampled debiasing in
 * closed form), and `low, high` = corrected ± z·√(Σ (n_b/n)²·s_b²), s_b² the variance of share minus probability in
 * the bin, cut to [0, 1]. The normal limits fail at an ECE of 0: `low` is 0 wherever the joint test of all bins, χ² =
 * Σ (Σ(y − p))²/Σ p(1 − p), does not reject perfect calibration. `brier` = mean (probability − outcome)² and its
 * decomposition (Murphy 1973) over the same bins: reliability (0 = calibrated), resolution (how far the bins' shares
 * lie from the overall one: high is good), uncertainty p̄(1 − p̄), and what the binning leaves, `within` (Stephenson
 * et al. 2008). Rows with NaN are left out.
 *
 * Rows count as independent: of runs or votes of several people on one verdict (`run`, `annotator`) hand over one each, or the
 * interval is too narrow.
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
 * ```
 */
export function calibrationError(
  probabilities: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  { bins = 10, level = 0.95, ...others }: { bins?: number; level?: number } = {},
): CalibrationError {
  requireOptions("calibrationError", others, ["bins", "level"]);
  if (typeof probabilities?.length !== "number" || typeof outcomes?.length !== "number") {
    throw new TypeError(
      "calibrationError: wanted a list of probabilities and one of outcomes 0 and 1, found another thing; of a frame take columns: " +
        'pairs.getColumn("confidence").toArray()',
    );
  }
  if (probabilities.length !== outcomes.length) {
    throw new TypeError(
      `calibrationError: wanted an outcome for each probability, found ${probabilities.length} and ${outcomes.length}`,
    );
  }
  if (!Number.isInteger(bins) || bins < 1) {
    throw new RangeError(`calibrationError: wanted at least 1 bin, found ${bins}`);
  }
  const z = levelQuantile(level);
  const sums = Array.from(
    { length: bins },
    () => ({ n: 0, p: 0, y: 0, gap: 0, gap2: 0, p2: 0, py: 0, null: 0 }),
  );
  let squares = 0;
  for (let i = 0; i < probabilities.length; i++) {
    const p = probabilities[i], y = Number(outcomes[i]);
    if (Number.isNaN(p) || Number.isNaN(y)) continue;
    if (!(p >= 0 && p <= 1) || y !== 0 && y !== 1) {
      throw new RangeError(
        `calibrationError: wanted probabilities in 0 to 1 and outcomes 0 or 1, found ${p} and ${y} in row ${i}`,
      );
    }
    // Bins are open below and closed above, as in the original; 0 is in the first.
    const bin = sums[Math.min(bins - 1, Math.max(0, Math.ceil(p * bins) - 1))];
    bin.n++;
    bin.p += p;
    bin.y += y;
    bin.gap += y - p;
    bin.gap2 += (y - p) ** 2;
    bin.p2 += p * p;
    bin.py += p * y;
    bin.null += p * (1 - p);
    squares += (p - y) ** 2;
  }
  const filled = sums.filter((bin) => bin.n > 0);
  const n = filled.reduce((sum, bin) => sum + bin.n, 0),
    overall = filled.reduce((sum, bin) => sum + bin.y, 0) / n;
  let ece = 0, bias = 0, variance = 0, chiSquare = 0, reliability = 0, resolution = 0, within = 0;
  for (const bin of filled) {
    const weight = bin.n / n, probability = bin.p / bin.n, share = bin.y / bin.n, gap = share - probability;
    // A bin of rows all alike has no spread to see: at least that of one row in n + 2 of the other kind.
    const seen = Math.max(0, bin.gap2 - bin.gap * bin.gap / bin.n) / bin.n;
    const smooth = (bin.y + 1) / (bin.n + 2);
    const spread = Math.sqrt(Math.max(seen, share === 0 || share === 1 ? smooth * (1 - smooth) : 0) / bin.n);
    if (bin.gap !== 0) chiSquare += bin.gap * bin.gap / bin.null;
    ece += weight * Math.abs(gap);
    bias += weight * (foldedMean(gap, spread) - Math.abs(gap));
    variance += (weight * spread) ** 2;
    reliability += weight * gap * gap;
    resolution += weight * (share - overall) ** 2;
    // Σ (p − y)² within a bin = n·(p̄ − ȳ)² + n·ȳ(1 − ȳ) + Var(p) − 2·Cov(p, y)
    within += (bin.p2 - bin.p * bin.p / bin.n - 2 * (bin.py - bin.p * bin.y / bin.n)) / n;
  }
  const corrected = Math.max(0, ece - bias), half = z * Math.sqrt(variance);
  const pValue = n > 0 ? chiSquareTail(chiSquare, filled.length) : NaN;
  const calibrated = pValue > 1 - level;
  return {
    ece: n === 0 ? NaN : ece,
    low: n === 0 ? NaN : calibrated ? 0 : Math.max(0, corrected - half),
    high: n === 0 ? NaN : Math.min(1, corrected + half),
    corrected: n === 0 ? NaN : corrected,
    brier: squares / n,
    reliability: n === 0 ? NaN : reliability,
    resolution: n === 0 ? NaN : resolution,
    uncertainty: overall * (1 - overall),
    within: n === 0 ? NaN : within,
    n,
    pValue,
    bins: filled.map((bin) => ({ n: bin.n, probability: bin.p / bin.n, share: bin.y / bin.n })),
  };
}

/** Mean of |X| for a normal X. */
function foldedMean(mean: number, spread: number): number {
  if (spread === 0) return Math.abs(mean);
  const ratio = mean / spread;
  return spread * Math.sqrt(2 / Math.PI) * Math.exp(-ratio * ratio / 2) + mean * (1 - 2 * normalCdf(-ratio));
}
