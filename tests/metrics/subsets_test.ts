import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { equalizeLengths } from "@/metrics/equalize_lengths.ts";
import { groupRows, metricFrame } from "@/metrics/metric_table.ts";
import { withSubsets } from "@/metrics/with_subsets.ts";
import { pairsFrame, randomRows, type Values } from "./pairs_fixture.ts";
import { downsample, downsampleMoments } from "@/metrics/downsample.ts";
import { cdsRatioSweep } from "@/metrics/cds_ratio_sweep.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";

Deno.test("withSubsets: every combination of labels", () => {
  const frame = withSubsets(pairsFrame([
    { human: "A", more_informative: "A", choice: "A", words_a: 5, words_b: 4 },
    { human: "B", more_informative: "A", choice: "A", words_a: 5, words_b: 4 },
    { human: "B", more_informative: "tie", choice: "tie", words_a: 4, words_b: 4 },
    { human: "tie", more_informative: "A", choice: "A", words_a: 5, words_b: 4 },
    { human: "A", more_informative: null, choice: null, words_a: null, words_b: 4 },
  ]));
  assert.deepEqual(frame.getColumn("informativeness_subset").toArray(), ["IDS", "CDS", null, null, null]);
  assert.deepEqual(frame.getColumn("length_subset").toArray(), ["longer", "shorter", "equal", null, null]);
  assert.deepEqual(frame.getColumn("correct").toArray(), [true, false, false, null, false]);
  assert.equal(frame.columns.length, 17, "all other columns are kept");
});

Deno.test("equalizeLengths: the threshold belongs to the kept; unknown lengths are refused", () => {
  const pairs = pairsFrame([{ words_a: 1, words_b: 6 }, { words_a: 7, words_b: 1 }, {
    words_a: 3,
    words_b: 3,
  }]);
  assert.deepEqual(equalizeLengths(pairs).getColumn("item_id").toArray(), ["0", "2"]);
  assert.equal(equalizeLengths(pairs, { threshold: 0 }).height, 1);
  assert.equal(equalizeLengths(pairs, { threshold: Infinity }).height, 3);
  assert.throws(() => equalizeLengths(pairs, { threshold: -1 }), RangeError);
  assert.throws(() => equalizeLengths(pairsFrame([{ words_a: 1, words_b: null }])), /1 of 1 without/);
});

Deno.test("groupRows: sorted keys, kept order, nulls of their own, no rows", () => {
  const frame = pl.DataFrame([
    pl.Series("judge", ["b", null, "a", "b", "a"], pl.Utf8),
    pl.Series("image", [true, true, false, false, false], pl.Bool),
  ]);
  const groups = groupRows(frame, ["judge", "image"]).map((
    { key, rows },
  ) => [key.judge, key.image, [...rows]]);
  assert.equal(groups.length, 4);
  assert.deepEqual(groups.find(([judge]) => judge === "a"), ["a", false, [2, 4]]);
  assert.deepEqual(groups.find(([judge]) => judge === null), [null, true, [1]]);
  assert.deepEqual(groupRows(frame, []).map(({ rows }) => [...rows]), [[0, 1, 2, 3, 4]]);
  assert.equal(groupRows(frame.filter(pl.lit(false)), ["judge"]).length, 0);
  assert.throws(
    () => groupRows(frame, ["jugde"]),
    /^TypeError: by: wanted columns of the frame, found jugde \(is it judge\?\); it has judge, image$/,
  );
  assert.throws(() => groupRows(frame, ["judge", "judge"]), /once/);
});

Deno.test("metricFrame: keys and counts that are missing stay so, and no number becomes another", () => {
  const key = (values: (number | null)[]) =>
    metricFrame(["run"], "n:count", values.map((run) => ({ run, n: 1 }))).getColumn("run").toArray();
  // As whole numbers of 32 bits a null was 0, and 3e9 was −1294967296.
  assert.deepEqual(key([1, null, 2]), [1, null, 2]);
  assert.deepEqual(key([1, 3e9]), [1, 3e9]);
  assert.deepEqual(key([1, 0.5]), [1, 0.5]);
  const { n, share } = Object.fromEntries(
    ["n", "share"].map((name) => [
      name,
      metricFrame(
        [],
        "n:count share",
        [3, NaN, Infinity, -Infinity, 3e9, undefined].map((value) => ({ n: value, share: value })),
      ).getColumn(name).toArray(),
    ]),
  );
  assert.deepEqual(n, [3, null, null, null, null, null]);
  assert.deepEqual(share, [3, NaN, Infinity, -Infinity, 3e9, null]);
});

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

Deno.test("cdsRatioSweep: ends are the subsets' accuracies, between them the weighted mean", () => {
  const pairs = pairsFrame(randomRows({ seed: 3, n: 2000 }));
  const [bias] = informativenessBias(pairs, { by: [] }).toRecords() as Values[];
  const ratios = [0, 0.25, 0.5, 1];
  const sweep = cdsRatioSweep(pairs, { ratios, draws: 400, seed: 1, by: [] }).toRecords() as Values[];
  assert.equal(sweep[0].accuracy, bias.acc_ids);
  assert.equal(sweep[3].accuracy, bias.acc_cds);
  assert.ok(sweep[0].sd < 1e-12 && sweep[3].sd < 1e-12);
  for (const { ratio, accuracy, sd, n_ids, n_cds, low, high } of sweep) {
    const expected = (1 - ratio) * bias.acc_ids + ratio * bias.acc_cds;
    assert.ok(Math.abs(accuracy - expected) < 5 * sd / Math.sqrt(400) + 1e-3, `ratio ${ratio}`);
    assert.ok(Math.abs(n_cds / (n_ids + n_cds) - ratio) < 1e-3, "the share is what was asked for");
    assert.ok(n_ids === bias.n_ids || n_cds === bias.n_cds, "one subset is used whole");
    assert.ok(low < expected && expected < high);
  }
});

Deno.test("cdsRatioSweep: a subset without rows gives NaN where it is needed", () => {
  const pairs = pairsFrame([{ more_informative: "A" }, { more_informative: "A" }]);
  const sweep = cdsRatioSweep(pairs, { ratios: [0, 0.5, 1], draws: 2, seed: 1, by: [] })
    .toRecords() as Values[];
  assert.deepEqual(sweep.map((row) => row.accuracy), [1, NaN, NaN]);
  assert.throws(() => cdsRatioSweep(pairs, { ratios: [1.2], draws: 2, seed: 1 }), /ratios from 0 to 1/);
  assert.throws(
    () => cdsRatioSweep(pairs, { ratios: [0.5], draws: 1.5, seed: 1 }),
    /at least 1 draw, found 1.5/,
  );
});
