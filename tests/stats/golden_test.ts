import assert from "node:assert/strict";
import { bootstrap } from "@/stats/bootstrap.ts";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { clusterSums } from "@/stats/cluster_sums.ts";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { normalCdf, normalQuantile, studentCdf, studentQuantile } from "@/stats/distributions.ts";
import { effectiveDf } from "@/stats/effective_df.ts";
import { elasticNet } from "@/stats/elastic_net.ts";
import { elasticNetCV, foldStarts } from "@/stats/elastic_net_cv.ts";
import { labelCodes, NUMBER, partValues } from "@/stats/estimand.ts";
import { inferFunction } from "@/stats/infer_function.ts";
import { kendallTau } from "@/stats/kendall.ts";
import { logisticRegression } from "@/stats/logistic_regression.ts";
import { mcnemar } from "@/stats/mcnemar.ts";
import { benjaminiHochberg, holm } from "@/stats/multiple_testing.ts";
import { permutationTest } from "@/stats/permutation_test.ts";
import { type Random, random } from "@/stats/random.ts";
import { levelQuantile, matchRate, wilson } from "@/stats/wilson.ts";
import { close, golden, mean, upTo } from "./golden.ts";

/** Compares numbers, lists of them, or what both sides have of them by name. */
function all(found: unknown, wanted: unknown, relative: number, what: string, absolute = 1e-15): void {
  if (typeof wanted === "number") return close(found as number, wanted, { relative, absolute, what });
  const own = found as Record<string, unknown>;
  for (const [name, value] of Object.entries(wanted as object)) {
    all(own[name], value, relative, `${what} ${name}`, absolute);
  }
}

// python3 tests/stats/golden/distributions.py > tests/stats/golden/distributions.json (mpmath 1.2.1, 40 digits)
const distributions = golden<Record<string, number[][]>>("distributions");

Deno.test("normal and Student's distribution keep 12 to 14 digits, 9 up to a million degrees of freedom; exact p of McNemar on both sides of 50 disagreements", () => {
  const of: Record<
    string,
    [at: (...given: number[]) => number, relative: (x: number, df: number) => number]
  > = {
    normalCdf: [normalCdf, () => 2e-14],
    normalQuantile: [normalQuantile, () => 2e-14],
    studentCdf: [studentCdf, (_, df) => df <= 100 ? 1e-13 : df <= 1000 ? 1e-12 : 1e-9],
    studentQuantile: [studentQuantile, (_, df) => df < 1e4 ? 1e-12 : 1e-10],
    mcnemarExact: [(b, c) => mcnemar(b, c, { exact: true }).pValue, () => 1e-12],
  };
  for (const [name, [at, relative]] of Object.entries(of)) {
    for (const row of distributions[name]) {
      const given = row.slice(0, -1), absolute = name === "normalQuantile" ? 1e-16 : 0;
      all(at(...given), row.at(-1), relative(given[0], given[1]), `${name} ${given}`, absolute);
    }
  }
  assert.deepEqual([mcnemar(7, 20).statistic, mcnemar(7, 20).n], [7, 27]);
  // R 4.2.2, digits = 17: pnorm(-37); qt(.975, 1), qt(1e-9, 3); qnorm(c(1e-320, 4.9406564584124654e-324))
  all(normalCdf(-37), 5.7255712225245771e-300, 1e-13, "R", 0);
  all(studentQuantile(0.975, 1), 12.706204736174694, 2e-14, "R");
  all(studentQuantile(1e-9, 3), -1033.1096745038083, 1e-12, "R");
  all(normalQuantile(1e-320), -38.269125343032648, 1e-8, "R");
  all(normalQuantile(Number.MIN_VALUE), -38.467405617144337, 1e-8, "R");
});

// python3 tests/stats/golden/agreement.py > tests/stats/golden/agreement.json (statsmodels 0.13.5)
const agreement = golden<{
  kappa: { table: number[][]; kappa: number; low: number; high: number }[];
  wilson: [number, number, number, number, number][];
}>("agreement");

Deno.test("wilson agrees with statsmodels at three levels, and stays in [0, 1] where statsmodels does not", () => {
  for (const [k, n, level, low, high] of agreement.wilson) {
    const found = wilson(k, n, { level });
    all(found, { low, high, estimate: k / n, n }, 1e-11, `${k}/${n}`);
    assert.ok(found.low >= 0 && found.high <= 1);
    all(wilson(n - k, n, { level }).high, 1 - found.low, 1e-14, "mirrored");
  }
});

