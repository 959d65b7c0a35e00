import type pl from "nodejs-polars";
import { requireOneCondition } from "../results/frame.ts";
import { captionCodes } from "../results/caption_codes.ts";
import { columnTotals } from "../stats/jackknife_totals.ts";
import { matrixCells, type PreferenceMatrixOptions } from "./preference_matrix.ts";

/** The scores of a setting as one row per image, all that intervals over images are made of. */
export type ImageSums = Omit<ReturnType<typeof imageSums>, "phi">;

/** Sums and counts of scores by image and cell. Rows without a score count nowhere; images in the order of the codes. */
export function imageSums(
  action: string,
  captionScores: pl.DataFrame,
  { setting, exclude }: PreferenceMatrixOptions,
) {
  const codes = captionCodes(captionScores, action);
  requireOneCondition(action, captionScores);
  const { generators, evaluators, places: cellsAt } = matrixCells(action, codes, { setting, exclude });
  const cells = generators.length * evaluators.length;
  const { score, image, height } = codes, { codes: ofImage } = image;
  // Codes are made when they are first asked for: once here, not in the loop.
  const [s, g, e] = [codes.setting.codes, codes.generator.codes, codes.evaluator.codes];
  const G = codes.generator.levels.length, E = codes.evaluator.levels.length;
  const cellOf = (row: number) => cellsAt[(s[row] * G + g[row]) * E + e[row]];
  const places = new Int32Array(image.levels.length).fill(-1);
  const counts: Int32Array = new Int32Array(image.levels.length * cells);
  for (let i = 0; i < height; i++) {
    const cell = cellOf(i), code = ofImage[i];
    if (cell < 0 || Number.isNaN(score[i])) continue;
    places[code] = 0;
    counts[code * cells + cell]++;
  }
  let found = 0, alike = true;
  for (let code = 0; code < places.length; code++) {
    if (places[code] < 0) continue;
    places[code] = found++;
    for (let cell = 1; cell < cells && alike; cell++) {
      alike = counts[code * cells + cell] === counts[code * cells];
    }
  }
  const columns = alike ? cells + 1 : 2 * cells;
  const rows = new Float64Array(found * columns);
  for (let i = 0; i < height; i++) {
    const cell = cellOf(i), place = places[ofImage[i]];
    if (cell < 0 || Number.isNaN(score[i])) continue;
    rows[place * columns + cell] += score[i];
  }
  for (let code = 0; code < places.length; code++) {
    if (places[code] < 0) continue;
    const start = places[code] * columns + cells;
    for (let c = 0; c < columns - cells; c++) rows[start + c] = counts[code * cells + c];
  }
  const totals = columnTotals(rows, columns);
  const means = (totals: ArrayLike<number>) => {
    const found = new Float64Array(cells);
    for (let c = 0; c < cells; c++) found[c] = totals[c] / totals[alike ? cells : cells + c];
    return found;
  };
  const mean = means(totals), width = evaluators.length;
  return {
    ...{ generators, evaluators, totals },
    /** Mean scores, a row per generator. */
    phi: generators.map((_, g) => Array.from(mean.subarray(g * width, (g + 1) * width))),
    /** Images with at least one score. */
    images: found,
    /** Cells of the matrix, row-major: generator × evaluator. */
    cells,
    /** Row-major, images × `columns`: the sums of an image's scores by cell, then how many they are by cell. */
    rows,
    /** 2 · cells; or cells + 1 where all cells of an image have the same number of scores, which then stands once. */
    columns,
    /** Means by cell of sums over rows. */
    means,
  };
}
