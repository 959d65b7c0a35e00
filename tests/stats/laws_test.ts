import assert from "node:assert/strict";
import fc from "fast-check";
import { bootstrap } from "@/stats/bootstrap.ts";
import { cholesky } from "@/stats/matrix.ts";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { incompleteBeta, normalQuantile, studentCdf, studentQuantile } from "@/stats/distributions.ts";
import { elasticNet, type ElasticNetFit } from "@/stats/elastic_net.ts";
import { elasticNetCV, foldStarts } from "@/stats/elastic_net_cv.ts";
import { gComputation } from "@/stats/g_computation.ts";
import { infer } from "@/stats/infer.ts";
import { limitsPValue, sumLimits } from "@/stats/limits.ts";
import { logisticRegression } from "@/stats/logistic_regression.ts";
import { overlapContrast } from "@/stats/overlap_contrast.ts";
import { random } from "@/stats/random.ts";
import { close, mean, near, total, upTo } from "./golden.ts";
import { differenceLimits, wilsonLimits } from "./mover.ts";

Deno.test("a mean that few clusters pull towards the middle has a limit there that their skewness makes longer; a difference has not", () => {
  // Changes of a score: 37 images of 4 rows about .05, three about .4; and the same upside down.
  const values = upTo(160).map((i) => (i < 12 ? 0.4 : 0.05) + 0.01 * (i * 7 % 5 - 2));
  const clusters = values.map((_, i) => Math.floor(i / 4)), parts = values.map(() => 0);
  const found = clusterInterval({ values, parts, clusters, weights: [1] }), { estimate, df } = found;
  const shares = upTo(40).map((g) =>
    total(values.slice(4 * g, 4 * g + 4).map((v) => v - estimate)) / 160 / Math.sqrt(1 - 4 / 160)
  );
  const power = (k: number) => total(shares.map((u) => u ** k));
  // d² = t²·(se² + slope·d − d²/n), with the clusters' own slope.
  const n = estimate * (1 - estimate) / power(2), t = studentQuantile(0.975, df), d = found.high - estimate;
  close(d * d, t * t * (power(2) + d * power(3) / power(2) - d * d / n), { relative: 1e-9 });
  const share = { mean: estimate, trials: n, df };
  close(found.low, wilsonLimits(share).low, { relative: 1e-9 });
  const turned = clusterInterval({ values: values.map((value) => 1 - value), parts, clusters, weights: [1] });
  close(turned.low, 1 - found.high, { relative: 1e-9 });
  const difference = clusterInterval({
    ...{ values: [...values, ...values], parts: [...parts, ...parts.map(() => 1)], weights: [1, -1] },
    clusters: [...clusters, ...clusters.map((cluster) => 40 + cluster)],
  });
  close(difference.high, differenceLimits(share, share).high, { relative: 1e-9 });
});

Deno.test("clusterInterval: a share near its edge takes Wilson's limits with t and its effective rows; ten clusters of which one holds nearly all tell as much as two", () => {
  // 100 clusters of one row, 97 right: se² = 0.97·0.03/99, so 99 effective rows
  const of = (values: number[], clusters: number[]) =>
    clusterInterval({ values, clusters, parts: values.map(() => 0), weights: [1] });
  const { low, high, method, df } = of(upTo(100).map((i) => i < 97 ? 1 : 0), upTo(100));
  const limits = wilsonLimits({ mean: 0.97, trials: 99, df: 99 });
  close(low, limits.low);
  close(high, limits.high);
  close(df, 99);
  assert.equal(method, "Wilson");
  const lopsided = of(upTo(109).map((i) => i % 2), upTo(109).map((i) => i < 100 ? 0 : i - 99));
  assert.ok(lopsided.effectiveClusters < 5 && lopsided.clusters === 10, `${lopsided.effectiveClusters}`);
  assert.match(lopsided.warning, /of 10 clusters/);
});

