import pl from "nodejs-polars";
import { isText } from "./check.ts";
import { columnNumbers, combineFactors, DIRECT, type Factor, factor } from "./factor.ts";
import { knownOf, requireColumns, requireValidFrame } from "./require_valid_frame.ts";
import { ResultsError } from "./results_error.ts";
import { said } from "./said.ts";

export interface CaptionCodes {
  height: number;
  image: Factor;
  generator: Factor;
  evaluator: Factor;
  setting: Factor;
  /** NaN where there is no score. */
  score: Float64Array;
  /** Over the rows of every cell, setting × generator × evaluator, row-major by the codes: sums of scores, rows with one and without, images with one. */
  cells: { sums: Float64Array } & Record<"counts" | "unscored" | "images", Int32Array>;
  once: boolean;
}

const TEXT = ["image_id", "generator", "evaluator", "setting"] as const;
const CODES = "caption codes", CHECKED = "caption codes checked";
const SCORES = ["score", "parsed", "expected"];

/** The columns of a `caption scores` frame as codes and numbers, made once per content: what the metrics loop over. */
export function captionCodes(frame: pl.DataFrame, action = "caption scores"): CaptionCodes {
  requireColumns(action, frame, [...TEXT, "score"]);
  const known = knownOf(frame, [...TEXT, "score"]);
  const codes = known.get(CODES) as CaptionCodes | undefined ?? cellsOf(frame);
  if (codes.once && (known.has(CHECKED) || known.has("caption scores values"))) return codes;
  // Standardised matrices are the same on any scale of scores, but not with an infinite one.
  const except = codes.cells.sums.every(Number.isFinite) ? SCORES : [];
  requireValidFrame(action, "caption scores", frame, { keys: !codes.once, except });
  known.set(CODES, codes).set(CHECKED, true);
  return codes;
}

export function readCodes(frame: pl.DataFrame, file: string): CaptionCodes {
  const known = knownOf(frame, []), found = known.get(CODES) as CaptionCodes | undefined;
  const codes = found ?? cellsOf(frame, file);
  known.set(CODES, codes);
  return codes;
}

/** Sums go in the order of the rows: the same frame gives the same bits. */
function cellsOf(frame: pl.DataFrame, file?: string): CaptionCodes {
  const { height } = frame, score = columnNumbers(frame.getColumn("score"));
  const texts = TEXT.every((name) => isText(frame.getColumn(name)))
    ? frame.select(...TEXT.map((name) => pl.col(name).cast(pl.Categorical)))
    : frame;
  const factors = TEXT.map((name) => factor(texts.getColumn(name)));
  const [image, generator, evaluator, setting] = factors;
  const [width, G, E, S] = factors.map(({ size, levels }) => size ?? levels.length), size = S * G * E;
  if (size > DIRECT) {
    const expected = said("caption_cells", { most: DIRECT, size });
    throw file === undefined
      ? new RangeError(`caption scores: wanted ${expected}`)
      : new ResultsError({ file, expected });
  }
  const [sums, counts] = [new Float64Array(size), new Int32Array(size)];
  const [unscored, images] = [new Int32Array(size), new Int32Array(size)];
  const some = size * width > DIRECT ? combineFactors([setting, generator, evaluator, image], height) : null;
  const seen = new Uint8Array(some ? some.size : size * width);
  const [ofImage, ofGenerator, ofEvaluator, ofSetting] = factors.map(({ codes }) => codes);
  let repeated = 0;
  for (let i = 0; i < height; i++) {
    const cell = (ofSetting[i] * G + ofGenerator[i]) * E + ofEvaluator[i];
    const place = some ? some.codes[i] : cell * width + ofImage[i];
    const value = score[i], before = seen[place];
    repeated |= before;
    if (value === value) {
      sums[cell] += value;
      counts[cell]++;
      if (before === 2) continue;
      images[cell]++;
      seen[place] = 2;
    } else {
      unscored[cell]++;
      if (before === 0) seen[place] = 1;
    }
  }
  const cells = { sums, counts, unscored, images };
  return { height, image, generator, evaluator, setting, score, cells, once: repeated === 0 };
}

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
    images: image.size ?? image.levels.length,
    generators: generator.levels.length,
    evaluators: evaluator.levels.length,
    settings: setting.levels.length,
    empty_cells: empty,
    short_cells: short,
    unscored: unscored.reduce((sum, count) => sum + count, 0),
  };
}
