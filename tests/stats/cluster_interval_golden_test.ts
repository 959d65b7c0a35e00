import assert from "node:assert/strict";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { random } from "@/stats/random.ts";
import { studentQuantile } from "@/stats/student_quantile.ts";
import { wilson } from "@/stats/wilson.ts";
import { close, golden } from "./golden.ts";

interface Case {
  name: string;
  values: number[];
  parts: number[];
  clusters: number[];
  weights: number[];
  share: boolean;
  estimate: number;
  means: number[];
  counts: number[];
  standardError: number;
  n: number;
  g: number;
}

// python3 tests/stats/golden/cluster.py > tests/stats/golden/cluster.json (statsmodels 0.13.5)
for (const expected of golden<Case[]>("cluster")) {
  const { name, values, parts, clusters, weights, share } = expected;
  Deno.test(`clusterInterval agrees with statsmodels' clustered OLS: ${name}`, () => {
    const found = clusterInterval({ values, parts, clusters, weights, share, level: 0.9 });
    close(found.estimate, expected.estimate, { relative: 1e-10, what: "estimate" });
    close(found.standardError, expected.standardError, { relative: 1e-10, what: "standard error" });
    found.means.forEach((mean, part) => close(mean, expected.means[part], { relative: 1e-10, what: "mean" }));
    assert.deepEqual([found.counts, found.n, found.clusters], [expected.counts, expected.n, expected.g]);
    const half = studentQuantile(0.95, expected.g - 1) * expected.standardError;
    close(found.low, expected.estimate - half, { relative: 1e-9, what: "low" });
    close(found.high, expected.estimate + half, { relative: 1e-9, what: "high" });
  });

  Deno.test(`clusterInterval agrees with the textbook row by row: ${name}`, () => {
    close(clusterInterval(expected).standardError, textbookError(expected), { relative: 1e-12 });
  });

  Deno.test(`clusterInterval reads typed arrays, and codes that are far apart, alike: ${name}`, () => {
    const plain = clusterInterval({ values, parts, clusters, weights, share });
    const typed = clusterInterval({
      values: Float64Array.from(values),
      parts: Int8Array.from(parts),
      clusters: Uint32Array.from(clusters),
      weights,
      share,
    });
    assert.deepEqual(typed, plain);
    const far = clusterInterval({ values, parts, clusters: clusters.map((c) => c * 1e9), weights, share });
    close(far.low, plain.low, { relative: 1e-12 });
    close(far.high, plain.high, { relative: 1e-12 });
    assert.equal(far.clusters, plain.clusters);
  });
}

/** G/(G − 1)·Σ u_g² by filtering rows again for each cluster and part. */
function textbookError({ values, parts, clusters, weights }: Case): number {
  const rows = values.map((_, i) => i).filter((i) => parts[i] >= 0);
  const labels = [...new Set(rows.map((i) => clusters[i]))];
  const means = weights.map((_, k) => {
    const own = rows.filter((i) => parts[i] === k);
    return own.reduce((sum, i) => sum + values[i], 0) / own.length;
  });
  let squares = 0;
  for (const label of labels) {
    let u = 0;
    for (let k = 0; k < weights.length; k++) {
      const size = rows.filter((i) => parts[i] === k).length;
      for (const i of rows) {
        if (parts[i] === k && clusters[i] === label) u += weights[k] * (values[i] - means[k]) / size;
      }
    }
    squares += u * u;
  }
  return Math.sqrt(labels.length / (labels.length - 1) * squares);
}

Deno.test("clusterInterval: MOVER adds squares of Wilson's and the other part's distances, by hand", () => {
  // Part 0: ten rows in five clusters, all right. Part 1: five clusters of one row, three right.
  const values = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0];
  const parts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1];
  const clusters = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9];
  const { estimate, low, high, standardError } = clusterInterval({
    values,
    parts,
    clusters,
    weights: [1, -1],
  });
  close(estimate, 0.4);
  // u of part 1: three times 0.4/5, twice −0.6/5; Σu² = (3·0.16 + 2·0.36)/25 = 0.048; 10/9·0.048
  close(standardError, Math.sqrt(0.48 / 9));
  const half = studentQuantile(0.975, 9) * standardError, gap = 1 - wilson(5, 5).low;
  close(low, 0.4 - Math.hypot(half, gap)); // the sure part counts with its five clusters, not its ten rows
  close(high, 0.4 + half);
});

