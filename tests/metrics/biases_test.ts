import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { pairsFrame, type Values } from "./pairs_fixture.ts";
import { differenceLimits, sure, wilsonLimits } from "../stats/mover.ts";
import { lengthBias } from "@/metrics/length_bias.ts";
import { imageReliance } from "@/metrics/image_reliance.ts";
import { pairAccuracy } from "@/metrics/pair_accuracy.ts";

const one = (frame: pl.DataFrame) => {
  assert.equal(frame.height, 1);
  return (frame.toRecords() as Values[])[0];
};

Deno.test("informativenessBias: a hand-worked table", () => {
  const row = one(informativenessBias(
    pairsFrame([
      { human: "A", more_informative: "A", choice: "A" }, // IDS right
      { human: "B", more_informative: "B", choice: "B" }, // IDS right
      { human: "A", more_informative: "A", choice: "B" }, // IDS wrong
      { human: "A", more_informative: "A", choice: "A" }, // IDS right: 3/4
      { human: "A", more_informative: "B", choice: "A" }, // CDS right
      { human: "B", more_informative: "A", choice: "A" }, // CDS wrong
      { human: "B", more_informative: "A", choice: "tie" }, // CDS, a tie is wrong
      { human: "B", more_informative: "A", choice: null }, // CDS, unparsable is wrong: 1/4
      { human: "A", more_informative: "tie", choice: "A" }, // unlabelled, right
      { human: "A", more_informative: null, choice: "A" }, // unlabelled, right
      { human: "tie", more_informative: "A", choice: "A" }, // no right answer
      { human: null, more_informative: "A", choice: "A" }, // no right answer
    ]),
    { by: [] },
  ));
  assert.equal(row.n, 10);
  assert.equal(row.accuracy, 0.6); // (3 + 1 + 2)/10
  assert.deepEqual([row.n_ids, row.acc_ids, row.n_cds, row.acc_cds, row.ib], [4, 0.75, 4, 0.25, 0.5]);
  assert.deepEqual(
    [row.n_human_tie, row.n_human_missing, row.n_tie, row.n_unparsed, row.n_unlabelled, row.n_clusters],
    [1, 1, 1, 1, 2, 8],
  );
});

Deno.test('informativenessBias: unparsed "drop" leaves the unparsable out everywhere, ties stay wrong', () => {
  const pairs = pairsFrame([
    { human: "A", more_informative: "A", choice: "A" },
    { human: "A", more_informative: "B", choice: null },
    { human: "A", more_informative: "B", choice: "tie" },
    { human: "A", more_informative: "B", choice: "A" },
  ]);
  const row = one(informativenessBias(pairs, { by: [], unparsed: "drop" }));
  assert.deepEqual([row.n, row.n_cds, row.acc_cds, row.n_unparsed], [3, 2, 0.5, 1]);
  assert.throws(() => informativenessBias(pairs, { unparsed: "ignore" as "drop" }), RangeError);
});

Deno.test("informativenessBias: a judge that is always right has IB 0 and Wilson's interval, not one of width 0", () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({ more_informative: i < 40 ? "A" : "B" }));
  const row = one(informativenessBias(pairsFrame(rows), { by: [] }));
  assert.equal(row.ib, 0);
  // Both accuracies are 1; each can only be lower: low = 0 − (1 − Wilson's of 40/40), high = 0 + (1 − Wilson's of 20/20).
  assert.ok(Math.abs(row.low + (1 - wilsonLimits(sure(1, 40)).low)) < 1e-12);
  assert.ok(Math.abs(row.high - (1 - wilsonLimits(sure(1, 20)).low)) < 1e-12);
});

Deno.test("informativenessBias: an empty subset is NaN with its count, a group of one row has no interval", () => {
  const metric = informativenessBias(
    pairsFrame([
      { judge: "a", more_informative: "A" },
      { judge: "a", more_informative: "A" },
      { judge: "b", more_informative: "B" },
    ]),
    { by: ["judge"] },
  ).toRecords() as Values[];
  assert.deepEqual([metric[0].n_cds, metric[0].acc_cds, metric[0].ib], [0, NaN, NaN]);
  assert.deepEqual([metric[1].n_ids, metric[1].acc_cds, metric[1].low], [0, 1, NaN]);
});

