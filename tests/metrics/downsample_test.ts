import assert from "node:assert/strict";
import { downsample } from "@/metrics/downsample.ts";
import { downsampleMoments } from "@/metrics/downsample.ts";
import { pairsFrame, randomRows, type Values } from "./pairs_fixture.ts";

Deno.test("downsampleMoments equals the enumeration of all subsamples on a tiny table", () => {
  // IDS: 1, 1, 0 (n = 3); CDS: 1, 0, 0, 0 (n = 4). Ratios 0.4 and 1 keep 1 or 3 of IDS (1.2 → 1), 2 or 4 of CDS (1.6 → 2).
  const pairs = pairsFrame([
    ...["A", "A", "B"].map((choice) => ({ choice, more_informative: "A" })),
    ...["A", "B", "B", "B"].map((choice) => ({ choice, more_informative: "B" })),
  ]);
  const subsets = (values: number[], size: number): number[][] =>
    size === 0
      ? [[]]
      : values.flatMap((v, i) => subsets(values.slice(i + 1), size - 1).map((rest) => [v, ...rest]));
  const mean = (values: number[]) => values.reduce((s, v) => s + v, 0) / values.length;
  const cells = [1, 3].flatMap((a) => [2, 4].map((b) => [a, b])).map(([a, b]) => {
    const all = subsets([1, 1, 0], a).flatMap((x) => subsets([1, 0, 0, 0], b).map((y) => mean(x) - mean(y)));
    return mean(all.map((v) => (v - mean(all)) ** 2));
  });
  const [row] = downsampleMoments(pairs, { split: "informativeness", ratios: [0.4, 1], by: [] })
    .toRecords() as Values[];
  assert.ok(Math.abs(row.mean - (2 / 3 - 1 / 4)) < 1e-15);
  assert.ok(Math.abs(row.variance - mean(cells)) < 1e-15);
});

Deno.test("downsample: the paper's grid, its seed, and independence of the groups around", () => {
  const rows = [..."ab"].flatMap((judge, i) => randomRows({ seed: i + 1, n: 400, judge }));
  const both = downsample(pairsFrame(rows), { split: "length", seed: 5 }).toRecords() as Values[];
  const again = downsample(pairsFrame(rows), { split: "length", seed: 5 }).toRecords() as Values[];
  const alone = downsample(pairsFrame(rows.slice(400)), { split: "length", seed: 5 }).toRecords() as Values[];
  const other = downsample(pairsFrame(rows), { split: "length", seed: 6 }).toRecords() as Values[];
  assert.equal(both[0].samples, 160);
  assert.deepEqual(both, again);
  assert.deepEqual(both[1], alone[0]);
  assert.notEqual(both[0].mean, other[0].mean);
  assert.ok(Math.abs(both[0].sd ** 2 - both[0].variance) < 1e-15);
});

Deno.test("downsample: empty sides, single draws, wrong options", () => {
  const pairs = pairsFrame([{ more_informative: "A" }, { more_informative: "A" }]);
  const [empty] = downsample(pairs, { split: "informativeness", seed: 1, by: [] }).toRecords() as Values[];
  assert.deepEqual([empty.samples, empty.mean, empty.sd], [0, NaN, NaN]);
  const two = pairsFrame([{ more_informative: "A" }, { more_informative: "B" }]);
  const [single] = downsample(two, { split: "informativeness", ratios: [1], draws: 1, seed: 1, by: [] })
    .toRecords() as Values[];
  assert.deepEqual([single.samples, single.mean, single.variance], [1, 0, NaN]);
  assert.throws(
    () => downsample(two, { split: "informativeness", ratios: [0], seed: 1 }),
    /ratio in \(0, 1\]/,
  );
  assert.throws(
    () => downsample(two, { split: "informativeness", draws: 0, seed: 1 }),
    /at least 1 draw, found 0/,
  );
  assert.throws(() => downsample(two, { split: "informativeness", seed: -1 }), /seed/);
  assert.throws(() => downsample(two, { split: "other" as "length", seed: 1 }), /split/);
});