Deno.test("clusterInterval: a sure part counts with its weight, and a negative weight turns its side round", () => {
  // Part 0: twenty clusters, half right. Part 1: eight clusters, all right or all wrong, weight −½.
  const parts = Array.from({ length: 28 }, (_, i) => i < 20 ? 0 : 1);
  const run = (last: number) =>
    clusterInterval({
      values: parts.map((part, i) => part === 0 ? i % 2 : last),
      parts,
      clusters: parts.map((_, i) => i),
      weights: [0.5, -0.5],
    });
  // u of part 0: twenty times ½·½/20; 28/27·20·(1/80)²
  const half = studentQuantile(0.975, 27) * Math.sqrt(28 / 27 * 20 / 6400);
  const right = run(1), wrong = run(0), wide = Math.hypot(half, 0.5 * (1 - wilson(8, 8).low));
  close(right.low, -0.25 - half); // all right can only be overrated: subtracted, the truth lies higher
  close(right.high, -0.25 + wide);
  close(wrong.low, 0.25 - wide);
  close(wrong.high, 0.25 + half);
});

Deno.test("clusterInterval: weight and bounds mirror and clip", () => {
  const rows = {
    values: [1, 1, 1, 0, 1, 1, 0, 0],
    parts: [0, 0, 0, 0, 1, 1, 1, 1],
    clusters: [0, 1, 2, 3, 0, 1, 2, 3],
  };
  const plain = clusterInterval({ ...rows, weights: [1, -1] });
  const mirrored = clusterInterval({ ...rows, weights: [-1, 1] });
  close(mirrored.low, -plain.high);
  close(mirrored.high, -plain.low);
  const clipped = clusterInterval({ ...rows, weights: [1, -1], bounds: [0.2, 0.3] });
  assert.deepEqual([clipped.low, clipped.high], [0.2, 0.3]);
  const swapped = clusterInterval({ ...rows, parts: rows.parts.map((p) => 1 - p), weights: [-1, 1] });
  close(swapped.low, plain.low);
});

/** Share of 1,500 simulated studies whose 95% interval holds the truth. */
function coverage(
  { sizes, shares, shift, part, weights }: {
    sizes: number[];
    shares: number[];
    shift: number;
    part: (uniform: number, cluster: number) => number;
    weights: number[];
  },
): number {
  const generator = random(1), studies = 1500;
  const truth = weights.reduce((sum, weight, k) => sum + weight * shares[k], 0);
  let held = 0;
  for (let study = 0; study < studies; study++) {
    const values: number[] = [], parts: number[] = [], clusters: number[] = [];
    sizes.forEach((size, cluster) => {
      const level = generator.uniform() < 0.5 ? shift : -shift; // as often up as down: the shares stay true
      for (let i = 0; i < size; i++) {
        const k = part(generator.uniform(), cluster);
        parts.push(k);
        clusters.push(cluster);
        values.push(generator.uniform() < shares[k] + level ? 1 : 0);
      }
    });
    const { low, high } = clusterInterval({ values, parts, clusters, weights });
    if (low <= truth && truth <= high) held++;
  }
  return held / studies;
}

/** Three Monte-Carlo errors of a coverage of 95% in 1,500 studies. */
const ERRORS = 3 * Math.sqrt(0.95 * 0.05 / 1500);
const lopsided = (clusters: number) => Array.from({ length: clusters }, (_, i) => 1 + (i % 4) * i % 9);
const inside = (share: number, low: number, high: number, what: string) =>
  assert.ok(share > low - ERRORS && share < high + ERRORS, `${what}: ${share}`);

Deno.test("clusterInterval covers 93–97%: lopsided clusters, mean, paired and unpaired differences", () => {
  const mean = { shares: [0.6], shift: 0.25, part: () => 0, weights: [1] };
  inside(coverage({ ...mean, sizes: lopsided(60) }), 0.93, 0.97, "mean, 60 lopsided clusters");
  const paired = { shares: [0.6, 0.5], shift: 0.25, weights: [1, -1] };
  inside(
    coverage({ ...paired, sizes: lopsided(60), part: (u) => u < 0.3 ? 0 : 1 }),
    0.93,
    0.97,
    "difference within 60 lopsided clusters",
  );
  inside(
    coverage({ ...paired, sizes: lopsided(80), part: (_, cluster) => cluster < 30 ? 0 : 1 }),
    0.93,
    0.97,
    "difference between 30 and 50 lopsided clusters",
  );
});

Deno.test("clusterInterval with twelve clusters: near 93% if equal, about 91% if lopsided", () => {
  const mean = { shares: [0.6], shift: 0.25, part: () => 0, weights: [1] };
  inside(coverage({ ...mean, sizes: new Array(12).fill(8) }), 0.93, 0.97, "12 equal clusters");
  inside(coverage({ ...mean, sizes: lopsided(12) }), 0.89, 0.94, "12 lopsided clusters");
});

Deno.test("clusterInterval: a judge that is nearly always right is covered, too widely rather than not", () => {
  const share = coverage({
    sizes: new Array(30).fill(1),
    shares: [0.97],
    shift: 0,
    part: () => 0,
    weights: [1],
  });
  assert.ok(share > 0.93, `${share}`); // without MOVER the 40% of studies with no error at all would miss
});