Deno.test("informativenessBias: no labels at all names the option that brings them", () => {
  assert.throws(() => informativenessBias(pairsFrame([{}, {}])), /readPairs\(path, \{ labels/);
  assert.throws(() => informativenessBias(pl.DataFrame({ item_id: ["1"], human: ["A"] })), /choice/);
  assert.throws(() => informativenessBias(pairsFrame([{ choice: "C", more_informative: "A" }])), /"C"/);
});

Deno.test("informativenessBias: a frame without rows gives a frame without rows and the same columns", () => {
  const full = pairsFrame([{ more_informative: "A" }]);
  const empty = informativenessBias(full.filter(pl.col("judge").eq(pl.lit("nobody"))));
  assert.equal(empty.height, 0);
  assert.deepEqual(empty.columns, informativenessBias(full).columns);
});

Deno.test("clusters are images within a benchmark: the same image name in two benchmarks is two images", () => {
  const rows = ["x", "y"].flatMap((benchmark) =>
    ["A", "B"].map((more_informative, i) => ({
      benchmark,
      item_id: `${i}`,
      image_id: i === 0 ? "1" : null,
      more_informative,
    }))
  );
  // Two images and two items without one: four clusters, not two or three.
  assert.equal(one(informativenessBias(pairsFrame(rows), { by: [] })).n_clusters, 4);
});

Deno.test("lengthBias: a hand-worked table with equal and unknown lengths", () => {
  const [row] = lengthBias(
    pairsFrame([
      { human: "A", choice: "A", words_a: 9, words_b: 3 }, // longer, right
      { human: "B", choice: "B", words_a: 3, words_b: 9 }, // longer, right
      { human: "B", choice: "A", words_a: 3, words_b: 9 }, // longer, wrong: 2/3
      { human: "A", choice: "A", words_a: 3, words_b: 9 }, // shorter, right
      { human: "B", choice: "A", words_a: 9, words_b: 3 }, // shorter, wrong: 1/2
      { human: "A", choice: "A", words_a: 4, words_b: 4 }, // equal
      { human: "A", choice: "A", words_a: null, words_b: 4 }, // unknown
      { human: "tie", choice: "A", words_a: 9, words_b: 4 }, // no right answer
    ]),
    { by: [] },
  ).toRecords() as Values[];
  assert.deepEqual(
    [row.n, row.n_longer, row.n_shorter, row.n_equal_length, row.n_unknown_length],
    [7, 3, 2, 1, 1],
  );
  assert.ok(Math.abs(row.lb - (2 / 3 - 1 / 2)) < 1e-15);
  assert.equal(row.n_human_tie, 1);
});

Deno.test("lengthBias: mirrored answers keep the bias, a judge of the shorter answer turns its sign", () => {
  const rows = [
    { human: "A", choice: "A", words_a: 9, words_b: 3 },
    { human: "B", choice: "A", words_a: 9, words_b: 3 },
  ];
  const swap = (letter: string) => letter === "A" ? "B" : "A";
  const mirrored = rows.map((row) => ({
    human: swap(row.human),
    choice: swap(row.choice),
    words_a: row.words_b,
    words_b: row.words_a,
  }));
  const shortest = rows.map((row) => ({ ...row, choice: "B" }));
  const lb = (table: typeof rows) =>
    (lengthBias(pairsFrame(table), { by: [] }).toRecords() as Values[])[0].lb;
  assert.deepEqual([lb(rows), lb(mirrored), lb(shortest)], [1, 1, -1]);
});

Deno.test("lengthBias: without any word count it says what is wanted", () => {
  assert.throws(() => lengthBias(pairsFrame([{}])), /words_a and words_b/);
});

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
