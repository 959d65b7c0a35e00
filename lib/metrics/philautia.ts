import { requireFrame } from "../results/frame.ts";
import type pl from "nodejs-polars";
import {
  asTable,
  type PreferenceMatrix,
  preferenceMatrix,
  type PreferenceMatrixOptions,
} from "./preference_matrix.ts";
import { mean as meanOf } from "../stats/grouped.ts";
import { standardize } from "./standardize.ts";
import type { CaptionSetting } from "../papers/philautia.ts";
import { requireOneOf, requireOptions, unlessRefused } from "../progress/require.ts";
import { said } from "./said.ts";

/** Options of `philautia`. */
export interface PhilautiaOptions extends Omit<PreferenceMatrixOptions, "setting"> {
  /** Only caption scores of this setting: "ref_free" or "ref_based". */
  setting: CaptionSetting | (string & Record<never, never>);
  /** 0: population standard deviation, as in the paper; 1: the sample's. */
  ddof?: number;
  /** The paper's Φ̃; the same with median and MAD; or interaction residuals in points of score. */
  estimator?: PhilautiaEstimator;
}

/** Ways to take the quality of captions and the habits of evaluators out of a matrix. */
export type PhilautiaEstimator = "standardized" | "robust" | "double_centred";

const ESTIMATORS: readonly PhilautiaEstimator[] = ["standardized", "robust", "double_centred"];

/** Philautia-Eval of one setting, step by step. */
export interface Philautia extends PreferenceMatrix {
  /** Setting of the scores that the matrix is made from. */
  setting: string;
  /** Φ standardised within every evaluator's column. */
  byEvaluator: number[][];
  /** Φ̃: that, standardised within every generator's row. Its rows have mean 0 and standard deviation 1. */
  phiTilde: number[][];
  /** Philautia scores: the entries of Φ̃ where a model evaluates itself, of every model that is row and column. */
  scores: Record<string, number>;
  /** How far every score lies above the mean of its evaluator's column of Φ̃, in standard deviations of that column. */
  distances: Record<string, number>;
}

/**
 * Philautia-Eval: how much every evaluator prefers every generator once the quality of the captions and the habits of the
 * evaluators are taken out. Φ (mean scores, generators × evaluators) is standardised by column, then by row; the diagonal of
 * the result Φ̃ holds the philautia scores. Source: philautia paper, section 4.1, algorithm 1.
 *
 * A score of 0 says that a model rates its own captions as the average evaluator does, 1 that it rates them one standard
 * deviation (over evaluators) higher; with n evaluators no entry is beyond ± √(n − 1). Entries of one row are relative to
 * each other: one extreme evaluator shrinks all others of its row (`exclude` shows by how much). Standardising is not linear:
 * noise of the means adds to a row's spread and pulls its entries to 0 (`philautiaIntervals` corrects and says how much).
 *
 * `exclude` drops evaluators (columns) before standardising; their captions stay as rows, and they get no score. `distances` is what the paper
 * judges strength by (section 6.1: more than two is relatively strong; GPT-4o's is below one): (Φ̃_ii − mean_g Φ̃_gi)/sd_g Φ̃_gi, with n generators
 * never beyond √(n − 1); NaN for a constant column.
 *
 * `estimator` gives two more answers to the same question in the place of Φ̃: `robust` (`standardize` with median and MAD) and `double_centred`,
 * the residuals of a two-way layout x_ij − mean of row i − mean of column j + mean of all, in points of score. When they differ: (1) one evaluator that is
 * far from all others on a generator stretches that row's standard deviation and shrinks its other entries; the robust form hardly notices (LLaVA-1.5 gives
 * Qwen2.5-VL −3.25, whose score is 0.49 with and 0.934 without that evaluator). (2) Where the other evaluators agree closely on a generator, small
 * differences become large scores in the standardised forms. (3) Evaluators that use more of the scale weigh more in points. The robust form is NaN where
 * medians leave a column or a row constant.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for a constant column or row, naming the model; for a pair of models without scores, naming both; for
 *   an unknown setting or excluded evaluator
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { philautia, readCaptionScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const { generators, phiTilde, scores: own } = philautia(scores, {
 *   setting: "ref_free",
 * });
 * assert.equal(own[generators[0]], phiTilde[0][0]);
 * ```
 */
export function philautia(captionScores: pl.DataFrame, options: PhilautiaOptions): Philautia {
  requireOptions("philautia", options, ["setting", "exclude", "ddof", "estimator"], arguments);
  const { setting = "", exclude, ddof, estimator = "standardized" } = options;
  requireOneOf("philautia", "the estimator", estimator, ESTIMATORS);
  requireFrame("philautia", captionScores);
  const matrix = preferenceMatrix(captionScores, { setting, exclude }), named = estimator.replace("_", "-");
  const how = `phiTilde of ${setting}, ${named}; a model of itself stands on the diagonal`;
  const found = philautiaOfMatrix(matrix, { ddof, setting, estimator });
  return asTable(captionScores, { setting, ...matrix, ...found }, how);
}

export function philautiaOfMatrix(
  { generators, evaluators, phi }: Pick<PreferenceMatrix, "generators" | "evaluators" | "phi">,
  { ddof = 0, setting = "", estimator = "standardized" }: Partial<PhilautiaOptions> = {},
): Pick<Philautia, "byEvaluator" | "phiTilde" | "scores" | "distances"> {
  phi.forEach((row, g) =>
    row.forEach((value, e) => {
      if (!Number.isNaN(value)) return;
      const who = { generator: generators[g], by: evaluators[e] };
      throw new RangeError(said("no_scores_of", { setting: setting && ` in ${setting}`, ...who }));
    })
  );
  const names = { ddof, rows: generators, columns: evaluators, robust: estimator === "robust" };
  const centred = estimator === "double_centred" ? doubleCentred(phi) : null;
  const byEvaluator = centred ?? standardizedOrNaN(phi, "columns", names);
  const phiTilde = centred ??
    byEvaluator.map((row, g) => standardizedOrNaN([row], "rows", { ...names, rows: [generators[g]] })[0]);
  const both = evaluators.filter((name) => generators.includes(name));
  const entry = entriesOf({ generators, evaluators, phiTilde });
  return {
    byEvaluator,
    phiTilde,
    scores: Object.fromEntries(both.map((name) => [name, entry(name, name)])),
    distances: Object.fromEntries(both.map((name) => {
      const column = generators.map((generator) => entry(generator, name)), mean = meanOf(column);
      const sd = Math.sqrt(meanOf(column.map((value) => (value - mean) ** 2)));
      return [name, sd > 0 ? (entry(name, name) - mean) / sd : NaN];
    })),
  };
}

function standardizedOrNaN(...[matrix, axis, options]: Required<Parameters<typeof standardize>>) {
  const found = () => standardize(matrix, axis, options);
  return options.robust ? unlessRefused(found, () => matrix.map((row) => row.map(() => NaN))) : found();
}

export function doubleCentred(matrix: readonly (readonly number[])[]): number[][] {
  const rowMeans = matrix.map(meanOf), mean = meanOf(rowMeans);
  const columnMeans = matrix[0].map((_, j) => meanOf(matrix.map((row) => row[j])));
  return matrix.map((row, i) => row.map((value, j) => value - rowMeans[i] - columnMeans[j] + mean));
}

export function entriesOf(
  { generators, evaluators, phiTilde }: Pick<Philautia, "generators" | "evaluators" | "phiTilde">,
): (generator: string, evaluator: string) => number {
  return (generator, evaluator) => phiTilde[generators.indexOf(generator)][evaluators.indexOf(evaluator)];
}