Deno.test("cohenKappa agrees with statsmodels, and so does its standard error; it keeps its digits where a label is rare", () => {
  const rare = {
    // mpmath 1.2.1, 40 digits, of the formula of Fleiss, Cohen and Everitt; statsmodels has ten digits of it
    ...{ table: [[99996, 1], [1, 2]], kappa: 0.666656666366657666 },
    ...{ low: 0.231099314120469262, high: 1.10221401861284607 },
  };
  for (const { table, kappa, low, high } of [...agreement.kappa, rare]) {
    const cells = table.flatMap((row, i) =>
      row.flatMap((count, j) => new Array<number[]>(count).fill([i, j]))
    );
    const a = cells.map(([i]) => `label ${i}`), b = cells.map(([, j]) => `label ${j}`);
    const found = cohenKappa(a, b), swapped = cohenKappa(b, a), n = a.length;
    all(found, { kappa, n, nMissing: 0 }, 1e-11, "kappa");
    // statsmodels divides by n, the small-sample correction of pairs that are their own clusters by n − 1.
    const theirs = (high - low) / (2 * levelQuantile(0.95));
    all(found.standardError * Math.sqrt((n - 1) / n), theirs, 1e-8, "error", 1e-9);
    all(swapped, { kappa, high: found.high }, 1e-11, "raters swapped");
    close(matchRate(a, b).rate, found.agreement);
    if (table !== rare.table) continue;
    assert.ok(found.high < 1 && found.low < low, "symmetric in Fisher's z");
    assert.match(found.warning, /^label 1 lies in few clusters/);
  }
});

type Rows = { values: number[]; parts: number[]; clusters: number[]; weights: number[] };
interface Case extends Rows {
  name: string;
  share: boolean;
  estimate: number;
  means: number[];
  counts: number[];
  n: number;
  g: number;
}
type Error = { standardError: number; df: number };

/** (tr M)²/tr M² with M_gh = p_g'(I − H)·Ω·(I − H)p_h, every matrix in full. */
function textbookDf(
  { parts, clusters, weights }: Rows,
  { within, across }: { within: number; across: number },
) {
  const rows = [...parts.keys()].filter((i) => parts[i] >= 0);
  const count = (k: number, g?: number) =>
    rows.filter((i) => parts[i] === k && (g === undefined || clusters[i] === g)).length;
  const vectors = [...new Set(rows.map((i) => clusters[i]))].map((g) => {
    const own = rows.map((i) => {
      const size = count(parts[i], g), all = count(parts[i]);
      return clusters[i] === g && size < all ? weights[parts[i]] / all / Math.sqrt(1 - size / all) : 0;
    });
    return own.map((value, a) => value - mean(own.filter((_, b) => parts[rows[b]] === parts[rows[a]])));
  });
  const omega = (a: number, b: number) => {
    if (a === b) return 1;
    if (clusters[rows[a]] !== clusters[rows[b]]) return 0;
    return parts[rows[a]] === parts[rows[b]] ? within : across;
  };
  const times = (v: number[], w: number[]) => v.reduce((sum, value, a) => sum + value * w[a], 0);
  const moved = vectors.map((v) => rows.map((_, a) => times(v, rows.map((_, b) => omega(a, b)))));
  const M = vectors.map((v) => moved.map((w) => times(v, w)));
  return M.reduce((sum, row, g) => sum + row[g], 0) ** 2 / times(M.flat(), M.flat());
}

