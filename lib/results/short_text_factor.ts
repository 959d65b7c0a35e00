import type pl from "nodejs-polars";
import type { Factor } from "./text_factor.ts";

/**
 * `factor` of a short column of text: up to some thousands of rows JavaScript's own strings are cheaper than Polars' categories.
 * Levels are in the order of code points, as Polars sorts; null comes last.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { shortTextFactor } from "@/results/short_text_factor.ts";
 *
 * const { codes, levels } = shortTextFactor(pl.Series("judge", ["b", null, "a", "b"], pl.Utf8));
 * assert.deepEqual([[...codes], levels], [[1, 2, 0, 1], ["a", "b", null]]);
 * ```
 */
export function shortTextFactor(series: pl.Series): Factor {
  const texts = series.toArray() as (string | null)[];
  const places = new Map<string | null, number>();
  for (const text of texts) if (!places.has(text)) places.set(text, 0);
  const levels = [...places.keys()].sort((a, b) => a === null ? 1 : b === null ? -1 : byCodePoint(a, b));
  levels.forEach((level, rank) => places.set(level, rank));
  return { codes: Int32Array.from(texts, (text) => places.get(text)!), levels };
}

/** Order of code points, which is that of UTF-8's bytes. */
function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i), y = b.charCodeAt(i);
    // Halves of surrogate pairs stand for code points above all that are written in one.
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
