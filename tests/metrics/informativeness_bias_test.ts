import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { pairsFrame, type Values } from "./pairs_fixture.ts";
import { sure, wilsonLimits } from "../stats/mover.ts";

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

Deno.test("informativenessBias: columns stand in the order of the contract", () => {
  assert.deepEqual(informativenessBias(pairsFrame([{ more_informative: "A" }])).columns.slice(0, 15), [
    ..."benchmark judge pipeline image variant".split(" "),
    ..."n accuracy n_ids acc_ids n_cds acc_cds ib low high n_clusters".split(" "),
  ]);
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
