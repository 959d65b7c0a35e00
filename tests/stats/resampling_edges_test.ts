import assert from "node:assert/strict";
import { calibrationError } from "@/metrics/calibration_error.ts";
import { bootstrap } from "@/stats/bootstrap.ts";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { kendallInterval } from "@/stats/kendall.ts";
import { logisticRegression } from "@/stats/logistic_regression.ts";
import { random } from "@/stats/random.ts";
import { permutationTest } from "@/stats/permutation_test.ts";
import { close } from "./golden.ts";

/** The mean of the chosen rows, added up in the order in which they come. */
const mean = (values: number[]) => (rows: Int32Array) => {
  let sum = 0;
  for (const row of rows) sum += values[row];
  return sum / rows.length;
};

Deno.test("bootstrap takes hundreds of thousands of rows, and one huge cluster among many small ones", () => {
  const rows = 200_000;
  const plain = bootstrap({ rows, statistic: (r) => r.length, replicates: 2, seed: 1, method: "percentile" });
  assert.deepEqual([plain.estimate, plain.low, plain.clusters], [rows, NaN, rows]);

  // 999 clusters of one row and one of 30,000: a replicate has 1000 + k·29,999 rows, k times the huge one.
  const clusters = Array.from({ length: 30_999 }, (_, i) => Math.min(i, 999));
  const seen = new Set<number>();
  bootstrap({
    clusters,
    statistic: (r) => {
      seen.add((r.length - 1000) / 29_999);
      return r.length;
    },
    replicates: 60,
    seed: 3,
    method: "percentile",
  });
  assert.ok(seen.size >= 3 && [...seen].every(Number.isInteger), [...seen].join());
});

Deno.test("bootstrap: BCa sees ties that rounding hides", () => {
  // The mean of 0.1 is 0.1 however often it is drawn; sums of 5 to 25 of them differ in the last bits.
  const clusters = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4];
  for (const seed of [1, 2, 3]) {
    const statistic = mean(clusters.map(() => 0.1));
    const { low, high } = bootstrap({ clusters, statistic, replicates: 199, seed, method: "bca" });
    assert.deepEqual([low, high], [NaN, NaN]); // all replicates alike: no limits
  }
  // What ties depends neither on the order of the rows nor on the unit; draws are the same, by cluster.
  const values = [0.1, 0.7, 0.3, 1.9, 0.2, 4.3];
  const limits = (scale: number) => {
    const scaled = values.map((v) => v * scale);
    const forward = mean(scaled), backward = (rows: Int32Array) => mean(scaled)(rows.toReversed());
    return [forward, backward].map((statistic) => {
      const { low, high } = bootstrap({ rows: 6, statistic, replicates: 999, seed: 5, method: "bca" });
      return [low / scale, high / scale];
    });
  };
  const [reference] = limits(1);
  for (const [low, high] of [1, 1e-9, 3e7].flatMap(limits)) {
    close(low, reference[0], { relative: 1e-9 });
    close(high, reference[1], { relative: 1e-9 });
  }
});

Deno.test("bootstrap: infinite replicates count, but an infinite jackknife leaves BCa without limits", () => {
  // Odds of 1 and 0: infinite where all drawn rows are 1, as when the only 0 is left out
  const values = [1, 1, 1, 0];
  const options = {
    rows: 4,
    statistic: (rows: Int32Array) => mean(values)(rows) / (1 - mean(values)(rows)),
    replicates: 500,
    seed: 1,
  };
  const bca = bootstrap({ ...options, method: "bca" });
  assert.deepEqual([bca.estimate, bca.undefinedReplicates, bca.low, bca.high], [3, 0, NaN, NaN]);
  const { low } = bootstrap({ ...options, method: "percentile" });
  assert.ok(low >= 0 && low < 3, `${low}`);
});

Deno.test("bootstrap: NaN on the full data, NaN replicates, an estimate beyond all replicates", () => {
  const options = { rows: 6, replicates: 400, seed: 1 } as const;
  for (const method of ["percentile", "bca"] as const) {
    let calls = 0;
    const first = bootstrap({ ...options, method, statistic: () => calls++ === 0 ? NaN : calls });
    assert.deepEqual([first.estimate, first.low, first.high], [NaN, NaN, NaN]);
  }
  // Undefined where row 0 is drawn first: the rest keeps its quantiles and its spread, 0.
  const some = bootstrap({
    ...options,
    method: "percentile",
    statistic: (rows) => rows[0] === 0 ? NaN : 7,
  });
  assert.ok(Number.isNaN(some.estimate) && some.undefinedReplicates > 0);
  assert.equal(some.standardError, 0);
  const none = bootstrap({ ...options, method: "percentile", statistic: () => NaN });
  assert.deepEqual([none.standardError, none.low, none.undefinedReplicates], [NaN, NaN, 400]);

  // How many different rows: 6 in the data, all six different in 6!/6⁶ = 1.5% of replicates, more in none
  const distinct = (rows: Int32Array) => new Set(rows).size;
  const below = bootstrap({ ...options, replicates: 20, seed: 2, method: "bca", statistic: distinct });
  assert.deepEqual([below.estimate, below.low, below.high], [6, NaN, NaN]);
  for (const level of [0, 1, -0.5, NaN]) {
    assert.throws(
      () => bootstrap({ ...options, method: "bca", statistic: distinct, level }),
      RangeError,
      `${level}`,
    );
  }
  assert.throws(
    () => bootstrap({ ...options, clusters: [1], method: "bca", statistic: distinct }),
    TypeError,
  );
  const nobody = {
    ofSums: (sums: ArrayLike<number>) => sums[0],
    sums: [[]],
    replicates: 20,
    seed: 2,
    method: "bca",
  } as const;
  assert.throws(() => bootstrap({ ...nobody, clusters: [] }), /at least 1 row/);
});

