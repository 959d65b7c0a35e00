import assert from "node:assert/strict";
import { imageReliance } from "@/metrics/image_reliance.ts";
import { pairsFrame, type Values } from "./pairs_fixture.ts";

const modes = (item: string, image: string, blind: string, more_informative = "A") =>
  [true, false].map((mode) => ({
    item_id: item,
    image: mode,
    choice: mode ? image : blind,
    more_informative,
  }));

Deno.test("imageReliance: items in both modes only, subsets, counts", () => {
  const pairs = pairsFrame([
    ...modes("1", "A", "B"), // IDS: right, wrong
    ...modes("2", "A", "A"), // IDS: right, right
    ...modes("3", "A", "B", "B"), // CDS: right, wrong
    ...modes("4", "B", "A", "B"), // CDS: wrong, right
    ...modes("5", "A", "A", "tie"), // unlabelled
    { item_id: "6", image: true },
  ]);
  const [all] = imageReliance(pairs, { by: [] }).toRecords() as Values[];
  assert.deepEqual([all.n, all.acc_image, all.acc_no_image, all.n_unmatched], [5, 0.8, 0.6, 1]);
  assert.ok(Math.abs(all.irs - 0.2) < 1e-15);
  const [inIds] = imageReliance(pairs, { by: [], within: "ids" }).toRecords() as Values[];
  const [inCds] = imageReliance(pairs, { by: [], within: "cds" }).toRecords() as Values[];
  assert.deepEqual([inIds.n, inIds.irs, inIds.n_no_label], [2, 0.5, 3]);
  assert.deepEqual([inCds.n, inCds.irs], [2, 0]);
});

Deno.test("imageReliance: the interval keeps the pairing", () => {
  // 40 items, always the same verdict in both modes but for 4 that only the image gets right: unpaired standard errors
  // would give ±0.2, the paired one is t₃₉ · √(40/39 · 0.1 · 0.9/40) = 2.02269 · 0.0480384 = 0.0971668.
  const rows = Array.from({ length: 40 }, (_, i) => modes(String(i), i < 24 ? "A" : "B", i < 20 ? "A" : "B"))
    .flat();
  const [row] = imageReliance(pairsFrame(rows), { by: [] }).toRecords() as Values[];
  assert.ok(Math.abs(row.irs - 0.1) < 1e-15);
  assert.ok(Math.abs(row.high - row.irs - 0.0971668) < 1e-6, `${row.high - row.irs}`);
});

Deno.test("imageReliance: wrong use", () => {
  const pairs = pairsFrame(modes("1", "A", "B"));
  assert.throws(() => imageReliance(pairs, { within: "IDS" as "ids" }), RangeError);
  assert.throws(() => imageReliance(pairs, { by: ["image"] }), /image/);
  assert.throws(
    () => imageReliance(pairsFrame([...modes("1", "A", "B"), ...modes("1", "A", "B")])),
    /rows 1 and 3/,
  );
  assert.throws(
    () => imageReliance(pairsFrame([{ item_id: "1" }]), { within: "ids" }),
    /informativeness labels/,
  );
});

Deno.test("imageReliance: judged in one mode only gives NaN with n = 0", () => {
  const [row] = imageReliance(pairsFrame([{ item_id: "1" }]), { by: [] }).toRecords() as Values[];
  assert.deepEqual([row.n, row.irs, row.low, row.n_unmatched], [0, NaN, NaN, 1]);
});
