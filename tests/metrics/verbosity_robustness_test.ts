import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { formattingPreference } from "@/metrics/formatting_preference.ts";
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

Deno.test("formattingPreference: the formatted version's wins, by condition where there are several", () => {
  const conditions: string[] = [];
  const formatted = (condition: string, item: string, ...choices: (string | null)[]) =>
    orders(item, choices[0], choices[1]).map((row) => {
      conditions.push(condition);
      return { ...row, variant: "formatted" };
    });
  const pairs = pairsFrame([
    ...formatted("lists", "1", "B", "B"), // the list wins twice
    ...formatted("lists", "2", "A", "B"), // once: the second place wins
    ...formatted("bold", "1", "A", "A"), // never
    ...formatted("bold", "2", "tie", "B"), // once
    ...formatted("bold", "3", "B", null), // incomplete
    ...orders("1", "A", "A"), // another variant
  ]).withColumns(pl.Series("condition", [...conditions, "none", "none"]));
  const rows = formattingPreference(pairs).toRecords() as Values[];
  assert.deepEqual(rows.map((row) => [row.condition, row.n, row.preference, row.n_incomplete]), [
    ["bold", 2, 0.25, 1],
    ["lists", 2, 0.75, 0],
  ]);
  const [all] = formattingPreference(pairs, { by: [], bounds: true }).toRecords() as Values[];
  // 4 of 8 judgments; with the open ones (a tie, and one of two of the incomplete item) from 5 to 7 of 10.
  assert.deepEqual([all.preference, all.lowest, all.highest], [0.5, 0.5, 0.7]);
  assert.throws(() => formattingPreference(pairsFrame([{ item_id: "1" }])), /variant formatted, found none/);
});
