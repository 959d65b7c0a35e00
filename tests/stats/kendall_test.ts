import assert from "node:assert/strict";
import fc from "fast-check";
import { denseRanks } from "@/stats/ranks.ts";
import { kendallTau } from "@/stats/kendall.ts";
import { close, golden } from "./golden.ts";

/** Both coefficients by their definition: every pair of rows compared. */
function textbook(x: ArrayLike<number>, y: ArrayLike<number>): { b: number; c: number } {
  let concordant = 0, discordant = 0, untiedX = 0, untiedY = 0;
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const a = Math.sign(x[i] - x[j]), b = Math.sign(y[i] - y[j]);
      if (a * b > 0) concordant++;
      if (a * b < 0) discordant++;
      if (a !== 0) untiedX++;
      if (b !== 0) untiedY++;
    }
  }
  const levels = Math.min(new Set(Array.from(x)).size, new Set(Array.from(y)).size);
  const score = concordant - discordant;
  return { b: score / Math.sqrt(untiedX * untiedY), c: 2 * score / (x.length ** 2 * (levels - 1) / levels) };
}

Deno.test("τ equals its definition on any columns, lopsided ties among them", () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.constant(0),
    fc.constant(-0),
    fc.double({ noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 60 }), (rows) => {
      const x = rows.map(([a]) => a), y = rows.map(([, b]) => b);
      const expected = textbook(x, y);
      if (new Set(x.map((v) => v + 0)).size < 2 || new Set(y.map((v) => v + 0)).size < 2) {
        assert.ok(Number.isNaN(kendallTau(x, y).tau) && Number.isNaN(kendallTau(x, y).pValue));
        return;
      }
      close(kendallTau(x, y, { variant: "b" }).tau, expected.b, { relative: 1e-12, absolute: 1e-15 });
      const c = kendallTau(x, y, { variant: "c" }).tau;
      if (!x.includes(-0) && !y.includes(-0)) close(c, Math.min(1, expected.c), { relative: 1e-12 });
      // Reversing one order turns the sign, exchanging the two changes nothing.
      close(kendallTau(x, y.map((v) => -v), { variant: "c" }).tau, -c, { relative: 1e-12 });
      close(kendallTau(y, x, { variant: "c" }).tau, c, { relative: 1e-12 });
    }),
    { numRuns: 300, seed: 5 },
  );
});

Deno.test("τ of more pairs than 2³² counts every one", () => {
  // y = x but for its reversed last half: C = pairs − D, D = (n/2)(n/2 − 1)/2.
  const n = 120_000, half = n / 2;
  const x = Float64Array.from({ length: n }, (_, i) => i);
  const y = Float64Array.from(x, (i) => i < half ? i : half + n - 1 - i);
  const discordant = half * (half - 1) / 2, pairs = n * (n - 1) / 2;
  close(kendallTau(x, y).tau, (pairs - 2 * discordant) / pairs, { relative: 1e-15 });
});

Deno.test("τ of constant, empty and single columns is NaN with its n; anything that is no number is refused", () => {
  assert.deepEqual(kendallTau([], []), { tau: NaN, pValue: NaN, n: 0 });
  assert.deepEqual(kendallTau([1], [2]), { tau: NaN, pValue: NaN, n: 1 });
  assert.deepEqual(kendallTau([4, 4, 4], [1, 2, 3], { variant: "c" }), { tau: NaN, pValue: NaN, n: 3 });
  assert.throws(() => kendallTau([1, NaN], [1, 2]), {
    name: "RangeError",
    message: "kendallTau: wanted numbers in x, found NaN in row 1",
  });
  assert.throws(() => kendallTau([1, 2], [1]), TypeError);
  assert.throws(() => kendallTau([1, 2], [null as unknown as number, 2]), /in y, found null in row 0/);
  assert.throws(() => kendallTau([1, 2], [1, 2], { variant: "a" as "b" }), RangeError);
});

Deno.test("exact p-values are shares of all orders, enumerated", () => {
  const orders = (n: number): number[][] =>
    n === 0
      ? [[]]
      : orders(n - 1).flatMap((rest) =>
        Array.from({ length: n }, (_, at) => [...rest.slice(0, at), n, ...rest.slice(at)])
      );
  const inversions = (order: number[]) =>
    order.reduce((sum, value, i) => sum + order.slice(i + 1).filter((later) => later < value).length, 0);
  for (const n of [3, 5, 7]) {
    const every = orders(n), all = every.map(inversions), pairs = n * (n - 1) / 2;
    for (let k = 0; k < pairs / 2; k++) {
      const extreme = all.filter((found) => found <= k || found >= pairs - k).length;
      const { pValue } = kendallTau(every[all.indexOf(k)], every[0].toSorted((a, b) => a - b));
      close(pValue, extreme / all.length, { relative: 1e-14 });
    }
  }
});

Deno.test("denseRanks sorts like the language does, whatever the numbers", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true }), { maxLength: 200 }), (values) => {
      const { ranks, order, levels } = denseRanks(values);
      const distinct = [...new Set(values.map((value) => value + 0))].sort((a, b) => a - b);
      assert.equal(levels, distinct.length);
      assert.deepEqual([...ranks], values.map((value) => distinct.indexOf(value + 0)));
      for (let k = 1; k < order.length; k++) {
        const [i, j] = [order[k - 1], order[k]];
        assert.ok(ranks[i] < ranks[j] || (ranks[i] === ranks[j] && i < j));
      }
    }),
    { numRuns: 200, seed: 8 },
  );
});

// /usr/bin/python3 tests/stats/golden/kendall.py > tests/stats/golden/kendall.json (scipy 1.10.1)
type Numbers = (number | "inf")[];
const cases = golden<{ name: string; x: Numbers; y: Numbers; b: [number, number]; c: [number, number] }[]>(
  "kendall",
);
const numbers = (values: Numbers) => values.map((value) => value === "inf" ? Infinity : value);

Deno.test("kendallTau agrees with scipy: both variants, p-values exact and approximate", () => {
  for (const { name, x, y, ...expected } of cases) {
    for (const variant of ["b", "c"] as const) {
      const [tau, p] = expected[variant];
      const found = kendallTau(numbers(x), numbers(y), { variant });
      close(found.tau, tau, { relative: 1e-13, absolute: 1e-15, what: `τ-${variant}, ${name}` });
      close(found.pValue, p, { relative: 1e-9, what: `p of τ-${variant}, ${name}` });
      assert.equal(found.n, x.length);
    }
  }
});
