import assert from "node:assert/strict";
import {
  fTail,
  incompleteBeta,
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
} from "@/stats/distributions.ts";

function near(actual: number, expected: number, tolerance: number, what: string) {
  assert.ok(
    Math.abs(actual - expected) <= tolerance * Math.abs(expected),
    `${what}: ${actual} for ${expected}`,
  );
}

// All golden values: scipy 1.10.1, `scipy.stats.norm.cdf(z)` and so on, printed with repr().

Deno.test("normalCdf: scipy's values from the far tail to the middle", () => {
  const golden: [number, number][] = [
    [-37, 5.7255712225245768e-300], // mpmath, 30 digits; scipy is off in the 13th here
    [-8, 6.22096057427174e-16],
    [-4.5, 3.3976731247300535e-06],
    [-2.5, 0.006209665325776132],
    [-1, 0.15865525393145707],
    [0.3, 0.6179114221889526],
    [2.49, 0.9936128452350568],
    [2.51, 0.9939634419195873],
    [6, 0.9999999990134123],
  ];
  for (const [z, p] of golden) near(normalCdf(z), p, 1e-13, `Φ(${z})`);
  assert.deepEqual([normalCdf(0), normalCdf(Infinity), normalCdf(-Infinity), normalCdf(NaN)], [
    0.5,
    1,
    0,
    NaN,
  ]);
});

Deno.test("normalQuantile: scipy's values, and the way back", () => {
  const golden: [number, number][] = [
    [1e-300, -37.0470962993612],
    [1e-10, -6.361340902404056],
    [0.02, -2.053748910631823],
    [0.3, -0.5244005127080409],
    [0.9, 1.2815515655446004],
    [0.999999, 4.753424308817087],
  ];
  for (const [p, z] of golden) near(normalQuantile(p), z, 1e-12, `quantile of ${p}`);
  for (let p = 0.001; p < 1; p += 0.017) near(normalCdf(normalQuantile(p)), p, 1e-14, `there and back ${p}`);
  assert.deepEqual([normalQuantile(0), normalQuantile(0.5), normalQuantile(1)].map((z) => z + 0), [
    -Infinity,
    0,
    Infinity,
  ]);
  for (const p of [-0.1, 1.1, NaN]) assert.throws(() => normalQuantile(p), RangeError);
});

Deno.test("studentCdf and studentQuantile: scipy's values for few and very many degrees of freedom", () => {
  const cdf: [number, number, number][] = [
    [-1, 1, 0.25],
    [-12, 2, 0.00343646683857923],
    [2.5, 3, 0.9561466764959673],
    [-2, 30, 0.02731252248149155],
    [-40, 5, 9.205981085886476e-08],
    [-1.96, 1e6, 0.02499803379263489],
    [0.5, 0.7, 0.6347991566588349],
  ];
  for (const [t, df, p] of cdf) near(studentCdf(t, df), p, 2e-12, `P(T ≤ ${t}), df ${df}`);
  const quantiles: [number, number, number][] = [
    // mpmath, 30 digits: findroot on betainc(df/2, 1/2, 0, df/(df + t²), regularized=True)/2. scipy 1.10.1 is off in the
    // 11th digit of most of these.
    [0.975, 1, 12.706204736174705],
    [0.975, 2, 4.3026527297494639],
    [0.995, 3, 5.8409093097333573],
    [0.975, 11, 2.2009851600916399],
    [0.975, 79, 1.9904502102301289],
    [0.975, 4413, 1.9605016937965296],
    [1e-6, 4, -41.577854150450975],
  ];
  for (const [p, df, t] of quantiles) near(studentQuantile(p, df), t, 1e-12, `quantile ${p}, df ${df}`);
  assert.equal(studentQuantile(0.975, Infinity), normalQuantile(0.975));
  assert.deepEqual([studentCdf(0, 3), studentCdf(Infinity, 3), studentQuantile(0.5, 7)], [0.5, 1, 0]);
  assert.throws(() => studentCdf(1, 0), RangeError);
  assert.throws(() => studentQuantile(2, 3), RangeError);
});

Deno.test("incompleteBeta: scipy's values, also for very unequal arguments", () => {
  const golden: [number, number, number, number][] = [
    [0.3, 2, 5, 0.5798250000000001],
    [0.9, 0.5, 0.5, 0.7951672353008662],
    [1e-5, 3, 4, 1.9999550003599994e-14],
    [0.999, 1000, 2, 0.7353908495416881],
    [0.5, 5e5, 5e5 + 700, 0.7579599791702467],
  ];
  for (const [x, a, b, p] of golden) near(incompleteBeta(x, a, b), p, 1e-10, `I_${x}(${a}, ${b})`);
  assert.deepEqual([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)], [0, 1]);
  assert.throws(() => incompleteBeta(0.5, 0, 1), RangeError);
  assert.throws(() => incompleteBeta(1.5, 1, 1), RangeError);
});

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
