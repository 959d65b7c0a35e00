import assert from "node:assert/strict";
import { bootstrap } from "@/stats/bootstrap.ts";
import { permutationTest } from "@/stats/permutation_test.ts";
import { close, golden } from "./golden.ts";

// python3 tests/stats/golden/resampling.py > tests/stats/golden/resampling.json (numpy 1.24.2, scipy 1.10.1)
const expected = golden<{
  values: number[];
  labels: string[];
  cases: {
    statistic: "mean" | "variance";
    labels: "rows" | "clusters";
    method: "percentile" | "bca";
    level: number;
    replicates: number;
    seed: number;
    estimate: number;
    low: number;
    high: number;
    standardError: number;
    clusters: number;
  }[];
  tiny: { values: number[]; standardError: number; low: number; high: number; cdf: [number, number][] };
  permutation: {
    pool: number[];
    size: number;
    observed: number;
    greater: number;
    less: number;
    "two-sided": number;
  };
}>("resampling");

function mean(values: number[]): (rows: Int32Array) => number {
  return (rows) => {
    let sum = 0;
    for (const row of rows) sum += values[row];
    return sum / rows.length;
  };
}

function variance(values: number[]): (rows: Int32Array) => number {
  return (rows) => {
    const centre = mean(values)(rows);
    let sum = 0;
    for (const row of rows) sum += (values[row] - centre) ** 2;
    return sum / rows.length;
  };
}

for (const { statistic, labels, method, level, replicates, seed, ...limits } of expected.cases) {
  Deno.test(`bootstrap agrees with its Python twin: ${statistic}, ${labels}, ${method}, ${level}`, () => {
    const found = bootstrap({
      ...(labels === "rows" ? { rows: expected.values.length } : { clusters: expected.labels }),
      statistic: (statistic === "mean" ? mean : variance)(expected.values),
      replicates,
      seed,
      method,
      level,
    });
    for (const key of ["estimate", "low", "high", "standardError"] as const) {
      close(found[key], limits[key], { relative: 1e-11, what: key });
    }
    assert.deepEqual(
      [found.n, found.clusters, found.replicates, found.undefinedReplicates],
      [12, limits.clusters, replicates, 0],
    );
  });
}

Deno.test("bootstrap: all 5^5 resamples of five values, seen through 20,000 replicates", () => {
  const { values, standardError, low, high, cdf } = expected.tiny;
  const seen: number[] = [];
  const statistic = mean(values);
  const found = bootstrap({
    rows: 5,
    statistic: (rows) => {
      seen.push(statistic(rows));
      return seen.at(-1)!;
    },
    replicates: 20_000,
    seed: 8,
    method: "percentile",
  });
  seen.shift(); // the estimate on the full data
  assert.equal(seen.length, 20_000);
  for (const [x, p] of cdf) {
    const share = seen.filter((value) => value <= x + 1e-9).length / seen.length;
    assert.ok(
      Math.abs(share - p) < 4 * Math.sqrt(p * (1 - p) / seen.length),
      `P(mean ≤ ${x}) ${share}, wanted ${p}`,
    );
  }
  close(found.standardError, standardError, { relative: 0.02 });
  // The quantiles lie on a lattice of fifths
  assert.ok(Math.abs(found.low - low) <= 0.2 + 1e-9 && Math.abs(found.high - high) <= 0.2 + 1e-9);
});

Deno.test("bootstrap: the same seed gives the same interval, another seed another", () => {
  const run = (seed: number) =>
    bootstrap({ rows: 12, statistic: mean(expected.values), replicates: 99, seed, method: "bca" });
  assert.deepEqual(run(3), run(3));
  assert.notEqual(run(3).low, run(4).low);
});

Deno.test("permutationTest: all three alternatives against the list of all 120 choices of 3 in 10", () => {
  const { pool, size, observed } = expected.permutation;
  for (const alternative of ["greater", "less", "two-sided"] as const) {
    const replicates = 20_000, p = expected.permutation[alternative];
    const { pValue, statistic } = permutationTest({
      data: pool,
      statistic: (data) => {
        const first = data.slice(0, size).reduce((a, b) => a + b), all = data.reduce((a, b) => a + b);
        return first / size - (all - first) / (data.length - size);
      },
      permute: (generator, data) => generator.shuffle(data),
      replicates,
      seed: 12,
      alternative,
    });
    close(statistic, observed);
    assert.ok(
      Math.abs(pValue - p) < 4 * Math.sqrt(p * (1 - p) / replicates),
      `${alternative}: ${pValue}, wanted ${p}`,
    );
  }
});

Deno.test("permutationTest: p counts the observed arrangement too", () => {
  const half = permutationTest({
    data: { turn: 0 },
    statistic: ({ turn }) => turn === 0 ? 5 : turn % 2 === 0 ? 9 : 1,
    permute: (_, { turn }) => ({ turn: turn + 1 + calls++ }),
    replicates: 4,
    seed: 1,
    alternative: "greater",
  });
  assert.equal(half.pValue, 3 / 5); // turns 1, 2, 3, 4: two are larger; (1 + 2)/(1 + 4)
});
let calls = 0;

Deno.test("permutationTest: ties that differ in the last bits count, for statistics of ordinary size", () => {
  // 0.1 + 0.2 + 0.3 depends on the order of the terms: every rearrangement ties.
  const { pValue } = permutationTest({
    data: [0.1, 0.2, 0.3],
    statistic: ([a, b, c]) => a + b + c,
    permute: (generator, data) => generator.shuffle(data),
    replicates: 99,
    seed: 1,
    alternative: "greater",
  });
  assert.equal(pValue, 1);
});
