import assert from "node:assert/strict";
import { clusterSums } from "@/stats/cluster_sums.ts";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { effectiveDf } from "@/stats/effective_df.ts";
import { NUMBER, partValues } from "@/stats/estimand.ts";
import { studentQuantile } from "@/stats/distributions.ts";
import { close, golden } from "./golden.ts";
import { differenceLimits, sure, wilsonLimits } from "./mover.ts";

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

interface Cr2 {
  name: string;
  standardError: number;
  df: number;
  estimatr?: { standardError: number; df: number };
}

const independent = { within: 0, across: 0 };

// python3 tests/stats/golden/cluster.py > tests/stats/golden/cluster.json (statsmodels 0.13.5: means and counts)
const sumsOf = (
  { values, parts, clusters, weights }: Pick<Case, "values" | "parts" | "clusters" | "weights">,
) =>
  clusterSums(
    partValues(
      weights.map((weight, p) => ({
        ...{ name: "", weight, range: NUMBER },
        value: (i) => parts[i] === p ? values[i] : NaN,
      })),
      values.length,
      [clusters],
    ).values,
    clusters,
  );

// Rscript tests/stats/golden/cluster_cr2.R > tests/stats/golden/cluster_cr2.json (R 4.2.2, clubSandwich 0.5.8, estimatr 1.0.0)
const robust = golden<Cr2[]>("cluster_cr2");
for (const expected of golden<Case[]>("cluster")) {
  const { name, values, parts, clusters, weights, share } = expected;
  Deno.test(`clusterInterval agrees with clubSandwich, estimatr and statsmodels: ${name}`, () => {
    const found = clusterInterval({ values, parts, clusters, weights, share, level: 0.9 });
    const cr2 = robust.find((one) => one.name === name)!;
    close(found.estimate, expected.estimate, { relative: 1e-10, what: "estimate" });
    found.means.forEach((mean, part) => close(mean, expected.means[part], { relative: 1e-10, what: "mean" }));
    assert.deepEqual([found.counts, found.n, found.clusters], [expected.counts, expected.n, expected.g]);
    const df = effectiveDf(sumsOf(expected), weights, independent);
    for (const { standardError, df: theirs } of [cr2, cr2.estimatr ?? cr2]) {
      close(found.standardError, standardError, { relative: 1e-11, what: "standard error" });
      close(df, theirs, { relative: 1e-11, what: "degrees of freedom of uncorrelated rows" });
    }
    if (found.method !== "CR2") return;
    const half = studentQuantile(0.95, found.df) * found.standardError;
    close(found.low, found.estimate - half, { relative: 1e-12, what: "low" });
    close(found.high, found.estimate + half, { relative: 1e-12, what: "high" });
  });

  Deno.test(`effectiveDf agrees with the matrices written out, rows correlated: ${name}`, () => {
    for (const model of [independent, { within: 0.3, across: 0.1 }, { within: 0.6, across: -0.2 }]) {
      const fast = effectiveDf(sumsOf(expected), weights, model);
      close(fast, textbookDf(expected, model), { relative: 1e-9, what: JSON.stringify(model) });
    }
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
    assert.deepEqual({ ...typed, pOf: null }, { ...plain, pOf: null });
    const far = clusterInterval({ values, parts, clusters: clusters.map((c) => c * 1e9), weights, share });
    close(far.low, plain.low, { relative: 1e-12 });
    close(far.high, plain.high, { relative: 1e-12 });
    assert.equal(far.clusters, plain.clusters);
  });
}

/** (tr M)²/tr M² with M_gh = p_g'(I − H)·Ω·(I − H)p_h, every matrix in full. */
function textbookDf(
  { parts, clusters, weights }: Case,
  { within, across }: { within: number; across: number },
): number {
  const rows = parts.map((_, i) => i).filter((i) => parts[i] >= 0), n = rows.length;
  const count = (k: number, g?: number) =>
    rows.filter((i) => parts[i] === k && (g === undefined || clusters[i] === g)).length;
  const labels = [...new Set(rows.map((i) => clusters[i]))];
  const residual = (v: number[]) =>
    v.map((value, a) => {
      const same = rows.map((_, b) => b).filter((b) => parts[rows[b]] === parts[rows[a]]);
      return value - same.reduce((sum, b) => sum + v[b], 0) / same.length;
    });
  const vectors = labels.map((g) =>
    residual(rows.map((i) => {
      const k = parts[i], size = count(k, g);
      return clusters[i] === g && size < count(k)
        ? weights[k] / count(k) / Math.sqrt(1 - size / count(k))
        : 0;
    }))
  );
  const omega = (a: number, b: number) =>
    a === b
      ? 1
      : clusters[rows[a]] !== clusters[rows[b]]
      ? 0
      : parts[rows[a]] === parts[rows[b]]
      ? within
      : across;
  const moved = vectors.map((v) =>
    Array.from({ length: n }, (_, a) => v.reduce((sum, value, b) => sum + omega(a, b) * value, 0))
  );
  const M = vectors.map((v) => moved.map((w) => v.reduce((sum, value, a) => sum + value * w[a], 0)));
  const trace = M.reduce((sum, row, g) => sum + row[g], 0);
  return trace * trace / M.flat().reduce((sum, value) => sum + value * value, 0);
}

