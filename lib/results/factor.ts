import type pl from "nodejs-polars";
import { columnNumbers } from "./column_numbers.ts";
import { shortTextFactor } from "./short_text_factor.ts";
import { type Factor, isText, textFactor } from "./text_factor.ts";

export type { Factor, Level } from "./text_factor.ts";

/** Up to how many rows text is cheaper as JavaScript strings than through Polars' categories. */
const FEW = 5000;

/**
 * Turns a column into integer codes and its distinct values in sorted order (false before true, null last), so that
 * metrics can loop over typed arrays. Text goes through Polars' categories: 1.3 million rows take a few dozen
 * milliseconds, not a JavaScript string each.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { factor } from "@/results/factor.ts";
 *
 * const { codes, levels } = factor(pl.Series("judge", ["b", null, "a", "b"]));
 * assert.deepEqual(levels, ["a", "b", null]);
 * assert.deepEqual([...codes], [1, 2, 0, 1]);
 * ```
 */
export function factor(series: pl.Series): Factor {
  if (series.length === 0) return { codes: new Int32Array(0), levels: [] };
  if (!isText(series)) return valueFactor(series);
  return series.length <= FEW ? shortTextFactor(series) : textFactor(series);
}

function valueFactor(series: pl.Series): Factor {
  const isBoolean = /Bool/.test(String(series.dtype));
  const values = columnNumbers(series);
  const places = new Map<number, number>(); // NaN is one key of a Map, and stands for null
  let last = NaN;
  for (let i = 0; i < values.length; i++) {
    // Neighbours are often equal (the rows of a judge): one look saves the Map.
    if (i > 0 && values[i] === last) continue;
    last = values[i];
    if (!places.has(last)) places.set(last, 0);
  }
  const sorted = [...places.keys()].sort((a, b) => Number.isNaN(a) ? 1 : Number.isNaN(b) ? -1 : a - b);
  sorted.forEach((value, rank) => places.set(value, rank));
  const codes = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    codes[i] = i > 0 && values[i] === values[i - 1] ? codes[i - 1] : places.get(values[i])!;
  }
  const levels = sorted.map((value) => Number.isNaN(value) ? null : isBoolean ? value === 1 : value);
  return { codes, levels };
}
