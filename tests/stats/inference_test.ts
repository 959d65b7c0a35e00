import assert from "node:assert/strict";
import { benjaminiHochberg, benjaminiYekutieli, holm } from "@/stats/multiple_testing.ts";
import { bootstrap } from "@/stats/bootstrap.ts";
import { logisticRegression } from "@/stats/logistic_regression.ts";
import { random } from "@/stats/random.ts";
import { close } from "./golden.ts";

const near = (actual: number, expected: number, absolute = 1e-12) => close(actual, expected, { absolute });

Deno.test("logisticRegression: separation is found, whatever its kind, and only where it is", () => {
  const x = [1, 2, 3, 4, 5, 6, 7, 8];
  const X = x.map((v) => [v]);
  const complete = logisticRegression(X, [0, 0, 0, 0, 1, 1, 1, 1]);
  assert.ok(complete.separated && !complete.converged && complete.coefficients[1] > 5);
  assert.ok(complete.standardErrors.every(Number.isNaN) && complete.pValues.every(Number.isNaN));
  near(complete.logLikelihood, 0, 1e-9);
  // Quasi-complete: 4 stands on both sides.
  const quasi = logisticRegression([...X, [4]], [0, 0, 0, 0, 1, 1, 1, 1, 1]);
  assert.ok(quasi.separated);
  near(quasi.fitted[3], 0.5, 1e-6); // one right, one wrong at 4
  near(quasi.fitted[7], 1, 1e-11);
  // All outcomes alike: the intercept runs away.
  const constant = logisticRegression(X, x.map(() => 1));
  assert.ok(constant.separated && constant.fitted.every((p) => p > 1 - 1e-11));
  // One subset always right, the other not: only its column runs away.
  const subset = x.map((v) => [v > 4 ? 1 : 0]);
  const half = logisticRegression(subset, [0, 1, 0, 1, 1, 1, 1, 1]);
  assert.ok(half.separated);
  near(half.fitted[0], 0.5, 1e-9);
  // Strong, but overlapping: one wrong answer in 400 on either side.
  const strong = Array.from({ length: 800 }, (_, i) => [i < 400 ? 1 : 0]);
  const outcome = strong.map(([v], i) => i === 0 ? 0 : i === 400 ? 1 : v);
  const fit = logisticRegression(strong, outcome);
  assert.ok(!fit.separated && fit.converged);
  near(fit.coefficients[1], 2 * Math.log(399), 1e-8);
});

Deno.test("logisticRegression: separation against a search for a separating line, over many small data sets", () => {
  const generator = random(5);
  let found = 0;
  for (let s = 0; s < 400; s++) {
    const X = Array.from({ length: 7 }, () => [generator.integer(4), generator.integer(3)]);
    const y = X.map(() => generator.integer(2));
    let fit;
    try {
      fit = logisticRegression(X, y);
    } catch {
      continue; // a column that the other one determines
    }
    const separable = separates(X, y);
    assert.equal(fit.separated, separable, JSON.stringify([X, y]));
    if (separable) found++;
    else assert.ok(fit.converged);
  }
  assert.ok(found > 50 && found < 350, `${found}`);
});

/** Whether some (a, b, c) ≠ 0 has s·(a + b·x + c·z) ≥ 0 everywhere, > 0 somewhere; lines through two points are the extremes. */
function separates(X: number[][], y: number[]): boolean {
  const rows = X.map(([x, z], i) => [1, x, z].map((v) => y[i] === 1 ? v : -v));
  const candidates: number[][] = [];
  for (const u of rows) {
    for (const v of rows) {
      // Orthogonal to two rows: the edges of the cone of separating directions.
      candidates.push([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]);
    }
  }
  return candidates.flatMap((c) => [c, c.map((v) => -v)]).some((c) => {
    const along = rows.map((row) => row.reduce((sum, v, j) => sum + v * c[j], 0));
    return along.every((v) => v >= -1e-12) && along.some((v) => v > 1e-12);
  });
}

