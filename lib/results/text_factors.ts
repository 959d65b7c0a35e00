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
    ...names.map((name) => {
      const own = pl.col(name).cast(pl.Categorical).cast(pl.UInt32);
      return frame.getColumn(name).nullCount() === 0 ? own : own.fillNull(pl.lit(NULL_CODE).cast(pl.UInt32));
    }),
  );
  return names.map((name) => textFactor(frame, name, codes.getColumn(name)));
}

function textFactor(frame: pl.DataFrame, name: string, series: pl.Series): Factor {
  const all = series.toTypedArray() as Uint32Array;
  // Categories are numbered through the whole process: look at the range that occurs here only.
  const lowest = Number(series.min()), nulls = frame.getColumn(name).nullCount() > 0;
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
  const texts = frame.select(pl.col(name).gather(firstRows).cast(pl.Utf8)).getColumn(name)
    .toArray() as string[];
  const order = pl.DataFrame([
    pl.Series("text", texts, pl.Utf8),
    pl.Series("at", texts.map((_, i) => i), pl.Float64),
  ])
    .sort("text").getColumn("at").toArray() as number[];
  const rank = new Int32Array(texts.length);
  order.forEach((at, i) => rank[at] = i);
  if (nulls || order.some((at, i) => at !== i)) {
    for (let i = 0; i < codes.length; i++) codes[i] = codes[i] < 0 ? texts.length : rank[codes[i]];
  }
  const levels = order.map((at) => texts[at]);
  return { codes, levels: nulls ? [...levels, null] : levels };
}