Deno.test("bootstrap and permutationTest: wrong use is refused", () => {
  const draws = { statistic: () => 0, replicates: 20, seed: 1, method: "percentile" } as const;
  assert.throws(() => bootstrap({ ...draws }), TypeError);
  for (
    const bad of [{ rows: 0 }, { clusters: [] }, { rows: 2, replicates: 1 }, {
      rows: 2,
      method: "basic" as "bca",
    }]
  ) {
    assert.throws(() => bootstrap({ ...draws, ...bad }), RangeError, JSON.stringify(bad));
  }
  const orders = { data: 5, statistic: (x: number) => x, replicates: 99, seed: 1 }, permute = () => 1;
  const p = (more: object) =>
    permutationTest({ ...orders, permute, alternative: "greater", ...more } as never).pValue;
  assert.deepEqual(
    [{}, { alternative: "less" }, { permute: () => -7, alternative: "two-sided" }, { data: NaN }].map(p),
    [
      ...[0.01, 1, 1, NaN],
    ],
  );
  for (const bad of [{ permute: () => NaN }, { replicates: 0 }, { alternative: "both" }]) {
    assert.throws(() => p(bad), RangeError, JSON.stringify(bad));
  }
});

Deno.test("permutationTest: the unit of the statistic changes nothing, rounding neither", () => {
  // {1 … 4} against {5 … 8}: 2 of the 70 splits are as extreme
  const test = (scale: number, offset = 0) =>
    permutationTest({
      data: [1, 2, 3, 4, 5, 6, 7, 8].map((x) => x * scale),
      statistic: ([a, b, c, d, e, f, g, h]) => e + f + g + h - a - b - c - d + offset,
      permute: (generator, data) => generator.shuffle(data),
      replicates: 999,
      seed: 1,
      alternative: "two-sided",
    }).pValue;
  const p = test(1);
  assert.ok(p > 0 && p < 0.06, `${p}`); // 2/70 = 0.029 and three Monte-Carlo errors of 0.005, and a little
  for (const scale of [1e-14, 0.1, 1e9, 1e200]) assert.equal(test(scale), p, `${scale}`);
});

Deno.test("permutationTest: infinite statistics tie with themselves; a fraction of a replicate is refused", () => {
  const options = { data: [0, 1], replicates: 999, seed: 1, alternative: "greater" } as const;
  const permute = (generator: { shuffle: (x: number[]) => number[] }, data: readonly number[]) =>
    generator.shuffle([...data]);
  const { statistic, pValue } = permutationTest<readonly number[]>({
    ...options,
    statistic: ([a, b]) => b / a,
    permute,
  });
  assert.equal(statistic, Infinity);
  assert.ok(Math.abs(pValue - 0.5) < 0.05, `${pValue}`);
  for (const replicates of [1.5, NaN]) {
    assert.throws(() => permutationTest({ ...options, replicates, statistic: () => 1, permute }), RangeError);
  }
});

Deno.test("at a fixed seed the order of rows changes no bootstrap and no permutation", () => {
  const generator = random(12), n = 60;
  const rows = Array.from({ length: n }, (_, i) => ({
    cluster: i % 13,
    hit: generator.uniform() < 0.6 ? 1 : 0,
    group: i % 2,
    value: Math.round(10 * generator.normal()),
  }));
  const orders = [
    rows,
    [...rows].reverse(),
    [...generator.shuffle(Int32Array.from(rows.keys()))].map((i) => rows[i]),
  ];
  const answers = orders.map((list) => {
    const boot = bootstrap({
      sums: [list.map(({ hit }) => hit), list.map(() => 1)],
      clusters: list.map(({ cluster }) => cluster),
      ofSums: ([hits, all]) => hits / all,
      replicates: 500,
      seed: 4,
      method: "bca",
    });
    const plain = bootstrap({
      clusters: list.map(({ cluster }) => cluster),
      statistic: (drawn) => drawn.reduce((sum, i) => sum + list[i].value, 0) / drawn.length,
      replicates: 300,
      seed: 4,
      method: "percentile",
    });
    return [boot.low, boot.high, plain.low, plain.high];
  });
  for (const other of answers.slice(1)) {
    other.forEach((value, k) =>
      assert.ok(Math.abs(value - answers[0][k]) < 1e-12, `${k}: ${value} ${answers[0][k]}`)
    );
  }
});

Deno.test("a row without a cluster's label is an error: all of them would be one cluster", () => {
  const values = [0.2, 0.7, 0.4, 0.9], outcomes = [0, 1, 0, 1];
  const rows = [[1], [2], [3], [4]], draws = { replicates: 9, seed: 1, method: "percentile" } as const;
  const ways: Record<string, (clusters: number[]) => unknown> = {
    bootstrap: (clusters) => bootstrap({ clusters, statistic: mean(values), ...draws }),
    kendallInterval: (clusters) => kendallInterval(values, outcomes, { clusters }),
    cohenKappa: (clusters) => cohenKappa(outcomes, outcomes, { clusters }),
    logisticRegression: (clusters) => logisticRegression(rows, [0, 1, 1, 0], { clusters }),
    calibrationError: (clusters) => calibrationError(values, outcomes, { clusters }),
  };
  for (const [name, way] of Object.entries(ways)) {
    way([0, 1, 2, 3]);
    for (const missing of [null, undefined, NaN] as number[]) {
      assert.throws(
        () => way([0, missing, 2, missing]),
        new RangeError(`${name}: wanted a cluster for each row, found ${missing} in row 2`),
      );
    }
  }
});
