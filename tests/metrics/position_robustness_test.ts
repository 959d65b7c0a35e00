import assert from "node:assert/strict";
import { positionRobustness } from "@/metrics/position_robustness.ts";
import { pairsFrame, type Values } from "./pairs_fixture.ts";

const orders = (item: string, canonical: string | null, swapped: string | null) => [
  { item_id: item, swapped: false, choice: canonical },
  { item_id: item, swapped: true, choice: swapped },
];

Deno.test("positionRobustness: ties, nulls and single orders", () => {
  const [row] = positionRobustness(
    pairsFrame([
      ...orders("1", "A", "A"), // robust
      ...orders("2", "B", "B"), // robust
      ...orders("3", "A", "B"), // the answer shown first wins twice
      ...orders("4", "B", "A"), // the answer shown second wins twice
      ...orders("5", "tie", "tie"), // a tie is never the same winner
      ...orders("6", "A", null), // incomplete
      { item_id: "7", swapped: false, choice: "A" }, // incomplete
      { item_id: "8", swapped: true, choice: "A" }, // incomplete
    ]),
    { by: [] },
  ).toRecords() as Values[];
  assert.deepEqual(
    [row.n, row.robustness, row.n_incomplete, row.n_tie, row.prefers_first, row.prefers_second],
    [5, 0.4, 3, 1, 1, 1],
  );
  assert.ok(row.low < 0.4 && row.high > 0.4);
});

Deno.test("positionRobustness: a judge that never changes its mind is 1, and the interval says how sure that is", () => {
  const rows = Array.from({ length: 30 }, (_, i) => orders(String(i), "A", "A")).flat();
  const [row] = positionRobustness(pairsFrame(rows), { by: [] }).toRecords() as Values[];
  assert.equal(row.robustness, 1);
  // Wilson's lower limit for 30 of 30 with t₂₉ = 2.045230: 30/(30 + 2.045230²) = 30/34.182964 = 0.877630
  assert.ok(Math.abs(row.low - 0.8776301) < 1e-6, `${row.low}`);
  assert.equal(row.high, 1);
});

Deno.test("positionRobustness: nothing swapped gives NaN and the incomplete items", () => {
  const [row] = positionRobustness(pairsFrame([{ item_id: "1" }, { item_id: "2" }]), { by: [] })
    .toRecords() as Values[];
  assert.deepEqual([row.n, row.robustness, row.n_incomplete], [0, NaN, 2]);
});
