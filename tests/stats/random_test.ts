import assert from "node:assert/strict";
import { random } from "@/stats/random.ts";
import { fTail } from "@/stats/distributions.ts";

/** p-value of Pearson's χ² for observed counts against expected probabilities. */
function fit(counts: number[], probabilities: number[]): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  const statistic = counts.reduce(
    (sum, count, i) => sum + (count - n * probabilities[i]) ** 2 / (n * probabilities[i]),
    0,
  );
  return fTail(statistic / (counts.length - 1), counts.length - 1, 1e9);
}

Deno.test("random: exact sequences, as an independent implementation gives them", () => {
  // xoshiro128** (public domain reference) in Python integers, state from the seed by splitmix32 with murmur's constants,
  // u = ((x >> 5)·2²⁶ + (y >> 6))/2⁵³ of two outputs each:
  //   [0.88…] = list(islice(uniforms(seed), 3)) for seed in (0, 1, 2**40 + 1)
  const first = (seed: number) => {
    const generator = random(seed);
    return [generator.uniform(), generator.uniform(), generator.uniform()];
  };
  assert.deepEqual(first(0), SEQUENCES[0]);
  assert.deepEqual(first(1), SEQUENCES[1]);
  assert.deepEqual(first(2 ** 40 + 1), SEQUENCES[2]);
});

const SEQUENCES = [
  [0.8868539502021594, 0.012474988946590604, 0.032522145755498943],
  [0.5686059948349658, 0.8893939367683266, 0.4705824180198359],
  [0.5028115327917301, 0.7002764589133247, 0.2500681443655115],
];

Deno.test("random: neighbouring seeds, and seeds that differ in high bits only, are unrelated", () => {
  const pairs = Array.from(
    { length: 2000 },
    (_, i) => [random(i).uniform(), random(i + 1).uniform(), random(i + 2 ** 45).uniform()],
  );
  for (const other of [1, 2]) {
    const mean = pairs.reduce((s, p) => s + (p[0] - 0.5) * (p[other] - 0.5), 0) / pairs.length * 12;
    assert.ok(Math.abs(mean) < 4 / Math.sqrt(pairs.length), `correlation ${mean}`);
  }
});

Deno.test("random: seeds that are none", () => {
  for (const seed of [-1, 1.5, NaN, Infinity, 2 ** 53]) assert.throws(() => random(seed), RangeError);
});

Deno.test("uniform and integer are even; integer has no modulo bias on a range that does not divide 2^32", () => {
  const generator = random(11);
  const bins = new Array(20).fill(0), dice = new Array(7).fill(0), thirds = new Array(3).fill(0);
  const range = 3 * 2 ** 30; // without rejection the first third would come twice as often
  for (let i = 0; i < 40_000; i++) {
    bins[Math.floor(generator.uniform() * 20)]++;
    dice[generator.integer(3, 10) - 3]++;
    thirds[Math.floor(generator.integer(range) / 2 ** 30)]++;
  }
  assert.ok(fit(bins, new Array(20).fill(1 / 20)) > 0.001);
  assert.ok(fit(dice, new Array(7).fill(1 / 7)) > 0.001);
  assert.ok(fit(thirds, new Array(3).fill(1 / 3)) > 0.001);
  assert.throws(() => generator.integer(0), RangeError);
  assert.throws(() => generator.integer(5, 5), RangeError);
  assert.throws(() => generator.integer(1.5), RangeError);
});

Deno.test("normal: mean, variance, tails", () => {
  const generator = random(5);
  const n = 50_000;
  const values = Array.from({ length: n }, () => generator.normal());
  const mean = values.reduce((s, v) => s + v, 0) / n, variance = values.reduce((s, v) => s + v * v, 0) / n;
  assert.ok(Math.abs(mean) < 4 / Math.sqrt(n) && Math.abs(variance - 1) < 4 * Math.sqrt(2 / n));
  // P(Z > 2) = 0.02275
  const beyond = values.filter((v) => v > 2).length / n;
  assert.ok(Math.abs(beyond - 0.0227501) < 4 * Math.sqrt(0.0227501 / n), `${beyond}`);
});

Deno.test("shuffle: every order equally often, a copy of the same kind", () => {
  const generator = random(3), given = Int32Array.of(0, 1, 2);
  const counts = new Map<string, number>();
  for (let i = 0; i < 12_000; i++) {
    const order = generator.shuffle(given);
    assert.ok(order instanceof Int32Array);
    counts.set(order.join(), (counts.get(order.join()) ?? 0) + 1);
  }
  assert.deepEqual([...given], [0, 1, 2]);
  assert.ok(fit([...counts.values()], new Array(6).fill(1 / 6)) > 0.001);
});

Deno.test("hypergeometric: the distribution of scipy, also lopsided", () => {
  // scipy 1.10.1: scipy.stats.hypergeom.pmf(range(6), 50, 5, 20)
  const pmf = [
    0.06725915157922559,
    0.258689044535483,
    0.3640808774943835,
    0.2340519926749608,
    0.06860144612886783,
    0.007317487587079235,
  ];
  const generator = random(8), counts = new Array(6).fill(0);
  for (let i = 0; i < 30_000; i++) counts[generator.hypergeometric(5, 45, 20)]++;
  assert.ok(fit(counts, pmf) > 0.001, counts.join());
  // Large: mean draws·g/N and variance draws·g/N·b/N·(N − draws)/(N − 1)
  const n = 20_000, values = Array.from({ length: n }, () => generator.hypergeometric(5154, 2602, 3102));
  const p = 5154 / 7756, mean = 3102 * p, variance = 3102 * p * (1 - p) * (7756 - 3102) / 7755;
  const found = values.reduce((s, v) => s + v, 0) / n,
    spread = values.reduce((s, v) => s + (v - mean) ** 2, 0) / n;
  assert.ok(Math.abs(found - mean) < 4 * Math.sqrt(variance / n), `${found} for ${mean}`);
  assert.ok(Math.abs(spread / variance - 1) < 4 * Math.sqrt(2 / n), `${spread} for ${variance}`);
});

Deno.test("hypergeometric: forced outcomes and impossible requests", () => {
  const generator = random(1);
  const forced = [[0, 5, 3], [5, 0, 3], [4, 6, 10], [7, 2, 0], [1, 1e6, 1e6 + 1]].map(([good, bad, draws]) =>
    generator.hypergeometric(good, bad, draws)
  );
  assert.deepEqual(forced, [0, 3, 4, 0, 1]);
  for (const [good, bad, draws] of [[-1, 2, 1], [1, 1, 3], [1.5, 2, 1]]) {
    assert.throws(() => generator.hypergeometric(good, bad, draws), RangeError);
  }
});
