import { unframed } from "../progress/told.ts";
import pl from "nodejs-polars";
import { frameClusters } from "../metrics/pair_rows.ts";
import { ratingEvaluators, requireFrame } from "../results/frame.ts";
import { denseRanks } from "../stats/ranks.ts";
import { checkOptions } from "../stats/elastic_net.ts";
import {
  DEFAULT_ALPHAS,
  type ElasticNetCVOptions,
  fitFromMoments,
  foldMoments,
  FOLDS,
} from "../stats/elastic_net_cv.ts";
import { rankTau } from "../stats/kendall.ts";
import { matrixOf } from "../stats/matrix.ts";
import { selectMoments } from "../stats/moments.ts";
import { random } from "../stats/random.ts";
import { type Pomms, pommsOf, type PommsStep, weightedScores } from "./pomms.ts";
import { requireList, requireOneOf, requireOptions, requireRight } from "../progress/require.ts";
import { columnNumbers } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { said } from "../metrics/said.ts";

/** Options of `fitPomms`. */
export interface FitPommsOptions
  extends Partial<Pick<ElasticNetCVOptions, "l1Ratio" | "folds" | "nonNegative">> {
  /** Members of the largest ensemble. */
  maxMembers?: number;
  /** What the selection and `best` go by. */
  criterion?: "tau_b" | "tau_c";
  /** Candidates; by default every evaluator of the training frame. */
  evaluators?: readonly string[];
}

/**
 * Fits a Pomms, a panel of evaluators whose weighted sum replaces a single judge: members by greedy forward selection,
 * weights by an elastic net. Source: philautia paper, section 4.2 (sequential feature selection, Elastic Net), PROTOCOLS
 * for what it leaves open.
 *
 * At every step each evaluator that is left is tried: weights and penalty from the training rows (cross-validated path of
 * 100 alphas, l1Ratio 0.5, contiguous folds, scores not standardised), then Kendall's τ-b of the ensemble with the human on
 * the validation rows; the best one joins. An ensemble with a constant score has no τ and is worst; ties go to the earlier
 * column. `steps[k]` has k + 1 members (the paper's variant (i) is `steps[1]`), selection never stops early, `best` is the
 * index of the step with the highest τ. Rows without the human's or any candidate's score are left out and counted.
 *
 * All fits follow from the sums and products of the columns by fold, taken once: 12 candidates and 26,382 rows (78 fits,
 * 39,000 elastic nets) take about a tenth of a second.
 *
 * @throws {TypeError} when a column is missing or holds text
 * @throws {RangeError} without evaluators, with fewer rows with all scores than folds, with constant human scores in validation, or for an
 *   option out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { fitPomms, readRatings } from "judgebias";
 *
 * const ratings = readRatings("data/examples/ratings.csv");
 * const split = (name: string) => ratings.filter(pl.col("split").eq(pl.lit(name)));
 * const pomms = fitPomms({ train: split("train"), validation: split("validation") });
 * assert.equal(pomms.steps.length, 3);
 * assert.equal(pomms.predict(split("test")).length, split("test").height);
 * ```
 */
