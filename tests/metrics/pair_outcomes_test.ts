import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { frameClusters } from "@/metrics/clusters.ts";
import { pairOutcomes, verdictCodes } from "@/metrics/pair_outcomes.ts";
import { scoreOutcomes } from "@/metrics/score_outcomes.ts";
import { factor } from "@/results/factor.ts";
import { pairsFrame } from "./pairs_fixture.ts";
import { scoresFrame } from "./scores_fixture.ts";

/** More rows than are numbered one by one. */
const ROWS = 12_000;
const repeated = <T>(values: T[]) =>
  Array.from({ length: ROWS }, (_, i) => values[(i * 7 + (i >> 3)) % values.length]);

Deno.test("verdictCodes: long columns are compared, short ones numbered, with the same codes and errors", () => {
  const values = repeated(["A", "B", "tie", null]);
  const frame = pl.DataFrame([pl.Series("choice", values, pl.Utf8)]);
  const one = (rows: number) => verdictCodes("x", frame.slice(rows, 4000), "choice");
  assert.deepEqual(
    verdictCodes("x", frame, "choice"),
    Uint8Array.from([...one(0), ...one(4000), ...one(8000)]),
  );
  const categories = frame.withColumns(pl.col("choice").cast(pl.Categorical));
  assert.deepEqual(verdictCodes("x", categories, "choice"), verdictCodes("x", frame, "choice"));
  const bad = pl.DataFrame([pl.Series("choice", [...values, "C"], pl.Utf8)]);
  assert.throws(
    () => verdictCodes("x", bad, "choice"),
    /x: wanted A, B, tie or null in the column choice, found "C"/,
  );
});

Deno.test("factor: levels of a long column come when they are asked for, sorted, null last", () => {
  const texts = repeated(["b", null, "é", "a", "😀", "z"]);
  const long = factor(pl.Series("t", texts, pl.Utf8));
  assert.equal(long.size, 6);
  assert.deepEqual(long.levels, ["a", "b", "z", "é", "😀", null]);
  assert.deepEqual(Array.from(long.codes, (code) => long.levels[code]), texts);
});

Deno.test("frameClusters: images, items where rows have none, their numbers in order of the names", () => {
  const items = Array.from({ length: ROWS }, (_, i) => `item-${i % 3000}`);
  const images = items.map((_, i) => i % 3000 < 1500 ? `image-${i % 500}` : null);
  const frame = pl.DataFrame([pl.Series("item_id", items, pl.Utf8), pl.Series("image_id", images, pl.Utf8)]);
  const { codes, unit } = frameClusters(frame);
  assert.equal(unit, "image or item");
  const names = new Map<number, string>();
  codes.forEach((code, row) => {
    const name = images[row] ?? items[row];
    assert.equal(names.get(code) ?? name, name);
    names.set(code, name);
  });
  assert.equal(names.size, 500 + 1500);
  const whole = frame.filter(pl.col("image_id").isNotNull());
  assert.equal(frameClusters(whole).unit, "image");
  assert.equal(frameClusters(frame.drop("image_id")).unit, "item");
  assert.equal(new Set(frameClusters(frame.drop("image_id")).codes).size, 3000);
  assert.equal(frameClusters(frame.select("image_id").filter(pl.col("image_id").isNull())).unit, "row");
});

Deno.test("frameClusters: made once of a long frame, and anew when it is changed in place", () => {
  const n = 100_000;
  const column = (name: string, of: (row: number) => string) =>
    pl.Series(name, Array.from({ length: n }, (_, row) => of(row)), pl.Utf8);
  const frame = pl.DataFrame([
    column("item_id", (row) => `item-${row}`),
    column("image_id", (row) => `image-${row >> 1}`),
    column("choice", () => "A"),
  ]);
  const once = frameClusters(frame);
  assert.deepEqual(frameClusters(frame), once);
  assert.ok(once.codes[0] === once.codes[1] && once.codes[1] !== once.codes[2]);
  frame.replaceAtIdx(2, column("choice", () => "B"));
  assert.deepEqual(frameClusters(frame), once, "verdicts are no part of it");
  frame.replaceAtIdx(1, column("image_id", (row) => `image-${(row + 1) >> 1}`));
  const shifted = frameClusters(frame).codes;
  assert.ok(shifted[0] !== shifted[1] && shifted[1] === shifted[2]);
  frame.replaceAtIdx(1, pl.Series("image_id", Array.from({ length: n }, () => null), pl.Utf8));
  const items = frameClusters(frame);
  assert.deepEqual([items.unit, new Set(items.codes).size], ["item", n]);
  frame.replaceAtIdx(0, column("item_id", (row) => `item-${row >> 2}`));
  assert.equal(new Set(frameClusters(frame).codes).size, n / 4);
});

Deno.test("outcomes: what is made when first asked for is made once, for loops ask row by row", () => {
  const scores = scoreOutcomes("test", scoresFrame([{}, { run: 2 }, { biased: null }]));
  for (const name of ["unit", "clusters", "abstained"] as const) {
    assert.equal(scores[name], scores[name], name);
  }
  const pairs = pairOutcomes("test", pairsFrame([{ words_a: 1, words_b: 2, more_informative: "A" }]));
  for (const name of ["informativeness", "length", "clusters"] as const) {
    assert.equal(pairs[name], pairs[name], name);
  }
});
