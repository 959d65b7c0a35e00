import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { conditionRows } from "@/hypotheses/conditions.ts";
import { takeRows } from "@/hypotheses/take_rows.ts";
import { columnNumbers, factor } from "@/results/factor.ts";

const frame = pl.DataFrame({
  n: [1, 2, 3, 4, 5],
  text: ["a", "b", null, "d", "b"],
  seen: [true, false, true, null, true],
});

Deno.test("rows that lie together, apart, none and all are taken in order", () => {
  const taken = (rows: number[]) => takeRows(frame, Int32Array.from(rows)).getColumn("n").toArray();
  assert.deepEqual(taken([1, 2, 3]), [2, 3, 4]);
  assert.deepEqual(taken([0, 2, 4]), [1, 3, 5]);
  assert.deepEqual(taken([4]), [5]);
  assert.deepEqual(taken([]), []);
  assert.deepEqual(taken([0, 1, 2, 3, 4]), [1, 2, 3, 4, 5]);
});

Deno.test("columns of rows that lie together read as those of a frame of their own", () => {
  const own = takeRows(frame, Int32Array.of(1, 2, 3));
  assert.deepEqual([...columnNumbers(own.getColumn("n"))], [2, 3, 4]);
  assert.deepEqual([...columnNumbers(own.getColumn("seen"))], [0, 1, NaN]);
  const { codes, levels } = factor(own.getColumn("text"));
  assert.deepEqual([[...codes], levels], [[0, 2, 1], ["b", "d", null]]);
});

Deno.test("a condition's rows are the same in a long frame, which is asked in one query, as in its short parts", () => {
  const height = 5400, part = 900;
  const frame = pl.DataFrame([
    pl.Series("pipeline", Array.from({ length: height }, (_, i) => ["base", "birch", null][i % 3]), pl.Utf8),
    pl.Series("image", Array.from({ length: height }, (_, i) => [true, null, false, true][i % 4]), pl.Bool),
  ]);
  for (const condition of [{ pipeline: "base", image: true, variant: "original" }, { image: false }]) {
    const parts = Array.from(
      { length: height / part },
      (_, k) =>
        [...conditionRows("test", frame.slice(k * part, part), condition)].map((row) => row + k * part),
    );
    assert.deepEqual([...conditionRows("test", frame, condition)], parts.flat());
  }
  assert.throws(() => conditionRows("test", frame, { image: "true" }), /found false, true, null/);
});
