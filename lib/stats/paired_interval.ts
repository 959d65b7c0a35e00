import { type ClusterInterval, clusterInterval } from "./cluster_interval.ts";

/**
 * Interval of the mean difference of two shares of the same units: values from −1 to 1, such as right with the image minus right
 * without it. `clusterInterval` of the differences (CR2), or, where so few units differ that it is not to be trusted, of the share that
 * gains minus the share that loses with Wilson's limits for both: a judge that never changes gets an interval, not a point.
 *
 * @throws as `clusterInterval`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairedInterval } from "judgebias/stats";
 *
 * const never = pairedInterval({ values: new Array(240).fill(0), clusters: [...new Array(240).keys()] });
 * assert.ok(never.estimate === 0 && never.low < -0.01 && never.high > 0.01);
 * ```
 */
export function pairedInterval(
  { values, clusters, level, names = ["the difference"] }: {
    values: ArrayLike<number>;
    clusters: ArrayLike<number>;
    level?: number;
    names?: readonly string[];
  },
): ClusterInterval {
  const n = values.length;
  const common = { weights: [1], names, level, bounds: [-1, 1] } as const;
  const plain = clusterInterval({ ...common, values, clusters, parts: new Int8Array(n), share: false });
  if (Number.isNaN(plain.estimate)) return plain;
  const split = clusterInterval({
    ...common,
    values: Float64Array.from({ length: 2 * n }, (_, i) => Math.max(0, i < n ? values[i] : -values[i - n])),
    clusters: Float64Array.from({ length: 2 * n }, (_, i) => clusters[i % n]),
    parts: Int8Array.from({ length: 2 * n }, (_, i) => i < n ? 0 : 1),
    weights: [1, -1],
  });
  if (split.method !== "Wilson") return plain;
  const { low, high, method, pOf } = split;
  return { ...plain, low, high, method, pOf };
}
