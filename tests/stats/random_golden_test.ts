import assert from "node:assert/strict";
import { type Random, random } from "@/stats/random.ts";
import { close, golden } from "./golden.ts";
import { fTail } from "@/stats/distributions.ts";

interface Sequences {
  seed: number;
  uniform: number[];
  integer10: number[];
  integerSigned: number[];
  integerWide: number[];
  normal: number[];
  shuffle: number[];
  hypergeometric: number[];
  hypergeometricLopsided: number[];
}

/** A p-value below this in a calibration test with a fixed seed means a defect, not bad luck. */
const SUSPICIOUS = 1e-4;

// python3 tests/stats/golden/generator.py > tests/stats/golden/random.json (a second implementation in Python 3)
for (const expected of golden<Sequences[]>("random")) {
  Deno.test(`random(${expected.seed}) gives the sequences of the Python implementation`, () => {
    const many = (count: number, draw: (generator: Random) => number) => {
      const generator = random(expected.seed);
      return Array.from({ length: count }, () => draw(generator));
    };
    assert.deepEqual(many(5, (g) => g.uniform()), expected.uniform);
    assert.deepEqual(many(12, (g) => g.integer(10)), expected.integer10);
    assert.deepEqual(many(6, (g) => g.integer(-5, 2 ** 31)), expected.integerSigned);
    assert.deepEqual(many(6, (g) => g.integer(3 * 2 ** 30)), expected.integerWide);
    assert.deepEqual(random(expected.seed).shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), expected.shuffle);
    assert.deepEqual(many(8, (g) => g.hypergeometric(300, 120, 90)), expected.hypergeometric);
    assert.deepEqual(many(8, (g) => g.hypergeometric(4, 3000, 1500)), expected.hypergeometricLopsided);
    // C's and V8's logarithm may differ in the last bit
    many(5, (g) => g.normal()).forEach((value, i) => close(value, expected.normal[i], { relative: 1e-14 }));
  });
}

Deno.test("random refuses what is not a non-negative safe integer", () => {
  for (const seed of [-1, 0.5, NaN, Infinity, 2 ** 53]) assert.throws(() => random(seed), RangeError);
});

Deno.test("every bit of the seed changes the very first word", () => {
  // The first 32 bits alone: later ones would hide a seed whose upper half comes in too late.
  for (const start of [0, 5, 2 ** 31 + 9]) {
    const seeds = [start, ...Array.from({ length: 53 }, (_, bit) => flipBit(start, bit))];
    assert.equal(new Set(seeds.map((seed) => random(seed).integer(2 ** 32))).size, 54, `from ${start}`);
  }
});

function flipBit(seed: number, bit: number): number {
  return seed + (Math.floor(seed / 2 ** bit) % 2 === 0 ? 1 : -1) * 2 ** bit;
}

Deno.test("integer follows numpy's half-open convention and refuses empty or fractional ranges", () => {
  const generator = random(3);
  const seen = new Set(Array.from({ length: 200 }, () => generator.integer(-2, 3)));
  assert.deepEqual([...seen].sort((a, b) => a - b), [-2, -1, 0, 1, 2]);
  for (let i = 0; i < 50; i++) assert.equal(generator.integer(1), 0);
  for (const range of [[0], [2, 2], [3, 1], [0.5], [0, 1.5], [NaN], [0, 2 ** 32 + 1]]) {
    assert.throws(() => generator.integer(range[0], range[1]), RangeError);
  }
});

Deno.test("shuffle leaves its argument alone, keeps its kind, and takes empty and single arrays", () => {
  const values = Float64Array.of(1, 2, 3, 4, 5);
  const shuffled = random(1).shuffle(values);
  assert.ok(shuffled instanceof Float64Array && shuffled !== values);
  assert.deepEqual([...values], [1, 2, 3, 4, 5]);
  assert.deepEqual([...shuffled].sort(), [1, 2, 3, 4, 5]);
  assert.deepEqual(random(1).shuffle([]), []);
  assert.deepEqual(random(1).shuffle(["x"]), ["x"]);
});

/** Upper tail of Pearson's χ² of counts against expected counts; cells of little expectation are pooled. */
function fit(counts: number[], expected: number[]): number {
  let statistic = 0, cells = 0, count = 0, mean = 0;
  for (let i = 0; i < counts.length; i++) {
    count += counts[i];
    mean += expected[i];
    if (mean < 10 && i < counts.length - 1) continue;
    if (mean > 0) statistic += (count - mean) ** 2 / mean;
    cells++;
    count = mean = 0;
  }
  return fTail(statistic / (cells - 1), cells - 1, 1e9);
}

/** The pmf by its definition, from binomial coefficients in logarithms. */
function pmf(k: number, good: number, bad: number, draws: number): number {
  const logChoose = (n: number, r: number) => {
    let sum = 0;
    for (let i = 1; i <= r; i++) sum += Math.log((n - r + i) / i);
    return sum;
  };
  return k < Math.max(0, draws - bad) || k > Math.min(good, draws)
    ? 0
    : Math.exp(logChoose(good, k) + logChoose(bad, draws - k) - logChoose(good + bad, draws));
}

Deno.test("the textbook pmf of these tests is scipy's", () => {
  // python3 -c "from scipy.stats import hypergeom as h; print(h.pmf(3, 7756, 5281, 10), h.pmf(2, 3004, 4, 1500))"
  close(pmf(3, 5281, 2475, 10), 0.012722253719961104, { relative: 1e-11 });
  close(pmf(2, 4, 3000, 1500), 0.3752485435266705, { relative: 1e-11 });
});

for (
  const [good, bad, draws] of [
    [5281, 2475, 3102], // the size of a real table
    [4, 3000, 1500], // few good ones
    [3000, 4, 1500], // few bad ones
    [50, 50, 99], // all but one
    [7, 5, 6],
    [20_000, 3, 19_999],
  ]
) {
  Deno.test(`calibration: hypergeometric(${good}, ${bad}, ${draws}) has its pmf`, () => {
    const generator = random(5), count = 20_000;
    const counts = new Array(good + 1).fill(0);
    for (let i = 0; i < count; i++) counts[generator.hypergeometric(good, bad, draws)]++;
    const used = counts.map((_, k) => k).filter((k) =>
      counts[k] > 0 || Math.abs(k - draws * good / (good + bad)) < 200
    );
    const expected = used.map((k) => count * pmf(k, good, bad, draws));
    close(expected.reduce((a, b) => a + b), count, { relative: 1e-9 });
    assert.ok(fit(used.map((k) => counts[k]), expected) > SUSPICIOUS);
  });
}

Deno.test("hypergeometric: certain results and bad counts", () => {
  const generator = random(1);
  assert.equal(generator.hypergeometric(5, 3, 0), 0);
  assert.equal(generator.hypergeometric(5, 3, 8), 5);
  assert.equal(generator.hypergeometric(0, 3, 2), 0);
  assert.equal(generator.hypergeometric(0, 0, 0), 0);
  for (const [g, b, d] of [[1, 1, 3], [-1, 2, 1], [1.5, 2, 1], [2, 2, NaN]]) {
    assert.throws(() => generator.hypergeometric(g, b, d), RangeError);
  }
});
