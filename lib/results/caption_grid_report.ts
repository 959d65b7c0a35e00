import type { CaptionCodes } from "./caption_codes.ts";

/** How complete a frame of caption scores is: setting × generator × evaluator are its cells, images fill them. */
export interface CaptionGridReport {
  /** Different images in the frame. */
  images: number;
  /** Different models whose captions were scored. */
  generators: number;
  /** Different models that scored. */
  evaluators: number;
  /** Different settings, each with a matrix of its own. */
  settings: number;
  /** Cells without a single score: the matrix of that setting cannot be standardised as it is. */
  empty_cells: number;
  /** Cells with scores of fewer images than the fullest cell of their setting. */
  short_cells: number;
  /** Rows without a score (an answer that could not be parsed). */
  unscored: number;
}

/** Counts the cells of a frame of caption scores; a cell counts an image once however often it was scored. */
export function captionGridReport(codes: CaptionCodes): CaptionGridReport {
  const { image, generator, evaluator, setting, once } = codes;
  const images = image.levels.length,
    generators = generator.levels.length,
    evaluators = evaluator.levels.length;
  const cells = generators * evaluators;
  const { counts, unscored: missing } = codes.cells;
  // Where no image is scored twice in a cell, scores count images.
  const filled = once ? counts : imagesOf(codes);
  let empty = 0, short = 0;
  for (let s = 0; s < setting.levels.length; s++) {
    const own = filled.subarray(s * cells, (s + 1) * cells);
    const fullest = own.reduce((most, count) => Math.max(most, count), 0);
    for (const count of own) {
      if (count === 0) empty++;
      else if (count < fullest) short++;
    }
  }
  return {
    images,
    generators,
    evaluators,
    settings: setting.levels.length,
    empty_cells: empty,
    short_cells: short,
    unscored: missing.reduce((sum, count) => sum + count, 0),
  };
}

/** Images with a score by cell. */
function imagesOf({ image, generator, evaluator, setting, score, height }: CaptionCodes): Int32Array {
  const images = image.levels.length, evaluators = evaluator.levels.length;
  const filled = new Int32Array(setting.levels.length * generator.levels.length * evaluators);
  const seen = new Uint8Array(filled.length * images);
  const [ofSetting, ofGenerator, ofEvaluator, ofImage] = [setting, generator, evaluator, image]
    .map(({ codes }) => codes);
  for (let i = 0; i < height; i++) {
    if (Number.isNaN(score[i])) continue;
    const cell = (ofSetting[i] * generator.levels.length + ofGenerator[i]) * evaluators + ofEvaluator[i];
    const place = cell * images + ofImage[i];
    filled[cell] += 1 - seen[place];
    seen[place] = 1;
  }
  return filled;
}