// Rscript tests/stats/golden/cluster_cr2.R > tests/stats/golden/cluster_cr2.json (R 4.2.2, clubSandwich 0.5.8, estimatr 1.0.0)
const robust = golden<(Error & { name: string; estimatr?: Error })[]>("cluster_cr2");
// python3 tests/stats/golden/cluster.py > tests/stats/golden/cluster.json (statsmodels 0.13.5: means and counts)
for (const { name, share, estimate, means, counts, n, g, ...rows } of golden<Case[]>("cluster")) {
  Deno.test(`clusterInterval agrees with clubSandwich, estimatr and statsmodels, effectiveDf with the matrices written out: ${name}`, () => {
    const { values, parts, clusters, weights } = rows;
    const found = clusterInterval({ ...rows, share, level: 0.9 });
    all(found, { estimate, means, counts, n, clusters: g }, 1e-10, "estimate");
    const estimand = weights.map((weight, p) => ({
      ...{ name: "", weight, range: NUMBER, value: (i: number) => parts[i] === p ? values[i] : NaN },
    }));
    const sums = clusterSums(partValues(estimand, values.length, [clusters]).values, clusters);
    const cr2 = robust.find((one) => one.name === name)!, none = { within: 0, across: 0 };
    for (const { standardError, df } of [cr2, cr2.estimatr ?? cr2]) {
      all(found, { standardError }, 1e-11, "CR2");
      all(effectiveDf(sums, weights, none), df, 1e-11, "degrees of freedom of uncorrelated rows");
    }
    for (const model of [none, { within: 0.3, across: 0.1 }, { within: 0.6, across: -0.2 }]) {
      all(effectiveDf(sums, weights, model), textbookDf(rows, model), 1e-9, JSON.stringify(model));
    }
    const half = studentQuantile(0.95, found.df) * found.standardError;
    if (found.method === "CR2") all(found, { low: estimate - half, high: estimate + half }, 1e-10, "t");
    const plain = clusterInterval({ ...rows, share }),
      typed = clusterInterval({
        ...{ values: Float64Array.from(values), parts: Int8Array.from(parts), weights, share },
        clusters: Uint32Array.from(clusters),
      });
    assert.deepEqual({ ...typed, pOf: null }, { ...plain, pOf: null });
    const far = clusterInterval({ ...rows, clusters: clusters.map((c) => c * 1e9), share });
    all(
      [far.low, far.high].map((limit) => Number.isNaN(limit) ? 0 : limit),
      [plain.low, plain.high].map((limit) => Number.isNaN(limit) ? 0 : limit),
      1e-12,
      "far codes",
    );
    assert.equal(far.clusters, plain.clusters);
  });
}

type Delta = { estimate: number; standardError: number; clusters: number };

Deno.test("inferFunction: functions of means, CR2 by numpy, the gradient by hand", () => {
  const { x, y, z, group, functions } = golden<
    & Record<"x" | "y" | "z" | "group", number[]>
    & { functions: Record<"ratio" | "log_ratio" | "logit" | "product", Delta> }
  >("contrasts");
  const { codes } = labelCodes("test", group);
  const cases: [Delta, number[][], (means: number[]) => number][] = [
    [functions.ratio, [x, y], ([a, b]) => a / b],
    [functions.logit, [z], ([p]) => Math.log(p / (1 - p))],
    [functions.product, [x, y, z], ([a, b, p]) => a * b - p],
    [{ ...functions.log_ratio, estimate: functions.ratio.estimate }, [x, y], ([a, b]) => a / b],
  ];
  for (const [i, [{ standardError, ...wanted }, columns, statistic]] of cases.entries()) {
    const terms = columns.map((column) => ({ name: "", value: (row: number) => column[row], range: NUMBER }));
    const scale = i === 3 ? "ratio" : "difference";
    const found = inferFunction(terms, statistic, group.length, codes, { scale });
    all(found, wanted, 1e-12, "estimate");
    all(found, { standardError }, 1e-8, "error");
  }
});

// /usr/bin/python3 tests/stats/golden/elastic_net.py > tests/stats/golden/elastic_net.json (scikit-learn 1.2.1, glmnet 4.1-6)
type Options = {
  alpha: number;
  l1Ratio: number;
  folds: number;
  fitIntercept?: boolean;
  nonNegative?: boolean;
};
type Fit = { problem: string; options: Options; coefficients: number[]; intercept: number };
const nets = golden<{
  problems: Record<string, { X: number[][]; y: number[] }>;
  fits: (Fit & { by: string })[];
  validated: (Fit & { alpha: number; alphas: number[]; errors: number[][] })[];
  kfold: [n: number, folds: number, foldOf: number[]][];
}>("elastic_net");

Deno.test("elasticNet agrees with scikit-learn and glmnet: any mixture, ridge, least squares, positive, no intercept", () => {
  for (const { problem, by, options, coefficients, intercept } of nets.fits) {
    const found = elasticNet(nets.problems[problem].X, nets.problems[problem].y, options);
    const what = `${problem}, ${by}, ${JSON.stringify(options)}`, tolerance = by === "glmnet" ? 1e-8 : 1e-9;
    assert.ok(found.converged, what);
    // Columns around 1000 cost the intercept three digits.
    all(found, { coefficients, intercept }, tolerance, what, tolerance);
  }
});

