import assert from "node:assert/strict";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { clusterContrast } from "@/stats/cluster_contrast.ts";
import { leastError } from "@/stats/least_error.ts";
import { studentQuantile } from "@/stats/student_quantile.ts";
import { tiedToSize } from "@/stats/tied_to_size.ts";

/** Rows of clusters given as [size, right ones]. */
function rowsOf(clusters: readonly (readonly [number, number])[]) {
  const values: number[] = [], codes: number[] = [];
  clusters.forEach(([size, right], cluster) => {
    for (let i = 0; i < size; i++) {
      values.push(i < right ? 1 : 0);
      codes.push(cluster);
    }
  });
  return { values, clusters: codes, parts: values.map(() => 0), weights: [1] };
}

const sized = (clusters: readonly (readonly [number, number])[]) => {
  const n = clusters.reduce((sum, [size]) => sum + size, 0);
  const mean = clusters.reduce((sum, [, right]) => sum + right, 0) / n;
  return {
    clusters: clusters.length,
    sizes: Float64Array.from(clusters, ([size]) => size),
    sums: Float64Array.from(clusters, ([size, right]) => right - mean * size),
    counts: [n],
    means: [mean],
    squares: [n * mean * (1 - mean)],
  };
};

Deno.test("errors in a few of many-rowed clusters widen the interval towards the middle only", () => {
  // 40 clusters of 10; 4 errors, each in a cluster of its own: the robust error is that of independent rows.
  const few = rowsOf(Array.from({ length: 40 }, (_, g) => [10, g < 4 ? 9 : 10] as const));
  const { estimate, low, high, method } = clusterInterval(few);
  // ρ = (4·0 + 2·0.3)/6 = 0.1, factor 1 + 9·0.1 = 1.9: n = 400/1.9
  const n = 400 / 1.9, t = 2.02; // 39 clusters' t is 2.02
  const centre = (estimate + t * t / (2 * n)) / (1 + t * t / n);
  const reach = t * Math.sqrt(estimate * (1 - estimate) / n + t * t / (4 * n * n)) / (1 + t * t / n);
  assert.ok(Math.abs(low - (centre - reach)) < 2e-3, `${low} ${centre - reach}`);
  assert.equal(method, "Wilson");
  // The same rows as clusters of their own have Wilson's interval of 400 rows; the upper limit is (nearly) the same.
  const alone = clusterInterval({ ...few, clusters: few.values.map((_, i) => i) });
  assert.ok(low < alone.low - 0.003 && Math.abs(high - alone.high) < 1e-3);
});

Deno.test("the mirror image of a share has the mirror image of its interval, and p goes with it", () => {
  const clusters = Array.from({ length: 30 }, (_, g) => [3 + g % 9, g % 10 === 0 ? 1 : 3 + g % 9] as const);
  const rows = rowsOf(clusters), mirrored = { ...rows, values: rows.values.map((v) => 1 - v) };
  const one = clusterContrast(rows, { nullValue: 0.7 }),
    other = clusterContrast(mirrored, { nullValue: 0.3 });
  assert.ok(Math.abs(one.low - (1 - other.high)) < 1e-12 && Math.abs(one.high - (1 - other.low)) < 1e-12);
  assert.ok(Math.abs(one.pValue - other.pValue) < 1e-9);
  const atLimit = clusterContrast(rows, { nullValue: one.low });
  assert.ok(Math.abs(atLimit.pValue - 0.05) < 1e-6);
});

Deno.test("rows that are clusters of their own have no more than their binomial error", () => {
  const part = sized(Array.from({ length: 50 }, (_, g) => [1, g < 2 ? 0 : 1] as const));
  assert.ok(Math.abs(leastError(part, 0.9) - Math.sqrt(0.96 * 0.04 / 50)) < 1e-15);
  assert.equal(leastError(sized([[5, 5], [3, 3]]), 0), 0);
});

Deno.test("values between 0 and 1 have the error of their own spread, not of 0s and 1s", () => {
  // 12 of 60 rows at 0.3: s = 0.12, where 0s and 1s with this mean would have 0.24 and an upper limit of 0.15.
  const values = Array.from({ length: 60 }, (_, i) => i % 5 === 0 ? 0.3 : 0);
  const { high } = clusterInterval({
    values,
    parts: values.map(() => 0),
    clusters: values.map((_, i) => i),
    weights: [1],
  });
  assert.ok(high < 0.11, String(high));
});

Deno.test("differences keep the robust interval: the skewness of both sides cancels", () => {
  const rows = rowsOf(Array.from({ length: 60 }, (_, g) => [10, g % 3 === 0 ? 6 : 10] as const));
  const both = { ...rows, parts: rows.values.map((_, i) => i % 2), weights: [1, -1] };
  const { estimate, low, high } = clusterInterval(both);
  assert.ok(Math.abs(estimate - low - (high - estimate)) < 1e-12);
});

