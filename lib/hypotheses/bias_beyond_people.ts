import type pl from "nodejs-polars";
import { VERDICT, verdictCodes } from "../metrics/pair_outcomes.ts";
import { requireList } from "../progress/require.ts";
import { fixed, told } from "../progress/told.ts";
import { frameCodes } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { normalCdf, normalQuantile } from "../stats/distributions.ts";
import { clustersAt } from "../stats/estimand.ts";
import { grouped } from "../stats/grouped.ts";
import { type Estimand, infer, minus, NUMBER } from "../stats/infer.ts";
import { type SplitVote, splitVote } from "../stats/split_vote.ts";
import { cohensH, type Look, looksAt, NOTHING, worded } from "./claim.ts";
import { pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { said } from "../metrics/said.ts";

/** Options of `biasBeyondPeople`. */
export interface BiasBeyondPeopleOptions extends PairsTestOptions {
  /** Whose votes a judge is held against: people's (`annotator`), or those of a panel of judges, by name. */
  reference?: "annotator" | readonly string[];
}

/** Slope from which on the verdict hangs on how skewed leanings are, which two votes a pair do not show. */
const EXACT = 1.25;

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
 * Simulated (`data/calibration/bias.csv`): with three votes and more a pair, judges of quality alone with half, once and twice people's noise are called biased in 2.3%, with two
 * votes more exact ones in 3.6%, nearly all of these with a warning: two votes do not show how skewed leanings are. One that adds .3 of quality's standard deviation was found in 97% and more.
 *
 * What stays open: what people share with the judge is no bias here; votes on a pair must be independent given its leaning, and leanings one lump, whose skew takes up most of a long tail, not all.
 * One vote per pair tells nothing of a leaning, people who never disagree leave no even pairs, and of a judge that always goes one way no fit tells how far it would: untestable.
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
  const fit = splitVote(judged), n = judged.length;
  const people = reference === "annotator" ? "people" : "the panel";
  const way = judged[0]?.judge === 1 ? "more" : "less";
  const reason = n === 0 && pairs.height > 0
    ? "no_sided_verdict"
    : many === 0
    ? "single_votes"
    : judged.every(({ judge }) => judge === judged[0].judge)
    ? "one_way"
    : "no_even_pairs";
  // Of a judge no more exact than a vote the size holds without.
  const isBlind = fit !== null && fit.slope > EXACT && 2 * judged.filter(({ of }) => of >= 3).length < n;
  const name = "IB where votes are even", bias = (shift: number) => 2 * normalCdf(shift) - 1;
  const estimate = fit ? bias(fit.shift) : NaN;
  const judge = heldOutBias(judged, ({ judge }) => judge);
  const person = heldOutBias(judged, ({ heldOut }, side) => heldOut[side].votes / heldOut[side].rows);
  const { also } = looksAt(n, clusters, level);
  // Limits and p are those of β: 2Φ(β) − 1 grows with it, but not evenly.
  const lookOf = ({ shift, influence }: NonNullable<typeof fit>): Look => {
    const term = { name, weight: 1, range: NUMBER, estimate: shift, value: (i: number) => n * influence[i] };
    const { low, high, pOf, ...found } = infer([term], n, clusters, { level });
    return {
      ...{ ...found, estimate, low: bias(low), high: bias(high) },
      pOf: (value, size) => pOf(normalQuantile((1 + Math.min(1, Math.max(-1, value))) / 2), size),
      warning: found.warning || (isBlind ? said("skew_unseen") : ""),
    };
  };
  const look = fit ? lookOf(fit) : { ...NOTHING, n, clusters: 0, warning: said(reason, { people, way }) };
  const shown = [fit?.mean, fit?.spread, fit?.skew, fit?.slope].map((one = NaN) => fixed(one, 2));
  const [mean, spread, skew, slope] = shown;
  const leanings = fit ? said("leanings", { mean, spread, skew, slope }) : "";
  return result({
    ...worded("biasBeyondPeople", { people, n, many, leanings }),
    parts: [{ name, nullValue: 0, look }],
    effect: cohensH((1 + estimate) / 2, 0.5),
    sensitivity: () =>
      n === 0 ? [] : [
        also("the judge's IB against the others' majority", judge),
        also("the same of a vote held out", person),
        also("their difference, which accuracy alone moves", minus(judge, person)),
      ],
  });
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

interface SeenPair extends SplitVote {
  row: number;
  /** How often a vote held out went towards the more informative answer where the others' majority did (IDS) or did not (CDS). */
  heldOut: Record<"ids" | "cds", { rows: number; votes: number }>;
}

function seenPairs(pairs: pl.DataFrame, reference: "annotator" | readonly string[]): SeenPair[] {
  const action = "biasBeyondPeople", isPeople = reference === "annotator";
  if (!isPeople) requireList(action, 'the reference "annotator" or judges', reference, "string");
  if (!isPeople && reference.length < 2) {
    throw new RangeError(`${action}: wanted two reference judges or more, found ${told(reference)}`);
  }
  const needed = ["item_id", "human", "choice", "more_informative", isPeople ? "annotator" : "judge"];
  requireColumns(action, pairs, needed);
  const [human, choice, informative] = ["human", "choice", "more_informative"].map((name) =>
    verdictCodes(action, pairs, name)
  );
  const judges = pairs.columns.includes("judge") ? pairs.getColumn("judge").toArray().map(String) : null;
  const isReference = (row: number) => !isPeople && reference.includes(judges![row]);
  const rows = Array.from({ length: pairs.height }, (_, row) => row);
  const tested = new Set(rows.filter((row) => !isReference(row)).map((row) => judges?.[row]));
  if (tested.size > 1) {
    throw new RangeError(said("one_tested", { found: tested.size }));
  }
  const key = ["benchmark", "item_id", "run", "swapped"].filter((name) => pairs.columns.includes(name));
  const { codes } = frameCodes(pairs, key);
  const found = grouped(rows.filter((row) => informative[row] <= VERDICT.B), (row) => codes[row]);
  if (rows.length > 0 && found.size === 0) throw new TypeError(said("no_labels_found"));
  const toward = (verdicts: Uint8Array) => (row: number) =>
    verdicts[row] > VERDICT.B ? NaN : verdicts[row] === informative[row] ? 1 : 0;
  return [...found.values()].map((own) => {
    const votes = own.filter((row) => isPeople || isReference(row)).map(toward(isPeople ? human : choice))
      .filter((vote) => !Number.isNaN(vote));
    const judge = own.filter((row) => !isReference(row)).map(toward(choice)).at(-1) ?? NaN;
    const sum = votes.reduce((a, b) => a + b, 0);
    const heldOut = { ids: { rows: 0, votes: 0 }, cds: { rows: 0, votes: 0 } };
    for (const vote of votes) {
      const others = 2 * (sum - vote) - (votes.length - 1);
      if (others === 0) continue; // no majority
      const side = heldOut[others > 0 ? "ids" : "cds"];
      side.rows++;
      side.votes += vote;
    }
    return { row: own[0], votes: sum, of: votes.length, judge, heldOut };
  });
}