Deno.test("elasticNetCV agrees with scikit-learn: path, error of every fold, choice and fit; folds without a seed are its own", () => {
  for (const { problem, options, alpha, alphas, errors, coefficients, intercept } of nets.validated) {
    const found = elasticNetCV(nets.problems[problem].X, nets.problems[problem].y, options);
    const what = `${problem}, ${JSON.stringify(options)}`;
    assert.equal(found.path.length, alphas.length);
    all(found.path.map((step) => step.alpha), alphas, 1e-11, what);
    all(found.path.map((step) => step.foldErrors), errors, 1e-8, what);
    all(found.path.map((step) => step.error), found.path.map((step) => mean(step.foldErrors)), 1e-12, what);
    all(found, { alpha }, 1e-11, what);
    all(found, { coefficients, intercept }, 1e-8, what, 1e-8);
  }
  for (const [n, folds, foldOf] of nets.kfold) {
    assert.deepEqual(foldStarts(n, folds), [...upTo(folds).map((fold) => foldOf.indexOf(fold)), n]);
  }
});

interface Logit {
  name: string;
  X: number[][];
  y: number[];
  clusters: number[];
  intercept: boolean;
  coefficients: number[];
  logLikelihood: number;
  model: number[];
  robust: number[];
  cluster: number[];
  pModel: number[];
  pCluster: number[];
  covariance: number[][];
  r: { coefficients: number[]; cluster: number[]; robust: number[] } | null;
}
const inference = golden<{ logit: Logit[]; corrections: { p: number[]; holm: number[]; bh: number[] }[] }>(
  "inference",
);

for (const { name, X, y, intercept, coefficients, logLikelihood, covariance, r, ...of } of inference.logit) {
  Deno.test(`logisticRegression: statsmodels and R, ${name}`, () => {
    const model = logisticRegression(X, y, { intercept });
    // Of rows one by one the error is White's, but for the small-sample factor n/(n − p).
    const alone = logisticRegression(X, y, { intercept, clusters: [...X.keys()] });
    const { length: p } = alone.coefficients;
    const robust = {
      standardErrors: alone.standardErrors.map((e) => e * Math.sqrt((X.length - p) / X.length)),
    };
    const cluster = logisticRegression(X, y, { intercept, clusters: of.clusters });
    all(model, { coefficients, standardErrors: of.model }, 1e-9, "model");
    all(model, { pValues: of.pModel }, 1e-8, "model");
    all(model, { logLikelihood }, 1e-12, "model");
    all(robust, { standardErrors: of.robust }, 1e-9, "robust");
    all(cluster, { standardErrors: of.cluster }, 1e-9, "clustered");
    all(cluster, { pValues: of.pCluster, covariance }, 1e-8, "clustered");
    if (!r) return;
    all(cluster, { coefficients: r.coefficients, standardErrors: r.cluster }, 1e-8, "R's vcovCL");
    all(robust, { standardErrors: r.robust }, 1e-8, "R's vcovHC");
  });
}

Deno.test("holm and benjaminiHochberg: statsmodels' multipletests", () => {
  for (const { p, ...wanted } of inference.corrections) {
    all({ holm: holm(p), bh: benjaminiHochberg(p) }, wanted, 1e-13, "p");
  }
});

// /usr/bin/python3 tests/stats/golden/kendall.py > tests/stats/golden/kendall.json (scipy 1.10.1)
type Numbers = (number | "inf")[];

Deno.test("kendallTau agrees with scipy: both variants, p-values exact and approximate", () => {
  const cases = golden<{ name: string; x: Numbers; y: Numbers; b: number[]; c: number[] }[]>("kendall");
  const numbers = (values: Numbers) => values.map((value) => value === "inf" ? Infinity : value);
  for (const { name, x, y, ...expected } of cases) {
    for (const variant of ["b", "c"] as const) {
      const [tau, pValue] = expected[variant], found = kendallTau(numbers(x), numbers(y), { variant });
      all(found, { tau, n: x.length }, 1e-13, `τ-${variant}, ${name}`);
      all(found, { pValue }, 1e-9, `p of τ-${variant}, ${name}`, 0);
    }
  }
});

// python3 tests/stats/golden/generator.py > tests/stats/golden/random.json (a second implementation in Python 3)
type Sequences = Record<string, number[]> & { seed: never };

