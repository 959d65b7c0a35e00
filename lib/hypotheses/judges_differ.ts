import type pl from "nodejs-polars";
import { type BiasValues, biasValues } from "../metrics/bias_values.ts";
import { inferRuns, runEstimand, type RunTerm, type RunValues } from "../metrics/run_means.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { scoreOutcomes } from "../metrics/score_outcomes.ts";
import { BIAS_DIMENSIONS } from "../results/bias_taxonomy.ts";
import type { ClusterCodes, Inference } from "../stats/infer.ts";
import { waysOf } from "../stats/part_values.ts";
import { pairedPermutation } from "../stats/paired_permutation.ts";
import { BASE_CONDITION, conditionRows, type PairsTestOptions } from "./conditions.ts";
import { type JudgedPairs, judgesDifferOnPairs } from "./judges_differ_on_pairs.ts";
import { DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { evidenceOf, sensitivityRow } from "./metric_evidence.ts";
import { optionNames, requireOptions } from "../results/require_options.ts";

/** Options of `judgesDiffer`. */
export interface JudgesDifferOptions extends Omit<PairsTestOptions, "where" | "clusters"> {
  /** A judge. */
  first: string;
  /** The judge that it is compared with. */
  second: string;
  /** Of score pairs: the prompt of the first judge (`score` by default). */
  firstPrompt?: string;
  /** Of score pairs: the prompt of the second judge (that of the first by default); with it a judge may be compared with itself. */
  secondPrompt?: string;
  /** Sign flips of the permutation test in the sensitivity; 0 for none. */
  flips?: number;
  /** Seed of the flips. */
  seed?: number;
}

const JUDGES_DIFFER_OPTIONS = optionNames<JudgesDifferOptions>()([
  ...["first", "second", "firstPrompt", "secondPrompt", "condition"] as const,
  ...["flips", "delta", "alpha", "seed"] as const,
]);

/**
 * Do two judges differ on the same material? The difference first − second, cluster-robust with both values of a sample (pair) in its
 * cluster, so that what samples have in common cancels.
 *
 * - **Pairs** (a column `choice`): accuracy, on the pairs that both judged in `condition` and a person decided; ties and unreadable
 *   replies are wrong. Sensitivity: each judge, the differences in informativeness bias and length bias on these pairs where they are
 *   labelled, McNemar's exact test where pairs share no image, and a permutation that swaps the judges on whole images.
 * - **Score pairs**: the mean of BD and BC over the bias types (`reliabilitySummary`), over the samples that have a value from both.
 *   The judges may be one name under two prompts (`firstPrompt`, `secondPrompt`). Sensitivity: each judge, each dimension, and a
 *   permutation that swaps the judges on whole samples.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for a judge without rows, or no sample with a value from both
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { judgesDiffer, readPairs } from "judgebias";
 *
 * const pairs = readPairs("data/examples/pairs.csv");
 * const [first, second] = pairs.getColumn("judge").unique().toArray().sort() as string[];
 * const { estimate, low, high, method } = judgesDiffer(pairs, { first, second });
 * assert.ok(low <= estimate && estimate <= high && method.startsWith("accuracy"));
 *
 * const scores = pl.DataFrame({
 *   judge: ["a", "a", "b", "b"],
 *   sample_id: ["1", "2", "1", "2"],
 *   bias_type: ["text_dominance", "text_dominance", "text_dominance", "text_dominance"],
 *   unbiased: [10, 10, 10, 10],
 *   biased: [1, 1, 10, 1],
 * });
 * assert.equal(judgesDiffer(scores, { first: "a", second: "b" }).estimate, 0.5); // BD 1 against 1/2
 * ```
 */
export function judgesDiffer(frame: pl.DataFrame, options: JudgesDifferOptions): HypothesisResult {
  const action = "judgesDiffer";
  requireOptions(action, options ?? {}, JUDGES_DIFFER_OPTIONS);
  if (!options?.first || !options.second) {
    throw new TypeError(
      `${action}: wanted two judges ({ first: "a", second: "b" }), found ${
        options?.first || options?.second || "none"
      }`,
    );
  }
  const { first, second, firstPrompt, secondPrompt, condition, ...settings } = options;
  const { flips = 9999, delta = DELTA.points, alpha = 0.05, seed = 1 } = settings;
  const common = { first, second, flips, delta, alpha, seed };
  const isPairs = frame.columns.includes("choice");
  const foreign = Object.entries(isPairs ? { firstPrompt, secondPrompt } : { condition })
    .find(([, value]) => value !== undefined);
  if (foreign) {
    throw new RangeError(
      `${action}: wanted options of ${isPairs ? "pairs" : "score pairs"}, found ${
        foreign[0]
      }, which is one of ${isPairs ? "score pairs" : "pairs"}`,
    );
  }
  if (isPairs) {
    if (first === second) throw new RangeError(`${action}: wanted two judges, found ${first} twice`);
    return judgesDifferOnPairs(frame, { ...common, condition: condition ?? BASE_CONDITION });
  }
  return judgesDifferOnScores(frame, { ...common, firstPrompt, secondPrompt });
}

/** `judgesDiffer` on a frame of score pairs. */
function judgesDifferOnScores(
  scorePairs: pl.DataFrame,
  { first, second, firstPrompt = "score", secondPrompt = firstPrompt, flips, delta, alpha, seed }:
    & Omit<JudgedPairs, "condition">
    & Pick<JudgesDifferOptions, "firstPrompt" | "secondPrompt">,
): HypothesisResult {
  const action = "judgesDiffer";
  requireColumns(action, scorePairs, ["judge"]);
  const outcomes = scoreOutcomes(action, scorePairs);
  const [one, two] = [[first, firstPrompt], [second, secondPrompt]].map(([judge, prompt]) =>
    biasValues(outcomes, conditionRows(action, scorePairs, { judge, prompt }))
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
  const terms = (types: typeof common, a: number, b: number): RunTerm[] =>
    types.flatMap(({ first, second }) => [
      ...a === 0 ? [] : [{ values: first, weight: a / types.length }],
      ...b === 0 ? [] : [{ values: second, weight: b / types.length }],
    ]);
  const contrast = (types: typeof common, a = 1, b = -1) =>
    inferRuns(terms(types, a, b), outcomes.clusters, { level: 1 - alpha });
  const main = contrast(common);
  const count = (types: typeof common) => types.reduce((sum, { n }) => sum + n, 0);
  const row = (name: string, found: Inference, n: number) => sensitivityRow(name, { ...found, n });
  const n = count(common);
  const names = first === second
    ? [`${first}, ${firstPrompt}`, `${second}, ${secondPrompt}`]
    : [first, second];
  const flipped = flips > 0
    ? [swapped(terms(common, 1, -1), { clusters: outcomes.clusters, seed, flips })]
    : [];
  return hypothesisResult({
    hypothesis: `${names[0]} and ${names[1]} differ in reliability`,
    claim: `mean BD and BC of ${names[0]} differs from that of ${names[1]} on the same samples`,
    ...evidenceOf(main),
    n,
    delta,
    effect: {
      measure: "difference / SD over samples (d)",
      value: main.estimate / (main.standardError * Math.sqrt(main.clusters)),
    },
    method:
      `mean of BD and BC over ${common.length} bias types, ${names[0]} − ${
        names[1]
      }, on ${n} samples with a value from both; ` +
      "cluster-robust t by sample",
    assumptions: ["samples are independent", "samples that one of them did not score are no different"],
    sensitivity: [
      row(names[0], contrast(common, 1, 0), n),
      row(names[1], contrast(common, 0, 1), n),
      ...BIAS_DIMENSIONS.flatMap((dimension) => {
        const own = common.filter(({ spec }) => spec.dimension === dimension);
        return own.length > 0 ? [row(dimension, contrast(own), count(own))] : [];
      }),
      ...flipped.map(({ method, pValue }) =>
        sensitivityRow(`judges swapped on whole samples (${method})`, { estimate: main.estimate, n, pValue })
      ),
    ],
    alpha,
    frames: [scorePairs],
    claimIs: "either",
    compares: ["judge"],
  });
}

/** The values of both judges on the samples and runs that both have; on the samples where their runs are named differently. */
function pairedType(one: BiasValues, two: BiasValues, sample: Int32Array) {
  const keys = ({ runs, rows }: RunValues) => new Set(rows.map((row, i) => `${sample[row]} ${runs[i]}`));
  const [inOne, inTwo] = [keys(one.values), keys(two.values)];
  const sameRuns = [...inOne].some((key) => inTwo.has(key));
  const kept = (values: RunValues, { rows }: RunValues, otherKeys: Set<string>): RunValues => {
    const others = new Set(sameRuns ? [] : rows.map((row) => sample[row]));
    const places = values.rows.flatMap((row, i) =>
      (sameRuns ? otherKeys.has(`${sample[row]} ${values.runs[i]}`) : others.has(sample[row])) ? [i] : []
    );
    return {
      values: places.map((i) => values.values[i]),
      runs: places.map((i) => values.runs[i]),
      rows: places.map((i) => values.rows[i]),
    };
  };
  const first = kept(one.values, two.values, inTwo), second = kept(two.values, one.values, inOne);
  return { spec: one.spec, first, second, n: new Set(first.rows.map((row) => sample[row])).size };
}

/** Permutation that swaps the two judges on whole clusters of samples: the sign of a cluster's part in the difference. */
function swapped(
  terms: readonly RunTerm[],
  { clusters, seed, flips }: { clusters: ClusterCodes; seed: number; flips: number },
) {
  const { estimand, rows, clusters: codes } = runEstimand(terms, clusters);
  const [own] = waysOf(codes), sums = new Map<number, number>();
  for (const { weight, value } of estimand) {
    const places = Array.from({ length: rows }, (_, row) => row).filter((row) => !Number.isNaN(value(row)));
    for (const row of places) {
      sums.set(own[row], (sums.get(own[row]) ?? 0) + weight / places.length * value(row));
    }
  }
  return pairedPermutation([...sums.values()], { seed, replicates: flips });
}
