import pl from "nodejs-polars";

/** A value that a column of a frame can hold. */
export type Level = string | number | boolean | null;

/** A column as codes into its sorted distinct values. */
export interface Factor {
  codes: Int32Array;
  levels: Level[];
}

/** Code that stands for a missing text while categories are numbers; no process has so many categories. */
const NULL_CODE = 0xffffffff;

/**
 * `factor` for several columns of text at once: Polars turns them into categories in parallel, and columns that are
 * categorical in their file already cost next to nothing. Levels are sorted, null comes last.
 *
 * @throws {TypeError} for a column that is not text
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { textFactors } from "@/results/text_factors.ts";
 *
 * const [judge, image] = textFactors(pl.DataFrame({ judge: ["b", "a"], image: ["x", null] }), ["judge", "image"]);
 * assert.deepEqual([judge.levels, [...judge.codes]], [["a", "b"], [1, 0]]);
 * assert.deepEqual([image.levels, [...image.codes]], [["x", null], [0, 1]]);
 * ```
 */
export function textFactors(frame: pl.DataFrame, names: readonly string[]): Factor[] {
  for (const name of names) {
    const dtype = String(frame.getColumn(name).dtype);
    if (/String|Utf8|Categorical/.test(dtype)) continue;
    throw new TypeError(`textFactors: wanted text in the column ${name}, found ${dtype}`);
  }
  if (frame.height === 0) return names.map(() => ({ codes: new Int32Array(0), levels: [] }));
  const codes = frame.select(
    ...names.map((name) =>
      pl.col(name).cast(pl.Categorical).cast(pl.UInt32).fillNull(pl.lit(NULL_CODE).cast(pl.UInt32))
    ),
  );
  return names.map((name) => textFactor(frame, name, codes.getColumn(name).toTypedArray() as Uint32Array));
}

function textFactor(frame: pl.DataFrame, name: string, all: Uint32Array): Factor {
  // Categories are numbered through the whole process: look at the range that occurs here only.
  let lowest = NULL_CODE, highest = 0, nulls = false;
  for (let i = 0; i < all.length; i++) {
    const code = all[i];
    if (code === NULL_CODE) {
      nulls = true;
      continue;
    }
    if (code < lowest) lowest = code;
    if (code > highest) highest = code;
  }
  const place = new Int32Array(Math.max(0, highest - lowest + 1)).fill(-1);
  const firstRows: number[] = [];
  for (let i = 0; i < all.length; i++) {
    if (all[i] === NULL_CODE || place[all[i] - lowest] >= 0) continue;
    place[all[i] - lowest] = firstRows.length;
    firstRows.push(i);
  }
  if (firstRows.length === 0) return { codes: new Int32Array(all.length), levels: [null] };
  const texts = frame.select(pl.col(name).gather(firstRows).cast(pl.Utf8)).getColumn(name)
    .toArray() as string[];
  const order = pl.DataFrame([
    pl.Series("text", texts, pl.Utf8),
    pl.Series("at", texts.map((_, i) => i), pl.Float64),
  ])
    .sort("text").getColumn("at").toArray() as number[];
  const rank = new Int32Array(texts.length);
  order.forEach((at, i) => rank[at] = i);
  for (let i = 0; i < place.length; i++) if (place[i] >= 0) place[i] = rank[place[i]];
  const codes = new Int32Array(all.length);
  for (let i = 0; i < all.length; i++) {
    codes[i] = all[i] === NULL_CODE ? texts.length : place[all[i] - lowest];
  }
  const levels = order.map((at) => texts[at]);
  return { codes, levels: nulls ? [...levels, null] : levels };
}
