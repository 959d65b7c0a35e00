import assert from "node:assert/strict";
import { clusterContrast } from "@/stats/cluster_contrast.ts";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { pAgainst } from "@/stats/p_against.ts";
import { gComputation } from "@/stats/g_computation.ts";
import { predictedMeans } from "@/stats/predicted_means.ts";
import { random } from "@/stats/random.ts";
import { stratifiedPermutation } from "@/stats/stratified_permutation.ts";
import { close, golden } from "./golden.ts";
import { NUMBER } from "@/stats/infer.ts";
import { inferFunction } from "@/stats/infer_function.ts";
import { labelCodes } from "@/stats/label_codes.ts";

interface Delta {
  estimate: number;
  standardError: number;
  clusters: number;
}

const reference = golden<{
  x: number[];
  y: number[];
  z: number[];
  group: number[];
  functions: Record<"ratio" | "logit" | "product", Delta>;
  strata: { values: number[][]; first: number[]; estimate: number; twoSided: number; greater: number };
}>("contrasts");

Deno.test("inferFunction: functions of means, CR2 by numpy, the gradient by hand", () => {
  const { x, y, z, group, functions } = reference, { codes } = labelCodes("test", group);
  const cases: [Delta, number[][], (means: number[]) => number][] = [
    [functions.ratio, [x, y], ([a, b]) => a / b],
    [functions.logit, [z], ([p]) => Math.log(p / (1 - p))],
    [functions.product, [x, y, z], ([a, b, p]) => a * b - p],
  ];
  for (const [wanted, columns, statistic] of cases) {
    const terms = columns.map((column, k) => ({
      name: `${k}`,
      value: (row: number) => column[row],
      range: NUMBER,
    }));
    const found = inferFunction(terms, statistic, group.length, codes);
    close(found.estimate, wanted.estimate, { relative: 1e-12 });
    close(found.standardError, wanted.standardError, { relative: 1e-8 });
    assert.equal(found.clusters, wanted.clusters);
  }
});

Deno.test("stratifiedPermutation: the estimate of, and p near, all 120 arrangements", () => {
  const { values, first, estimate, twoSided, greater } = reference.strata;
  const rows = {
    values: values.flat(),
    groups: values.flatMap((list, s) => list.map((_, i) => i < first[s] ? 0 : 1)),
    strata: values.flatMap((list, s) => list.map(() => s)),
  };
  for (const [alternative, wanted] of [["two-sided", twoSided], ["greater", greater]] as const) {
    const found = stratifiedPermutation(rows, { seed: 1, replicates: 19_999, alternative });
    close(found.estimate, estimate, { relative: 1e-12 });
    // Four errors of 20,000 draws.
    close(found.pValue, wanted, { absolute: 4 * Math.sqrt(wanted * (1 - wanted) / 20_000), relative: 0 });
  }
});

Deno.test("predictedMeans: a saturated regression gives the cells' accuracies with clustered errors by hand", () => {
  const generator = random(5);
  const n = 300, subset = Float64Array.from({ length: n }, () => generator.integer(2));
  const clusters = Int32Array.from({ length: n }, () => generator.integer(80));
  const y = Float64Array.from(subset, (s) => generator.uniform() < (s === 1 ? 0.8 : 0.5) ? 1 : 0);
  const [ids, difference] = predictedMeans({
    columns: [subset],
    y,
    clusters,
    contrasts: [[{ set: { 0: 1 }, weight: 1 }], [{ set: { 0: 1 }, weight: 1 }, {
      set: { 0: 0 },
      weight: -1,
    }]],
  });
  const parts = Array.from(subset, (s) => 1 - s);
  const contrast = clusterInterval({ values: y, parts, clusters, weights: [1, -1] });
  close(difference.estimate, contrast.estimate, { relative: 1e-9 });
  // Of m_gk of a cell's n_k rows in cluster g: v_g = Σ_k m·p(1 − p)/n², and of it Σ_k m²·p(1 − p)/n³ is what the cell's mean takes.
  const sums = new Float64Array(80), sizes = Array.from({ length: 80 }, () => [0, 0]);
  y.forEach((value, i) => {
    const cell = parts[i], size = contrast.counts[cell];
    sums[clusters[i]] += (cell === 0 ? 1 : -1) * (value - contrast.means[cell]) / size;
    sizes[clusters[i]][cell]++;
  });
  const spread = contrast.means.map((p) => p * (1 - p));
  const over = (own: number[], power: number) =>
    own.reduce((sum, m, k) => sum + m ** (power - 1) * spread[k] / contrast.counts[k] ** power, 0);
  const squares = sums.map((u, g) => u === 0 ? 0 : u * u / (1 - over(sizes[g], 3) / over(sizes[g], 2)));
  close(difference.standardError, Math.sqrt(squares.reduce((a, b) => a + b, 0)), { relative: 1e-8 });
  close(ids.estimate, contrast.means[0], { relative: 1e-9 });
  const same = gComputation({ columns: [subset], y, clusters, exposure: 0 });
  close(same.standardError, difference.standardError, { relative: 1e-12 });
  assert.throws(
    () => gComputation({ columns: [y], y: [1], clusters: [0], exposure: 1 }),
    /exposure column of 0 and 1/,
  );
});

Deno.test("pAgainst: Student's p of a CR2 row, on the right side of 1 − level for every row", () => {
  const values = Array.from({ length: 90 }, (_, i) => i % 3 === 0 ? 0 : 1);
  const rows = { values, parts: values.map(() => 0), clusters: values.map((_, i) => i % 40), weights: [1] };
  const wide = clusterContrast({ ...rows, share: false }, { nullValue: 0.5 });
  close(pAgainst(wide, 0.5), wide.pValue, { relative: 1e-9 });
  const share = clusterContrast(rows, { nullValue: 0.5 });
  for (const nullValue of [0.4, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9]) {
    const left = nullValue < share.low || nullValue > share.high;
    assert.equal(pAgainst(share, nullValue) < 0.05, left, `${nullValue}`);
  }
  assert.equal(pAgainst(share, share.estimate), 1);
  assert.ok(Number.isNaN(pAgainst({ estimate: 1, low: NaN, high: NaN, df: NaN }, 0)));
});
