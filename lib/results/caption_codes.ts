import type pl from "nodejs-polars";
import { columnNumbers, type Factor, factor } from "./factor.ts";
import { FRAMES } from "./frames.ts";
import { requireValidFrame } from "./require_valid_frame.ts";
import { type CaptionCells, cellsOfCodes, scanCaptions } from "./scan_captions.ts";
import { requireFrame } from "./require_frame.ts";

/** The columns of a `caption scores` frame as typed arrays. Codes are made on first use: take them once, before a loop. */
export interface CaptionCodes {
  height: number;
  image: Factor;
  generator: Factor;
  evaluator: Factor;
  setting: Factor;
  /** NaN where there is no score. */
  score: Float64Array;
  cells: CaptionCells;
  /** True where no image is known to stand twice in a cell: keys cannot repeat, and counts of scores are counts of images. */
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

function codesOf(frame: pl.DataFrame): CaptionCodes {
  const score = columnNumbers(frame.getColumn("score"));
  return { height: frame.height, score, ...(scanCaptions(frame, score) ?? columnByColumn(frame, score)) };
}

/** For names that are missing or no text, and tables too large for one number per row. */
function columnByColumn(frame: pl.DataFrame, score: Float64Array): Omit<CaptionCodes, "height" | "score"> {
  const [image, generator, evaluator, setting] = TEXT.map((name) => factor(frame.getColumn(name)));
  const cells = cellsOfCodes({ generator, evaluator, setting, score });
  return { image, generator, evaluator, setting, cells, once: false };
}