Deno.test("gComputation: without covariates its influence gives a difference of two shares its own interval", () => {
  const generator = random(5), n = 300, subset = Float64Array.from({ length: n }, () => generator.integer(2));
  const clusters = Int32Array.from({ length: n }, () => generator.integer(80));
  const y = Float64Array.from(subset, (s) => generator.uniform() < (s === 1 ? 0.8 : 0.5) ? 1 : 0);
  const { means, influence } = gComputation({ y, exposure: subset });
  const size = (side: number) => subset.filter((s) => s === side).length;
  const of = (value: (row: number, side: number) => number, own?: number[]) =>
    infer(
      [1, 0].map((side, k) => ({
        ...{ name: String(side), weight: k === 0 ? 1 : -1, estimate: own?.[k] },
        value: (row) => subset[row] === side ? value(row, side) : NaN,
      })),
      n,
      clusters,
    );
  const plain = of((row) => y[row]);
  // 1/√(1 − 1/n_k) of each row's leverage is the only difference.
  const shrunk = (row: number, side: number) =>
    size(side) * influence[1 - side][row] * Math.sqrt(1 - 1 / size(side));
  const found = of(shrunk, means);
  for (const name of ["estimate", "low", "high", "standardError"] as const) {
    close(found[name], plain[name], { relative: 1e-8 });
  }
});

Deno.test("overlapContrast: right if either regression is, without both it is not; groups that do not overlap and columns that repeat are refused", () => {
  /** Two groups whose covariate differs; the group adds `effect` to a chance that the covariate bends. */
  const drawn = (seed: number, n: number, effect: number) => {
    const generator = random(seed),
      group = new Float64Array(n),
      x = new Float64Array(n),
      y = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      group[i] = generator.uniform() < 0.6 ? 1 : 0;
      x[i] = (group[i] === 1 ? 0.7 : -0.7) + generator.normal();
      y[i] = generator.uniform() < 0.35 + 0.3 / (1 + Math.exp(-2 * x[i])) + effect * group[i] ? 1 : 0;
    }
    return { group, x, y };
  };
  const { group, x, y } = drawn(1, 40_000, 0.1), both = { group, y, propensity: [x], outcome: () => [x] };
  const found = overlapContrast(both);
  const difference = (own: object) => {
    const { means: [one, other] } = overlapContrast({ ...both, ...own });
    return one - other;
  };
  for (const own of [{}, { outcome: null }, { propensity: [] }]) near(difference(own), 0.1, 0.02);
  assert.ok(difference({ propensity: [], outcome: null }) > 0.2);
  const moves = found.influence[0].map((value, i) => value - found.influence[1][i]);
  const error = Math.sqrt(total(moves.map((value) => value * value)));
  assert.ok(error > 0.002 && error < 0.0125 && Math.abs(total(moves)) < 1e-3);
  // As many rows of each group as their weights allow; 20,000 rows would not be quadratic.
  const [one, other] = found.effective;
  assert.ok(one < 24_500 && other < 16_500 && other > 5000);
  const few = drawn(2, 300, 0),
    refused = (propensity: Float64Array[]) => () =>
      overlapContrast({ ...few, propensity, outcome: () => [few.x] });
  assert.throws(refused([few.group.map((g) => 2 * g)]), /found them separated/);
  assert.throws(refused([few.x, few.x]), /determined/);
});

Deno.test("incompleteBeta: symmetry and closed forms; quantiles fall to the smallest number there is, and their distribution function is p again", () => {
  for (const x of [0.01, 0.3, 0.5, 0.77]) {
    for (const [a, b] of [[0.5, 0.5], [2, 7], [40, 3], [900, 1100]]) {
      close(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a), 1, { what: `${x} ${a} ${b}` });
    }
    close(incompleteBeta(x, 3, 1), x ** 3, { relative: 1e-14 });
    close(incompleteBeta(x, 1, 4), 1 - (1 - x) ** 4, { relative: 1e-14 });
  }
  const quantiles = upTo(24).map((i) => normalQuantile(Number(`1e${i - 323}`)));
  assert.ok(quantiles.every((z, i) => i === 0 || z > quantiles[i - 1]));
  assert.ok(studentQuantile(Number.MIN_VALUE, 5) < -1e60);
  // From the middle to 1e-13, from 0.4 to 5,000 degrees of freedom.
  const { uniform } = random(1);
  for (let i = 0; i < 5000; i++) {
    const p = 0.5 * Math.exp(-30 * uniform()), df = Math.exp(9.4 * uniform() - 0.9);
    close(studentCdf(studentQuantile(p, df), df), p, { relative: 1e-11, what: `p ${p}, df ${df}` });
  }
});

