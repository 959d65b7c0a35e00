/**
 * Which labels are wrong, and how: `human` and `informativeness` labels flipped at random; `informativeness_follows_choice`:
 * the informativeness label is whatever the judge chose (the worst case, a labeller that shares the judge's taste).
 */
export type LabelErrorKind = "human" | "informativeness" | "informativeness_follows_choice";

/** What is seen of a judge. */
export interface ObservedJudge {
  /** Accuracy over both subsets, against the labels as they are. */
  accuracy: number;
  /** Share of CDS, by the labels as they are. */
  cdsShare: number;
  /** Share of pairs without a verdict (ties, unparsable answers): wrong whatever the label. */
  undecided?: number;
}

/**
 * The IB that a judge without any informativeness bias would show if a share of the labels were wrong.
 *
 * The judge has the same true accuracy a, and the same share t of pairs without a verdict, in both subsets. A wrong `human` label swaps IDS
 * and CDS, and right and wrong; a tie or an unparsable answer is wrong by either label. With a share e of wrong labels and a true share π of CDS:
 *
 *   Acc_IDS = ((1 − π)(1 − e)·a + π·e·(1 − a − t))/((1 − π)(1 − e) + π·e), Acc_CDS likewise with π and 1 − π exchanged.
 *
 * a and π are those that give the observed accuracy A = (1 − e)·a + e·(1 − a − t) and CDS share: a = (A − e·(1 − t))/(1 − 2e),
 * π = (P − e)/(1 − 2e). Wrong `informativeness` labels that have nothing to do with the verdict show no IB at any e (they dilute one); those
 * that follow the judge's choice, where it made one, show
 * a·((1 − e)(1 − π) + e)/((1 − e + e·t)(1 − π) + e·a) − a·(1 − e)·π/((1 − e + e·t)·π + e·(1 − a − t)), with a = A.
 *
 * @returns NaN where no unbiased judge and no share of CDS could look as observed (more wrong labels than wrong verdicts, or than CDS pairs)
 * @throws {RangeError} for a share outside [0, 0.5), or an unknown kind
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { apparentBias } from "@/hypotheses/label_error_model.ts";
 *
 * // True accuracy 0.90 and a quarter CDS, 10% wrong human labels: seen are 0.82 and 0.30, and an IB of 17 points.
 * const ib = apparentBias({ accuracy: 0.82, cdsShare: 0.3 }, 0.1, "human");
 * assert.ok(Math.abs(ib - (0.61 / 0.7 - 0.21 / 0.3)) < 1e-12);
 * assert.equal(apparentBias({ accuracy: 0.82, cdsShare: 0.3 }, 0.1, "informativeness"), 0);
 * ```
 */
export function apparentBias(
  { accuracy, cdsShare, undecided = 0 }: ObservedJudge,
  share: number,
  kind: LabelErrorKind,
): number {
  if (!(share >= 0 && share < 0.5)) {
    throw new RangeError(`labelError: wanted a share of wrong labels in [0, 0.5), found ${share}`);
  }
  if (kind === "informativeness") return Number.isNaN(accuracy + cdsShare) ? NaN : 0;
  if (!(undecided >= 0 && undecided <= 1) && !Number.isNaN(undecided)) {
    throw new RangeError(`labelError: wanted a share without a verdict in [0, 1], found ${undecided}`);
  }
  const e = share, t = undecided;
  if (kind === "human") {
    const a = (accuracy - e * (1 - t)) / (1 - 2 * e), cds = (cdsShare - e) / (1 - 2 * e);
    // Rounding alone must not make an accuracy of 1 − t impossible.
    if (!(a >= 0 && a <= 1 - t + 1e-12 && cds >= 0 && cds <= 1)) return NaN;
    const side = (p: number) => (p * (1 - e) * a + (1 - p) * e * (1 - a - t)) / (p * (1 - e) + (1 - p) * e);
    return side(1 - cds) - side(cds);
  }
  if (kind === "informativeness_follows_choice") {
    // Seen: P = (1 − e)·π + e·(1 − a − t) + e·t·π.
    const a = accuracy, keep = 1 - e + e * t, cds = (cdsShare - e * (1 - a - t)) / keep;
    if (!(cds >= 0 && cds <= 1)) return NaN;
    return a * ((1 - e) * (1 - cds) + e) / (keep * (1 - cds) + e * a) -
      a * (1 - e) * cds / (keep * cds + e * (1 - a - t));
  }
  throw new RangeError(
    `labelError: wanted the kind human, informativeness or informativeness_follows_choice, found ${
      JSON.stringify(kind)
    }`,
  );
}

/** Halvings of the search for the share that explains a bias: to 4e-16. */
const HALVINGS = 50;

/**
 * The smallest share of wrong labels with which a judge without the bias would show this IB; 0 for an IB of 0 or less, NaN where no
 * share does.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { explainingShare } from "@/hypotheses/label_error_model.ts";
 *
 * const share = explainingShare({ accuracy: 0.82, cdsShare: 0.3 }, 0.61 / 0.7 - 0.21 / 0.3, "human");
 * assert.ok(Math.abs(share - 0.1) < 1e-9);
 * ```
 */
export function explainingShare(observed: ObservedJudge, bias: number, kind: LabelErrorKind): number {
  if (Number.isNaN(bias + observed.accuracy + observed.cdsShare)) return NaN;
  if (bias <= 0) return 0;
  // The apparent IB grows with the share, up to where no unbiased judge could look as observed (NaN).
  let low = 0, high = 0.5;
  for (let half = 0; half < HALVINGS; half++) {
    const middle = (low + high) / 2;
    if (apparentBias(observed, middle, kind) < bias) low = middle;
    else high = middle;
  }
  return high < 0.5 && apparentBias(observed, high, kind) >= bias ? high : NaN;
}
