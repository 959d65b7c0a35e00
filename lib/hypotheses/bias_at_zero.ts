import type pl from "nodejs-polars";
import { type Estimand, infer } from "../stats/infer.ts";
import { type ClaimPart, looksAt } from "./claim.ts";
import type { PairsTestOptions } from "./conditions.ts";
import { cohensH, type HypothesisResult } from "./hypothesis_result.ts";
import { lengthModel, zeroEstimate } from "./length_model.ts";
import { type LengthRows, lengthRows, type Near } from "./length_rows.ts";
import { NO_EVIDENCE } from "./metric_evidence.ts";
import { pairsClaim } from "./pairs_claim.ts";

/** Options of the tests at equal length. */
export interface EqualLengthOptions extends PairsTestOptions {
  /** Only pairs whose answers differ by at most so many words, or by a share of the longer one: `{ words: 5 }`, `{ ratio: 0.1 }`. */
  near?: Near;
}

/**
 * Does informativeness bias remain between answers of equal length?
 *
 * Estimand, IB(0): the accuracy of pairs of two equally long answers in IDS less that in CDS, averaged over the answer orders of all pairs. What
 * is known of it comes from pairs near in length: `biasAtEqualLength` asks for IB at the same difference instead, needs far fewer pairs, and
 * is another number where the bias changes with the difference.
 *
 * Logistic regression of *correct* (the judge chose what the human chose) on subset, on a curve of the signed length difference (human-preferred −
 * other) and on the order of the answers; IB(0) is the mean predicted accuracy as IDS less as CDS with the difference at 0 (g-computation). The curve
 * has a jump at 0, for a judge that takes the longer answer whatever it is longer by, slopes and bends, as many as the rarer outcome has
 * tens; IB itself may grow with the size of the difference. Interval and p are `infer`'s.
 *
 * Its price, of 1,000 data sets a cell (600 pairs, `tests/calibration/length_scenarios.ts`): the interval is half as wide again as the matched one's, and a true IB of
 * 16 points is found in 58% (matched: 90%). What it cannot see is an IB that changes within the first words and not after (0 at no
 * difference and full from ten words on: covered in 76%, "supported" in 24%; with a bend of its own, the row of the sensitivity, in 96% and 1%).
 *
 * Correctness is regressed, not the choice: a judge that is always right chooses the more informative answer exactly as often as it is
 * right (68% at a CDS share of 0.32), which a regression of choices without the human label would call bias.
 *
 * @throws {TypeError} without informativeness labels or word counts
 * @throws {RangeError} when no row is in the condition
 */
export function biasAtZero(pairs: pl.DataFrame, options: EqualLengthOptions = {}): HypothesisResult {
  const action = "biasAtEqualLength.atZero", { near, ...others } = options;
  const { pairs: own, outcomes, level, result } = pairsClaim(action, pairs, others, {
    own: ["near"],
    labels: true,
  });
  const rows = lengthRows(action, own, outcomes, near), model = lengthModel(rows);
  const { estimand, means, text } = zeroEstimate(rows, model),
    bends = zeroEstimate(rows, model, { bends: true });
  const { also } = looksAt(rows.y.length, rows.clusters, level);
  return result({
    hypothesis: "IB remains at a length difference of 0",
    claim: "informativeness bias is above 0 between answers of equal length, answer order adjusted for",
    parts: [partOf("IB at a difference of 0", rows, estimand, text)],
    effect: cohensH(...means),
    method:
      `IB(0) by g-computation from a logistic regression of correct on subset, length and answer order; ${text}; ` +
      `${rows.left} pairs without labels or word counts left out`,
    assumptions: [
      "IB grows with the size of the length difference evenly if at all (compare the row with a bend, and `biasByThreshold`)",
      "no other property of the answers differs between IDS and CDS and sways the judge",
    ],
    sensitivity: bends.estimand ? [also("with a bend of IB", bends.estimand)] : [],
  });
}

/** What a claim is about, where a model could be fitted; else nothing, with the reason as a warning. */
export function partOf(
  name: string,
  { y, clusters }: Pick<LengthRows, "y" | "clusters">,
  estimand: Estimand | null,
  reason: string,
): ClaimPart {
  const none = { ...NO_EVIDENCE, n: y.length, clusters: 0, warning: reason };
  return {
    name,
    nullValue: 0,
    at: (level) => estimand ? infer(estimand, y.length, clusters, { level }) : none,
  };
}
