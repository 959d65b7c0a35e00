import assert from "node:assert/strict";
import { type Random, random } from "@/stats/random.ts";
import { close, golden } from "./golden.ts";

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

Deno.test("hypergeometric: a thousand draws each are those of inversion with exact fractions, whatever the table", () => {
  // Sums of draws, and of draws times their place modulo 7: hypergeometric() of golden/generator.py, Generator(5).
  const wanted: [good: number, bad: number, draws: number, sum: number, placed: number][] = [
    [5281, 2475, 3102, 2112931, 6332054], // the size of a real table
    [4, 3000, 1500, 2008, 5995], // few good ones
    [3000, 4, 1500, 1498014, 4489539], // few bad ones
    [50, 50, 99, 49476, 148247], // all but one
    [7, 5, 6, 3453, 10293],
    [20_000, 3, 19_999, 19996000, 59928012],
  ];
  for (const [good, bad, draws, sum, placed] of wanted) {
    const generator = random(5),
      found = Array.from({ length: 1000 }, () => generator.hypergeometric(good, bad, draws));
    const total = (values: number[]) => values.reduce((all, value) => all + value, 0);
    assert.deepEqual(
      [total(found), total(found.map((value, i) => value * (i % 7)))],
      [sum, placed],
      `${good}, ${bad}, ${draws}`,
    );
  }
});

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
