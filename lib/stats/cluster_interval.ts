import { type CellRows, type ClusterCells, clusterCells } from "./cluster_cells.ts";
import { contrastOf } from "./cell_contrast.ts";
import { type Contrast, contrastLimits, contrastPValue, limitsMethod } from "./contrast_limits.ts";
import { clusterWarning } from "./cluster_warning.ts";
import { requireBetween } from "./require_value.ts";

/** What `clusterInterval` works on. */
export interface ClusterRows extends CellRows {
  /** Weight of each part's mean in the estimate: [1] a mean, [1, −1] a difference. */
  weights: readonly number[];
  /** Level of the interval, above 0 and below 1; 0.95 by default. */
  level?: number;
  /** Where the estimate is bound to lie; the interval is clipped to it. */
  bounds?: readonly [number, number];
  /** Whether values lie between 0 and 1, so that a mean near 0 or 1 has Wilson's limits. */
  share?: boolean;
  /** What the parts are called in a warning. */
  names?: readonly string[];
}

/** A weighted sum of means with its cluster-robust interval. */
export interface ClusterInterval {
  /** Σ weight · mean of the part; NaN where a part has no row. */
  estimate: number;
  /** Lower end of the interval; NaN where `method` is "none". */
  low: number;
  /** Upper end of the interval; NaN where `method` is "none". */
  high: number;
  /** CR2; of parts that are all 0 or all 1 it knows nothing. */
  standardError: number;
  /** Degrees of freedom of the standard error. */
  df: number;
  /** Rows that take part. */
  n: number;
  /** Clusters with a row that takes part. */
  clusters: number;
  /** Clusters of equal size and weight that would tell as much, of the part that has the fewest: its df + 1. */
  effectiveClusters: number;
  /** Where the limits come from: Student's t, Wilson's for shares near 0 or 1, Johnson's for skewness; "none" without limits. */
  method: "CR2" | "Wilson" | "Johnson" | "none";
  /** What makes the interval a rough guess, in words; empty where nothing does. */
  warning: string;
  /** Mean of each part; NaN where it has no row. */
  means: number[];
  /** Rows of each part. */
  counts: number[];
  /** Two-sided p of any null value, turned round from this very interval; NaN without one. */
  pOf: (nullValue: number) => number;
  /** Clusters with a row in each part. */
  partClusters: number[];
}

/**
 * The interval of every metric: Σ_k weight_k · mean of part k, robust to correlation within clusters, for few and unequal ones too.
 *
 * `CR2`: u_g = Σ_k weight_k/n_k · Σ_{i in part k and cluster g} (y_i − mean_k)/√(1 − m_gk/n_k), with m_gk of the part's n_k rows in cluster
 * g; variance Σ_g u_g² (Bell and McCaffrey 2002), limits by Student's t with `effectiveDf`'s degrees of freedom under the
 * correlations within clusters that the residuals show (Imbens and Kolesár 2016). A cluster may have rows in several parts; that
 * covariance is what makes paired differences narrow. Standard error, and df of uncorrelated rows, are clubSandwich's and estimatr's.
 *
 * `Wilson`: where a share is near 0 or 1, `contrastLimits` gives it Wilson's limits with its effective rows. A judge that is always
 * right gets an interval, not a point.
 *
 * Where all clusters say the same (a standard error of 0), or all but a few, the share of those that do not has Wilson's limits, so that no
 * interval is a point (`fewMoved`); numbers without bounds have none then.
 *
 * `effectiveClusters` says how many clusters the weakest part rests on; below about 5, `warning` says so in words.
 *
 * `Johnson`: where clusters are of unequal size and the mean over rows lies to one side of the mean over clusters, the limit on that side is
 * lengthened for the skewness that large clusters give the mean (`tiedToSize`), of means and sums of shares, not of differences.
 *
 * What 95% intervals cover in simulations with 15 to 200 clusters of 5 rows on average and a correlation of 0.3 within them
 * (`figures/calibration`, ± 0.7): shares 91 to 97% in all cells up to an accuracy of 0.9, equal, very unequal and large clusters harder (before
 * `Johnson` 88 to 91% where large clusters are harder and the accuracy 0.9; its price is an interval longer by 12 to 16% in very unequal clusters,
 * by half in tied ones); at 0.98 98 to 100% with 15 and 40 clusters, 91 to 95% with 200 (before: 85 to 87%). Differences (IB, LB,
 * IRS, gaps) 90 to 100% (least where a subset of 200 clusters has a handful of errors), half of the cells 96 to 98%, 400 data sets each; with four parts, few clusters and an accuracy of 0.98 99 to 100%.
 *
 * **It misses where the clusters that decide were not drawn**, which no interval can know: 15 clusters, one in ten of which is fifteen times as
 * large and wrong half the time: 83% (40 clusters: 94%); one in twenty, forty rows, wrong in 80%: 58% (40: 87%). Where one was drawn `warning` stands; where none was, all
 * clusters look alike and nothing can warn (15 clusters: in 19 and 43% of the data sets; the kinds that 15 clusters may miss are those rarer than one in five).
 * **Sizes that go with the answers** cost coverage where clusters are few: spread as e^1.1z or e^1.4z, an accuracy of 0.8 to 0.95 and 15 or 40 clusters 89 to 96%,
 * 200 very unequal clusters, untied, at 0.9 and 0.95 92%, spread as e^1.4z 91%; a difference of which only one side is harder in large clusters 90 to 92% with 40 and 200
 * (400 to 1,000 data sets each, ± 0.7 to 1.5). Nothing in the answers tells these data sets from harmless ones, so `warning` stands wherever
 * sizes are very unequal and the rarer answers few (`clusterWarning`): in 94 to 100% of the data sets of these cells; at most 1.6% of them miss without a word (before: 9%). It stands on
 * many that hold, too: give every cluster equally many rows where you can.
 *
 * An empty part gives NaN for estimate and limits; a single cluster gives an estimate without limits. Linear in the rows.
 *
 * @throws {TypeError} when the three arrays differ in length
 * @throws {RangeError} for a part outside −1 … weights.length − 1, a negative cluster, a fraction as either, or a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterInterval } from "judgebias/stats";
 *
 * const { estimate, clusters, counts, warning } = clusterInterval({
 *   values: [1, 1, 0, 1, 0, 0],
 *   parts: [0, 0, 0, 1, 1, 1],
 *   clusters: [0, 0, 1, 1, 2, 3],
 *   weights: [1, -1],
 *   names: ["IDS", "CDS"],
 * });
 * assert.ok(Math.abs(estimate - 1 / 3) < 1e-15); // 2/3 − 1/3
 * assert.deepEqual([clusters, counts], [4, [3, 3]]);
 * assert.match(warning, /IDS rests on .* of 2 clusters/);
 * ```
 */
