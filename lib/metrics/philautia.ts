import type pl from "nodejs-polars";
import {
  type PreferenceMatrix,
  preferenceMatrix,
  type PreferenceMatrixOptions,
} from "./preference_matrix.ts";
import { excludedNames } from "./noisy_evaluators.ts";
import { standardize } from "./standardize.ts";
import type { CaptionSetting } from "../papers/philautia.ts";
import { optionNames, requireOptions } from "../results/require_options.ts";

/** Options of `philautia`. */
export interface PhilautiaOptions extends Omit<PreferenceMatrixOptions, "setting" | "exclude"> {
  /** Only caption scores of this setting: "ref_free" or "ref_based". */
  setting: CaptionSetting | (string & Record<never, never>);
  /** Evaluators to leave out: by name, or those whose column is noisy (`noisyEvaluators`). */
  exclude?: readonly string[] | "noisy";
  /** 0: population standard deviation, as in the paper; 1: the sample's. */
  ddof?: number;
}

/** Their names. */
export const PHILAUTIA_OPTIONS: readonly string[] = optionNames<PhilautiaOptions>()([
  "setting",
  "images",
  "exclude",
  "ddof",
]);

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
 * `exclude` drops evaluators (columns) before standardising; their captions stay as rows, and they get no score.
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
 * const { generators, phiTilde, scores: own } = philautia(scores, { setting: "ref_free" });
 * assert.equal(own[generators[0]], phiTilde[0][0]);
 * ```
 */
export function philautia(captionScores: pl.DataFrame, options: PhilautiaOptions): Philautia {
  requireOptions("philautia", options, PHILAUTIA_OPTIONS);
  const { setting, images, ddof = 0 } = options;
  const matrix = preferenceMatrix(captionScores, {
    setting,
    images,
    exclude: excludedNames(captionScores, options),
  });
  return { setting, ...matrix, ...philautiaOfMatrix(matrix, { ddof, setting }) };
}

/** The two standardisations and the scores of a matrix of means. */
export function philautiaOfMatrix(
  { generators, evaluators, phi }: Pick<PreferenceMatrix, "generators" | "evaluators" | "phi">,
  { ddof = 0, setting = "" }: { ddof?: number; setting?: string } = {},
): Pick<Philautia, "byEvaluator" | "phiTilde" | "scores"> {
  phi.forEach((row, g) =>
    row.forEach((value, e) => {
      if (!Number.isNaN(value)) return;
      throw new RangeError(
        `philautia: wanted scores for every generator and evaluator${
          setting && ` in ${setting}`
        }, found none by ${evaluators[e]} for ${generators[g]}; exclude ${evaluators[e]}, or add its scores`,
      );
    })
  );
  const names = { ddof, rows: generators, columns: evaluators };
  const byEvaluator = standardize(phi, "columns", names);
  const phiTilde = standardize(byEvaluator, "rows", names);
  return { byEvaluator, phiTilde, scores: diagonal(phiTilde, generators, evaluators) };
}

/** The entries of a matrix where row and column are the same model, by its name. */
export function diagonal(
  matrix: readonly (readonly number[])[],
  generators: readonly string[],
  evaluators: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    evaluators.filter((name) => generators.includes(name))
      .map((name) => [name, matrix[generators.indexOf(name)][evaluators.indexOf(name)]]),
  );
}
