import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { longerWins } from "@/metrics/longer_wins.ts";
import { orderConsistency } from "@/metrics/order_consistency.ts";
import { pairSelfPreference } from "@/metrics/pair_self_preference.ts";
import { slotPreference } from "@/metrics/slot_preference.ts";
import { pairsFrame, randomRows, type Values } from "./pairs_fixture.ts";

const only = (frame: pl.DataFrame) => frame.toRecords()[0] as Values;
const ends = ({ lowest, highest }: Values) => [lowest, highest];

Deno.test("slots: open answers go to the second slot, and to the first", () => {
  // First, first, second, a tie, nothing: 2 of 5, and 4 of 5.
  const pairs = pairsFrame(["A", "A", "B", "tie", null].map((choice) => ({ choice })));
  assert.deepEqual(ends(only(slotPreference(pairs, { bounds: true }))), [2 / 5, 4 / 5]);
  assert.ok(!slotPreference(pairs).columns.includes("lowest"));
});

Deno.test("order: items with an open answer are inconsistent, and consistent", () => {
  const both = (item_id: string, one: string | null, other: string | null) => [
    { item_id, choice: one },
    { item_id, choice: other, swapped: true },
  ];
  const pairs = pairsFrame([
    ...both("1", "A", "A"),
    ...both("2", "A", "B"),
    ...both("3", "tie", "tie"),
    ...both("4", null, "A"),
  ]);
  assert.deepEqual(ends(only(orderConsistency(pairs, { bounds: true }))), [1 / 4, 3 / 4]);
});

Deno.test("length: open answers are won by the shorter, and by the longer", () => {
  const pairs = pairsFrame([
    { choice: "A", words_a: 9, words_b: 5 },
    { choice: "tie", words_a: 9, words_b: 5 },
    { choice: null, words_a: 9, words_b: 5 },
    { choice: "B", words_a: 9, words_b: 5 },
    { choice: "tie", words_a: 5, words_b: 5 }, // no longer one
    { choice: "A", words_a: 9, words_b: null },
  ]);
  assert.deepEqual(ends(only(longerWins(pairs, { bounds: true }))), [1 / 4, 3 / 4]);
});

Deno.test("self-preference: open answers are against the own ones, and for them", () => {
  const rows = [["A", "A"], ["A", "tie"], ["B", "B"], ["B", null], ["tie", "A"]] as const;
  const pairs = pairsFrame(rows.map(([human, choice]) => ({ human, choice }))).withColumns(
    pl.lit("j").alias("model_a"),
    pl.lit("other").alias("model_b"),
  );
  // Own: right, open; other: right, open. (1/2 − 2/2) to (2/2 − 1/2).
  assert.deepEqual(ends(only(pairSelfPreference(pairs, { bounds: true }))), [-1 / 2, 1 / 2]);
});

Deno.test("bounds hold the estimate, and meet where nothing is open; level widens", () => {
  const rows = randomRows({ seed: 3, n: 200 });
  const open = pairsFrame(rows),
    decided = pairsFrame(rows.filter(({ choice }) => choice === "A" || choice === "B"));
  for (const [metric, name] of [[slotPreference, "share_first"], [longerWins, "share"]] as const) {
    const row = only(metric(open, { by: [], bounds: true }));
    assert.ok(row.lowest < row[name] && row[name] < row.highest);
    const sure = only(metric(decided, { by: [], bounds: true }));
    assert.ok(Math.abs(sure.lowest - sure[name]) < 1e-12 && Math.abs(sure.highest - sure[name]) < 1e-12);
    const wide = only(metric(open, { by: [], level: 0.99 }));
    assert.ok(wide.low < row.low && wide.high > row.high);
  }
});
