import pl from "nodejs-polars";

/** A value that a column of a frame can hold. */
export type Level = string | number | boolean | null;

/** A column as codes into its sorted distinct values. */
export interface Factor {
  codes: Int32Array;
  levels: Level[];
  /** How many levels there are, where they need not be made for it. */
  size?: number;
}

/** Code that stands for a missing text while categories are numbers; no process has so many categories. */
const NULL_CODE = 0xffffffff;

/**
 * `factor` of a long column of text: Polars turns it into categories, and a column that is categorical in its file already
 * costs next to nothing. Levels are sorted, null comes last.
 *
 * @throws {TypeError} for a column that is not text
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { textFactor } from "@/results/text_factor.ts";
 *
 * const { codes, levels } = textFactor(pl.Series("judge", ["b", null, "a"], pl.Utf8));
 * assert.deepEqual([levels, [...codes]], [["a", "b", null], [1, 2, 0]]);
 * ```
 */
export function textFactor(column: pl.Series): Factor {
  if (!isText(column)) {
    throw new TypeError(`textFactor: wanted text in the column ${column.name}, found ${column.dtype}`);
  }
  if (column.length === 0) return { codes: new Int32Array(0), levels: [] };
  const nulls = column.nullCount() > 0;
  const category = pl.col("text").cast(pl.Categorical).cast(pl.UInt32);
  const series = pl.DataFrame([column.alias("text")]).select(
    nulls ? category.fillNull(pl.lit(NULL_CODE).cast(pl.UInt32)) : category,
  ).getColumn("text");
  const all = series.toTypedArray() as Uint32Array;
  // Categories are numbered through the whole process: look at the range that occurs here only.
  const lowest = Number(series.min());
  let highest = Number(series.max());
  if (nulls) {
    highest = -1;
    for (let i = 0; i < all.length; i++) if (all[i] !== NULL_CODE && all[i] > highest) highest = all[i];
  }
  if (highest < 0) return { codes: new Int32Array(all.length), levels: [null] };
  // Codes by first appearance, then by rank; a missing text counts as the category after the last.
  const place = new Int32Array(highest - lowest + 2).fill(-1), missing = highest - lowest + 1;
  // `all` is a copy of Polars' column: the codes take its place.
  const codes = new Int32Array(all.buffer, all.byteOffset, all.length), firstRows: number[] = [];
  for (let i = 0; i < all.length; i++) {
    const category = nulls && all[i] === NULL_CODE ? missing : all[i] - lowest;
    let code = place[category];
    if (code < 0 && category !== missing) {
      code = place[category] = firstRows.length;
      firstRows.push(i);
    }
    codes[i] = code;
  }
  const { texts, ranks } = sortedTexts(column, firstRows), size = ranks.length;
  if (nulls || ranks.some((rank, code) => rank !== code)) {
    for (let i = 0; i < codes.length; i++) codes[i] = codes[i] < 0 ? size : ranks[codes[i]];
  }
  // A million images are told apart by their codes: their names become JavaScript's only where somebody asks for them.
  let levels: Level[] | undefined;
  return {
    codes,
    size: nulls ? size + 1 : size,
    get levels() {
      return levels ??= [...texts() as Level[], ...(nulls ? [null] : [])];
    },
  };
}

/** Whether a column holds text, as such or as categories. */
export function isText(column: pl.Series): boolean {
  return /String|Utf8|Categorical/.test(String(column.dtype)) && !isNested(column);
}

/** Whether a column's cells are lists, objects or bytes: no values of any frame. */
export function isNested(column: pl.Series): boolean {
  return /List|Struct|Array|Object|Binary/.test(String(column.dtype));
}

/** The distinct texts at some rows of a column in the order of code points, and the rank among them of each of these rows. */
export function sortedLevels(column: pl.Series, rows: number[]): { levels: string[]; ranks: Int32Array } {
  const { texts, ranks } = sortedTexts(column, rows);
  return { levels: texts(), ranks };
}

function sortedTexts(column: pl.Series, rows: number[]): { texts: () => string[]; ranks: Int32Array } {
  const texts = column.gather(rows).cast(pl.Utf8), ranks = new Int32Array(rows.length);
  (texts.argSort().toTypedArray() as Uint32Array).forEach((at, rank) => ranks[at] = rank);
  return { texts: () => texts.sort().toArray() as string[], ranks };
}
