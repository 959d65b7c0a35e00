import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { conditionRows } from "@/hypotheses/conditions.ts";

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
