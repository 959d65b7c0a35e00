import assert from "node:assert/strict";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { studentQuantile } from "@/stats/distributions.ts";
import { infer, NUMBER } from "@/stats/infer.ts";
import { close } from "./golden.ts";
import { differenceLimits, sure, wilsonLimits } from "./mover.ts";

Deno.test("clusterInterval refuses fractions and numbers below the range as part or cluster", () => {
  const rows = { values: [1, 0, 1, 0], parts: [0, 0, 0, 0], clusters: [0, 1, 2, 3], weights: [1] };
  assert.throws(() => clusterInterval({ ...rows, values: [1] }), TypeError);
  assert.throws(() => clusterInterval({ ...rows, level: 1.5 }), RangeError);
  for (const part of [0.5, -2, -0.5, 1, NaN]) {
    assert.throws(() => clusterInterval({ ...rows, parts: [0, 0, part, 0] }), RangeError, `part ${part}`);
  }
  for (const cluster of [2.5, -1, NaN]) {
    assert.throws(
      () => clusterInterval({ ...rows, clusters: [0, 1, cluster, 3] }),
      RangeError,
      `cluster ${cluster}`,
    );
  }
  // What a row without part says does not matter.
  assert.equal(clusterInterval({ ...rows, parts: [0, 0, -1, 0], clusters: [0, 1, NaN, 3] }).n, 3);
});

Deno.test("clusterInterval: MOVER follows level and weight", () => {
  const ones = {
    values: new Array(20).fill(1),
    parts: new Array(20).fill(0),
    clusters: [...new Array(20).keys()],
  };
  const { low, high, method, pOf } = clusterInterval({ ...ones, weights: [1], share: false });
  assert.deepEqual([low, high, method, pOf(0)], [NaN, NaN, "none", NaN]);
  for (const level of [0.5, 0.9, 0.99]) {
    const gap = 1 - wilsonLimits(sure(1, 20), level).low;
    for (const weight of [1, 0.5, 3]) {
      const { low, high } = clusterInterval({ ...ones, weights: [weight], level });
      close(low, weight * (1 - gap), { what: `level ${level}, weight ${weight}` });
      assert.equal(high, weight);
    }
  }
});

Deno.test("clusterInterval: an empty part leaves no standard error, a NaN value no estimate", () => {
  const empty = clusterInterval({
    values: [1, 0, 1],
    parts: [0, 0, 0],
    clusters: [0, 1, 2],
    weights: [1, -1],
  });
  assert.deepEqual([empty.estimate, empty.standardError, empty.low], [NaN, NaN, NaN]);
  assert.deepEqual([empty.n, empty.clusters, empty.counts], [3, 3, [3, 0]]);
  // A null of a column is no 0.
  for (const gap of [NaN, null as never]) {
    const hole = clusterInterval({
      values: [1, gap, 1],
      parts: [0, 0, 0],
      clusters: [0, 1, 2],
      weights: [1],
    });
    assert.deepEqual([hole.estimate, hole.standardError, hole.low, hole.high], [NaN, NaN, NaN, NaN]);
  }
  const none = clusterInterval({ values: [], parts: [], clusters: [], weights: [1, -1] });
  assert.deepEqual([none.estimate, none.low, none.n, none.clusters], [NaN, NaN, 0, 0]);
  const half = clusterInterval({ values: [1], parts: [0], clusters: [0], weights: [1, -1] });
  assert.deepEqual([half.estimate, half.means[0], half.counts], [NaN, 1, [1, 0]]);
  const single = clusterInterval({ values: [1, 0], parts: [0, 0], clusters: [7, 7], weights: [1] });
  assert.deepEqual([single.estimate, single.low, single.clusters], [0.5, NaN, 1]);
});

Deno.test("infer: values beyond their range, infinite ones and rows without a cluster are refused by row", () => {
  const own = [0, 1, 2, 3], scores = [1, 3, 5, 4];
  const of = (values: readonly number[], range?: readonly [number, number]) => [{
    ...{ name: "the score", weight: 1, value: (row: number) => values[row] },
    ...range ? { range } : {},
  }];
  for (
    const [estimand, rows, clusters, said] of [
      [of(scores), 4, own, /the score from 0 to 1, found 3 in row 1; .*range: NUMBER/],
      [of([1, -0.1]), 2, own, /from 0 to 1, found -0.1 in row 1/],
      [of(scores, [1, 4]), [0, 2], own, /from 1 to 4, found 5 in row 2/],
      [of([1, Infinity], NUMBER), 2, own, /finite values of the score, found Infinity in row 1/],
      [of([1, 0, 1, 0]), 4, [0, 1], /a cluster of every row, found 2 clusters and row 3/],
      [of([1, 0, 1, 0]), [0, 3], [own, [0, 1]], /found 2 clusters and row 3/],
    ] as const
  ) {
    assert.throws(() => infer(estimand, rows, clusters), (error) => {
      assert.ok(error instanceof RangeError);
      assert.match(error.message, said);
      return true;
    });
  }
  assert.ok(infer(of(scores, NUMBER), 4, own).high > 4);
  // Rows that are not meant need no cluster, NaN takes no part, and what rounding leaves of 1 is 1.
  assert.equal(infer(of([1, NaN, 1 + 2 ** -52]), [0, 1, 2], [0, 1, 2]).n, 2);
});

Deno.test("a mean that few clusters pull towards the middle has a limit there that their skewness makes longer; a difference has not", () => {
  // Changes of a score: 37 images of 4 rows about .05, three about .4; and the same upside down.
  const values = Array.from({ length: 160 }, (_, i) => (i < 12 ? 0.4 : 0.05) + 0.01 * (i * 7 % 5 - 2));
  const clusters = values.map((_, i) => Math.floor(i / 4)), parts = values.map(() => 0);
  const found = clusterInterval({ values, parts, clusters, weights: [1] });
  const shares = Array.from({ length: 40 }, (_, g) => {
    const sum = values.slice(4 * g, 4 * g + 4).reduce((sum, value) => sum + value - found.estimate, 0);
    return sum / 160 / Math.sqrt(1 - 4 / 160);
  });
  const power = (k: number) => shares.reduce((sum, u) => sum + u ** k, 0);
  // d² = t²·(se² + slope·d − d²/n), with the clusters' own slope.
  const n = found.estimate * (1 - found.estimate) / power(2), t = studentQuantile(0.975, found.df);
  const d = found.high - found.estimate, share = { mean: found.estimate, trials: n, df: found.df };
  close(d * d, t * t * (power(2) + d * power(3) / power(2) - d * d / n), { relative: 1e-9 });
  close(found.low, wilsonLimits(share).low, { relative: 1e-9 });
  const turned = clusterInterval({ values: values.map((value) => 1 - value), parts, clusters, weights: [1] });
  close(turned.low, 1 - found.high, { relative: 1e-9 });
  const difference = clusterInterval({
    values: [...values, ...values],
    parts: [...parts, ...parts.map(() => 1)],
    clusters: [...clusters, ...clusters.map((cluster) => 40 + cluster)],
    weights: [1, -1],
  });
  close(difference.high, differenceLimits(share, share).high, { relative: 1e-9 });
});
