import { fixed, inWords } from "../progress/told.ts";
import type pl from "nodejs-polars";
import { clustersAt } from "../stats/estimand.ts";
import { type ClusterCodes, type Estimand, infer, minus, NUMBER } from "../stats/infer.ts";
import { normalCdf, normalQuantile } from "../stats/distributions.ts";
import { alwaysOneWay, splitVote } from "../stats/split_vote.ts";
import { overlapContrast } from "../stats/overlap_contrast.ts";
import { cohensH, type Look, looksAt, NOTHING } from "./claim.ts";
import type { PairsTestOptions } from "./conditions.ts";
import type { HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";
import { subsetEstimand } from "./length_model.ts";
import { pairsClaim } from "./pairs_claim.ts";
import { type SeenPair, seenPairs } from "./seen_pairs.ts";

/** Options of `biasBeyondPeople`. */
export interface BiasBeyondPeopleOptions extends PairsTestOptions {
  /** Whose votes a judge is held against: people's (`annotator`), or those of a panel of judges, by name. */
  reference?: "annotator" | readonly string[];
}

/** Slope from which on the verdict hangs on how skewed leanings are, which two votes a pair do not show. */
const EXACT = 1.25,
  BLIND =
    "two votes a pair do not show how skewed leanings are, and the estimate of so exact a judge hangs on it";

/** Halvings of the interval from −1 to 1 until a limit is found. */
const HALVINGS = 30;

/**
 * Does a judge favour the more informative answer beyond what people do? IB = 0 is no reference: a judge that reads nothing but quality has an IB of +8
 * to +19 points where informative answers are better, and it changes with accuracy alone, so that a noisier or a better judge than people has
 * another IB than they have.
 *
 * So judge and people are compared where people are evenly split. Every pair has a leaning θ towards its more informative answer, normal or skewed over pairs; a
 * vote goes that way with the chance Φ(θ), the judge with Φ(β + λθ) (`splitVote`, maximum likelihood; λ takes up that it is noisier or better). The
 * estimate is IB at θ = 0, 2Φ(β) − 1: the share of even pairs that the judge gives to the more informative answer less the share that it gives to the
 * other. People's is 0. Interval and p are `infer`'s, clustered by image.
 *
 * Beside it, in `sensitivity`, in points as measured: the judge's IB and a held-out annotator's against the same labels (the majority of the others; a
 * pair weighs the same however many voted), and their difference, which accuracy alone moves.
 *
 * A judge that always goes one way has no such fit: p is then twice the largest chance of that, over all slopes, under the leanings that the votes show, pairs of an image counted as one.
 *
 * Simulated (`data/calibration/bias.csv`: 2, 3 and 5 votes, 300 and 1,000 pairs, 175 to 325 data sets a cell): with three votes and more, judges of quality alone with half, once and twice people's noise were called
 * biased in 2.3 ± .2% over all cells, and could not be told, with a warning, in 1.8%. With two votes a judge as noisy as people or noisier was in 2.3 ± .2%, a more exact one in 3.6 ± .4%: two votes do not show how skewed leanings are, so
 * that nearly all its results carry a warning (.6% called biased without one). One that adds .3 of quality's standard deviation was found in 97% and more; one that takes the more informative answer
 * in 85 or 97% whatever the quality in 98 and 88% and more. The price of leanings that may be skewed: a tenth of width for a judge twice as exact as people, nothing for others. The skew takes up most of a long tail, not all (exponential leanings, three votes, 1,000 pairs, a judge twice as
 * exact as people: 7 ± 2% with the tail downwards; 5 ± 2% for one half as exact with the tail upwards; at most 4% in the other fourteen cells). A judge that goes against the more informative answer in one or two pairs only may be untestable.
 *
 * What stays open: what people share with the judge is no bias here; votes on a pair must be independent given its leaning, and leanings one lump (of two lumps an exact judge is untestable).
 * One vote per pair tells nothing of a leaning, and people who never disagree leave no even pairs: untestable.
 *
 * Beside it stands IB between pairs of the same margin of votes (two margins at least): a description, since accuracy and quality are in it still (of judges of
 * quality alone with an IB of 11 points it leaves 7: a majority against the more informative answer is more often a chance one).
 *
 * Of the public verdicts that this library knows none allows it: WildVision-Bench has no people's votes, GenAI-Bench one person's per pair of pictures and no label of informativeness. With the slot in its place
 * and a panel of its ten readable judges as the reference, even pairs could not be told for four of them, three name one slot always, and the others were known to ±60 points and more: judges that name one slot
 * whatever they see are no panel.
 *
 * `pairs` has a row per pair and person (`annotator`), each with the judge's `choice`; with `reference: ["judge b", "judge c", …]` the votes are those
 * judges' on the same pairs. Ties and unreadable verdicts take no part.
 *
 * @throws {TypeError} without informativeness labels, or the columns annotator or judge
 * @throws {RangeError} for fewer than two reference judges, or several judges to be tested
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { biasBeyondPeople } from "judgebias";
 *
 * // Three people on 120 pairs; the judge takes the more informative answer A more
 * // often than they do.
 * const rows = Array.from({ length: 360 }, (_, i) => {
 *   const pair = Math.floor(i / 3), forA = pair % 4;
 *   return {
 *     item_id: String(pair), judge: "j", annotator: "pqr"[i % 3],
 *     human: i % 3 < forA ? "A" : "B", choice: pair % 5 < forA + 2 ? "A" : "B",
 *     more_informative: "A",
 *   };
 * });
 * assert.equal(biasBeyondPeople(pl.DataFrame(rows)).verdict, "supported");
 * ```
 */
export function biasBeyondPeople(
  given: pl.DataFrame,
  options: BiasBeyondPeopleOptions = {},
): HypothesisResult {
  const { pairs, outcomes, level, result } = pairsClaim("biasBeyondPeople", arguments, given, options, {
    own: ["reference"],
    labels: true,
  });
  const { reference = "annotator" } = options;
  const judged = seenPairs(pairs, reference).filter(({ judge }) => !Number.isNaN(judge));
  const many = judged.filter(({ of }) => of >= 2).length;
  const clusters = clustersAt(outcomes.clusters, Int32Array.from(judged, ({ row }) => row));
  const ways = [...new Set(judged.map(({ judge }) => judge))];
  const fit = splitVote(judged), always = ways.length === 1 ? alwaysOneWay(judged) : null;
  const n = judged.length,
    people = reference === "annotator" ? "people" : "the panel";
  const reason = n === 0 && pairs.height > 0
    ? "no verdict of the judge names one of two answers of which one is more informative"
    : many === 0
    ? `no pair has two votes of ${people}: nothing is known of how evenly they split`
    : `${people} disagree too rarely or too much: even pairs cannot be told`;
  // Of a judge no more exact than a vote the size holds without.
  const isBlind = fit !== null && fit.slope > EXACT && 2 * judged.filter(({ of }) => of >= 3).length < n;
  const name = "IB where votes are even", bias = (shift: number) => 2 * normalCdf(shift) - 1;
  const estimate = fit ? bias(fit.shift) : always ? 2 * ways[0] - 1 : NaN;
  const judge = heldOutBias(judged, ({ judge }) => judge);
  const person = heldOutBias(judged, ({ heldOut }, side) => heldOut[side].votes / heldOut[side].rows);
  const { also } = looksAt(n, clusters, level);
  return result({
    hypothesis: `IB beyond ${people}'s`,
    claim: `the judge favours the more informative answer where ${people} are evenly split`,
    parts: [{
      name,
      nullValue: 0,
      at: (level) => {
        if (always) return { ...alwaysLook(always, estimate, n, clusters, level), estimate };
        if (!fit) return { ...NOTHING, n, clusters: 0, warning: reason };
        // Limits and p are those of β: 2Φ(β) − 1 grows with it, but not evenly.
        const { shift, influence } = fit, value = (i: number) => n * influence[i];
        const found = infer([{ name, weight: 1, range: NUMBER, estimate: shift, value }], n, clusters, {
          level,
        });
        return {
          ...found,
          estimate,
          low: bias(found.low),
          high: bias(found.high),
          pOf: (value, size) => found.pOf(normalQuantile((1 + Math.min(1, Math.max(-1, value))) / 2), size),
          warning: found.warning || (isBlind ? BLIND : ""),
        };
      },
    }],
    effect: cohensH((1 + estimate) / 2, 0.5),
    method:
      `IB at an even split of votes, probit of votes and verdicts on a leaning of each pair; ${
        inWords(n, "pair")
      }, ` +
      `${many} of them with two votes or more${
        fit
          ? `; leanings ${fixed(fit.mean, 2)} ± ${fixed(fit.spread, 2)}, skew ${
            fixed(fit.skew, 2)
          }, the judge follows them ${fixed(fit.slope, 2)} times as closely as a vote`
          : ""
      }`,
    assumptions: [
      "votes on a pair are independent given how it leans, and leanings are over pairs normal or skewed",
      `what ${people} share with the judge is no bias here`,
    ],
    sensitivity: n === 0 ? [] : [
      also("the judge's IB against the others' majority", judge),
      also("the same of a vote held out", person),
      also("their difference, which accuracy alone moves", minus(judge, person)),
      ...atEqualMargins(judged, (estimand) => also("the judge's IB at the same margin of votes", estimand)),
    ],
  });
}

/**
 * What is known of a judge that always goes one way: the largest chance of that, over all ways of following votes, is the p of a bias. Pairs of an image are
 * as one.
 */
function alwaysLook(
  logChance: (shift: number) => number,
  estimate: number,
  n: number,
  clusters: ClusterCodes,
  level: number,
): Look {
  const share = { name: "always", weight: 1, range: NUMBER, estimate, value: () => 0 };
  const found = infer([share], n, clusters, { level });
  const pOf = (value: number, size = 1) => {
    const shift = normalQuantile((1 + Math.min(1, Math.max(-1, estimate * value))) / 2);
    return Math.min(1, 2 * Math.exp(size * found.clusters / n * logChance(shift)));
  };
  let far = -1, near = 1;
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (far + near) / 2;
    if (pOf(estimate * middle) < 1 - level) far = middle;
    else near = middle;
  }
  const [low, high] = estimate > 0 ? [far, 1] : [-1, -far];
  return { ...found, low, high, pOf, warning: "" };
}

