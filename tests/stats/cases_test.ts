import * as stats from "judgebias/stats";
import { cholesky } from "@/stats/cholesky.ts";
import * as distributions from "@/stats/distributions.ts";
import { infer } from "@/stats/infer.ts";
import { pairedLabels } from "@/stats/label_codes.ts";
import { testCases } from "../cases.ts";

const inner = {
  ...{ cholesky, pairedLabels },
  /** The first draw of a seed. */
  drawn: (seed: number, draw: "integer", ...given: [number]) => stats.random(seed)[draw](...given),
  /** A share over another. */
  ratioOf: (one: number[], two: number[], scale: "ratio") => {
    const parts = [one, two].map((x, k) => ({ name: "ab"[k], value: (row: number) => x[row] ?? NaN }));
    return stats.inferFunction(parts, ([a, b]) => a / b, one.length, [...one.keys()], { scale });
  },
  /** A function of two shares, k of n and l of m rows, right ones first; every `size` rows of a share are a cluster. */
  ofShares: (of: "log" | "logit" | "odds", [k, n]: number[], [l, m]: number[], size = 1) => {
    const parts = ["a", "b"].map((name, p) => ({
      name,
      value: (row: number) => +(row >= n) !== p ? NaN : +(p ? row - n < l : row < k),
    }));
    const clusters = Array.from(
      { length: n + m },
      (_, i) => i < n ? `a${i / size | 0}` : `b${(i - n) / size | 0}`,
    );
    const odds = (x: number) => x / (1 - x),
      ways = {
        log: ([a, b]: number[]) => Math.log(a / b),
        logit: ([a, b]: number[]) => Math.log(odds(a) / odds(b)),
        odds: ([a, b]: number[]) => odds(a) / odds(b),
      };
    return stats.inferFunction(parts, ways[of], n + m, clusters, {
      scale: of === "odds" ? "ratio" : "difference",
    });
  },
  /** The mean of values that are called the score. */
  meanOf: (values: number[], rows: number, clusters: number[], own?: [number, number] | { strays: true }) => {
    const estimand = { name: "the score", weight: 1, value: (row: number) => values[row] };
    return infer([{ ...estimand, ...(Array.isArray(own) ? { range: own } : own) }], rows, clusters);
  },
};

// Cases by hand and refusals of statistics, a line each.
testCases(new URL("./cases.jsonl", import.meta.url), { ...stats, ...distributions, ...inner });
