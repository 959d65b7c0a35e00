import pl from "nodejs-polars";
import { type CaptionCodes, captionCodes } from "./caption_codes.ts";
import { columnNumbers } from "./column_numbers.ts";
import { FRAMES } from "./frames.ts";

const TEXT = ["image_id", "generator", "evaluator", "setting"];
const NUMBERS = ["score", "parsed", "expected"];

/** Largest table of cells × images × runs in which repeated keys are looked for directly. */
const DIRECT = 2 ** 28;

/**
 * A frame of caption scores whose columns have our names and types already, completed to our schema and checked in a few
 * passes over typed arrays: a million rows take a tenth of a second. Null for any frame in which something is to be converted
 * or is wrong; the ordinary reader then does it, or says what it is. Columns of text stay categorical where they are so.
 */
export function plainCaptions(frame: pl.DataFrame): pl.DataFrame | null {
  const type = new Map(frame.columns.map((column, i) => [column, String(frame.dtypes[i])]));
  if (frame.height === 0 || !TEXT.every((column) => /String|Utf8|Categorical/.test(type.get(column) ?? ""))) {
    return null;
  }
  if (!type.has("score") || !NUMBERS.every((column) => /Float64/.test(type.get(column) ?? "Float64"))) {
    return null;
  }
  if (!/Int32/.test(type.get("run") ?? "Int32")) return null;
  const filler: Record<string, pl.Expr> = {
    run: pl.lit(1).cast(pl.Int32),
    parsed: pl.lit(null).cast(pl.Float64),
    expected: pl.lit(null).cast(pl.Float64),
  };
  const schema = Object.keys(FRAMES["caption scores"].columns);
  const lacking = schema.filter((column) => !type.has(column));
  const others = frame.columns.filter((column) => !schema.includes(column));
  const shaped = frame.withColumns(...lacking.map((column) => filler[column].alias(column))).select(
    ...schema,
    ...others,
  );
  const fine = NUMBERS.every((column) => lacking.includes(column) || isShare(shaped, column)) &&
    isValid(captionCodes(shaped), lacking.includes("run") ? null : runsOf(shaped.getColumn("run")));
  return fine ? shaped : null;
}

/** Whether all values are in [0, 1] or null; a NaN is not null. */
function isShare(frame: pl.DataFrame, column: string): boolean {
  const series = frame.getColumn(column);
  if (series.nullCount() === frame.height) return true;
  const values = column === "score" ? captionCodes(frame).score : columnNumbers(series);
  let missing = 0;
  for (let i = 0; i < values.length; i++) {
    if (!(values[i] >= 0 && values[i] <= 1)) {
      if (!Number.isNaN(values[i])) return false;
      missing++;
    }
  }
  return missing === series.nullCount();
}

/** The runs of the rows; null where all are the first. */
function runsOf(run: pl.Series): Float64Array | null {
  const only = run.nullCount() === 0 && Number(run.min()) === 1 && Number(run.max()) === 1;
  return only ? null : columnNumbers(run);
}

/** Whether every text is there, settings are known, and no key is repeated. */
function isValid(
  { height, image, generator, evaluator, setting }: CaptionCodes,
  run: Float64Array | null,
): boolean {
  const allowed = FRAMES["caption scores"].columns.setting.values!;
  for (const { levels } of [image, generator, evaluator, setting]) {
    if (levels.some((level) => level === null || level === "")) return false;
  }
  if (!setting.levels.every((level) => allowed.includes(String(level)))) return false;
  let runs = 1;
  if (run) {
    for (let i = 0; i < height; i++) {
      if (!(run[i] >= 1)) return false;
      if (run[i] > runs) runs = run[i];
    }
  }
  const [G, E, I] = [generator, evaluator, image].map(({ levels }) => levels.length);
  const size = setting.levels.length * G * E * I * runs;
  if (size > DIRECT) return false;
  const seen = new Uint8Array(size);
  for (let i = 0; i < height; i++) {
    const cell = (setting.codes[i] * G + generator.codes[i]) * E + evaluator.codes[i];
    const place = (cell * I + image.codes[i]) * runs + (run ? run[i] - 1 : 0);
    if (seen[place] === 1) return false;
    seen[place] = 1;
  }
  return true;
}
