import type pl from "nodejs-polars";
import { EQUAL_LENGTH_WORDS } from "../metrics/longer_wins.ts";
import { eValue } from "../stats/e_value.ts";
import type { Estimand } from "../stats/infer.ts";
import { biasAtZero, type EqualLengthOptions, lengthClaim, partOf } from "./bias_at_zero.ts";
import { cohensH, looksAt, worded } from "./claim.ts";
import { pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import { equalizedBias } from "./equalized_bias.ts";
import type { HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";
import { lengthModel, matchedEstimate } from "./length_model.ts";
import { isLengthened, type LengthRows } from "./length_rows.ts";

/** Informativeness bias between pairs of the same length difference, with the other ways of asking. */
export interface BiasAtEqualLength extends HypothesisResult {
  /** IB at a difference of 0, a claim of its own (`biasAtEqualLength.atZero`). */
  atZero: HypothesisResult;
  /**
   * How strongly something unmeasured would have to go together with both the subset and being right (risk ratio, beyond length and order) to
   * explain the bias away, and to bring its interval to 0. 1 where nothing needs to be explained.
   */
  eValue: { estimate: number; limit: number };
}

/**
 * Does informativeness bias remain between pairs of the same length difference?
 *
 * Estimand: accuracy in IDS less that in CDS at the same signed difference in words (human-preferred − other) and answer order, averaged over the
 * differences that occur in both subsets, with the weight e(1 − e) where a share e of pairs is IDS (overlap weights). Doubly robust
 * (`overlapContrast`): pairs are weighted so that both subsets have the same lengths and orders, and a regression takes out what is
 * left; it holds if either model does. Interval, p and warning are `infer`'s.
 *
 * `near` keeps pairs that differ by little, `where` some of the rows: is IB still there on charts, when lengths differ by at most 10%?
 * `biasAtEqualLength(pairs, { where: { domain: "chart" }, near: { ratio: 0.1 } })`.
 *
 * Beside it, in `sensitivity`: at a difference of 0 (`atZero`, another estimand with a claim of its own), of pairs within 5 words as they are, of all
 * pairs as they are, and after lengthening (`equalizedBias`) where the results have it. These describe; none of them votes. Where replies are unread or
 * ties, the same without them stands there too, and a verdict needs both.
 *
 * Simulated (`data/calibration/bias.csv`): "supported" without a bias in 2.4% over all cells, a true IB of 16 points in 59% of studies of 300 pairs and in 90% of 600. What matching cannot
 * see is a bias that is there at no difference only: it averages over all differences.
 *
 * Too few pairs, subsets that share no lengths, or a judge that takes one slot whatever stands there give NaN and `untestable`; `method` says why. Where
 * weights leave either subset worth fewer than ten pairs, a `warning` says how many.
 *
 * @throws {TypeError} without informativeness labels or word counts
 * @throws {RangeError} when no row is in the condition, or for a `near` that is neither words nor a ratio
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasAtEqualLength } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const result = biasAtEqualLength(pairs);
 * // of the simulation
 * assert.ok(result.estimate > 0.4 && result.verdict === "supported");
 * assert.deepEqual(result.sensitivity.map(({ name }) => name), [
 *   "at a difference of 0", "pairs within 5 words, as they are",
 *   "all pairs, as they are", "after lengthening, at no padding",
 *   "without unread replies and ties",
 * ]);
 * ```
 */
export function biasAtEqualLength(pairs: pl.DataFrame, options: EqualLengthOptions = {}): BiasAtEqualLength {
  const action = "biasAtEqualLength", words = EQUAL_LENGTH_WORDS;
  const { rows, rowsOf, level, told, only, result } = lengthClaim(
    action,
    arguments,
    pairs,
    options,
    biasAtEqualLength,
  );
  const { near, ...others } = options;
  const matched = (own: LengthRows) => {
    const { estimand, means, text, few = "" } = matchedEstimate(own, lengthModel(own));
    return { ...partOf("IB at the same length difference", own, estimand, text, level), means, text, few };
  };
  const { means, text, few, ...main } = matched(rows);
  const { also } = looksAt(rows.y.length, rows.clusters, level);
  let atZero: HypothesisResult;
  const found = result({
    ...worded(action, { only, text, said: told }),
    parts: [{ ...main, within: (own) => matched(rowsOf(own)).look }],
    effect: cohensH(...means),
    remark: few,
    counted: rows.rows,
    sensitivity: () => [
      another("at a difference of 0", atZero = biasAtZero(pairs, options)),
      // Of pairs that are nearer all are.
      ...Number(near?.words) <= words
        ? []
        : [also(`pairs within ${words} words, as they are`, plainBias(rows, words))],
      also(`all ${near ? "of these " : ""}pairs, as they are`, plainBias(rows, Infinity)),
      ...lengthened(pairs, others),
    ],
  });
  return Object.assign(found, { atZero: atZero!, eValue: unmeasured(means, found) });
}

/** What else it is asked as. */
export declare namespace biasAtEqualLength {
  /** The same at a difference of 0, another estimand with a claim of its own. */
  let atZero: (pairs: pl.DataFrame, options?: EqualLengthOptions) => HypothesisResult;
}
Object.assign(biasAtEqualLength, { atZero: biasAtZero });

function plainBias({ y, subset, gaps }: LengthRows, most: number): Estimand {
  return [["IDS", 1, 1] as const, ["CDS", 0, -1] as const].map(([name, side, weight]) => ({
    name,
    weight,
    value: (row) => subset[row] === side && Math.abs(gaps.words[row]) <= most ? y[row] : NaN,
  }));
}

function lengthened(pairs: pl.DataFrame, options: PairsTestOptions): SensitivityRow[] {
  if (!isLengthened(pairs) || options.where?.variant !== undefined) return [];
  const { pairs: own } = pairsClaim("biasAtEqualLength", arguments, pairs, options, {
    compares: ["variant"],
  });
  return isLengthened(own)
    ? [another("after lengthening, at no padding", equalizedBias(pairs, options))]
    : [];
}

function unmeasured(
  [ids, cds]: [number, number],
  { estimate, low, high }: HypothesisResult,
): { estimate: number; limit: number } {
  if ([estimate, low].some(Number.isNaN)) return { estimate: NaN, limit: NaN };
  const nearest = low > 0 ? low : high < 0 ? high : 0;
  const shift = (estimate - nearest) / 2;
  return { estimate: eValue(ids / cds), limit: nearest === 0 ? 1 : eValue((ids - shift) / (cds + shift)) };
}

const another = (
  name: string,
  { estimate, low, high, n, clusters, pValue }: HypothesisResult,
): SensitivityRow => ({ name, estimate, low, high, n, clusters, pValue });
