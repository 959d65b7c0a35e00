import { inWords } from "../progress/show.ts";
import type pl from "nodejs-polars";
import { SUBSETS } from "../metrics/pair_outcomes.ts";
import { type BiasValues, biasValues, inDeviations, meanOfSides } from "../metrics/run_means.ts";
import { scoreOutcomes } from "../metrics/score_outcomes.ts";
import { BIAS_DIMENSIONS } from "../results/bias_taxonomy.ts";
import { requireOptions } from "../progress/require.ts";
import { frameName } from "../results/frames.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { remembered } from "../stats/grouped.ts";
import { minus } from "../stats/infer.ts";
import { alsoOf, claimOn, cohensH, worded } from "./claim.ts";
import { conditionRows, pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import { evaluatorsDiffer } from "./evaluators_differ.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { WrongValue } from "../progress/require_no_more.ts";

/** Options of `judgesDiffer`. */
export interface JudgesDifferOptions extends PairsTestOptions {
  /** A judge. */
  first: string;
  /** The judge that it is compared with. */
  second: string;
}

/**
 * Do two judges (evaluators of ratings) differ on the same material? The difference first − second, cluster-robust with both values of a sample (pair) in its
 * cluster, so that what samples have in common cancels; p is the interval's (`infer`; of pairs the test of `honestLeaderboard`, exact where nine
 * clusters or fewer differ).
 *
 * - **Pairs** (a column `choice`): accuracy, on the pairs that both judged in `condition` and a person decided; ties and unreadable
 *   replies are wrong. the verdict is one that stands on the pairs too of which both named an answer (`leftOut`). Sensitivity: each judge, the differences in informativeness bias and length bias on these pairs where they are labelled, and in
 *   slot preference (on the pairs of which both replies could be read, as "slot_by_judge" of a report; each judge in the orders that it saw), then in accuracy on IDS and on CDS: judges that are as often right may differ in these. A `warning` names an order of the answers that one of them alone saw. Where each judged a pair once any order counts
 *   (as in `honestLeaderboard`).
 * - **Score pairs**: the mean of BD and BC over the bias types (`reliabilitySummary`), over the samples that have a value from both.
 *   Rows of the prompt `score`, unless `where` names another. Sensitivity: each judge, and each dimension.
 * - **Ratings** (`human` and a column per evaluator, two of which are `first` and `second`): Kendall's τ-b with people (`ratingAgreement`), over the ratings that
 *   both have a score of; the rest is counted. From −2 to 2, 0 = they rank equally well, δ = 0.05. A row moves the difference by what it moves the one τ less what it moves the other
 *   (`kendallInterval`), summed by image; limits held in simulations at 10 to 400 images. One whose score never varies has no τ: `untestable`, as `warning` says. Sensitivity: each τ-b,
 *   the difference in τ-c, and each split. Every two of several evaluators: one call for each pair in `hypothesisTable`, or `report` with `agreement_by_judge`; both adjust by Holm.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for a judge without rows (of ratings without a column), or no sample with a value from both
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { judgesDiffer, readPairs } from "judgebias";
 *
 * const pairs = readPairs("data/examples/pairs.csv");
 * const [first, second] = pairs.getColumn("judge").unique().toArray()
 *   .sort() as string[];
 * const { estimate, low, high, method } = judgesDiffer(pairs, { first, second });
 * assert.ok(low <= estimate && estimate <= high && method.startsWith("accuracy"));
 *
 * const scores = pl.DataFrame({
 *   judge: ["a", "a", "b", "b"], sample_id: ["1", "2", "1", "2"],
 *   bias_type: [
 *     "text_dominance", "text_dominance", "text_dominance", "text_dominance",
 *   ],
 *   unbiased: [10, 10, 10, 10], biased: [1, 1, 10, 1],
 * });
 * // BD 1 against 1/2
 * assert.equal(judgesDiffer(scores, { first: "a", second: "b" }).estimate, 0.5);
 *
 * const ratings = pl.DataFrame({
 *   image_id: ["1", "2", "3", "4"], item_id: ["1", "2", "3", "4"],
 *   human: [1, 2, 3, 4], a: [1, 2, 3, 4], b: [1, 2, 4, 3],
 * });
 * // τ of a: 6/6, of b (5 − 1)/6
 * const taus = judgesDiffer(ratings, { first: "a", second: "b" });
 * assert.ok(Math.abs(taus.estimate - 1 / 3) < 1e-12);
 * ```
 */
export function judgesDiffer(frame: pl.DataFrame, options: JudgesDifferOptions): HypothesisResult {
  const action = "judgesDiffer", isPairs = frame?.columns?.includes("choice");
  requireOptions(action, options ?? {}, [
    ...["first", "second", "where", "clusters", "delta", "alpha"],
    ...isPairs ? ["condition"] : [],
  ]);
  const { first, second } = options ?? {}, wanted = `${action}: wanted two judges`;
  if (!first || !second) {
    throw new TypeError(`${wanted} ({ first: "a", second: "b" }), found ${first || second || "none"}`);
  }
  if (first === second) {
    throw new WrongValue(`${wanted}, found ${first} twice; one judge in two ways is a contrast`);
  }
  const differ = isPairs ? onPairs : frameName(frame) === "ratings" ? evaluatorsDiffer : onScores;
  return differ(arguments, frame, options);
}

function onPairs(called: IArguments, given: pl.DataFrame, asked: JudgesDifferOptions): HypothesisResult {
  const action = "judgesDiffer", { first, second, ...options } = asked;
  requireColumns(action, given, ["judge", "item_id", "human", "choice"]);
  const { pairs, outcomes, part, found, also, result, matched } = pairsClaim(action, called, given, options, {
    again: (rows) => judgesDiffer(rows, asked),
  });
  const { of, judged, unmatched } = matched({ judge: second }, { judge: first }), all = of();
  const { n } = found(all.change);
  if (n === 0) {
    const wanted = `pairs with a verdict of both ${first} and ${second} and a human label A or B`;
    throw new RangeError(`${action}: wanted ${wanted}, found none (${unmatched} of one of them alone)`);
  }
  const change = remembered((subset: keyof typeof SUBSETS) => of(subset).change);
  const biases = () =>
    ([
      ["informativeness bias", "ids", "cds", ["more_informative"]],
      ["length bias", "longer", "shorter", ["words_a", "words_b"]],
      ["slot preference", "first", "second", []],
    ] as const).filter(([, one, two, needs]) =>
      needs.every((name) => pairs.columns.includes(name)) &&
      [one, two].every((subset) => found(change(subset)).n > 0)
    ).map(([bias, one, two]) => {
      // Whichever order each saw; a reply that cannot be read names no slot.
      const isSlot = bias === "slot preference", [a, b] = [of(one, isSlot), of(two, isSlot)];
      const isLeft = [a, b].some((side, s) => found(side.change).n < found(change([one, two][s])).n);
      const name = isLeft ? `${bias}, where both replies could be read` : bias;
      const isPaired = [a, b].every(({ first, second, change }) =>
        [first, second].every((side) => found(side).n === found(change).n)
      );
      return isPaired
        ? also(`difference in ${name}`, minus(a.change, b.change))
        : also(`difference in ${name}, each in the orders that it saw`, [
          ...minus(a.second, b.second),
          ...minus(b.first, a.first),
        ]);
    });
  return result({
    ...worded(`${action} of pairs`, {
      ...{ first, second, judged, unmatched, unit: outcomes.clusterUnit },
      votes: n > judged ? `(${inWords(n, "vote")}) ` : "",
    }),
    parts: [part("the difference", all.change)],
    claimIs: "either",
    effect: cohensH(found(all.second).estimate, found(all.first).estimate),
    sensitivity: () => [
      also(first, all.second, NaN),
      also(second, all.first, NaN),
      ...biases(),
      ...(["ids", "cds"] as const).filter((subset) => found(change(subset)).n > 0)
        .map((subset) => also(`difference in accuracy on ${SUBSETS[subset][2]}`, change(subset))),
    ],
    compares: ["judge"],
  });
}

function onScores(
  called: IArguments,
  given: pl.DataFrame,
  { first, second, ...options }: JudgesDifferOptions,
): HypothesisResult {
  const action = "judgesDiffer";
  requireColumns(action, given, ["judge"]);
  const own = ["condition", "clusters"];
  const { frame: scorePairs, level, result } = claimOn(action, called, given, options, own);
  const outcomes = scoreOutcomes(action, scorePairs, { clusters: options.clusters });
  const prompt: Record<string, string> = options.where?.prompt === undefined ? { prompt: "score" } : {};
  const [one, two] = [first, second].map((judge) =>
    biasValues(outcomes, conditionRows(action, scorePairs, { judge, ...prompt }))
  );
  const common = one.flatMap((type) => {
    const other = two.find(({ spec }) => spec === type.spec);
    return other ? [pairedType(type, other, outcomes.sample)] : [];
  }).filter(({ n }) => n > 0);
  if (common.length === 0) {
    throw new RangeError(
      `${action}: wanted samples with a value from both ${first} and ${second}, found none`,
    );
  }
  const at = (types: typeof common, a = 1, b = -1) => meanOfSides(types, [a, b], outcomes.clusters, level);
  const look = at(common);
  return result({
    ...worded(`${action} of scores`, { first, second, types: common.length, n: look.n }),
    parts: [{ name: "the difference", nullValue: 0, look }],
    claimIs: "either",
    effect: inDeviations(look),
    sensitivity: () => [
      alsoOf(first, at(common, 1, 0), NaN),
      alsoOf(second, at(common, 0, 1), NaN),
      ...BIAS_DIMENSIONS.flatMap((dimension) => {
        const own = common.filter(({ spec }) => spec.dimension === dimension);
        return own.length > 0 ? [alsoOf(dimension, at(own))] : [];
      }),
    ],
    compares: ["judge"],
  });
}

/** The values of both judges on the samples and runs that both have; on the samples where their runs are named differently. */
function pairedType(one: BiasValues, two: BiasValues, sample: Int32Array) {
  const sides = [one.values, two.values];
  const samples = sides.map((values) => values.map(({ row }) => `${sample[row]}`));
  const runs = sides.map((values) => values.map(({ row, run }) => `${sample[row]} ${run}`));
  const others = new Set(runs[1]), keys = runs[0].some((key) => others.has(key)) ? runs : samples;
  const known = keys.map((own) => new Set(own));
  const [first, second] = sides.map((values, s) => values.filter((_, i) => known[1 - s].has(keys[s][i])));
  return { spec: one.spec, first, second, n: new Set(first.map(({ row }) => sample[row])).size };
}
