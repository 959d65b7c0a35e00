import assert from "node:assert/strict";
import { normalQuantile, studentQuantile } from "@/stats/distributions.ts";
import { random } from "@/stats/random.ts";
import { close } from "./golden.ts";

Deno.test("normalQuantile down to the smallest number there is", () => {
  // R 4.2.2: print(qnorm(c(1e-320, 4.9406564584124654e-324)), digits = 17)
  close(normalQuantile(1e-320), -38.269125343032648, { relative: 1e-8 });
  close(normalQuantile(Number.MIN_VALUE), -38.467405617144337, { relative: 1e-8 });
  let last = -Infinity;
  for (let exponent = -323; exponent <= -300; exponent++) {
    const z = normalQuantile(Number(`1e${exponent}`));
    assert.ok(z > last, `1e${exponent}: ${z} after ${last}`);
    last = z;
  }
  assert.ok(studentQuantile(Number.MIN_VALUE, 5) < -1e60);
});

Deno.test("hypergeometric: counts up to 1e9 keep mean and variance, larger ones are refused", () => {
  const generator = random(4), draws = 4000;
  for (const [good, bad, drawn] of [[5e8, 5e8, 1000], [3e8, 7e8, 400], [20, 999_999_980, 5e8]]) {
    const values = Array.from({ length: draws }, () => generator.hypergeometric(good, bad, drawn));
    // Mean n·p, variance n·p·(1 − p)·(N − n)/(N − 1)
    const total = good + bad, p = good / total;
    const mean = drawn * p, variance = mean * (1 - p) * (total - drawn) / (total - 1);
    const found = values.reduce((sum, v) => sum + v, 0) / draws;
    const spread = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / draws;
    assert.ok(Math.abs(found - mean) < 4 * Math.sqrt(variance / draws), `${found} for ${mean}`);
    assert.ok(Math.abs(spread / variance - 1) < 4 * Math.sqrt(2 / draws), `${spread} for ${variance}`);
  }
  for (const [good, bad] of [[1e9, 1], [2 ** 50, 2 ** 50]]) {
    assert.throws(() => generator.hypergeometric(good, bad, 10), /at most 1000000000/);
  }
});
