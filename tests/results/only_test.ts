import assert from "node:assert/strict";
import { only } from "judgebias";
import pl from "nodejs-polars";

const frame = pl.DataFrame([
  pl.Series("judge", ["a", "b", null, "a"], pl.Utf8),
  pl.Series("image", [true, false, true, false], pl.Bool),
  pl.Series("run", [1, 2, 1, 2], pl.Int32),
]).withColumns(pl.col("judge").cast(pl.Categorical).alias("category"));

Deno.test("only: text, booleans, numbers, categories, lists, missing values; conditions hold together", () => {
  const rows = (where: Parameters<typeof only>[1]) => only(frame, where).height;
  assert.equal(rows({}), 4);
  assert.equal(rows({ judge: "a" }), 2);
  assert.equal(rows({ category: "a" }), 2);
  assert.equal(rows({ image: false }), 2);
  assert.equal(rows({ run: 1 }), 2);
  assert.equal(rows({ judge: null }), 1);
  assert.equal(rows({ judge: ["b", null] }), 2);
  assert.throws(() => rows({ judge: [] }), /at least one value of the column judge, found an empty list/);
  assert.equal(rows({ judge: "a", image: true, run: 1 }), 1);
  assert.equal(rows({ judge: "b", image: true }), 0); // both occur, in no row together
});

Deno.test("only: a slip of the pen is an error, never an empty frame", () => {
  assert.throws(() => only(frame, { jugde: "a" }), {
    name: "TypeError",
    message: /found jugde \(is it judge\?\); it has .*image/,
  });
  assert.throws(() => only(frame, { judge: "A" }), {
    name: "RangeError",
    message: /wanted one of "a", "b", null.*found "A"/,
  });
  assert.throws(() => only(frame, { judge: ["a", "c"] }), /found "c"/);
  assert.throws(() => only(frame, { run: (() => true) as never }), /found a function/);
  assert.throws(() => only(frame, { image: "true" }), /wanted one of false, true/);
  assert.throws(() => only(frame, { run: 3 }), RangeError);
  assert.equal(only(frame.head(0), { judge: "a" }).height, 0);
});