export function fitPomms(
  sets: { train: pl.DataFrame; validation: pl.DataFrame },
  asked: FitPommsOptions = {},
): Pomms {
  const known = ["l1Ratio", "maxMembers", "criterion", "evaluators", "folds", "nonNegative"];
  requireOptions("fitPomms", asked, known, arguments);
  const { l1Ratio = 0.5, maxMembers, criterion = "tau_b", evaluators: named, folds = FOLDS, nonNegative } =
    asked;
  for (const set of ["train", "validation"] as const) requireFrame(`fitPomms: ${set}`, unframed(sets)[set]);
  const { train, validation } = sets, evaluators = named ?? ratingEvaluators(train);
  requireOneOf("fitPomms", "the criterion", criterion, ["tau_b", "tau_c"]);
  const others = `at least one numeric column beside human (of ${train.columns.join(", ")})`;
  requireRight(evaluators.length > 0, "fitPomms", others, 0);
  requireRight(new Set(evaluators).size === evaluators.length, "fitPomms", "each evaluator once", evaluators);
  const most = maxMembers ?? evaluators.length;
  const isMost = Number.isInteger(most) && most >= 1 && most <= evaluators.length;
  requireRight(isMost, "fitPomms", `maxMembers from 1 to ${evaluators.length}`, most);
  const settings = { ...checkOptions("fitPomms", { l1Ratio, nonNegative }), alphas: DEFAULT_ALPHAS };
  const fitting = ratingRows("fitPomms", train, evaluators);
  const judging = ratingRows("fitPomms", validation, evaluators);
  const scores = evaluators.join(", ");
  const scored = `at least ${folds} training rows (as many as folds) with scores in human, ${scores}`;
  if (fitting.count < folds) throw new RangeError(`fitPomms: wanted ${scored}, found ${fitting.count}`);
  const human = denseRanks(judging.human);
  const differing = `different human scores in the ${judging.count} validation rows`;
  if (human.levels < 2) throw new RangeError(`fitPomms: wanted ${differing}, found ${human.levels}`);
  const moments = foldMoments(matrixOf(fitting.scores), fitting.human, { folds });
  const variant = criterion === "tau_b" ? "b" : "c";

  const stepOf = (members: readonly number[]): PommsStep => {
    const { alpha, coefficients, intercept, notes } = fitFromMoments(
      "fitPomms",
      selectMoments(moments, members),
      settings,
    );
    const scores = members.map((member) => judging.scores[member]);
    const predicted = denseRanks(weightedScores({ coefficients, intercept }, scores, judging.count));
    const validationTau = rankTau(predicted, human, variant),
      names = members.map((member) => evaluators[member]);
    const flat = members.filter((member) => new Set(fitting.scores[member]).size < 2)
      .map((member) => `${evaluators[member]} never varies in the training rows: it adds nothing`);
    return { members: names, alpha, coefficients, intercept, notes: [...notes, ...flat], validationTau };
  };
  const steps: PommsStep[] = [], places = evaluators.map((_, place) => place);
  for (let chosen: number[] = []; steps.length < most;) {
    const tried = places.filter((place) => !chosen.includes(place)).map((place) => [...chosen, place])
      .map((members) => ({ members, step: stepOf(members) }));
    // NaN is worse than any other score; of equal ones the earlier column wins.
    const tau = ({ step: { validationTau } }: typeof tried[number]) =>
      Number.isNaN(validationTau) ? -Infinity : validationTau;
    const { members, step } = tried.reduce((best, one) => tau(one) > tau(best) ? one : best);
    chosen = members;
    steps.push(step);
  }
  let best = 0;
  steps.forEach(({ validationTau }, k) => {
    if (validationTau > steps[best].validationTau || Number.isNaN(steps[best].validationTau)) best = k;
  });
  return pommsOf({
    ...{ steps, best, criterion, l1Ratio, candidates: [...evaluators] },
    rows: {
      train: fitting.count,
      validation: judging.count,
      droppedTrain: fitting.dropped,
      droppedValidation: judging.dropped,
    },
  });
}

function ratingRows(action: string, frame: pl.DataFrame, evaluators: readonly string[]) {
  requireColumns(action, frame, ["human", ...evaluators]);
  const columns = ["human", ...evaluators].map((name) => columnNumbers(frame.getColumn(name)));
  const rows = Int32Array.from({ length: frame.height }, (_, i) => i).filter((i) =>
    columns.every((column) => Number.isFinite(column[i]))
  );
  const { height } = frame;
  if (rows.length === 0 && height > 0) throw new RangeError(said("all_scored", { action, height }));
  const [human, ...scores] = columns.map((column) => Float64Array.from(rows, (i) => column[i]));
  return { count: rows.length, human, scores, dropped: height - rows.length };
}

/**
 * Gives every row of a `ratings` frame a split, `train`, `validation` or `test`, at random; rows of one image (else of one
 * item) stay together, or a panel would be judged on images that it was fitted to. The shares hold for images, rounded.
 *
 * @throws {RangeError} for shares that are negative or do not add up to 1
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readRatings, splitRatings } from "judgebias";
 *
 * const ratings = splitRatings(readRatings("data/examples/ratings.csv"), {
 *   shares: [0.5, 0.25, 0.25], seed: 1,
 * });
 * assert.deepEqual([...new Set(ratings.getColumn("split").toArray())].sort(), [
 *   "test", "train", "validation",
 * ]);
 * ```
 */
export function splitRatings(
  ratings: pl.DataFrame,
  options: {
    shares?: readonly [train: number, validation: number, test: number];
    seed: number;
  },
): pl.DataFrame {
  requireOptions("splitRatings", options, ["shares", "seed"], arguments);
  const { shares = [0.6, 0.2, 0.2], seed } = options;
  requireFrame("splitRatings", ratings);
  requireList("splitRatings", "shares", shares, "number");
  const [train, validation, test] = shares;
  if (!(shares.every((share) => share >= 0) && Math.abs(train + validation + test - 1) < 1e-9)) {
    throw new RangeError(`splitRatings: wanted shares ≥ 0 that add up to 1, found ${shares.join(", ")}`);
  }
  // Codes follow the names, so that the order of rows does not matter.
  const clusters = Array.from(frameClusters(ratings).codes);
  const order = random(seed).shuffle([...new Set(clusters)].sort((a, b) => a - b));
  const first = Math.round(train * order.length), second = Math.round((train + validation) * order.length);
  const splitOf = new Map(
    order.map((cluster, k) => [cluster, k < first ? "train" : k < second ? "validation" : "test"]),
  );
  const column = pl.Series("split", clusters.map((cluster) => splitOf.get(cluster)!), pl.Utf8);
  const split = ratings.withColumns(column);
  return ratings.columns.includes("split") ? split.select(...ratings.columns) : split;
}
