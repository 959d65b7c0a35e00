import { requireNamed } from "../progress/require.ts";
import type pl from "nodejs-polars";
import { clustersAt } from "../stats/estimand.ts";
import { EQUAL_LENGTH_WORDS, WORDS } from "../metrics/longer_wins.ts";
import { SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { columnNumbers } from "../results/factor.ts";
import { type Estimand, type Inference, minus, NUMBER, times } from "../stats/infer.ts";
import { partOf } from "./bias_at_zero.ts";
import { alsoOf, cohensH, worded } from "./claim.ts";
import { conditionRows, matchConditions, pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import type { HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";
import { curveBasis, regressionEstimate } from "./length_model.ts";
import { preferredFirst } from "./length_rows.ts";
import { WrongValue } from "../progress/require_no_more.ts";
import { said } from "../metrics/said.ts";

/** Options of the equalised-subset test. */
export interface EqualizedBiasOptions extends PairsTestOptions {
  /** Largest difference in words, after lengthening, that counts as equal. */
  threshold?: number;
}

/** IB after lengthening, and the steps from IB of all pairs to IB of equalised pairs. */
export interface EqualizedBiasResult extends HypothesisResult {
  /** IB as judged, of `all pairs, before`, `kept pairs, before`, `kept pairs, after`, and the differences in points `selection`, `equalisation` and `both`. */
  steps: SensitivityRow[];
  /** (IB before − IB after)/IB before, as judged, with its interval; null where the interval of IB before holds 0. */
  shareExplained: { estimate: number; low: number; high: number } | null;
}

/**
 * Does informativeness bias remain after equalising length? The equalised subset, as in the informativeness-bias paper (appendix C.5): the
 * shorter answer was lengthened without new content; pairs that then differ by at most `threshold` words are kept.
 *
 * Padding has an effect of its own: where the preferred answer was longer, as it mostly is in IDS, the other one is padded, and in CDS the
 * preferred one. A judge that dislikes padding so shows IB without any. The estimate is therefore IB at a dose of 0 words of padding: a logistic
 * regression of *correct* on subset, answer order and the signed words added (to the other answer less to the preferred one: a line, a jump for a
 * dislike of padding as such, and a bend), read with none added (g-computation). IB as judged stands in the sensitivity beside it.
 *
 * Where a subset was padded on one side only bias and dislike cannot be told apart: untestable.
 *
 * The paper compares IB of all pairs before with IB of kept pairs after. That is two steps: *selection* (kept minus all, both before) and
 * *equalisation* (after minus before, kept pairs both). `steps` hold the three IBs as judged and the differences in points, from the same rows.
 *
 * Needs rows of variant `length_equalized` beside `original`, with word counts and informativeness labels.
 *
 * @throws {RangeError} without such rows, or when two rows have the same key
 * @throws {TypeError} without word counts or informativeness labels
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { equalizedBias } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const { steps, provenance } = equalizedBias(pairs);
 * // what the simulation is calibrated to (Table 2)
 * assert.equal(steps[2].estimate.toFixed(3), "0.455");
 * assert.equal(provenance, "simulated");
 * ```
 */
export function equalizedBias(given: pl.DataFrame, options: EqualizedBiasOptions = {}): EqualizedBiasResult {
  const action = "equalizedBias";
  const { threshold = EQUAL_LENGTH_WORDS } = requireNamed(action, options);
  if (!(threshold >= 0)) {
    throw new WrongValue(`${action}: wanted a threshold of 0 or more words, found ${threshold}`);
  }
  const { pairs, outcomes, level, found: of, result } = pairsClaim(action, arguments, given, options, {
    own: ["threshold"],
    compares: ["variant"],
    labels: true,
    needs: WORDS,
    again: (rows) => equalizedBias(rows, options),
  });
  const { correct, clusters, informativeness, human } = outcomes;
  const matched = matchConditions(action, pairs, { variant: "original" }, { variant: "length_equalized" });
  const [a, b] = WORDS.map((name) => columnNumbers(pairs.getColumn(name)));
  const isKept = Uint8Array.from(matched.second, (row) => {
    const gap = Math.abs(a[row] - b[row]);
    if (!Number.isNaN(gap)) return Number(gap <= threshold);
    throw new TypeError(said("unknown_lengths", { row: row + 1 }));
  });
  const [before, after] = [matched.first, matched.second].map((rows) =>
    rows.filter((_, m) => isKept[m] === 1)
  );
  // Rows after lengthening have the side that they had before.
  const sides = Int8Array.from(informativeness);
  matched.second.forEach((row, m) => sides[row] = informativeness[matched.first[m]]);
  if (matched.second.length > 0 && matched.second.every((row) => sides[row] === SIDE.none)) {
    throw new TypeError(said("unlabelled_originals"));
  }

  // Rows of the frame: the sets overlap, and are told apart by membership.
  const bias = (rows: Int32Array, sides: Int8Array): Estimand => {
    const isIn = new Set(rows);
    return [SIDE.first, SIDE.second].map((side, s) => ({
      name: s === 0 ? "IDS" : "CDS",
      weight: s === 0 ? 1 : -1,
      value: (row) => isIn.has(row) && sides[row] === side && correct[row] >= 0 ? correct[row] : NaN,
    }));
  };
  const all = conditionRows(action, pairs, { variant: "original" }, ["variant"]);
  const whole = bias(all, informativeness), first = bias(before, sides), last = bias(after, sides);
  let steps: SensitivityRow[] = [];
  const stepped = () =>
    steps = ([
      ["all pairs, before", whole, whole],
      ["kept pairs, before", first, last],
      ["kept pairs, after", last, last],
      ["selection: kept − all, before", minus(first, whole), whole],
      ["equalisation: after − before, kept", minus(last, first), last],
      ["both: kept after − all before", minus(last, whole), last],
    ] as const).map(([name, estimand, counted]) => alsoOf(name, { ...of(estimand), n: of(counted).n }));

  const places = [...after.keys()].filter((m) =>
    correct[after[m]] >= 0 && [SIDE.first, SIDE.second].some((side) => side === sides[after[m]])
  );
  const rows = Int32Array.from(places, (m) => after[m]), isA = (row: number) => human[row] === VERDICT.A;
  const dose = Float64Array.from(places, (m) => {
    const more = b[after[m]] - b[before[m]] - (a[after[m]] - a[before[m]]);
    return isA(after[m]) ? more : -more;
  });
  const isPadded = dose.some((words) => words !== 0);
  const [slope, jump, , bend] = curveBasis(dose);
  const y = Float64Array.from(rows, (row) => correct[row]), codes = clustersAt(clusters, rows);
  const { estimand, means, text } = regressionEstimate(
    {
      y,
      subset: Float64Array.from(rows, (row) => sides[row] === SIDE.first ? 1 : 0),
      preferredFirst: Float64Array.from(rows, preferredFirst(pairs, isA)),
    },
    [slope, jump, bend],
    "padding by signed words added: slope, jump and bend",
  );
  const reason = isPadded ? said("padded_on_one_side") : text;
  const found = result({
    ...worded(action, { threshold, text, kept: rows.length, lengthened: matched.second.length }),
    parts: [partOf("IB at no padding", { y, clusters: codes }, estimand, reason, level)],
    effect: cohensH(...means),
    counted: rows,
    sensitivity: stepped,
  });
  return Object.assign(found, { steps, shareExplained: explained(whole, last, of) });
}

/** 1 − IB after / IB before, by the delta method: no share of a bias that may be none. */
function explained(
  before: Estimand,
  after: Estimand,
  of: (estimand: Estimand) => Inference,
): EqualizedBiasResult["shareExplained"] {
  const whole = of(before), left = of(after);
  if (!(whole.low > 0 || whole.high < 0) || Number.isNaN(left.estimate)) return null;
  const ratio = left.estimate / whole.estimate;
  const terms = [...times(-1 / whole.estimate, after), ...times(ratio / whole.estimate, before)];
  const { low, high } = of(terms.map((term) => ({ ...term, range: NUMBER })));
  // The sum above is 0 at the estimates: its limits are distances from the share.
  return { estimate: 1 - ratio, low: 1 - ratio + low, high: 1 - ratio + high };
}
