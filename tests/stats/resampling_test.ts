import assert from "node:assert/strict";
import { bootstrap } from "@/stats/bootstrap.ts";
import { normalCdf, normalQuantile } from "@/stats/distributions.ts";
import { permutationTest } from "@/stats/permutation_test.ts";
import { random } from "@/stats/random.ts";

const VALUES = [3, 5, 7, 8, 12, 13, 21];
const mean = (rows: Int32Array) => rows.reduce((sum, row) => sum + VALUES[row], 0) / rows.length;

Deno.test("bootstrap: percentile and BCa from the replicates, recomputed by the textbook", () => {
  const replicates = 2000, seed = 4;
  // The same draws, written out: integer(7) seven times a replicate.
  const generator = random(seed);
  const drawn = Array.from({ length: replicates }, () => {
    let sum = 0;
    for (let i = 0; i < 7; i++) sum += VALUES[generator.integer(7)];
    return sum / 7;
  }).sort((a, b) => a - b);
  const quantile = (p: number) => {
    const at = p * (replicates - 1), low = Math.floor(at);
    return drawn[low] + (at - low) * (drawn[Math.min(low + 1, replicates - 1)] - drawn[low]);
  };
  const options = { rows: 7, statistic: mean, replicates, seed } as const;
  const percentile = bootstrap({ ...options, method: "percentile" });
  assert.ok(
    Math.abs(percentile.low - quantile(0.025)) < 1e-12 && Math.abs(percentile.high - quantile(0.975)) < 1e-12,
  );
  // Efron and Tibshirani 1993, equations 14.9, 14.14, 14.15
  const estimate = VALUES.reduce((s, v) => s + v, 0) / 7;
  const below = drawn.filter((v) => v < estimate - 1e-12).length +
    drawn.filter((v) => Math.abs(v - estimate) < 1e-12).length / 2;
  const z0 = normalQuantile(below / replicates);
  const jackknife = VALUES.map((v) => (7 * estimate - v) / 6),
    centre = jackknife.reduce((s, v) => s + v, 0) / 7;
  const squares = jackknife.reduce((s, v) => s + (centre - v) ** 2, 0),
    cubes = jackknife.reduce((s, v) => s + (centre - v) ** 3, 0);
  const a = cubes / (6 * squares ** 1.5);
  const tail = (z: number) => normalCdf(z0 + (z0 + z) / (1 - a * (z0 + z)));
  const bca = bootstrap({ ...options, method: "bca" });
  assert.ok(Math.abs(bca.low - quantile(tail(-1.959963984540054))) < 1e-9, `${bca.low}`);
  assert.ok(Math.abs(bca.high - quantile(tail(1.959963984540054))) < 1e-9, `${bca.high}`);
  assert.ok(bca.high > percentile.high, "a right-skewed sample moves BCa to the right");
});

Deno.test("bootstrap: two rows against the exact distribution", () => {
  // Means of two draws from 0 and 1: 0, ½, ½, 1 with probability ¼ each; sd √(1/8)
  const { standardError, low, high } = bootstrap({
    rows: 2,
    statistic: (rows) => (rows[0] + rows[1]) / 2,
    replicates: 20_000,
    seed: 2,
    method: "percentile",
  });
  assert.ok(Math.abs(standardError - Math.sqrt(1 / 8)) < 0.005);
  assert.deepEqual([low, high], [0, 1]);
});

Deno.test("bootstrap: clusters are drawn as a whole", () => {
  const sizes = new Set<number>();
  const { clusters, n } = bootstrap({
    clusters: ["a", "b", "b", "b"],
    statistic: (rows) => {
      sizes.add(rows.length);
      const b = rows.filter((row) => row > 0).length;
      assert.equal(b % 3, 0, "rows of b come in threes");
      return rows.length;
    },
    replicates: 200,
    seed: 1,
    method: "percentile",
  });
  assert.deepEqual([clusters, n, [...sizes].sort()], [2, 4, [2, 4, 6]]);
});

Deno.test("bootstrap: constant, undefined and single data; wrong use", () => {
  const constant = bootstrap({ rows: 5, statistic: () => 3, replicates: 50, seed: 1, method: "bca" });
  assert.deepEqual([constant.estimate, constant.low, constant.high], [3, NaN, NaN]);
  const undefinedHalf = bootstrap({
    rows: 2,
    statistic: (rows) => rows[0] === rows[1] ? NaN : 1,
    replicates: 1000,
    seed: 1,
    method: "percentile",
  });
  assert.ok(Math.abs(undefinedHalf.undefinedReplicates - 500) < 100 && undefinedHalf.estimate === 1);
  assert.ok(
    Number.isNaN(bootstrap({ rows: 1, statistic: () => 2, replicates: 20, seed: 1, method: "bca" }).low),
  );
  const options = { statistic: () => 0, replicates: 20, seed: 1, method: "percentile" } as const;
  assert.throws(() => bootstrap({ ...options }), TypeError);
  assert.throws(() => bootstrap({ ...options, rows: 0 }), RangeError);
  assert.throws(() => bootstrap({ ...options, clusters: [] }), RangeError);
  assert.throws(() => bootstrap({ ...options, rows: 2, replicates: 1 }), RangeError);
  assert.throws(() => bootstrap({ ...options, rows: 2, method: "basic" as "bca" }), RangeError);
});

Deno.test("permutationTest: the exact answer where all rearrangements can be listed", () => {
  // Groups {1, 2} and {3, 4}: |difference of means| = 2 is reached by 2 of the 6 splits.
  const { pValue, statistic } = permutationTest({
    data: [1, 2, 3, 4],
    statistic: ([a, b, c, d]) => (c + d - a - b) / 2,
    permute: (generator, data) => generator.shuffle(data),
    replicates: 30_000,
    seed: 1,
    alternative: "two-sided",
  });
  assert.equal(statistic, 2);
  assert.ok(Math.abs(pValue - 1 / 3) < 0.01, `${pValue}`);
});

Deno.test("permutationTest: alternatives, the floor of p, undefined statistics", () => {
  const options = { data: 5, statistic: (x: number) => x, replicates: 99, seed: 1 };
  const smaller = () => 1;
  assert.equal(permutationTest({ ...options, permute: smaller, alternative: "greater" }).pValue, 0.01);
  assert.equal(permutationTest({ ...options, permute: smaller, alternative: "less" }).pValue, 1);
  assert.equal(permutationTest({ ...options, permute: () => -7, alternative: "two-sided" }).pValue, 1);
  assert.ok(
    Number.isNaN(permutationTest({ ...options, data: NaN, permute: smaller, alternative: "less" }).pValue),
  );
  assert.throws(() => permutationTest({ ...options, permute: () => NaN, alternative: "less" }), RangeError);
  assert.throws(
    () => permutationTest({ ...options, permute: smaller, replicates: 0, alternative: "less" }),
    RangeError,
  );
  assert.throws(
    () => permutationTest({ ...options, permute: smaller, alternative: "both" as "less" }),
    RangeError,
  );
});