/** IB against the majority of all votes, between pairs of the same margin; nothing where votes have one margin only, or separate the subsets. */
function atEqualMargins(
  pairs: readonly SeenPair[],
  also: (estimand: Estimand) => SensitivityRow,
): SensitivityRow[] {
  const places = pairs.flatMap(({ votes, of }, i) => 2 * votes === of ? [] : [i]);
  const of = (value: (pair: SeenPair) => number) => Float64Array.from(places, (i) => value(pairs[i]));
  const subset = of(({ votes, of }) => 2 * votes > of ? 1 : 0);
  const margin = of(({ votes, of }) => Math.abs(2 * votes / of - 1));
  const right = Float64Array.from(places, (i, k) => pairs[i].judge === subset[k] ? 1 : 0);
  try {
    const { means, influence } = overlapContrast({
      ...{ y: right, group: subset, propensity: [margin] },
      outcome: (group) => [margin, margin.map((value, k) => value * group[k])],
    });
    const placeOf = new Map(places.map((i, k) => [i, k]));
    return [also(
      subsetEstimand(subset, means, influence).map((term) => ({
        ...term,
        value: (i) => placeOf.has(i) ? term.value(placeOf.get(i)!) : NaN,
      })),
    )];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [];
  }
}

/** IB against the majority of the other votes; a pair weighs 1 over all its votes held out. */
function heldOutBias(
  pairs: readonly SeenPair[],
  value: (pair: SeenPair, side: "ids" | "cds") => number,
): Estimand {
  return (["ids", "cds"] as const).map((side) => {
    const weight = ({ heldOut: { ids, cds }, ...pair }: SeenPair) => {
      const own = side === "ids" ? ids : cds;
      return own.rows === 0 || Number.isNaN(pair.judge) ? 0 : own.rows / (ids.rows + cds.rows);
    };
    const right = (pair: SeenPair) => side === "ids" ? value(pair, side) : 1 - value(pair, side);
    const taking = pairs.filter((pair) => weight(pair) > 0),
      total = taking.reduce((sum, pair) => sum + weight(pair), 0);
    const estimate = taking.reduce((sum, pair) => sum + weight(pair) * right(pair), 0) / total;
    return {
      name: side.toUpperCase(),
      weight: side === "ids" ? 1 : -1,
      estimate,
      value: (i) => {
        const pair = pairs[i], own = weight(pair);
        return own === 0 ? NaN : taking.length * own * (right(pair) - estimate) / total;
      },
    };
  });
}
