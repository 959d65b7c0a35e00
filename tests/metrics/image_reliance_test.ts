import assert from "node:assert/strict";
import { imageReliance } from "@/metrics/image_reliance.ts";
import { pairAccuracy } from "@/metrics/pair_accuracy.ts";
import { pairsFrame, type Values } from "./pairs_fixture.ts";
import { differenceLimits, sure, wilsonLimits } from "../stats/mover.ts";

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
  // 400 items, the same verdict in both modes but for 60 that only the image gets right and 20 that it spoils: unpaired
  // standard errors would give ±0.069. Gained 60 of 400, lost 20 of 400, each with 399 trials, correlated by −√(.15·.05/(.85·.95)).
  const rows = Array.from(
    { length: 400 },
    (_, i) => modes(String(i), i < 60 || i >= 80 && i < 240 ? "A" : "B", i >= 60 && i < 240 ? "A" : "B"),
  ).flat();
  const [row] = imageReliance(pairsFrame(rows), { by: [] }).toRecords() as Values[];
  assert.ok(Math.abs(row.irs - 0.1) < 1e-15);
  const share = (mean: number) => ({ mean, trials: 399, df: 399 });
  const r = -Math.sqrt(0.15 * 0.05 / (0.85 * 0.95));
  const { low, high } = differenceLimits(share(0.15), share(0.05), { r });
  assert.ok(Math.abs(row.high - high) < 1e-12 && Math.abs(row.low - low) < 1e-12, `${row.low} ${row.high}`);
});

Deno.test("imageReliance: a judge that never changes, or hardly, has an interval and not a point", () => {
  const never = Array.from({ length: 240 }, (_, i) => modes(String(i), i % 3 ? "A" : "B", i % 3 ? "A" : "B"));
  const [row] = imageReliance(pairsFrame(never.flat()), { by: [] }).toRecords() as Values[];
  assert.equal(row.irs, 0);
  // Wilson's upper limit of 0 in 240 on either side: t²/(240 + t²) with t₂₃₉
  const reach = wilsonLimits(sure(0, 240)).high;
  assert.ok(
    Math.abs(row.low + reach) < 1e-12 && Math.abs(row.high - reach) < 1e-12,
    `${row.low} ${row.high}`,
  );
});

Deno.test("imageReliance: wrong use", () => {
  const pairs = pairsFrame(modes("1", "A", "B"));
  assert.throws(() => imageReliance(pairs, { within: "IDS" as "ids" }), RangeError);
  assert.throws(() => imageReliance(pairs, { by: ["image"] }), /image/);
  assert.throws(
    () => imageReliance(pairsFrame([...modes("1", "A", "B"), ...modes("1", "A", "B")])),
    /rows 1 and 3/,
  );
  for (const metric of [imageReliance, pairAccuracy]) {
    const unlabelled = pairsFrame([{ item_id: "1" }]);
    assert.throws(() => metric(unlabelled, { within: "ids" }), /informativeness labels/);
  }
});

Deno.test("imageReliance: judged in one mode only gives NaN with n = 0", () => {
  const [row] = imageReliance(pairsFrame([{ item_id: "1" }]), { by: [] }).toRecords() as Values[];
  assert.deepEqual([row.n, row.irs, row.low, row.n_unmatched], [0, NaN, NaN, 1]);
});
