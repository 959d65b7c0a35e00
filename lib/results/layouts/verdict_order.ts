type Winner = "A" | "B" | "tie" | null;

/**
 * The winner in canonical order of a verdict on the order shown.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { turned } from "@/results/layouts/verdict_order.ts";
 *
 * assert.deepEqual([turned("A", true), turned("A", false), turned("tie", true)], ["B", "A", "tie"]);
 * ```
 */
export function turned(verdict: Winner, swapped: boolean): Winner {
  if (!swapped || verdict === null || verdict === "tie") return verdict;
  return verdict === "A" ? "B" : "A";
}
