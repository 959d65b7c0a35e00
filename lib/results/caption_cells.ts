import type { Factor } from "./factor.ts";

/** Sums over the rows of every cell: setting × generator × evaluator, row-major by the codes. */
export interface CaptionCells {
  sums: Float64Array;
  /** Rows with a score, and without. */
  counts: Int32Array;
  unscored: Int32Array;
}

/** `size` cells without rows. */
export function emptyCells(size: number): CaptionCells {
  return { sums: new Float64Array(size), counts: new Int32Array(size), unscored: new Int32Array(size) };
}

/** Sums the scores of every cell in the order of the rows: the same frame gives the same bits. */
export function cellsOfCodes(
  { setting, generator, evaluator, score }: {
    setting: Factor;
    generator: Factor;
    evaluator: Factor;
    score: Float64Array;
  },
): CaptionCells {
  const G = generator.levels.length, E = evaluator.levels.length;
  const cells = emptyCells(setting.levels.length * G * E);
  const { sums, counts, unscored } = cells;
  const [ofSetting, ofGenerator, ofEvaluator] = [setting.codes, generator.codes, evaluator.codes];
  for (let i = 0; i < score.length; i++) {
    const cell = (ofSetting[i] * G + ofGenerator[i]) * E + ofEvaluator[i], value = score[i];
    if (value === value) {
      sums[cell] += value;
      counts[cell]++;
    } else unscored[cell]++;
  }
  return cells;
}
