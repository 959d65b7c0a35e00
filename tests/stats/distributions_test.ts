import assert from "node:assert/strict";
import {
  fTail,
  incompleteBeta,
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
} from "@/stats/distributions.ts";
import { mcnemar } from "@/stats/mcnemar.ts";
import { close, golden } from "./golden.ts";
import { random } from "@/stats/random.ts";

// python3 tests/stats/golden/distributions.py > tests/stats/golden/distributions.json (mpmath 1.2.1, 40 digits)
const expected = golden<{
  normalCdf: [number, number][];
  normalQuantile: [number, number][];
  studentCdf: [number, number, number][];
  studentQuantile: [number, number, number][];
  chiSquareTail: [number, number, number][];
  mcnemarExact: [number, number, number][];
}>("distributions");

Deno.test("normalCdf keeps 14 digits down to z = -37", () => {
  for (const [z, p] of expected.normalCdf) close(normalCdf(z), p, { relative: 2e-14, what: `z ${z}` });
  assert.deepEqual([-Infinity, Infinity, NaN].map(normalCdf), [0, 1, NaN]);
  // R 4.2.2: print(pnorm(-37), digits = 17)
  close(normalCdf(-37), 5.7255712225245771e-300, { relative: 1e-13 });
});

Deno.test("normalQuantile keeps 14 digits from p = 1e-300", () => {
  for (const [p, z] of expected.normalQuantile) {
    close(normalQuantile(p), z, { relative: 2e-14, absolute: 1e-16, what: `p ${p}` });
  }
  assert.deepEqual([0, 0.5, 1].map(normalQuantile).map((z) => z + 0), [-Infinity, 0, Infinity]);
  for (const p of [-0.1, 1.1, NaN]) assert.throws(() => normalQuantile(p), RangeError);
});

Deno.test("studentCdf keeps 12 digits up to 1,000 degrees of freedom, 9 up to a million", () => {
  for (const [t, df, p] of expected.studentCdf) {
    close(studentCdf(t, df), p, {
      relative: df <= 100 ? 1e-13 : df <= 1000 ? 1e-12 : 1e-9,
      what: `t ${t}, df ${df}`,
    });
  }
  assert.deepEqual([-Infinity, Infinity, NaN].map((t) => studentCdf(t, 3)), [0, 1, NaN]);
  assert.equal(studentCdf(-1.5, Infinity), normalCdf(-1.5));
  for (const df of [0, -1, NaN]) assert.throws(() => studentCdf(1, df), RangeError);
});

Deno.test("studentQuantile keeps 12 digits, 10 from 10,000 degrees of freedom", () => {
  for (const [p, df, t] of expected.studentQuantile) {
    close(studentQuantile(p, df), t, { relative: df < 1e4 ? 1e-12 : 1e-10, what: `p ${p}, df ${df}` });
  }
  // R 4.2.2: print(c(qt(.975, 1), qt(1e-9, 3)), digits = 17)
  close(studentQuantile(0.975, 1), 12.706204736174694, { relative: 1e-14 * 2 });
  close(studentQuantile(1e-9, 3), -1033.1096745038083, { relative: 1e-12 });
  assert.deepEqual([0, 0.5, 1].map((p) => studentQuantile(p, 4)), [-Infinity, 0, Infinity]);
  for (const [p, df] of [[-0.1, 3], [1.1, 3], [NaN, 3], [0.5, 0], [0.5, NaN]]) {
    assert.throws(() => studentQuantile(p, df), RangeError);
  }
});

Deno.test("incompleteBeta: symmetry, closed forms, refused arguments", () => {
  for (const x of [0.01, 0.3, 0.5, 0.77]) {
    for (const [a, b] of [[0.5, 0.5], [2, 7], [40, 3], [900, 1100]]) {
      close(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a), 1, {
        relative: 1e-12,
        what: `${x} ${a} ${b}`,
      });
    }
    close(incompleteBeta(x, 3, 1), x ** 3, { relative: 1e-14 });
    close(incompleteBeta(x, 1, 4), 1 - (1 - x) ** 4, { relative: 1e-14 });
  }
  assert.deepEqual([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)], [0, 1]);
  for (const [x, a, b] of [[-0.1, 1, 1], [1.1, 1, 1], [NaN, 1, 1], [0.5, 0, 1], [0.5, 1, -1]]) {
    assert.throws(() => incompleteBeta(x, a, b), RangeError);
  }
});

Deno.test("mcnemar: exact p-values on both sides of the change of method at 50 disagreements", () => {
  for (const [b, c, p] of expected.mcnemarExact) {
    const result = mcnemar(b, c, { exact: true });
    close(result.pValue, p, { relative: 1e-12, what: `b ${b}, c ${c}` });
    assert.deepEqual([result.statistic, result.n, result.method], [Math.min(b, c), b + c, "exact"]);
  }
});

Deno.test("mcnemar: chi-square as R's mcnemar.test, also where b and c are equal or one apart", () => {
  // R 4.2.2: for each row mcnemar.test(matrix(c(10, b, c, 10), 2), correct = …), digits = 17
  const cases: [number, number, boolean, number, number][] = [
    [30, 10, true, 9.025, 0.0026631192591385533],
    [30, 10, false, 10, 0.0015654022580025519],
    [30, 30, true, 0, 1],
    [30, 31, true, 0, 1],
    [150, 201, true, 7.122507122507122, 0.007612218247778948],
    [13, 12, true, 0, 1],
  ];
  for (const [b, c, correction, statistic, p] of cases) {
    for (
      const result of [
        mcnemar(b, c, { exact: false, correction }),
        mcnemar(c, b, { exact: false, correction }),
      ]
    ) {
      close(result.statistic, statistic, { relative: 1e-14, what: `b ${b}, c ${c}` });
      close(result.pValue, p, { relative: 1e-13, what: `b ${b}, c ${c}` });
      assert.equal(result.method, "chi-square");
    }
  }
});

Deno.test("mcnemar: which method is the default, nothing to compare, bad counts", () => {
  assert.equal(mcnemar(400, 500).method, "exact");
  for (const exact of [true, false]) {
    const { pValue, n, statistic } = mcnemar(0, 0, { exact });
    assert.deepEqual([pValue, n, statistic], [1, 0, 0]);
  }
  for (const [b, c] of [[-1, 2], [1.5, 2], [NaN, 2], [1, Infinity]]) {
    assert.throws(() => mcnemar(b, c), RangeError);
  }
});

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
