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
export function captionGridReport(
  { image, generator, evaluator, setting, cells: { images, unscored } }: CaptionCodes,
): CaptionGridReport {
  const perSetting = generator.levels.length * evaluator.levels.length;
  let empty = 0, short = 0;
  for (let start = 0; start < images.length; start += perSetting) {
    const own = images.subarray(start, start + perSetting);
    const fullest = own.reduce((most, count) => Math.max(most, count), 0);
    for (const count of own) {
      if (count === 0) empty++;
      else if (count < fullest) short++;
    }
  }
  return {
    images: image.levels.length,
    generators: generator.levels.length,
    evaluators: evaluator.levels.length,
    settings: setting.levels.length,
    empty_cells: empty,
    short_cells: short,
    unscored: unscored.reduce((sum, count) => sum + count, 0),
  };
}
