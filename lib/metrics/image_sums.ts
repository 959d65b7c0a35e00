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
  const sums = new Float64Array(image.levels.length * cells), counts = new Int32Array(sums.length);
  for (let i = 0; i < height; i++) {
    const cell = cellsAt[(s[i] * G + g[i]) * E + e[i]], at = ofImage[i] * cells + cell;
    if (cell < 0 || Number.isNaN(score[i])) continue;
    sums[at] += score[i];
    counts[at]++;
  }
  const own = <List extends Float64Array | Int32Array>(list: List, code: number) =>
    list.subarray(code * cells, (code + 1) * cells) as List;
  const scored = [...image.levels.keys()].filter((code) => own(counts, code).some((count) => count > 0));
  const alike = scored.every((code) => own(counts, code).every((count) => count === counts[code * cells]));
  const columns = alike ? cells + 1 : 2 * cells, rows = new Float64Array(scored.length * columns);
  scored.forEach((code, place) => {
    rows.set(own(sums, code), place * columns);
    rows.set(own(counts, code).subarray(0, columns - cells), place * columns + cells);
  });
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
    images: scored.length,
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
