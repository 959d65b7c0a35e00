import type pl from "nodejs-polars";
import { clustersAt } from "../stats/estimand.ts";
import { VERDICT, verdictCodes } from "../metrics/pair_outcomes.ts";
import { frameCodes } from "../results/combine_factors.ts";
import { factor } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { type Estimand, infer, minus, NUMBER } from "../stats/infer.ts";
import { normalCdf, normalQuantile } from "../stats/distributions.ts";
import { type SplitVote, splitVote } from "../stats/split_vote.ts";
import { overlapContrast } from "../stats/overlap_contrast.ts";
import { cohensH, looksAt, NOTHING } from "./claim.ts";
import type { PairsTestOptions } from "./conditions.ts";
import type { HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";
import { subsetEstimand } from "./length_model.ts";
import { pairsClaim } from "./pairs_claim.ts";

/** Options of `biasBeyondPeople`. */
export interface BiasBeyondPeopleOptions extends PairsTestOptions {
  /** Whose votes a judge is held against: people's (`annotator`), or those of a panel of judges, by name. */
  reference?: "annotator" | readonly string[];
}

/** A pair as the judge and the reference saw it, counted towards the more informative answer. */
interface Seen extends SplitVote {
  row: number;
  /** How often a vote held out went towards the more informative answer where the others' majority did (IDS) or did not (CDS). */
  heldOut: Record<"ids" | "cds", { rows: number; votes: number }>;
}

/**
 * Does a judge favour the more informative answer beyond what people do? IB = 0 is no reference: a judge that reads nothing but quality has an IB of +8
 * to +19 points where informative answers are better, and it changes with accuracy alone, so that a noisier or a better judge than people has
 * another IB than they have.
 *
 * So judge and people are compared where people are evenly split. Every pair has a leaning θ towards its more informative answer, normal over pairs; a
 * vote goes that way with the chance Φ(θ), the judge with Φ(β + λθ) (`splitVote`, maximum likelihood; λ takes up that it is noisier or better). The
 * estimate is IB at θ = 0, 2Φ(β) − 1: the share of even pairs that the judge gives to the more informative answer less the share that it gives to the
 * other. People's is 0. Interval and p are `infer`'s, clustered by image.
 *
 * Beside it, in `sensitivity`, in points as measured: the judge's IB and a held-out annotator's against the same labels (the majority of the others; a
 * pair weighs the same however many voted), and their difference, which accuracy alone moves.
 *
 * Simulated (`data/calibration/bias.csv`: 2, 3 and 5 votes, 300 and 1,000 pairs, correlation of quality and informativeness .5 and .7): judges of quality alone with half, once
 * and twice people's noise were called biased in 0.2 to 2.6%, and could not be told, with a warning, in up to 19% (300 pairs with two votes; at most 8% with 1,000 pairs); one that adds .3 of quality's
 * standard deviation was found in 95% and more. What stays open: what people share with the judge is no bias here; votes on a pair must be independent given its leaning, and
 * leanings about normal. One vote per pair tells nothing of a leaning, and people who never disagree leave no even pairs: untestable.
 *
 * Beside it stands IB between pairs of the same margin of votes (two margins at least): a description, since accuracy and quality are in it still (of judges of
 * quality alone with an IB of 11 points it leaves 7: a majority against the more informative answer is more often a chance one).
 *
 * Of the public verdicts that this library knows none allows it: WildVision-Bench has no people's votes, GenAI-Bench one person's per pair of pictures and no label of informativeness. With the slot in its place
 * and a panel of its ten readable judges as the reference, even pairs could not be told for six of them, and were known to ±70 points and more for the others: judges that name one slot whatever they see are no panel.
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
 * // Three people on 120 pairs; the judge takes the more informative answer A more often than they do.
 * const rows = Array.from({ length: 360 }, (_, i) => {
 *   const pair = Math.floor(i / 3), forA = pair % 4;
 *   return { item_id: String(pair), judge: "j", annotator: "pqr"[i % 3], human: i % 3 < forA ? "A" : "B",
 *     choice: pair % 5 < forA + 2 ? "A" : "B", more_informative: "A" };
 * });
 * assert.equal(biasBeyondPeople(pl.DataFrame(rows)).verdict, "supported");
 * ```
 */
export function biasBeyondPeople(
  given: pl.DataFrame,
  { reference = "annotator", ...options }: BiasBeyondPeopleOptions = {},
): HypothesisResult {
  const { pairs, outcomes, level, result } = pairsClaim("biasBeyondPeople", given, options, {
    own: ["reference"],
    labels: true,
  });
  const judged = seenPairs(pairs, reference).filter(({ judge }) => !Number.isNaN(judge));
  const many = judged.filter(({ of }) => of >= 2).length;
  const clusters = clustersAt(outcomes.clusters, Int32Array.from(judged, ({ row }) => row));
  const fit = splitVote(judged),
    n = judged.length,
    people = reference === "annotator" ? "people" : "the panel";
  const reason = many === 0
    ? `no pair has two votes of ${people}: nothing is known of how evenly they split`
    : `${people} disagree too rarely or too much (or the judge never varies): even pairs cannot be told`;
  const name = "IB where votes are even", bias = (shift: number) => 2 * normalCdf(shift) - 1;
  const estimate = fit ? bias(fit.shift) : NaN;
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
          pOf: (value) => found.pOf(normalQuantile((1 + Math.min(1, Math.max(-1, value))) / 2)),
        };
      },
    }],
    effect: cohensH((1 + estimate) / 2, 0.5),
    method:
      `IB at an even split of votes, probit of votes and verdicts on a normal leaning of each pair; ${n} pairs, ` +
      `${many} of them with two votes or more${
        fit
          ? `; leanings ${fit.mean.toFixed(2)} ± ${fit.spread.toFixed(2)}, the judge follows them ${
            fit.slope.toFixed(2)
          } times as closely as a vote`
          : ""
      }`,
    assumptions: [
      "votes on a pair are independent given how it leans, and leanings are about normal over pairs",
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

/** IB against the majority of all votes, between pairs of the same margin; nothing where votes have one margin only, or separate the subsets. */
function atEqualMargins(
  pairs: readonly Seen[],
  also: (estimand: Estimand) => SensitivityRow,
): SensitivityRow[] {
  const places = pairs.flatMap(({ votes, of }, i) => 2 * votes === of ? [] : [i]);
  const of = (value: (pair: Seen) => number) => Float64Array.from(places, (i) => value(pairs[i]));
  const subset = of(({ votes, of }) => 2 * votes > of ? 1 : 0);
  const margin = of(({ votes, of }) => Math.abs(2 * votes / of - 1));
  const right = of(({ votes, of, judge }) => judge === (2 * votes > of ? 1 : 0) ? 1 : 0);
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

/** Pairs with their votes and the judge's verdict, counted towards the more informative answer. */
function seenPairs(
  pairs: pl.DataFrame,
  reference: "annotator" | readonly string[],
): Seen[] {
  const action = "biasBeyondPeople", isPeople = reference === "annotator";
  requireColumns(action, pairs, [
    "item_id",
    "human",
    "choice",
    "more_informative",
    ...isPeople ? ["annotator"] : ["judge"],
  ]);
  if (!isPeople && reference.length < 2) {
    throw new RangeError(
      `${action}: wanted two reference judges or more, found ${JSON.stringify(reference)}`,
    );
  }
  const [human, choice, informative] = ["human", "choice", "more_informative"].map((name) =>
    verdictCodes(action, pairs, name)
  );
  const judges = pairs.columns.includes("judge") ? factor(pairs.getColumn("judge")) : null;
  const isReference = (row: number) =>
    !isPeople && reference.includes(String(judges!.levels[judges!.codes[row]]));
  const rows = Array.from({ length: pairs.height }, (_, row) => row);
  const tested = new Set(
    rows.filter((row) => !isReference(row)).map((row) => judges?.codes[row] ?? 0),
  );
  if (tested.size > 1) {
    throw new RangeError(
      `${action}: wanted the rows of one judge${
        isPeople ? "" : " beside the reference"
      }, found ${tested.size} (\`hypothesisTable\` asks each)`,
    );
  }
  const key = ["benchmark", "item_id", "run", "swapped"].filter((name) => pairs.columns.includes(name));
  const { codes } = frameCodes(pairs, key),
    found = new Map<number, { row: number; votes: number[]; judge: number }>();
  for (const row of rows) {
    if (informative[row] > VERDICT.B) continue;
    const toward = (code: number) => code > VERDICT.B ? NaN : code === informative[row] ? 1 : 0;
    const one = found.get(codes[row]) ?? { row, votes: [], judge: NaN };
    found.set(codes[row], one);
    const vote = toward(isPeople ? human[row] : choice[row]);
    if ((isPeople || isReference(row)) && !Number.isNaN(vote)) one.votes.push(vote);
    if (!isReference(row)) one.judge = toward(choice[row]);
  }
  if (rows.length > 0 && found.size === 0) {
    throw new TypeError(
      `${action}: wanted informativeness labels (A or B in the column more_informative), found none`,
    );
  }
  return [...found.values()].map(({ row, votes, judge }) => {
    const sum = votes.reduce((a, b) => a + b, 0);
    const heldOut = { ids: { rows: 0, votes: 0 }, cds: { rows: 0, votes: 0 } };
    for (const vote of votes) {
      const others = 2 * (sum - vote) - (votes.length - 1);
      if (others === 0) continue; // no majority
      const side = heldOut[others > 0 ? "ids" : "cds"];
      side.rows++;
      side.votes += vote;
    }
    return { row, votes: sum, of: votes.length, judge, heldOut };
  });
}

/** IB against the majority of the other votes; a pair weighs 1 over all its votes held out. */
function heldOutBias(pairs: readonly Seen[], value: (pair: Seen, side: "ids" | "cds") => number): Estimand {
  return (["ids", "cds"] as const).map((side) => {
    const weight = ({ heldOut: { ids, cds }, ...pair }: Seen) => {
      const own = side === "ids" ? ids : cds;
      return own.rows === 0 || Number.isNaN(pair.judge) ? 0 : own.rows / (ids.rows + cds.rows);
    };
    const right = (pair: Seen) => side === "ids" ? value(pair, side) : 1 - value(pair, side);
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