Deno.test("clusterInterval: MOVER adds squares of the parts' distances, each with its effective rows, by hand", () => {
  // Part 0: ten rows in five clusters, all right. Part 1: five clusters of one row, three right.
  const values = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0];
  const parts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1];
  const clusters = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9];
  const { estimate, low, high, standardError, method } = clusterInterval({
    values,
    parts,
    clusters,
    weights: [1, -1],
  });
  close(estimate, 0.4);
  assert.equal(method, "Wilson");
  // Part 1: Σ e² = 3·0.16 + 2·0.36 = 1.2, each e divided by √(1 − 1/5): se² = 1.2/0.8/25 = 0.06
  close(standardError, Math.sqrt(0.06));
  // The sure part counts with its five clusters, not its ten rows; 0.6·0.4/0.06 = 4 effective rows, 4 degrees of freedom
  const wanted = differenceLimits(sure(1, 5), { mean: 0.6, trials: 4, df: 4 });
  close(low, wanted.low);
  close(high, wanted.high);
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
  // Part 0: se² = 20·0.25/0.95/400, 0.25/se² = 19 effective rows and 19 degrees of freedom
  for (const last of [1, 0]) {
    // All right can only be overrated: subtracted, the truth lies higher.
    const wanted = differenceLimits({ mean: 0.5, trials: 19, df: 19 }, sure(last, 8)),
      { low, high } = run(last);
    close(low, wanted.low / 2);
    close(high, wanted.high / 2);
  }
});

Deno.test("clusterInterval: a share near its edge takes Wilson's limits with t and its effective rows", () => {
  // 100 clusters of one row, 97 right: se² = 0.97·0.03/99, so 99 effective rows
  const rows = Array.from({ length: 100 }, (_, i) => i);
  const { low, high, method, df } = clusterInterval({
    values: rows.map((i) => i < 97 ? 1 : 0),
    parts: rows.map(() => 0),
    clusters: rows,
    weights: [1],
  });
  const limits = wilsonLimits({ mean: 0.97, trials: 99, df: 99 });
  close(low, limits.low);
  close(high, limits.high);
  close(df, 99);
  assert.equal(method, "Wilson");
});

Deno.test("clusterInterval: effective clusters and the warning name the side that has the fewest", () => {
  const base = { values: [1, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0], weights: [1, -1], names: ["IDS", "CDS"] };
  const few = clusterInterval({
    ...base,
    parts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1],
    clusters: [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2],
  });
  close(few.effectiveClusters, 3);
  assert.equal(few.warning, "CDS rests on 3.0 effective of 3 clusters: the interval may miss");
  // One cluster holds a side: its error cannot be told from the data, one Wilson row stands in.
  const one = clusterInterval({
    ...base,
    parts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1],
    clusters: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9],
  });
  assert.equal(one.effectiveClusters, 1);
  assert.match(one.warning, /^CDS rests on 1\.0 effective of 1 clusters/);
  assert.ok(one.high - one.low > 0.8, `${one.low} … ${one.high}`);
  const score = clusterInterval({
    ...base,
    share: false,
    parts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1],
    clusters: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9],
  });
  assert.ok(Number.isNaN(score.low) && score.warning.startsWith("CDS"));
  // Ten clusters, of which one holds nearly all: two would tell as much.
  const lopsided = clusterInterval({
    values: Array.from({ length: 109 }, (_, i) => i % 2),
    parts: new Array(109).fill(0),
    clusters: Array.from({ length: 109 }, (_, i) => i < 100 ? 0 : i - 99),
    weights: [1],
  });
  assert.ok(lopsided.effectiveClusters < 5 && lopsided.clusters === 10, `${lopsided.effectiveClusters}`);
  assert.match(lopsided.warning, /of 10 clusters/);
  const empty = clusterInterval({
    ...base,
    parts: new Array(12).fill(0),
    clusters: base.values.map((_, i) => i),
  });
  assert.equal(empty.warning, "CDS has no row");
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
