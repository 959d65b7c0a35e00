import assert from "node:assert/strict";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { sure, wilsonLimits } from "./mover.ts";

Deno.test("clusterInterval: shares of 0 and 1 take Wilson's distance on the side where they can err", () => {
  const rows = (right: number, n: number) => Array.from({ length: n }, (_, i) => i < right ? 1 : 0);
  const all = clusterInterval({
    values: rows(30, 30),
    parts: rows(0, 30),
    clusters: [...Array(30).keys()],
    weights: [1],
  });
  assert.ok(
    Math.abs(all.low - wilsonLimits(sure(1, 30)).low) < 1e-14 && all.high === 1 && all.standardError === 0,
  );
  const none = clusterInterval({
    values: rows(0, 30),
    parts: rows(0, 30),
    clusters: [...Array(30).keys()],
    weights: [1],
  });
  assert.ok(Math.abs(none.high - wilsonLimits(sure(0, 30)).high) < 1e-14 && none.low === 0);
  // With a negative weight the sides change places; numbers that are no shares are left alone.
  const negative = clusterInterval({
    values: rows(30, 30),
    parts: rows(0, 30),
    clusters: [...Array(30).keys()],
    weights: [-1],
  });
  assert.ok(negative.low === -1 && Math.abs(negative.high + wilsonLimits(sure(1, 30)).low) < 1e-14);
  const score = clusterInterval({
    values: rows(30, 30),
    parts: rows(0, 30),
    clusters: [...Array(30).keys()],
    weights: [1],
    share: false,
  });
  assert.deepEqual([score.low, score.high, score.method, score.pOf(0)], [NaN, NaN, "none", NaN]);
});

Deno.test("a null of a column is no 0: the estimate is unknown, and no limits stand beside it", () => {
  const values = [1, null as never, 1, 1, 0, 1], clusters = [0, 1, 2, 3, 4, 5], parts = clusters.map(() => 0);
  const found = clusterInterval({ values, parts, clusters, weights: [1] });
  assert.deepEqual([found.estimate, found.low, found.high], [NaN, NaN, NaN]);
});

Deno.test("clusterInterval: too little data", () => {
  const empty = clusterInterval({ values: [], parts: [], clusters: [], weights: [1, -1] });
  assert.deepEqual([empty.estimate, empty.low, empty.n, empty.clusters], [NaN, NaN, 0, 0]);
  const half = clusterInterval({ values: [1], parts: [0], clusters: [0], weights: [1, -1] });
  assert.deepEqual([half.estimate, half.means[0], half.counts], [NaN, 1, [1, 0]]);
  const single = clusterInterval({ values: [1, 0], parts: [0, 0], clusters: [7, 7], weights: [1] });
  assert.deepEqual([single.estimate, single.low, single.clusters], [0.5, NaN, 1]);
  assert.throws(
    () => clusterInterval({ values: [1], parts: [0, 0], clusters: [0], weights: [1] }),
    TypeError,
  );
  assert.throws(() => clusterInterval({ values: [1], parts: [2], clusters: [0], weights: [1] }), RangeError);
  assert.throws(() => clusterInterval({ values: [1], parts: [0], clusters: [-1], weights: [1] }), RangeError);
  assert.throws(
    () => clusterInterval({ values: [1], parts: [0], clusters: [0], weights: [1], level: 1.5 }),
    RangeError,
  );
});
