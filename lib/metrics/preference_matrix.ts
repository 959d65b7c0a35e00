import { told } from "../progress/told.ts";
import pl from "nodejs-polars";
import { displayed } from "../progress/show.ts";
import { requireOptions } from "../progress/require.ts";
import { type CaptionCodes, captionCodes } from "../results/caption_codes.ts";
import { computedFrom, requireOneCondition } from "../results/frame.ts";
import { columnTotals } from "../stats/jackknife_totals.ts";

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
    const cell = places[k]; // −1 is no place of an array
    sums[cell] += sum;
    counts[cell] += all.counts[k];
    unscored[cell] += all.unscored[k];
  });
  const table = (value: (cell: number) => number) =>
    generators.map((_, g) => evaluators.map((_, e) => value(g * evaluators.length + e)));
  const phi = table((cell) => sums[cell] / counts[cell]);
  const numbers = { counts: table((cell) => counts[cell]), unscored: table((cell) => unscored[cell]) };
  return asTable(captionScores, { generators, evaluators, phi, ...numbers });
}

/** A matrix that is shown as a table: a row for each generator, a column for each evaluator, of the standardised scores where it has them. */
export function asTable<Matrix extends Pick<PreferenceMatrix, "generators" | "evaluators" | "phi">>(
  from: pl.DataFrame,
  matrix: Matrix & { phiTilde?: number[][] },
  shown = "phi, the mean score of a generator's captions by each evaluator",
): Matrix {
  return displayed(matrix, ({ generators, evaluators, phi, phiTilde = phi }) => {
    const columns = evaluators.map((name, e) => pl.Series(`by ${name}`, phiTilde.map((row) => row[e])));
    const table = pl.DataFrame([pl.Series("generator", [...generators]), ...columns]);
    return computedFrom(from, table, { notes: [`${shown}; philautiaIntervals(…) has limits`] });
  });
}

/** Rows and columns of a setting's matrix, and the cell (row-major) of every cell of `codes.cells`; −1 for one outside it. */
export function matrixCells(
  action: string,
  codes: CaptionCodes,
  { setting, exclude = [] }: Pick<PreferenceMatrixOptions, "setting" | "exclude">,
) {
  const { generator, evaluator } = codes;
  const wanted = codes.setting.levels.indexOf(setting ?? "");
  if (setting !== undefined && wanted < 0) {
    const settings = codes.setting.levels.join(", ") || "none", found = told(setting || undefined);
    throw new RangeError(`${action}: wanted a setting out of ${settings}, found ${found}`);
  }
  const { counts, unscored } = codes.cells, E = evaluator.levels.length, square = generator.levels.length * E;
  const seen = [...counts.keys()].filter((cell) =>
    (wanted < 0 || Math.floor(cell / square) === wanted) && counts[cell] + unscored[cell] > 0
  ).map((cell) => ({ cell, g: Math.floor(cell % square / E), e: cell % E }));
  const inOrder = (found: number[]) => [...new Set(found)].sort((a, b) => a - b);
  const nameOf = (e: number) => String(evaluator.levels[e]);
  const rows = inOrder(seen.map(({ g }) => g)), all = inOrder(seen.map(({ e }) => e));
  const missing = exclude.find((name) => !all.some((e) => nameOf(e) === name));
  if (missing !== undefined) {
    throw new RangeError(`${action}: wanted evaluators to exclude, found ${missing}`);
  }
  const columns = all.filter((e) => !exclude.includes(nameOf(e)));
  if (columns.length === 0) throw new RangeError(`${action}: wanted at least one row of scores, found none`);
  const places = new Int32Array(counts.length).fill(-1);
  for (const { cell, g, e } of seen) {
    if (columns.includes(e)) places[cell] = rows.indexOf(g) * columns.length + columns.indexOf(e);
  }
  return {
    generators: rows.map((g) => String(generator.levels[g])),
    evaluators: columns.map(nameOf),
    places,
  };
}

/** The scores of a setting as one row per image, all that intervals over images are made of. */
export type ImageSums = Omit<ReturnType<typeof imageSums>, "phi">;

export function imageSums(
  action: string,
  captionScores: pl.DataFrame,
  { setting = "", exclude }: PreferenceMatrixOptions,
) {
  const codes = captionCodes(captionScores, action);
  requireOneCondition(action, captionScores);
  const { generators, evaluators, places: cellsAt } = matrixCells(action, codes, { setting, exclude });
  const cells = generators.length * evaluators.length;
  const { score, image, height } = codes, { codes: ofImage } = image;
  // Codes are made when they are first asked for: once here, not in the loop.
  const [s, g, e] = [codes.setting.codes, codes.generator.codes, codes.evaluator.codes];
  const G = codes.generator.levels.length, E = codes.evaluator.levels.length;
  const columns = 2 * cells, all = new Float64Array(image.levels.length * columns);
  for (let i = 0; i < height; i++) {
    const cell = cellsAt[(s[i] * G + g[i]) * E + e[i]], at = ofImage[i] * columns + cell;
    if (cell < 0 || Number.isNaN(score[i])) continue;
    all[at] += score[i];
    all[at + cells]++;
  }
  const scored = [...image.levels.keys()].map((code) => all.subarray(code * columns, (code + 1) * columns))
    .filter((own) => own.subarray(cells).some((count) => count > 0));
  const rows = new Float64Array(scored.length * columns);
  scored.forEach((own, place) => rows.set(own, place * columns));
  const totals = columnTotals(rows, columns), width = evaluators.length;
  const means = (totals: Float64Array) => totals.subarray(0, cells).map((sum, c) => sum / totals[cells + c]);
  const mean = means(totals);
  return {
    ...{ generators, evaluators, totals },
    phi: generators.map((_, g) => Array.from(mean.subarray(g * width, (g + 1) * width))),
    images: scored.length,
    cells,
    /** Row-major, images × `columns`: the sums of an image's scores by cell, then how many they are by cell. */
    rows,
    columns,
    means,
  };
}
