/**
 * A number of rows in words, thousands apart.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { rowsInWords } from "@/progress/rows_in_words.ts";
 *
 * assert.deepEqual([1, 0, 12345].map(rowsInWords), ["1 row", "0 rows", "12,345 rows"]);
 * ```
 */
export function rowsInWords(count: number): string {
  return count === 1 ? "1 row" : `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} rows`;
}