/** The conditions that hold at the minimum alone, from the rows: how far the fit is from each, at most. */
function violation(
  X: number[][],
  y: number[],
  { coefficients: b, intercept }: ElasticNetFit,
  options: Options,
) {
  const { alpha, l1Ratio, nonNegative } = options, n = y.length, limit = alpha * l1Ratio;
  const residual = y.map((value, i) => value - intercept - total(b.map((w, j) => w * X[i][j])));
  const off = b.map((w, j) => {
    const pull = total(residual.map((r, i) => r * X[i][j])) / n - alpha * (1 - l1Ratio) * w;
    if (w !== 0) return Math.max(Math.abs(pull - limit * Math.sign(w)), nonNegative ? -w : 0);
    return (nonNegative ? pull : Math.abs(pull)) - limit;
  });
  return Math.max(0, ...off, options.fitIntercept === false ? 0 : Math.abs(mean(residual)));
}
type Options = { alpha: number; l1Ratio: number; fitIntercept?: boolean; nonNegative?: boolean };

function problem(seed: number, n: number, p: number, shift = 0): { X: number[][]; y: number[] } {
  const { normal } = random(seed);
  const X = upTo(n).map(() => {
    const shared = normal();
    return upTo(p).map(() => shift + shared + normal());
  });
  return { X, y: X.map((row) => total(row.map((x, j) => (j % 3 - 1) * x)) + normal()) };
}

Deno.test("elasticNet reaches the minimum on any problem; stopped early it says so", () => {
  fc.assert(
    fc.property(
      fc.record({
        ...{ seed: fc.nat(1e6), n: fc.integer({ min: 2, max: 40 }), p: fc.integer({ min: 1, max: 12 }) },
        ...{ shift: fc.constantFrom(0, 0, 5, 100), alpha: fc.constantFrom(1e-6, 1e-3, 0.05, 0.5, 3) },
        l1Ratio: fc.constantFrom(0, 0.1, 0.5, 1),
        ...{ fitIntercept: fc.boolean(), nonNegative: fc.boolean() },
      }),
      ({ seed, n, p, shift, ...options }) => {
        const { X, y } = problem(seed, n, p, shift), fit = elasticNet(X, y, options);
        assert.ok(fit.converged);
        const off = violation(X, y, fit, options), scale = Math.max(1, shift * shift, ...y.map(Math.abs));
        assert.ok(off <= 1e-9 * scale, `off by ${off}`);
      },
    ),
    { numRuns: 300, seed: 12 },
  );
  const { X, y } = problem(9, 50, 8), early = { alpha: 0.1, l1Ratio: 0.5, maxIterations: 1 };
  assert.deepEqual([elasticNet(X, y, early)].map((fit) => [fit.converged, fit.iterations]), [[false, 1]]);
  // A step that gains no more than all there is to gain ends any descent.
  assert.ok(elasticNet(X, y, { ...early, tolerance: 1 }).converged);
});

Deno.test("elastic nets: the ridge part shares twins' weight equally; folds are of sizes that differ by one at most; systems are solved", () => {
  const { X, y } = problem(2, 30, 1), twin = X.map(([x]) => [x, x]);
  const of = (own: number[][], l1Ratio: number) => elasticNet(own, y, { alpha: 0.1, l1Ratio }).coefficients;
  const [one, other] = of(twin, 0.5), [first, second] = of(twin, 1);
  close(one, other, { relative: 1e-10 });
  close(first + second, of(X, 1)[0], { relative: 1e-10 });
  const rows = upTo(40).map((i) => [i % 7, (i * 3) % 11]), z = rows.map(([a, b]) => 2 * a - b);
  const cv = (more: object) => elasticNetCV(rows, z, { l1Ratio: 0.5, ...more });
  assert.equal(cv({ alphas: 1 }).alpha, cv({}).path[0].alpha);
  for (const [rows, folds] of [[17, 5], [6, 6], [100, 3]]) {
    const starts = foldStarts(rows, folds), sizes = upTo(folds).map((f) => starts[f + 1] - starts[f]);
    assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1 && Math.min(...sizes) >= 1);
  }
  assert.deepEqual([...cholesky([[4, 2], [2, 5]])!.solve([8, 12])], [1, 2]);
});

/** Whether some (a, b, c) ≠ 0 has s·(a + b·x + c·z) ≥ 0 everywhere, > 0 somewhere; lines through two points are the extremes. */
function separates(X: number[][], y: number[]): boolean {
  const rows = X.map(([x, z], i) => [1, x, z].map((v) => y[i] === 1 ? v : -v));
  // Orthogonal to two rows: the edges of the cone of separating directions.
  const candidates = rows.flatMap((u) =>
    rows.map((v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]])
  );
  return candidates.flatMap((c) => [c, c.map((v) => -v)]).some((c) => {
    const along = rows.map((row) => total(row.map((v, j) => v * c[j])));
    return along.every((v) => v >= -1e-12) && along.some((v) => v > 1e-12);
  });
}

