import pl from "nodejs-polars";
import {
  codesOf,
  columnNumbers,
  combineFactors,
  DIRECT,
  type Factor,
  factor,
  type Ranked,
  rankedText,
} from "./factor.ts";
import { FEW, isText } from "./check.ts";
import { FRAMES } from "./frames.ts";
import { requireValidFrame } from "./require_valid_frame.ts";
import { requireFrame } from "./frame.ts";
import { ResultsError } from "./results_error.ts";

/** The columns of a `caption scores` frame as typed arrays. */
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
 * @throws {RangeError} for an infinite score, an unknown setting, a key that is repeated, more cells than can be counted
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
  const found = known.get(frame), isKnown = found?.content.frameEqual(contentOf(frame), true) === true;
  // Runs of a key are no part of the codes: where images stand twice in a cell they are looked at again.
  if (isKnown && found.codes.once) return found.codes;
  const codes = isKnown ? found.codes : cellsOf(frame);
  // Standardised matrices are the same on any scale of scores, but not with an infinite one.
  const anyScale = codes.cells.sums.every(Number.isFinite);
  const isKnownSetting = codes.setting.levels.every((level) =>
    FRAMES["caption scores"].columns.setting.values!.includes(String(level))
  );
  // Names are looked at once each, not row by row.
  const columns = { image_id: codes.image, generator: codes.generator, evaluator: codes.evaluator };
  const named = Object.entries(columns)
    .filter(([, { levels }]) => levels.every((level) => level !== null && level !== "")).map(([name]) =>
      name
    );
  requireValidFrame("captionCodes", "caption scores", frame, {
    keys: !codes.once,
    except: [...anyScale ? SCORES : [], ...isKnownSetting ? ["setting"] : [], ...named],
  });
  if (!isKnown) known.set(frame, { content: contentOf(frame), codes });
  return codes;
}

/**
 * The same of a frame that its reader has just checked and nobody else holds yet.
 *
 * @throws {ResultsError} where generators and evaluators make more cells than can be counted
 */
export function readCodes(frame: pl.DataFrame, file: string): CaptionCodes {
  const found = known.get(frame)?.codes;
  if (found) return found;
  const codes = cellsOf(frame, file);
  known.set(frame, { content: contentOf(frame), codes });
  return codes;
}

/** The columns of which what is known depends. */
function contentOf(frame: pl.DataFrame): pl.DataFrame {
  return frame.select(...KEPT.filter((column) => frame.columns.includes(column)));
}

/** Sums go in the order of the rows: the same frame gives the same bits. */
function cellsOf(frame: pl.DataFrame, file?: string): CaptionCodes {
  const { height } = frame, score = columnNumbers(frame.getColumn("score"));
  // Numbers of categories for all columns at once: Polars makes them side by side.
  const texts = height > FEW && TEXT.every((name) => isText(frame.getColumn(name)))
    ? frame.select(...TEXT.map((name) => pl.col(name).cast(pl.Categorical)))
    : frame;
  const columns = TEXT.map((name) => ranked(texts.getColumn(name)));
  const [image, generator, evaluator, setting] = columns;
  const rows = generator.size * evaluator.size, size = setting.size * rows;
  if (size > DIRECT) {
    const expected = `at most ${DIRECT} cells (setting × generator × evaluator), found ${size}; ` +
      "are generator and evaluator names of models, and no texts?";
    throw file === undefined
      ? new RangeError(`captionCodes: wanted ${expected}`)
      : new ResultsError({ file, expected });
  }
  const [sums, counts] = [new Float64Array(size), new Int32Array(size)];
  const [unscored, images] = [new Int32Array(size), new Int32Array(size)];
  const factors = columns.map(lazyFactor);
  // Where there are too many places for images in cells, only those that occur are numbered.
  const some = size * image.size > DIRECT ? combineFactors([...factors.slice(1), factors[0]], height) : null;
  // What is known of an image in a cell: 0 it is not there, 1 it is, 2 with a score.
  const seen = new Uint8Array(some ? some.size : size * image.size);
  let repeated = 0;
  // Read out here, and not in a loop over a million rows.
  const [ofImage, ofGenerator, ofEvaluator, ofSetting] = columns.map(({ numbers }) => numbers);
  const [i0, g0, e0, s0] = columns.map(({ lowest }) => lowest);
  const imageRanks = image.ranks, evaluatorRanks = evaluator.ranks, width = image.size;
  const generatorPlaces = generator.ranks.map((rank) => rank * evaluator.size);
  const settingPlaces = setting.ranks.map((rank) => rank * rows);
  for (let i = 0; i < height; i++) {
    const cell = settingPlaces[ofSetting[i] - s0] + generatorPlaces[ofGenerator[i] - g0] +
      evaluatorRanks[ofEvaluator[i] - e0];
    const place = some ? some.codes[i] : cell * width + imageRanks[ofImage[i] - i0];
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
  return {
    ...{ height, score, cells: { sums, counts, unscored, images }, once: repeated === 0 },
    ...{ image: factors[0], generator: factors[1], evaluator: factors[2], setting: factors[3] },
  };
}

/** A column for a loop that asks each row for its code once: the array of codes is not made. */
function ranked(column: pl.Series): Ranked {
  if (isText(column) && column.length > FEW) return rankedText(column);
  const { codes, levels } = factor(column);
  return { numbers: codes, lowest: 0, ranks: Int32Array.from(levels.keys()), size: levels.length, levels };
}

/** A factor whose codes are made when they are first asked for: means of cells need none. */
function lazyFactor(column: Ranked): Factor {
  let codes: Int32Array | undefined;
  return {
    size: column.size,
    get levels() {
      return column.levels;
    },
    get codes() {
      return codes ??= codesOf(column, new Int32Array(column.numbers.length));
    },
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
    images: image.size ?? image.levels.length,
    generators: generator.levels.length,
    evaluators: evaluator.levels.length,
    settings: setting.levels.length,
    empty_cells: empty,
    short_cells: short,
    unscored: unscored.reduce((sum, count) => sum + count, 0),
  };
}
