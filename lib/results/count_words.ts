/**
 * Number of words of a text: runs of characters between white space. Null for no text, 0 for an empty one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { countWords } from "@/results/count_words.ts";
 *
 * assert.equal(countWords(" A red  car.\n"), 3);
 * assert.equal(countWords(null), null);
 * ```
 */
export function countWords(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  return text.trim() === "" ? 0 : text.trim().split(/\s+/).length;
}
