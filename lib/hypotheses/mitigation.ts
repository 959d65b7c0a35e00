import { requireNamed, requireOneOf, requireRight } from "../progress/require.ts";
import { WORDS } from "../metrics/longer_wins.ts";
import type pl from "nodejs-polars";
import { conditionsOf, requireFrame } from "../results/frame.ts";
import { frameCodes } from "../results/factor.ts";
import { meantValue } from "../results/only.ts";
import { minus, times } from "../stats/infer.ts";
import { pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import { type ClaimPart, DELTA, type Look, worded } from "./claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { WrongValue } from "../progress/require_no_more.ts";
import { said } from "../metrics/said.ts";

/** Largest loss of accuracy that still counts as none: the δ of the whole library. With 1 point, 600 pairs show a drop of 20 points in 15% of studies. */
const MARGIN = DELTA.points;

const BIASES = {
  informativeness: {
    short: "IB",
    long: "informativeness bias",
    on: ["ids", "cds"],
    called: ["on IDS", "on CDS"],
  },
  length: {
    short: "LB",
    long: "length bias",
    on: ["longer", "shorter"],
    called: ["where the longer answer is right", "where the shorter is right"],
  },
} as const;

/** Options of `mitigationLowersBias`. */
export interface MitigationOptions extends PairsTestOptions {
  /** Which bias is to be lower; informativeness by default. */
  bias?: keyof typeof BIASES;
  /** The way of judging before, as the column `condition` or `pipeline` names it, null for rows without a condition (shown as none); the pipeline base by default. */
  first?: string | null;
  /** The way of judging with the mitigation; null for rows without a condition; the pipeline birch by default. */
  second?: string | null;
  /** Largest loss of accuracy that counts as none; 0.05 by default. */
  margin?: number;
}

/**
 * Does my prompt (a pipeline, any mitigation) lower informativeness bias, or length bias, without costing accuracy? Two claims that
 * must both hold, over the pairs judged both ways, IB standing for either bias: |IB(first)| − |IB(second)| > 0, and accuracy not lower by `margin` or more. A prompt
 * that turns the bias round is measured by the size that it has on the other side: of IB(first) above 0 both IB(first) − IB(second) and
 * IB(first) + IB(second) must lie above 0, and the lower limit of the drop is the smaller of theirs.
 *
 * Accuracy is that over all pairs that people decided. On IDS alone it must fall where a bias goes that had made the judge right there: a judge
 * of the same skill without the bias gains on CDS what it loses on IDS. Whether it does is seen in `sensitivity`: a change on CDS of
 * 0 beside a loss on IDS is less bias by more errors, which only the margin bounds.
 *
 * `first` and `second` are values of the column `condition`, which holds whatever the user varies (`first: null`: the run that had none), or else of `pipeline`. What is shown is the less
 * certain of the two claims (`claim`) with its own interval; `parts` and the display have both, each with its own p, `sensitivity` IB before and after, and the
 * changes of accuracy on IDS and on CDS. Of two files each gets a column `condition` and the same benchmark (`readPairs(file, { benchmark: "mine" })`) before
 * `pl.concat`; `report` and `reportChange` take both as they are. `contradicted`: IB becomes larger, or accuracy falls by more than the margin, twice the p
 * of either being below alpha; `absent`: the size of IB changes by less than δ. Whether unread replies could turn either claim, whatever each would have said, says
 * `report`, with the range that they leave of each over its own pairs: such a line is undecided there, also where this is `supported`.
 *
 * @throws {TypeError} without informativeness labels, of length bias without word counts
 * @throws {RangeError} when one of both ways has no row, two rows have the same key, or the margin is not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mitigationLowersBias } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["MLLM-as-a-Judge"] });
 * const { low, verdict, nullValue } = mitigationLowersBias(pairs, {
 *   first: "base", second: "birch",
 * });
 * assert.equal(low > nullValue, verdict === "supported");
 * ```
 */
export function mitigationLowersBias(given: pl.DataFrame, asked: MitigationOptions = {}): HypothesisResult {
  const action = "mitigationLowersBias";
  requireFrame(action, given);
  requireNamed(action, asked);
  const names = conditionsOf(given);
  const { first: plain = "base", second: mitigated = "birch", margin = MARGIN, ...more } = asked;
  const { bias: kind = "informativeness", ...options } = more;
  if (names.length > 1 && (asked.first === undefined || asked.second === undefined)) {
    const all = names.map((name) => name === null ? "null (no condition)" : JSON.stringify(name)).join(", ");
    throw new RangeError(said("two_ways", { all }));
  }
  const [first, second] = [plain, mitigated].map((name) => meantValue("condition", name, names));
  const wanted = "a margin above 0 and below 1 (a share: .05 is 5 points)";
  requireRight(margin > 0 && margin < 1, action, wanted, margin);
  requireOneOf(action, "the bias", kind, Object.keys(BIASES));
  if (first === second) {
    throw new WrongValue(`${action}: wanted two ways of judging to compare, found ${first} twice`);
  }
  const isCondition = [first, second].some((name) => name === null || names.includes(name));
  const column = isCondition ? "condition" : "pipeline";
  const [before, after] = [first, second].map((name) => name ?? "no condition");
  const { short, long, on: [one, other], called } = BIASES[kind];
  const { part, found, also, result, matched } = pairsClaim(action, arguments, given, options, {
    own: ["first", "second", "margin", "bias"],
    compares: [column],
    labels: kind === "informativeness",
    needs: kind === "length" ? WORDS : [],
    again: (rows) => mitigationLowersBias(rows, asked),
  });
  const { of, isMatched, unmatched } = matched({ [column]: first }, { [column]: second });
  const recurs = (...key: string[]) => {
    const { codes } = frameCodes(given, key), sides = given.getColumn(column).toArray();
    const seen = new Set(codes.filter((_, row) => sides[row] === first));
    return codes.some((code, row) => sides[row] === second && seen.has(code));
  };
  const ways = of(one), others = of(other), { change } = of();
  const lower = minus(others.change, ways.change);
  const biasBefore = minus(ways.first, others.first), biasAfter = minus(ways.second, others.second);
  const bias = found(biasBefore), rest = found(biasAfter), side = bias.estimate < 0 ? -1 : 1;
  // |a| − |b| is the smaller of a − b and a + b where a > 0: above 0 both must be.
  const same = part("", times(side, lower)), turned = part("", times(side, [...biasBefore, ...biasAfter]));
  // Its lower limit is that of the size then.
  const isLeast = turned.look.low < same.look.low;
  const isTurned = bias.low * bias.high > 0 && rest.low * rest.high > 0;
  const [name, least, beside] = rest.estimate * side < 0
    ? [
      isTurned
        ? `the drop in size, ${short} turned from ${side < 0 ? "below to above" : "above to below"} 0`
        : `the drop in the size of ${short}`,
      turned,
      same,
    ]
    : [`the drop in ${side < 0 || isLeast ? "the size of " : ""}${short}`, same, turned];
  const smaller = (one: Look, two: Look): Look => ({
    ...one,
    low: Math.max(-1, Math.min(one.low, two.low)),
    high: Math.min(1, one.high),
    pOf: (value, size) =>
      value < one.estimate ? Math.max(one.pOf(value, size), two.pOf(value, size)) : one.pOf(value, size),
  });
  const drop: ClaimPart = {
    ...{ name, nullValue: 0, look: smaller(least.look, beside.look) },
    within: (rows) => smaller(least.within!(rows), beside.within!(rows)),
  };
  const kept = part("the change of accuracy", change, -margin), points = (100 * margin).toFixed(1);
  return result({
    silent: isMatched ? "" : said("never_both_ways", { unmatched }) +
      (recurs("item_id") && !recurs("benchmark", "item_id") ? said("apart_by_benchmark") : ""),
    ...worded(action, { before, after, short, long, column, margin, points, unmatched }),
    parts: [drop, kept],
    absent: drop,
    // A ratio to a bias that may be none says nothing.
    effect: {
      measure: `${short} after / ${short} before`,
      value: bias.low * bias.high > 0 ? rest.estimate / bias.estimate : NaN,
    },
    sensitivity: () => [
      also(`drop in ${short}`, lower),
      also(`change of accuracy, on its own (p against −${margin})`, change, -margin),
      also(`${short} of ${before}`, biasBefore),
      also(`${short} of ${after}`, biasAfter),
      also(`change of accuracy ${called[0]}`, ways.change),
      also(`change of accuracy ${called[1]}`, others.change),
      also("change of accuracy (p against 0)", change),
    ],
  });
}
