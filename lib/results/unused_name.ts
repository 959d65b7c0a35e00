/**
 * A name for a passing column that none of a frame's columns has: those come from files, and may be called anything.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { unusedName } from "@/results/unused_name.ts";
 *
 * assert.equal(unusedName(["judge", "found", "found_"], "found"), "found__");
 * ```
 */
export function unusedName(columns: readonly string[], wanted: string): string {
  let name = wanted;
  while (columns.includes(name)) name += "_";
  return name;
}
