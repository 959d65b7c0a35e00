import type pl from "nodejs-polars";
import { combineFactors } from "./combine_factors.ts";
import { columnNumbers, type Factor, factor } from "./factor.ts";
import { FRAMES } from "./frames.ts";
import { requireValidFrame } from "./require_valid_frame.ts";
import { requireFrame } from "./require_frame.ts";

/** Sums over the rows of every cell: setting × generator × evaluator, row-major by the codes. */
export interface CaptionCells {
  sums: Float64Array;
  /** Rows with a score, and without. */
  counts: Int32Array;
  unscored: Int32Array;
  /** Images with a score. */
  images: Int32Array;
}

/** The columns of a `caption scores` frame as typed arrays. */
export interface CaptionCodes {
  height: number;
  image: Factor;
  generator: Factor;
  evaluator: Factor;
  setting: Factor;
  /** NaN where there is no score. */
  score: Float64Array;
  cells: CaptionCells;
  /** True where no image stands twice in a cell: keys cannot repeat. */
  once: boolean;
}

const TEXT = ["image_id", "generator", "evaluator", "setting"] as const;
/** Columns of which what is known depends. */
const KEPT = [...TEXT, "score", "provenance"];
const SCORES = ["score", "parsed", "expected"];

/**
 * Reader and metrics want the same codes of a frame: they are kept with what it held when they were made. Frames can be changed
 * in place (`replaceAtIdx`) and say nothing of it; the columns that are kept share their memory with the frame's, and Polars
 * compares a million rows with them in some milliseconds.
 */
const known = new WeakMap<pl.DataFrame, { content: pl.DataFrame; codes: CaptionCodes }>();

/**
 * The columns of a `caption scores` frame as codes and numbers, made once per content: what the metrics loop over. Sums over
 * them go in the order of the rows, so that they have the same bits on every run.
 *
 * @throws {TypeError} when the frame lacks a column, or has text as scores
 * @throws {RangeError} for an infinite score, an unknown setting, a key that is repeated
 */
export function captionCodes(frame: pl.DataFrame): CaptionCodes {
  requireFrame("captionCodes", frame);
  const missing = [...TEXT, "score"].filter((column) => !frame.columns.includes(column));
  if (missing.length > 0) {
    throw new TypeError(
      `captionCodes: wanted a frame of caption scores with ${missing.join(", ")}, found ${
        frame.columns.join(", ")
      }`,
    );
  }
  const content = frame.select(...KEPT.filter((column) => frame.columns.includes(column)));
  const found = known.get(frame);
  const isKnown = found && found.content.frameEqual(content, true);
  // Runs of a key are no part of the codes: where images stand twice in a cell they are looked at again.
  if (isKnown && found.codes.once) return found.codes;
  const codes = isKnown ? found.codes : codesOf(frame);
  // Standardised matrices are the same on any scale of scores, but not with an infinite one.
  const anyScale = codes.cells.sums.every(Number.isFinite);
  const isKnownSetting = codes.setting.levels.every((level) =>
    FRAMES["caption scores"].columns.setting.values!.includes(String(level))
  );
  // Names are looked at once each, not row by row.
  const named =
    ([["image_id", codes.image], ["generator", codes.generator], ["evaluator", codes.evaluator]] as const)
      .filter(([, { levels }]) => levels.every((level) => level !== null && level !== "")).map(([name]) =>
        name
      );
  requireValidFrame("captionCodes", "caption scores", frame, {
    keys: !codes.once,
    except: [...anyScale ? SCORES : [], ...isKnownSetting ? ["setting"] : [], ...named],
  });
  known.set(frame, { content, codes });
  return codes;
}

/** Sums go in the order of the rows: the same frame gives the same bits. */
function codesOf(frame: pl.DataFrame): CaptionCodes {
  const { height } = frame, score = columnNumbers(frame.getColumn("score"));
  const [image, generator, evaluator, setting] = TEXT.map((name) => factor(frame.getColumn(name)));
  const cells = combineFactors([setting, generator, evaluator], height), { size } = cells;
  const places = combineFactors([{ ...cells, levels: [] }, image], height);
  const [sums, counts] = [new Float64Array(size), new Int32Array(size)];
  const [unscored, images] = [new Int32Array(size), new Int32Array(size)];
  const seen = new Uint8Array(places.size), scored = new Uint8Array(places.size);
  let repeated = 0;
  for (let i = 0; i < height; i++) {
    const cell = cells.codes[i], place = places.codes[i], value = score[i];
    repeated |= seen[place];
    seen[place] = 1;
    if (value === value) {
      sums[cell] += value;
      counts[cell]++;
      images[cell] += 1 - scored[place];
      scored[place] = 1;
    } else unscored[cell]++;
  }
  return {
    height,
    image,
    generator,
    evaluator,
    setting,
    score,
    cells: { sums, counts, unscored, images },
    once: repeated === 0,
  };
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
