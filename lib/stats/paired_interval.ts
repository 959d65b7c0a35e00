import type { ClusterInterval } from "./cluster_interval.ts";
import { gains, infer } from "./infer.ts";

/** Interval of the mean difference of two shares of the same units: `infer` of its `gains`. */
export function pairedInterval(
  { values, clusters, level, names = ["the difference"] }: {
    values: ArrayLike<number>;
    clusters: ArrayLike<number>;
    level?: number;
    names?: readonly string[];
  },
): ClusterInterval {
  return infer(gains(names[0], (row) => values[row]), values.length, clusters, { level });
}
