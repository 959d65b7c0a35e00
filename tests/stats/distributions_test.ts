import assert from "node:assert/strict";
import { fTail } from "@/stats/distributions.ts";

function near(actual: number, expected: number, tolerance: number, what: string) {
  assert.ok(
    Math.abs(actual - expected) <= tolerance * Math.abs(expected),
    `${what}: ${actual} for ${expected}`,
  );
}

// All golden values: scipy 1.10.1, `scipy.stats.norm.cdf(z)` and so on, printed with repr().

Deno.test("fTail: scipy's values", () => {
  const golden: [number, number, number, number][] = [
    // scipy 1.10.1: stats.f.sf(x, df1, df2)
    [2.5, 4.7, 33.1, 0.0531319485982172],
    [0.3, 9, 2691, 0.9749437054276013],
    [12, 5, 9, 0.0009134208793856917],
  ];
  for (const [x, one, two, p] of golden) near(fTail(x, one, two), p, 1e-10, `P(X ≥ ${x}), df ${one}, ${two}`);
  assert.deepEqual([fTail(0, 1, 2), fTail(Infinity, 3, 4)], [1, 0]);
  assert.throws(() => fTail(-1, 1, 1), RangeError);
  assert.throws(() => fTail(1, 0, 1), RangeError);
});
