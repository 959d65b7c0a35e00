import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { FEW, isConstant, isText } from "./check.ts";

export type Level = string | number | boolean | null;

export interface Factor {
  codes: Int32Array;
  levels: Level[];
  size?: number;
}

/** A column as codes and its distinct values in sorted order (false before true, null last), for metrics to loop over. */
export function factor(series: pl.Series): Factor {
  if (isBeyondNumbers(series)) return factor(series.cast(pl.Utf8));
  if (!isText(series)) return valueFactor(series);
  return series.length <= FEW ? shortTextFactor(series) : textFactor(series);
}

function isBeyondNumbers(series: pl.Series): boolean {
  return /Int64/.test(String(series.dtype)) &&
    [series.min(), series.max()].some((value) => Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER);
}

function sortedFactor<T extends Level>(values: ArrayLike<T>, compare?: (a: T, b: T) => number): Factor {
  const places = new Map<T, number>(), codes = new Int32Array(values.length);
  let last: T | undefined, place = -1;
  for (let i = 0; i < codes.length; i++) {
    // Neighbours are often equal (the rows of a judge): a comparison saves the Map.
    if (values[i] !== last || place < 0) {
      last = values[i];
      const known = places.get(last);
      if (known === undefined) places.set(last, place = places.size);
      else place = known;
    }
    codes[i] = place;
  }
  const isNone = (value: T) => value === null || Number.isNaN(value);
  const all = [...places.keys()], levels = all.filter((value) => !isNone(value)).sort(compare);
  levels.push(...all.filter(isNone));
  const ranks = new Int32Array(levels.length);
  levels.forEach((level, rank) => ranks[places.get(level)!] = rank);
  for (let i = 0; i < codes.length; i++) codes[i] = ranks[codes[i]];
  return { codes, levels };
}

/** NaN stands for null among numbers, and is one key of a Map. */
function valueFactor(series: pl.Series): Factor {
  const isBoolean = /Bool/.test(String(series.dtype));
  const { codes, levels } = sortedFactor(columnNumbers(series), (a, b) => a - b);
  const own = levels.map((value) => Number.isNaN(value) ? null : isBoolean ? value === 1 : value);
  return { codes, levels: own };
}

export function columnNumbers(series: pl.Series): Float64Array {
  if (series.length === 0) return new Float64Array(0);
  if (isText(series)) throw new TypeError(`${series.name}: wanted a column of numbers, found texts`);
  if (series.length <= FEW && /Float64|Int32/.test(String(series.dtype))) {
    return Float64Array.from(series.toArray() as (number | null)[], (value) => value === null ? NaN : value);
  }
  const numbers = /Float64/.test(String(series.dtype)) ? series : series.cast(pl.Float64);
  return (numbers.nullCount() === 0 ? numbers : filledWith(numbers, NaN)).toTypedArray() as Float64Array;
}

/** `factor` of a short column of text: up to some thousands of rows JavaScript's own strings are cheaper than Polars' categories. */
function shortTextFactor(series: pl.Series): Factor {
  const texts = series.toArray() as string[];
  // UTF-16 has the order of code points but for those beyond its first plane; UTF-8's bytes have it always.
  const isWide = texts.some((text) => text !== null && /[\ud800-\udfff]/.test(text));
  return sortedFactor(texts, isWide ? (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)) : undefined);
}

/** Stands for a missing text among categories: no text sorts behind it. */
const MISSING = "\u{10ffff}\u{10ffff}";

/** `factor` of a long column of text by Polars' categories; one that is categorical in its file already costs next to nothing. */
function textFactor(given: pl.Series): Factor {
  if (isConstant(given)) {
    return { codes: new Int32Array(given.length), levels: [given.gather([0]).cast(pl.Utf8).get(0)] };
  }
  const hasNull = given.nullCount() > 0;
  const column = hasNull ? filledWith(given.cast(pl.Utf8), MISSING) : given;
  const series = column.cast(pl.Categorical).cast(pl.UInt32), numbers = series.toTypedArray() as Uint32Array;
  // Categories are numbered through the whole process: look at the range that occurs here only.
  const lowest = Number(series.min()), span = Number(series.max()) - lowest + 1;
  const first = new Int32Array(span).fill(-1), ranks = new Int32Array(span);
  for (let i = 0; i < numbers.length; i++) {
    const category = numbers[i] - lowest;
    if (first[category] < 0) first[category] = i;
  }
  const found = [...first.keys()].filter((category) => first[category] >= 0);
  const texts = column.gather(found.map((category) => first[category])).cast(pl.Utf8);
  (texts.argSort().toTypedArray() as Uint32Array).forEach((at, rank) => ranks[found[at]] = rank);
  const codes = new Int32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  for (let i = 0; i < codes.length; i++) codes[i] = ranks[numbers[i] - lowest];
  // A million images are told apart by their codes: their names become JavaScript's only where somebody asks for them.
  let levels: Level[] | undefined;
  return {
    codes,
    size: found.length,
    get levels() {
      const sorted = () => texts.sort().toArray() as Level[];
      return levels ??= hasNull ? sorted().with(-1, null) : sorted();
    },
  };
}

function filledWith(series: pl.Series, value: string | number): pl.Series {
  return pl.DataFrame([series.alias("value")]).select(pl.col("value").fillNull(pl.lit(value)))
    .getColumn("value");
}

/** One code per row for several columns, below `size` and in the order of their values, the first column first. */
export function combineFactors(factors: readonly Factor[], rows: number) {
  let codes: Int32Array = new Int32Array(rows), size = 1;
  for (const factor of factors) {
    const { codes: own } = factor, count = factor.size ?? factor.levels.length;
    const wide = new Float64Array(size * count > DIRECT ? rows : 0);
    if (wide.length === 0) {
      for (let i = 0; i < rows; i++) codes[i] = codes[i] * count + own[i];
      size *= count;
      continue;
    }
    for (let i = 0; i < rows; i++) wide[i] = codes[i] * count + own[i];
    ({ codes, size } = renumbered(wide));
  }
  return { codes, size };
}

export function frameCodes(frame: pl.DataFrame, names: readonly string[]): ReturnType<typeof combineFactors> {
  const factors = names.filter((name) => frame.columns.includes(name))
    .map((name) => factor(frame.getColumn(name)));
  return combineFactors(factors, frame.height);
}

/** Largest table that is addressed directly by combined codes; beyond it only the codes that occur are numbered. */
export const DIRECT = 2 ** 24;

function renumbered(values: Float64Array): { codes: Int32Array; size: number } {
  const sorted = values.slice().sort();
  let size = 0;
  for (let i = 0; i < sorted.length; i++) if (sorted[i] !== sorted[i - 1]) sorted[size++] = sorted[i];
  const codes = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    codes[i] = values[i] === values[i - 1] ? codes[i - 1] : placeOf(sorted, size, values[i]);
  }
  return { codes, size };
}

/** Place of a value among the first `size` of sorted ones, by halving: a Map holds only 2²⁴ of them. */
function placeOf(sorted: Float64Array, size: number, value: number): number {
  let low = 0, high = size - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