export function clusterInterval(rows: ClusterRows): ClusterInterval {
  return cellLimits(clusterCells(rows, rows.weights.length), rows);
}

/** The same from sums by cluster and part that are made already. */
export function cellLimits(
  cells: ClusterCells,
  { weights, level = 0.95, bounds = [-Infinity, Infinity], share = true, names }: Omit<
    ClusterRows,
    keyof CellRows
  >,
): ClusterInterval {
  requireBetween("clusterInterval", "a level", level);
  const { means, counts, clusters, partClusters } = cells;
  const estimate = weights.reduce((sum, weight, part) => sum + weight * means[part], 0);
  const nothing: ClusterInterval = {
    estimate,
    low: NaN,
    high: NaN,
    standardError: NaN,
    df: NaN,
    n: counts.reduce((sum, count) => sum + count, 0),
    clusters,
    effectiveClusters: Math.min(clusters, 1),
    method: "none",
    warning: "",
    means,
    counts,
    pOf: () => NaN,
    partClusters,
  };
  const name = (part: number) =>
    names?.[part] ?? (weights.length === 1 ? "the estimate" : `part ${part + 1}`);
  const empty = counts.indexOf(0);
  if (empty >= 0) return { ...nothing, warning: `${name(empty)} has no row` };
  if (clusters < 2) {
    return { ...nothing, warning: `${name(0)} rests on a single cluster: no interval` };
  }
  if (Number.isNaN(estimate)) return nothing;

  const contrast = contrastOf(cells, weights, { share, bounds });
  const effectiveClusters = Math.min(...contrast.effective);
  const { moved } = contrast, what = weights.length > 1 ? "the difference" : name(0);
  const warning = clusterWarning(contrast, { partClusters, weights, share, name }) ||
    (contrast.standardError > 0 ? "" : stillWarning(what, clusters, moved ?? (share ? null : "no interval")));
  const found = {
    ...nothing,
    standardError: contrast.standardError,
    df: contrast.df,
    effectiveClusters,
    warning,
  };
  // A part in one cluster has no spread between clusters to tell its error from: only a share has a limit of its own.
  if (!share && partClusters.some((count, part) => count < 2 && weights[part] !== 0)) {
    return found;
  }
  const limits = contrastLimits(contrast, level);
  if (Number.isNaN(limits.low)) return found;
  const interval: ClusterInterval = {
    ...found,
    // Clipped, and still around the estimate, whose last bits may lie beyond a bound.
    low: Math.min(estimate, Math.max(bounds[0], limits.low)),
    high: Math.max(estimate, Math.min(bounds[1], limits.high)),
    method: limitsMethod(contrast),
    pOf: (nullValue) => contrastPValue(contrast, nullValue),
  };
  return interval;
}

/** Words where nothing varies between clusters; none at the end of a range, where limits of a share are what they always are. */
function stillWarning(
  name: string,
  clusters: number,
  moved: Contrast["moved"] | "no interval" | null,
): string {
  if (!moved || moved !== "no interval" && (moved.least === 0 || moved.most === 0)) return "";
  return `${name} does not vary between ${clusters} clusters: ${
    moved === "no interval" ? moved : "the interval is that of their number"
  }`;
}