Deno.test("logisticRegression: errors name what is wrong", () => {
  assert.throws(() => logisticRegression([[1], [2]], [1]), /2 rows, 1 outcomes/);
  assert.throws(() => logisticRegression([[1], [2], [3]], [0, 1, 2]), /found 2 in row 3/);
  assert.throws(() => logisticRegression([[1, 1], [2, 2], [3, 3]], [0, 1, 0]), /determined by the others/);
  assert.throws(() => logisticRegression([[5], [5], [5]], [0, 1, 0]), /constant/);
  assert.throws(() => logisticRegression([], []), /rows/);
  assert.throws(() => logisticRegression([[1], [NaN]], [0, 1]), /NaN in row 2, column 1/);
  assert.throws(() => logisticRegression([[1], [2, 3]], [0, 1]), /row 2/);
});

Deno.test("holm and benjaminiHochberg: missing tests stay missing and do not count", () => {
  assert.deepEqual(holm([NaN, 0.02, 0.03]), [NaN, 0.04, 0.04]);
  assert.deepEqual(benjaminiHochberg([0.02, NaN, 0.5]), [0.04, NaN, 0.5]);
  const absent = null as never; // as a column of Polars holds it: no p of 0
  assert.deepEqual(holm([absent, 0.02, 0.03]), [NaN, 0.04, 0.04]);
  assert.deepEqual(benjaminiHochberg([0.02, absent, 0.5]), [0.04, NaN, 0.5]);
  assert.deepEqual(benjaminiYekutieli([absent, 0.02]), [NaN, 0.02]);
  assert.deepEqual(holm([]), []);
  assert.throws(() => holm([1.2]), /1\.2 at 1/);
});

Deno.test("bootstrap of sums: the same distribution as resampling rows cluster by cluster", () => {
  const generator = random(3);
  const n = 300, clusters = Int32Array.from({ length: n }, () => generator.integer(90));
  const ids = Float64Array.from({ length: n }, () => generator.uniform() < 0.7 ? 1 : 0);
  const right = ids.map((side) => generator.uniform() < 0.5 + 0.3 * side ? 1 : 0);
  const sums = [
    ids,
    ids.map((v, i) => v * right[i]),
    ids.map((v) => 1 - v),
    ids.map((v, i) => (1 - v) * right[i]),
  ];
  const bias = ([a, b, c, d]: ArrayLike<number> & Iterable<number>) => b / a - d / c;
  for (const method of ["percentile", "bca"] as const) {
    const fast = bootstrap({ sums, clusters, ofSums: (t) => bias(t), replicates: 8000, seed: 1, method });
    const slow = bootstrap({
      clusters,
      statistic: (rows: Int32Array) =>
        bias(sums.map((list) => rows.reduce((sum, row) => sum + list[row], 0))),
      replicates: 8000,
      seed: 2,
      method,
    });
    near(fast.estimate, slow.estimate);
    // Limits are quantiles of 8,000 draws: Monte-Carlo error about 0.03 standard errors.
    near(fast.low, slow.low, 0.15 * slow.standardError);
    near(fast.high, slow.high, 0.15 * slow.standardError);
    near(fast.standardError, slow.standardError, 0.04 * slow.standardError);
    assert.equal(fast.clusters, slow.clusters);
  }
});

Deno.test("bootstrap of sums: edges", () => {
  const options = { clusters: [0, 1, 2, 3], replicates: 50, seed: 1, method: "percentile" } as const;
  const empty = bootstrap({ ...options, sums: [[0, 0, 0, 0]], ofSums: ([x]) => x / x });
  assert.ok(Number.isNaN(empty.estimate) && Number.isNaN(empty.low) && empty.undefinedReplicates === 50);
  const ofSums = ([x]: Float64Array) => x;
  assert.throws(() => bootstrap({ ...options, sums: [[1]], ofSums }), /4 values/);
  assert.throws(() => bootstrap({ ...options, clusters: [], sums: [[]], ofSums }), /1 row/);
  assert.throws(() => bootstrap({ ...options, sums: [[1, NaN, 1, 1]], ofSums }), /finite numbers/);
});