Deno.test("large clusters that are the hard ones are warned of, and equal or merely unequal ones are not", () => {
  // 40 clusters of 2, nearly all right; three of 40, half wrong.
  const tied = [
    ...Array.from({ length: 40 }, (_, g) => [2, g % 8 === 0 ? 1 : 2] as const),
    ...[
      [
        40,
        20,
      ],
      [40, 24],
      [40, 14],
    ] as const,
  ];
  assert.ok(tiedToSize(sized(tied)).isTied);
  // Few effective clusters say so first; with 12 large ones they no longer do.
  const more = [...tied.slice(0, 40), ...Array.from({ length: 14 }, (_, g) => [40, g < 3 ? 5 : 33] as const)];
  assert.match(clusterInterval(rowsOf(more)).warning, /differs between large and small clusters/);
  const untied = more.map(([size]) => [size, Math.round(0.85 * size)] as const);
  assert.match(clusterInterval(rowsOf(untied)).warning, /of very unequal size/); // another warning: nothing differs
  assert.deepEqual(
    tiedToSize(sized(Array.from({ length: 20 }, (_, g) => [5, g === 0 ? 0 : 5] as const))),
    { isTied: false, skewness: 0 },
  );
});

Deno.test("very unequal sizes are warned of where so few cannot show a tie, and not where many can or sizes are alike", () => {
  // All kinds of size are right in 9 of 10: nothing in the answers differs.
  const unequal = (copies: number, right: number) =>
    Array.from(
      { length: copies },
      () => [5, 5, 5, 5, 5, 5, 5, 5, 40, 40].map((size) => [size, Math.round(size * right)] as const),
    ).flat();
  const words = (clusters: readonly (readonly [number, number])[]) =>
    clusterInterval(rowsOf(clusters)).warning;
  // 120²/(8·25 + 2·1600) = 4.24 of ten: 40 are worth 16.9, with the rarer answer in a fifth 3.4.
  assert.equal(
    words(unequal(4, 0.8)),
    "the estimate rests on 40 clusters of very unequal size, worth 16.9 equal ones: the interval may miss where large ones are the harder or the easier",
  );
  assert.equal(words(unequal(20, 0.7)), ""); // 200: 85 · 0.3 = 25
  assert.match(words(unequal(20, 0.9)), /200 clusters of very unequal size/); // 85 · 0.1 or so
  assert.equal(words(Array.from({ length: 40 }, (_, g) => [4 + 2 * (g % 4), 4 + g % 4] as const)), "");
  // A difference is as blind where one side is; of values that are no shares nothing is said.
  const rows = rowsOf(unequal(4, 0.8)), parts = rows.values.map((_, i) => i % 2);
  const { warning } = clusterInterval({ ...rows, parts, weights: [1, -1], names: ["IDS", "CDS"] });
  assert.match(warning, /^IDS rests on 40 clusters of very unequal size/);
  assert.doesNotMatch(clusterInterval({ ...rows, share: false }).warning, /unequal/);
});

Deno.test("the limit on the side of large clusters is Johnson's: skewness and distance by numpy", () => {
  // 40 clusters of 2, every eighth half right; 14 of 40, three of them with 5 right, the others with 33.
  const clusters = [
    ...Array.from({ length: 40 }, (_, g) => [2, g % 8 === 0 ? 1 : 2] as const),
    ...Array.from({ length: 14 }, (_, g) => [40, g < 3 ? 5 : 33] as const),
  ];
  // e = y - p*m; u = e/n/sqrt(1 - m/n); (u**3).sum()/(u**2).sum()**1.5 = -0.45081086; z = -3.2: three times of it.
  const skewness = 3 * -0.4508108569815321;
  assert.ok(Math.abs(tiedToSize(sized(clusters)).skewness - skewness) < 1e-12);
  const { estimate, low, standardError, df } = clusterInterval(rowsOf(clusters));
  const t = studentQuantile(0.975, df), reach = t - skewness * (1 + 2 * t * t) / 6;
  assert.ok(Math.abs(estimate - low - reach * standardError) < 1e-12, String(low));
  // The mirror image, and no such limit where sizes are equal.
  const wrong = clusterInterval(rowsOf(clusters.map(([size, right]) => [size, size - right] as const)));
  assert.ok(Math.abs(wrong.high - (1 - low)) < 1e-12);
  const equal = Array.from({ length: 54 }, (_, g) => [10, g < 20 ? 2 : 8] as const);
  assert.equal(clusterInterval(rowsOf(equal)).method, "CR2");
});

Deno.test("a difference that is another in large clusters than in small ones is warned of, one that is the same is not", () => {
  // 160 clusters of 2 + 2 rows, nearly all right; 60 of 20 + 20, every eighth wrong throughout in CDS (or in both), the others 17 right.
  // IDS, where it is not the same, is half right everywhere.
  const study = (onlyCds: boolean) => {
    const values: number[] = [], parts: number[] = [], clusters: number[] = [];
    for (let g = 0; g < 220; g++) {
      const half = g < 160 ? 2 : 20, right = g < 160 ? (g % 8 === 0 ? 1 : 2) : g % 8 === 0 ? 0 : 17;
      for (const part of [0, 1]) {
        const own = onlyCds && part === 0 ? half / 2 : right;
        for (let i = 0; i < half; i++) {
          values.push(i < own ? 1 : 0);
          parts.push(part);
          clusters.push(g);
        }
      }
    }
    return clusterInterval({ values, parts, clusters, weights: [1, -1], names: ["IDS", "CDS"] }).warning;
  };
  assert.match(study(true), /^the difference differs between large and small clusters/);
  assert.doesNotMatch(study(false), /differs between/);
});
