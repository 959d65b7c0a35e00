import { requireNamed } from "../progress/require.ts";
import type pl from "nodejs-polars";
import { SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { NO_ESTIMATE } from "../stats/estimand.ts";
import { halved } from "../stats/grouped.ts";
import type { Inference } from "../stats/infer.ts";
import { inferFunction } from "../stats/infer_function.ts";
import { alsoOf, worded } from "./claim.ts";
import { pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { undecidedReplies } from "../metrics/undecided.ts";
import { said } from "../metrics/said.ts";

const SHARES = [0.02, 0.05, 0.1, 0.15, 0.2];

/** Above this share of CDS pairs that would be there by wrong labels alone no subset is left to ask. */
const MOST_WRONG = 0.5;

const STILL = "no verdict is unlike the others: how far off the estimate may be cannot be told";

/** What sensitivity to label error adds to a result. */
export interface LabelErrorResult extends HypothesisResult {
  /** Share of wrong labels that would explain the whole IB; NaN where none does. */
  explaining: { estimate: number; low: number; high: number };
}

/** Options of `labelError`. */
export interface LabelErrorOptions extends PairsTestOptions {
  /** Share of labels taken to be wrong, from 0 to below 0.5; 0.1 by default. */
  share?: number;
}

/**
 * Could wrong labels explain the informativeness bias? Compares IB with what a judge without any bias, of the same accuracy on the same
 * share of CDS, would show if a share `share` (0.1) of the human labels were wrong: flipped at random, as often in IDS as in CDS, and whatever the
 * judge chose. A wrong label swaps IDS and CDS, and right and wrong; a tie or an unparsable answer is wrong by either label. Of a judge with the same
 * true accuracy a, and the same share t of pairs without a verdict, in both subsets, with a share e of wrong labels and a true share π of CDS:
 *
 *   Acc_IDS = ((1 − π)(1 − e)·a + π·e·(1 − a − t))/((1 − π)(1 − e) + π·e), Acc_CDS likewise with π and 1 − π exchanged,
 *
 * a and π those that give the observed accuracy A and CDS share P: a = (A − e·(1 − t))/(1 − 2e), π = (P − e)/(1 − 2e).
 *
 * Estimate: IB − that; the claim is that something is left. `explaining` is the share of wrong labels that would explain all of it,
 * `sensitivity` has the rest at other shares. Intervals and p: cluster-robust by image (`inferFunction`), of
 * the accuracies in IDS and CDS, their shares and the share without a verdict together (at a share of 0 the interval is that of
 * `informativenessBias`); the share itself is an assumption and has no error.
 * Few CDS pairs may be wrong labels themselves: where a share of them above a half would be, the estimate is NaN, the verdict `untestable`, and the warning says which share.
 *
 * @throws {TypeError} without informativeness labels
 * @throws {RangeError} for a share outside [0, 0.5), or when no row is in the condition
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { labelError } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["MLLM-as-a-Judge"] });
 * const { explaining, verdict } = labelError(pairs);
 * // of the simulation
 * assert.ok(verdict === "supported" && !(explaining.estimate < 0.2));
 * ```
 */
export function labelError(given: pl.DataFrame, options: LabelErrorOptions = {}): LabelErrorResult {
  const { share = 0.1 } = requireNamed("labelError", options);
  requireErrors(share);
  const { pairs, outcomes, level, result } = pairsClaim("labelError", arguments, given, options, {
    own: ["share"],
    labels: true,
    again: (rows) => labelError(rows, options),
  });
  const { choice, informativeness, clusters } = outcomes;
  const ids = outcomes.part("ids"), cds = outcomes.part("cds");
  const isIn = (row: number) => !Number.isNaN(ids.value(row)) || !Number.isNaN(cds.value(row));
  const parts = [
    { name: "IDS", value: (row: number) => isIn(row) ? Number(informativeness[row] === SIDE.first) : NaN },
    { name: "accuracy in IDS", value: ids.value },
    { name: "accuracy in CDS", value: cds.value },
    { name: "without a verdict", value: (row: number) => isIn(row) ? Number(choice[row] > VERDICT.B) : NaN },
  ];
  const labelled = Array.from(choice.keys()).filter(isIn);
  const cdsShare = labelled.filter((row) => informativeness[row] !== SIDE.first).length / labelled.length;
  /** The share of CDS pairs that are there by wrong labels: e·(1 − π)/P with P that of CDS as observed, π without them. */
  const wrongCds = (e: number) => e * (1 - (cdsShare - e) / (1 - 2 * e)) / cdsShare;
  const percent = (e: number) => `${(100 * e).toFixed(0)}%`;
  const madeBy = (e: number) => said("made_wrong", { share: percent(e), wrong: percent(wrongCds(e)) });
  const impossible = said("no_such_judge", { share: percent(share) });
  const of = (statistic: (ib: number, observed: ObservedJudge) => number): Inference => {
    const byMeans = ([ids, accIds, accCds, undecided]: number[]) => {
      const accuracy = ids * accIds + (1 - ids) * accCds;
      return statistic(accIds - accCds, { accuracy, cdsShare: 1 - ids, undecided });
    };
    const found = inferFunction(parts, byMeans, pairs.height, clusters, { level, none: impossible });
    // A line through the estimate leads beyond what a difference of two accuracies can be.
    return { ...found, low: Math.max(-1, found.low), high: Math.min(1, found.high) };
  };
  const left = (e: number) => {
    const found = of((ib, observed) => ib - apparentBias(observed, e));
    if (!(wrongCds(e) > MOST_WRONG && wrongCds(e) <= 1)) return found;
    const warning = `${madeBy(e)}: what the judge does there cannot be told from that`;
    return { ...found, ...NO_ESTIMATE, warning };
  };
  const explaining = of((value, observed) => explainingShare(observed, value)), look = left(share);
  const others = SHARES.filter((e) => e !== share);
  const replies = undecidedReplies(outcomes, labelled), told = replies.said && `${replies.said}; `;
  const found = result({
    ...worded("labelError", {
      share: percent(share),
      said: told,
      made: wrongCds(share) <= 1 ? `; ${madeBy(share)}` : "",
    }),
    parts: [{
      ...{ name: "IB less that of an unbiased judge", nullValue: 0 },
      look: { ...look, warning: look.warning || (Number.isNaN(look.low) ? STILL : "") },
    }],
    effect: { measure: "share of wrong labels that would explain all of IB", value: explaining.estimate },
    counted: labelled,
    sensitivity: () => [
      alsoOf("IB", of((value) => value)),
      ...others.map((e) => alsoOf(`IB beyond ${percent(e)} wrong labels`, left(e))),
    ],
  });
  const isMute = replies.unread + replies.ties === replies.all, estimate = isMute ? NaN : explaining.estimate;
  const [low, high] = isMute ? [NaN, NaN] : [Math.max(0, explaining.low), Math.min(0.5, explaining.high)];
  return Object.assign(found, { explaining: { estimate, low, high } });
}

interface ObservedJudge {
  /** Accuracy over both subsets, against the labels as they are. */
  accuracy: number;
  /** Share of CDS, by the labels as they are. */
  cdsShare: number;
  /** Share of pairs without a verdict (ties, unparsable answers): wrong whatever the label. */
  undecided?: number;
}

/**
 * The IB that a judge without any informativeness bias would show if a share of the labels were wrong; NaN where no unbiased judge and no share of CDS
 * could look as observed (more wrong labels than wrong verdicts, or than CDS pairs).
 */
export function apparentBias({ accuracy, cdsShare, undecided: t = 0 }: ObservedJudge, e: number): number {
  requireErrors(e);
  const a = (accuracy - e * (1 - t)) / (1 - 2 * e), cds = (cdsShare - e) / (1 - 2 * e);
  // Rounding alone must not make an accuracy of 1 − t impossible.
  if (!(a >= 0 && a <= 1 - t + 1e-12 && cds >= 0 && cds <= 1)) return NaN;
  const side = (p: number) => (p * (1 - e) * a + (1 - p) * e * (1 - a - t)) / (p * (1 - e) + (1 - p) * e);
  return side(1 - cds) - side(cds);
}

function requireErrors(share: number): void {
  if (share >= 0 && share < 0.5) return;
  throw new RangeError(`labelError: wanted a share of wrong labels in [0, 0.5), found ${share}`);
}

/** The smallest share of wrong labels with which a judge without the bias would show this IB; 0 for an IB of 0 or less, NaN where no share does. */
export function explainingShare(observed: ObservedJudge, bias: number): number {
  if ([bias, observed.accuracy, observed.cdsShare].some(Number.isNaN)) return NaN;
  if (bias <= 0) return 0;
  // The apparent IB grows with the share, up to where no unbiased judge could look as observed (NaN).
  const { high } = halved(0, 0.5, (share) => apparentBias(observed, share) < bias);
  return high < 0.5 && apparentBias(observed, high) >= bias ? high : NaN;
}
