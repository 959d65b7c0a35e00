import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { equalizeLengths } from "@/metrics/equalize_lengths.ts";
import { groupRows, metricFrame } from "@/metrics/metric_table.ts";
import { withSubsets } from "@/metrics/with_subsets.ts";
import { pairsFrame } from "./pairs_fixture.ts";

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
