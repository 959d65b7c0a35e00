import assert from "node:assert/strict";
import { verbosityRobustness } from "@/metrics/verbosity_robustness.ts";
import { pairsFrame, type Values } from "./pairs_fixture.ts";

const orders = (item: string, canonical: string | null, swapped: string | null) => [
  { item_id: item, variant: "verbose", swapped: false, choice: canonical },
  { item_id: item, variant: "verbose", swapped: true, choice: swapped },
];

Deno.test("verbosityRobustness: wins, ties, position, incomplete items", () => {
  const [row] = verbosityRobustness(
    pairsFrame([
      ...orders("1", "A", "A"), // the original wins twice
      ...orders("2", "A", "B"), // once: the first place wins
      ...orders("3", "B", "B"), // never
      ...orders("4", "A", "tie"), // once
      ...orders("5", "A", null), // incomplete
      { item_id: "6", variant: "verbose", swapped: true, choice: "A" }, // incomplete
      { item_id: "7", variant: "original", swapped: false, choice: "A" }, // another variant
    ]),
    { by: [] },
  ).toRecords() as Values[];
  // (2 + 1 + 0 + 1) of 8 judgments
  assert.deepEqual([row.n, row.robustness, row.n_incomplete], [4, 0.5, 2]);
  assert.deepEqual([row.n_tie, row.wins_both, row.wins_one], [1, 1, 2]);
  assert.ok(row.low < 0.5 && row.high > 0.5);
});

Deno.test("verbosityRobustness: without verbose rows it says so", () => {
  assert.throws(() => verbosityRobustness(pairsFrame([{ item_id: "1" }])), /variant verbose, found none/);
  assert.equal(verbosityRobustness(pairsFrame([]).clone(), { by: ["judge"] }).height, 0);
});
