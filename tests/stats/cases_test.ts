import * as stats from "judgebias/stats";
import { cholesky } from "@/stats/matrix.ts";
import { benjaminiYekutieli } from "@/stats/multiple_testing.ts";
import * as distributions from "@/stats/distributions.ts";
import { infer } from "@/stats/infer.ts";
import { inferFunction } from "@/stats/infer_function.ts";
import { kendallInterval } from "@/stats/kendall.ts";
import { krippendorffAlpha } from "@/stats/krippendorff_alpha.ts";
import { pairedLabels } from "@/stats/label_codes.ts";
import { testCases } from "../cases.ts";

const inner = {
  ...{ benjaminiYekutieli, cholesky, kendallInterval, krippendorffAlpha, pairedLabels },
  /** The first draw of a seed. */
  drawn: (seed: number, draw: "integer", ...given: [number]) => stats.random(seed)[draw](...given),
  /** A share over another. */
  ratioOf: (one: number[], two: number[], scale: "ratio") => {
    const parts = [one, two].map((x, k) => ({ name: "ab"[k], value: (row: number) => x[row] ?? NaN }));
    return inferFunction(parts, ([a, b]) => a / b, one.length, [...one.keys()], { scale });
  },
  /** The odds of k in n over those of l in m rows, right ones first, or their logarithm; every `size` rows of a share are a cluster. */
  oddsOf: (scale: "difference" | "ratio", [k, n]: number[], [l, m]: number[], size = 1) => {
    const parts = [0, 1].map((p) => ({
      name: "ab"[p],
      value: (row: number) => +(row >= n) !== p ? NaN : +(p ? row - n < l : row < k),
    }));
    const clusters = Array.from(
      { length: n + m },
      (_, i) => Math.floor(i < n ? i / size : n + (i - n) / size),
    );
    const ratio = ([a, b]: number[]) => a / (1 - a) * (1 - b) / b;
    const of = scale === "ratio" ? ratio : (means: number[]) => Math.log(ratio(means));
    return inferFunction(parts, of, n + m, clusters, { scale });
  },
  /** The mean of values that are called the score. */
  meanOf: (values: number[], rows: number, clusters: number[], own?: [number, number] | { strays: true }) => {
    const estimand = { name: "the score", weight: 1, value: (row: number) => values[row] };
    return infer([{ ...estimand, ...(Array.isArray(own) ? { range: own } : own) }], rows, clusters);
  },
};

// Cases by hand and refusals of statistics, a line each.
testCases(new URL("./cases.jsonl", import.meta.url), { ...stats, ...distributions, ...inner });
