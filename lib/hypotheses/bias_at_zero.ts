import type pl from "nodejs-polars";
import { type Estimand, infer } from "../stats/infer.ts";
import { EQUAL_LENGTH_WORDS } from "../metrics/longer_wins.ts";
import { alsoOf, type ClaimPart, cohensH, NOTHING, worded } from "./claim.ts";
import { pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import { takeRows } from "../results/take_rows.ts";
import { pairOutcomes } from "../metrics/pair_outcomes.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { lengthModel, matchedEstimate, zeroEstimate } from "./length_model.ts";
import { type LengthRows, lengthRows, type Near, nearInWords } from "./length_rows.ts";
import { undecidedReplies } from "../metrics/undecided.ts";
import { said } from "../metrics/said.ts";

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
 * Its price (`data/calibration/bias.csv`): the interval is half as wide again as the matched one's, and few pairs tell an IB that is 0 at no difference and grows within ten words from an even one. So a
 * second curve, on which IB may bend, is read beside it, and a verdict that it does not share carries a `warning`; what no curve here sees is an IB that sets in within the first five words.
 * Where fewer than ten pairs of a subset are within five words, a `warning` says how many, and that the curve is drawn on to 0. Where besides the subsets share no lengths, IB at 0 is `untestable` as that at the same length is.
 *
 * Correctness is regressed, not the choice: a judge that is always right chooses the more informative answer exactly as often as it is
 * right (68% at a CDS share of 0.32), which a regression of choices without the human label would call bias.
 *
 * @throws {TypeError} without informativeness labels or word counts
 * @throws {RangeError} when no row is in the condition
 */
export function biasAtZero(pairs: pl.DataFrame, options: EqualLengthOptions = {}): HypothesisResult {
  const action = "biasAtEqualLength.atZero";
  const { rows, level, told, only, result } = lengthClaim(action, arguments, pairs, options, biasAtZero);
  const model = lengthModel(rows), beyond = beyondPairs(rows);
  const shared = beyond ? matchedEstimate(rows, model) : null;
  const [{ estimand, means, text }, bends] = [false, true].map((bends) =>
    shared?.estimand === null ? shared : zeroEstimate(rows, model, bends)
  );
  const main = partOf("IB at a difference of 0", rows, estimand, text, level);
  const { look: bent } = partOf("with a bend of IB", rows, bends.estimand, bends.text, level);
  const isShared = main.look.low > 0 ? bent.low > 0 : bent.high < 0;
  const bentAway = isShared || !(main.look.low > 0 || main.look.high < 0) ? "" : said("evenly");
  return result({
    ...worded("biasAtZero", { only, text, said: told }),
    parts: [{ ...main, look: { ...main.look, warning: main.look.warning || beyond || bentAway } }],
    effect: cohensH(...means),
    counted: rows.rows,
    sensitivity: () => bends.estimand ? [alsoOf("with a bend of IB", bent)] : [],
  });
}

/** What the tests at equal length begin with: rows whose lengths are known, replies without a verdict, and what a method says of both. */
export function lengthClaim(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: EqualLengthOptions,
  again: (pairs: pl.DataFrame, options: EqualLengthOptions) => HypothesisResult,
) {
  const { pairs, outcomes, level, result } = pairsClaim(action, called, given, options, {
    own: ["near"],
    labels: true,
    again: (rows) => again(rows, options),
  });
  const { near, clusters } = options, rows = lengthRows(action, pairs, outcomes, near);
  const rowsOf = (own: Int32Array) => {
    const known = new Set(rows.rows), taken = takeRows(pairs, own.filter((row) => known.has(row)));
    return lengthRows(action, taken, pairOutcomes(action, taken, { clusters }), near);
  };
  const { said: undecided } = undecidedReplies(outcomes, rows.rows), most = nearInWords(near);
  const left = said("left_of_lengths", { left: rows.left }),
    nearest = most && `only pairs that differ by at most ${most}`;
  const told = [undecided, left, nearest].filter(Boolean).join("; ");
  return { rows, rowsOf, level, told, only: most && `, within ${most}`, result };
}

const FEW = 10;

function beyondPairs({ subset, share, gaps: { words } }: LengthRows): string {
  const few = ["CDS", "IDS"].flatMap((name, side) => {
    const own = share.filter((_, row) => subset[row] === side && Math.abs(words[row]) <= EQUAL_LENGTH_WORDS);
    // Thirds of a pair add up to one but for rounding.
    const near = Math.ceil(own.reduce((sum, one) => sum + one, 0) - 1e-6);
    return near < FEW && subset.includes(side) ? [{ name, near }] : [];
  });
  const counts = few.map(({ name, near }) => `${near} of ${name}`).join(" and ");
  return counts && said("drawn_on", { counts, words: EQUAL_LENGTH_WORDS });
}

/** What a claim is about, where a model could be fitted; else nothing, with the reason as a warning. Limits end at ±1, where a difference of accuracies does, whatever covariates add to them. */
export function partOf(
  name: string,
  { y, clusters }: Pick<LengthRows, "y" | "clusters">,
  estimand: Estimand | null,
  reason: string,
  level: number,
): ClaimPart {
  if (!estimand) {
    return { name, nullValue: 0, look: { ...NOTHING, n: y.length, clusters: 0, warning: reason } };
  }
  const found = infer(estimand, y.length, clusters, { level });
  const look = { ...found, low: Math.max(-1, found.low), high: Math.min(1, found.high) };
  return { name, nullValue: 0, look };
}