for (const { seed, ...expected } of golden<Sequences[]>("random")) {
  Deno.test(`random(${seed}) gives the sequences of the Python implementation`, () => {
    const draws: Record<string, (generator: Random) => number> = {
      uniform: (g) => g.uniform(),
      integer10: (g) => g.integer(10),
      integerSigned: (g) => g.integer(-5, 2 ** 31),
      integerWide: (g) => g.integer(3 * 2 ** 30),
      hypergeometric: (g) => g.hypergeometric(300, 120, 90),
      hypergeometricLopsided: (g) => g.hypergeometric(4, 3000, 1500),
      normal: (g) => g.normal(),
    };
    const { shuffle, ...sequences } = expected as Record<string, number[]>;
    assert.deepEqual(random(seed).shuffle([...shuffle.keys()]), shuffle);
    for (const [name, wanted] of Object.entries(sequences)) {
      const generator = random(seed), found = wanted.map(() => draws[name](generator));
      // C's and V8's logarithm may differ in the last bit
      if (name === "normal") all(found, wanted, 1e-14, name);
      else assert.deepEqual(found, wanted, name);
    }
  });
}

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
    const generator = random(5);
    const found = Array.from({ length: 1000 }, () => generator.hypergeometric(good, bad, draws));
    const sums = [found, found.map((value, i) => value * (i % 7))].map((list) => 1000 * mean(list));
    all(sums, [sum, placed], 1e-12, `${good}, ${bad}, ${draws}`);
  }
});

// python3 tests/stats/golden/resampling.py > tests/stats/golden/resampling.json (numpy 1.24.2, scipy 1.10.1)
type Statistic = (rows: Int32Array) => number;
const resampling = golden<{
  values: number[];
  labels: string[];
  cases: {
    statistic: "mean" | "variance";
    labels: "rows" | "clusters";
    method: "percentile" | "bca";
    level: number;
    replicates: number;
    seed: number;
    clusters: number;
  }[];
  tiny: { values: number[]; standardError: number; low: number; high: number; cdf: [number, number][] };
  permutation:
    & { pool: number[]; size: number; observed: number }
    & Record<"greater" | "less" | "two-sided", number>;
}>("resampling");
const meanOf = (values: number[]): Statistic => (rows) => mean(Array.from(rows, (row) => values[row]));
const STATISTICS: Record<"mean" | "variance", (values: number[]) => Statistic> = {
  mean: meanOf,
  variance: (values) => (rows) => {
    const centre = meanOf(values)(rows);
    return mean(Array.from(rows, (row) => (values[row] - centre) ** 2));
  },
};

for (const { statistic, labels, clusters: _, ...own } of resampling.cases) {
  const { method, level, replicates, seed, ...limits } = own;
  Deno.test(`bootstrap agrees with its Python twin: ${statistic}, ${labels}, ${method}, ${level}`, () => {
    const found = bootstrap({
      ...labels === "rows" ? { rows: resampling.values.length } : { clusters: resampling.labels },
      ...{ statistic: STATISTICS[statistic](resampling.values), replicates, seed, method, level },
    });
    all(found, { ...limits, undefinedReplicates: 0 }, 1e-11, "bootstrap");
  });
}

Deno.test("bootstrap: all 5^5 resamples of five values, seen through 20,000 replicates", () => {
  const { values, standardError, low, high, cdf } = resampling.tiny, seen: number[] = [];
  const statistic = (rows: Int32Array) => {
    seen.push(meanOf(values)(rows));
    return seen.at(-1)!;
  };
  const found = bootstrap({ rows: 5, statistic, replicates: 20_000, seed: 8, method: "percentile" });
  seen.shift(); // the estimate on the full data
  assert.equal(seen.length, 20_000);
  for (const [x, p] of cdf) {
    const share = seen.filter((value) => value <= x + 1e-9).length / seen.length;
    assert.ok(Math.abs(share - p) < 4 * Math.sqrt(p * (1 - p) / seen.length), `P(mean ≤ ${x}) ${share}`);
  }
  all(found, { standardError }, 0.02, "error");
  // The quantiles lie on a lattice of fifths
  all(found, { low, high }, 0, "limits", 0.2 + 1e-9);
});

Deno.test("permutationTest: all three alternatives against the list of all 120 choices of 3 in 10", () => {
  const { pool, size, observed, ...wanted } = resampling.permutation, replicates = 20_000;
  for (const [alternative, p] of Object.entries(wanted)) {
    const { pValue, statistic } = permutationTest({
      data: pool,
      statistic: (data) => mean(data.slice(0, size)) - mean(data.slice(size)),
      permute: (generator, data) => generator.shuffle(data),
      ...{ replicates, seed: 12, alternative: alternative as "less" },
    });
    close(statistic, observed);
    all(pValue, p, 0, alternative, 4 * Math.sqrt(p * (1 - p) / replicates));
  }
});
