import type { CaptionCodes } from "./caption_codes.ts";

/** Sums over the rows of every cell: setting × generator × evaluator, row-major by the codes. */
export interface CaptionCells {
  sums: Float64Array;
  /** Rows with a score, and without. */
  counts: Int32Array;
  unscored: Int32Array;
}

const known = new WeakMap<CaptionCodes, CaptionCells>();

/**
 * What the means of a frame of caption scores are made of, in one pass over its rows and once per frame. Scores are summed in
 * the order of the rows: the same frame gives the same bits.
 */
export function captionCells(codes: CaptionCodes): CaptionCells {
  const found = known.get(codes);
  if (found) return found;
  const { setting, generator, evaluator, score, height } = codes;
  const G = generator.levels.length, E = evaluator.levels.length;
  const size = setting.levels.length * G * E;
  const sums = new Float64Array(size), counts = new Int32Array(size), unscored = new Int32Array(size);
  const [ofSetting, ofGenerator, ofEvaluator] = [setting.codes, generator.codes, evaluator.codes];
  for (let i = 0; i < height; i++) {
    const cell = (ofSetting[i] * G + ofGenerator[i]) * E + ofEvaluator[i], value = score[i];
    if (value === value) {
      sums[cell] += value;
      counts[cell]++;
    } else unscored[cell]++;
  }
  const cells = { sums, counts, unscored };
  known.set(codes, cells);
  return cells;
}
