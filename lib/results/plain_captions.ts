import { READ_LIMITS } from "./limits.ts";
import { parquetWidth } from "./parquet_width.ts";
import pl from "nodejs-polars";
import { type CaptionCodes, captionCodes } from "./caption_codes.ts";
import { isText } from "./factor.ts";
import { FRAMES } from "./frames.ts";

const TEXT = ["image_id", "generator", "evaluator", "setting"];
const NUMBERS = ["score", "parsed", "expected"];

/** What stands in a column that the file does not have. */
const FILLER: Record<string, () => pl.Expr> = {
  run: () => pl.lit(1).cast(pl.Int32),
  parsed: () => pl.lit(null).cast(pl.Float64),
  expected: () => pl.lit(null).cast(pl.Float64),
  condition: () => pl.lit(null).cast(pl.Utf8),
};

/** A checked frame and its codes. */
export interface PlainCaptions {
  frame: pl.DataFrame;
  codes: CaptionCodes;
}

/** A Parquet file of caption scores that needs no conversion; null for any other. */
export function readCaptionParquet(path: string): PlainCaptions | null {
  try {
    // Of so many columns the ordinary reader says what is wrong.
    return (parquetWidth(path) ?? 0) > READ_LIMITS.columns ? null : plainCaptions(pl.readParquet(path));
  } catch {
    return null;
  }
}

/**
 * A frame of caption scores whose columns have our names and types already, completed to our schema and checked in two
 * passes: a million rows take some hundredths of a second. Null for any frame in which something is to be converted
 * or is wrong; the ordinary reader then does it, or says what it is. Columns of text stay categorical where they are so.
 */
export function plainCaptions(frame: pl.DataFrame): PlainCaptions | null {
  const type = new Map(frame.columns.map((column, i) => [column, String(frame.dtypes[i])]));
  if (frame.height === 0 || !TEXT.every((column) => type.has(column) && isText(frame.getColumn(column)))) {
    return null;
  }
  if (!type.has("score") || !NUMBERS.every((column) => /Float64/.test(type.get(column) ?? "Float64"))) {
    return null;
  }
  if (!/Int32/.test(type.get("run") ?? "Int32")) return null;
  if (type.has("condition") && !isEmptyText(frame.getColumn("condition"))) return null;
  const schema = Object.keys(FRAMES["caption scores"].columns);
  const lacking = schema.filter((column) => !type.has(column));
  const others = frame.columns.filter((column) => !schema.includes(column));
  const completed = lacking.length === 0
    ? frame
    : frame.withColumns(...lacking.map((column) => FILLER[column]().alias(column)));
  const shaped = completed.select(...schema, ...others);
  const isPlain = hasRuns(shaped) &&
    ["parsed", "expected"].every((column) => lacking.includes(column) || isShare(shaped.getColumn(column)));
  if (!isPlain) return null;
  const codes = captionCodes(shaped);
  return isNamed(codes) && hasShares(codes, shaped.getColumn("score").nullCount())
    ? { frame: shaped, codes }
    : null;
}

function isEmptyText(column: pl.Series): boolean {
  return isText(column) && column.nullCount() === column.length;
}

/** Whether the scores are in [0, 1] or null. */
function hasShares({ cells: { lowest, highest, unscored } }: CaptionCodes, nulls: number): boolean {
  const nans = unscored.reduce((sum, count) => sum + count, 0) - nulls;
  return nans === 0 && !(lowest < 0) && !(highest > 1);
}

/** Whether all values are in [0, 1] or null. Polars' extremes pass over a NaN, its sum does not. */
function isShare(series: pl.Series): boolean {
  if (series.nullCount() === series.length) return true;
  return Number(series.min()) >= 0 && Number(series.max()) <= 1 && !Number.isNaN(Number(series.sum()));
}

/** Whether every text is there and settings are known. */
function isNamed({ image, generator, evaluator, setting }: CaptionCodes): boolean {
  const allowed = FRAMES["caption scores"].columns.setting.values!;
  return [image, generator, evaluator, setting].every(({ levels }) =>
    levels.every((level) => level !== null && level !== "")
  ) && setting.levels.every((level) => allowed.includes(String(level)));
}

/** Whether runs are numbers from 0. That no key is repeated `captionCodes` sees. */
function hasRuns(frame: pl.DataFrame): boolean {
  const runs = frame.getColumn("run");
  return runs.nullCount() === 0 && Number(runs.min()) >= 0;
}