Deno.test("logisticRegression: separation against a search for a separating line, over many small data sets; strong, but overlapping is none", () => {
  const generator = random(5);
  let found = 0;
  for (let s = 0; s < 400; s++) {
    const X = upTo(7).map(() => [generator.integer(4), generator.integer(3)]),
      y = X.map(() => generator.integer(2));
    let fit;
    try {
      fit = logisticRegression(X, y);
    } catch {
      continue; // a column that the other one determines
    }
    assert.equal(fit.separated, separates(X, y), JSON.stringify([X, y]));
    if (fit.separated) found++;
    else assert.ok(fit.converged);
  }
  assert.ok(found > 50 && found < 350, `${found}`);
  // One wrong answer in 400 on either side.
  const strong = upTo(800).map((i) => [i < 400 ? 1 : 0]);
  const fit = logisticRegression(strong, strong.map(([v], i) => i === 0 ? 0 : i === 400 ? 1 : v));
  assert.ok(!fit.separated && fit.converged);
  near(fit.coefficients[1], 2 * Math.log(399), 1e-8);
});

/** The mean of the chosen rows, added up in the order in which they come. */
const meanOf = (values: number[]) => (rows: ArrayLike<number>) =>
  mean(Array.from(rows, (row) => values[row]));

Deno.test("bootstrap: a row without a cluster's label is an error: all of them would be one cluster", () => {
  const draws = { replicates: 9, seed: 1, method: "percentile" as const, clusters: [0, NaN, NaN] };
  const drawing = { statistic: meanOf([1, 2, 3]), ...draws };
  assert.throws(() => bootstrap(drawing), /a cluster for each row, found NaN/);
});

type Limits = (level: number) => { low: number; high: number };

/** p by halving its logarithm. */
function halved(estimate: number, nullValue: number, limits: Limits): number {
  let low = -36, high = 0;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2, found = limits(-Math.expm1(middle));
    if (estimate > nullValue ? found.low <= nullValue : found.high >= nullValue) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}

Deno.test("limitsPValue: what halving finds, of limits that are no line in the quantile, in a few calls", () => {
  const part = {
    ...{ mean: 0.97, weight: 1, range: [0, 1] as const, standardError: 0.02, df: 9, units: 60 },
    ...{ isScarce: true, slope: -0.02 },
  };
  const around = (df: number): Limits => (level) => {
    const half = 0.03 * studentQuantile(0.5 + level / 2, df);
    return { low: 0.5 - half, high: 0.5 + half };
  };
  // Stays at 0.2 from 80% on: no null value below it is ever reached.
  const floor: Limits = (level) => ({ low: Math.max(0.2, 0.5 - level / 2.5), high: 1 });
  const sixty = { mean: 0.9, trials: 60, df: Infinity };
  const cases: [name: string, estimate: number, nulls: number[], limits: Limits, calls: number][] = [
    ["Student, 20", 0.5, [0.49, 0.45, 0.6, 0.4], around(20), 20],
    ["Student, 1", 0.5, [0.49, 0.3, 0.9, 30], around(1), 30],
    ["Wilson", 0.9, [0.89, 0.8, 0.95, 0.6], (level) => wilsonLimits(sixty, level), 21],
    ["scarce share", 0.97, [0.965, 0.9, 0.99, 0.8], (level) => sumLimits([part], () => 0, level), 20],
    ["a floor", 0.5, [0.4, 0.25], floor, 20],
  ];
  for (const [name, estimate, nulls, limits, most] of cases) {
    for (const nullValue of nulls) {
      let calls = 0;
      const counted: Limits = (level) => {
        calls++;
        return limits(level);
      };
      const found = limitsPValue(estimate, nullValue, counted), wanted = halved(estimate, nullValue, limits);
      close(found, wanted, { relative: 1e-8, what: `${name}, ${nullValue}` });
      assert.ok(calls <= most, `${name}, ${nullValue}: ${calls} calls`);
    }
  }
  assert.ok(limitsPValue(0.5, 0.1, floor) < 1e-15);
  assert.equal(limitsPValue(0.5, 0.5, around(3)), 1);
  assert.ok(Number.isNaN(limitsPValue(NaN, 0, around(3))));
});
