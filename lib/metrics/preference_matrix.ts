import { told } from "../progress/told.ts";
import type pl from "nodejs-polars";
import { requireOneCondition } from "../results/frame.ts";
import { type CaptionCodes, captionCodes } from "../results/caption_codes.ts";
import { nearest } from "../progress/nearest.ts";
import { requireOptions } from "../progress/require.ts";

/** Mean scores by generator (rows) and evaluator (columns). */
export interface PreferenceMatrix {
  /** Models whose captions were scored: the rows, in alphabetical order. */
  generators: string[];
  /** Models that scored: the columns, in alphabetical order. */
  evaluators: string[];
  /** Φ: mean score that evaluator j gives to the captions of generator i; NaN where there is none. */
  phi: number[][];
  /** Scores behind every mean. */
  counts: number[][];
  /** Rows without a score (answers that could not be parsed), in no mean. */
  unscored: number[][];
}

/** What `preferenceMatrix` counts. */
export interface PreferenceMatrixOptions {
  /** Only this setting; without it all rows count. */
  setting?: string;
  /** Evaluators to leave out; their captions stay as rows. */
  exclude?: readonly string[];
}

/**
 * The preference matrix Φ of Philautia-Eval: Φ_ij = mean over images of the score that evaluator j gives to the caption of
 * generator i. Source: philautia paper, section 4.1, step 2.
 *
 * Rows and columns are in alphabetical order. Scores are summed in the order of the frame's rows: the same frame gives the
 * same bits. With several runs each score counts once. A null score is in no mean and is counted in `unscored`; a cell
 * without a score is NaN with count 0. Cells may have been scored on different images: `counts` says on how many.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for a setting or an excluded evaluator that does not occur
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { preferenceMatrix } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   image_id: ["1", "2", "1", "2"],
 *   generator: ["a", "a", "a", "a"],
 *   evaluator: ["a", "a", "b", "b"],
 *   setting: ["ref_free", "ref_free", "ref_free", "ref_free"],
 *   score: [0.9, 0.7, 0.5, 0.4],
 * });
 * const { phi, counts } = preferenceMatrix(scores, { setting: "ref_free" });
 * assert.deepEqual([phi, counts], [[[0.8, 0.45]], [[2, 2]]]);
 * ```
 */
export function preferenceMatrix(
  captionScores: pl.DataFrame,
  options: PreferenceMatrixOptions = {},
): PreferenceMatrix {
  requireOptions("preferenceMatrix", options, ["setting", "exclude"], arguments);
  const { setting, exclude = [] } = options;
  const codes = captionCodes(captionScores, "preferenceMatrix");
  requireOneCondition("preferenceMatrix", captionScores);
  const { generators, evaluators, places } = matrixCells("preferenceMatrix", codes, { setting, exclude });
  const cells = generators.length * evaluators.length;
  const sums = new Float64Array(cells), counts = new Int32Array(cells), unscored = new Int32Array(cells);
  const all = codes.cells;
  all.sums.forEach((sum, k) => {
    const cell = places[k];
    if (cell < 0) return;
    sums[cell] += sum;
    counts[cell] += all.counts[k];
    unscored[cell] += all.unscored[k];
  });
  const table = (value: (cell: number) => number) =>
    generators.map((_, g) => evaluators.map((_, e) => value(g * evaluators.length + e)));
  return {
    generators,
    evaluators,
    phi: table((cell) => sums[cell] / counts[cell]),
    counts: table((cell) => counts[cell]),
    unscored: table((cell) => unscored[cell]),
  };
}

/** Rows and columns of a setting's matrix, and the cell (row-major) of every cell of `codes.cells`; −1 for one outside it. */
export function matrixCells(
  action: string,
  codes: CaptionCodes,
  { setting, exclude = [] }: Pick<PreferenceMatrixOptions, "setting" | "exclude">,
) {
  const { generator, evaluator } = codes;
  const wanted = setting === undefined ? -1 : codes.setting.levels.indexOf(setting);
  if (setting !== undefined && wanted < 0) {
    throw new RangeError(
      `${action}: wanted a setting out of ${codes.setting.levels.join(", ") || "none"}, found ${
        told(setting)
      }`,
    );
  }
  const seenGenerator = new Uint8Array(generator.levels.length);
  const seenEvaluator = new Uint8Array(evaluator.levels.length);
  const E = evaluator.levels.length, square = generator.levels.length * E;
  const { counts, unscored } = codes.cells;
  const partsOf = (cell: number) => ({
    isHere: wanted < 0 || Math.floor(cell / square) === wanted,
    g: Math.floor(cell % square / E),
    e: cell % E,
  });
  for (let cell = 0; cell < counts.length; cell++) {
    const { isHere, g, e } = partsOf(cell);
    if (!isHere || counts[cell] + unscored[cell] === 0) continue;
    seenGenerator[g] = 1;
    seenEvaluator[e] = 1;
  }
  for (const name of exclude) {
    if (seenEvaluator[evaluator.levels.indexOf(name)] === 1) continue;
    const close = nearest(name, evaluator.levels.map(String));
    throw new RangeError(
      `${action}: wanted evaluators to exclude, found ${name}${
        close.length > 0 ? `; did you mean ${close.join(" or ")}?` : ""
      }`,
    );
  }
  const rows = numbered(generator.levels.map((_, code) => seenGenerator[code] === 1));
  const columns = numbered(
    evaluator.levels.map((name, code) => seenEvaluator[code] === 1 && !exclude.includes(String(name))),
  );
  const names = (levels: readonly unknown[], places: Int32Array) =>
    levels.filter((_, code) => places[code] >= 0).map(String);
  const generators = names(generator.levels, rows), evaluators = names(evaluator.levels, columns);
  if (generators.length === 0 || evaluators.length === 0) {
    throw new RangeError(`${action}: wanted at least one row of scores, found none`);
  }
  const width = evaluators.length;
  const places = Int32Array.from(counts.keys(), (cell) => {
    const { isHere, g, e } = partsOf(cell);
    return !isHere || rows[g] < 0 || columns[e] < 0 ? -1 : rows[g] * width + columns[e];
  });
  return { generators, evaluators, places };
}

/** Places of the kept levels in their order, −1 for the others. */
function numbered(kept: readonly boolean[]): Int32Array {
  let next = 0;
  return Int32Array.from(kept, (is) => is ? next++ : -1);
}
