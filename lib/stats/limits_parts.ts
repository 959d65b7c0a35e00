import { type ClusterSums, equalClusters, erringClusters, sizeTie } from "./cluster_sums.ts";
import type { Estimand, Inference, Term } from "./estimand.ts";
import type { LimitsPart } from "./limits.ts";
import { studentQuantile } from "./distributions.ts";

/**
 * The two constants of all intervals that were chosen in simulations (`deno task calibrate`). With fewer clusters than `SCARCE` on the
 * rarer side of a share, clusters of a kind that was not drawn may exist; with `FEW` effective ones or fewer behind a term its error is unknown.
 */
export const SCARCE = 8, FEW = 3;

/** Standard errors as small as this beside the mean are none: what rounding leaves. */
const ROUNDING = 1e-12;

/** A part's clusters in each way of clustering. */
export type PartWays = readonly ClusterSums[];

/** What the limits need to know of a term. */
export function limitsPart(
  { weight, range = [0, 1], estimate }: Term,
  { mean, standardError, df, ways, addsUp }: {
    mean: number;
    standardError: number;
    df: number;
    ways: PartWays;
    /** Whether all terms pull the same way: in differences both sides miss a rare kind of cluster alike. */
    addsUp: boolean;
  },
): LimitsPart {
  const isShare = estimate === undefined && Number.isFinite(range[1] - range[0]);
  const units = Math.min(...ways.map(equalClusters));
  return {
    // A model that is fitted to few clusters may leave their sums next to no spread: they are not worth more than their number.
    most: estimate !== undefined && df + 1 <= FEW + 1e-9 ? units : Infinity,
    mean,
    weight,
    range,
    standardError: isFlat(standardError, mean) ? 0 : standardError,
    df,
    units,
    isScarce: addsUp && isShare &&
      ways.some((way) => isMinority(way, range) && erringClusters(way, range) < SCARCE),
  };
}

/** Whether a standard error is what rounding leaves of none. */
export function isFlat(standardError: number, mean: number): boolean {
  return standardError <= ROUNDING * Math.max(Math.abs(mean), 1e-3);
}

/** Whether the rarer side lies in less than half of the clusters. */
function isMinority(way: ClusterSums, range: readonly [number, number]): boolean {
  return erringClusters(way, range) < equalClusters(way) / 2;
}

/** What makes the interval a rough guess, in words, the gravest first; empty where nothing does. */
export function inferenceWarning(
  estimand: Estimand,
  { standardError, effectiveClusters, partClusters, clusters }: Pick<
    Inference,
    "standardError" | "effectiveClusters" | "partClusters" | "clusters"
  >,
  { parts, ways, partWays }: { parts: readonly LimitsPart[]; ways: PartWays; partWays: readonly PartWays[] },
): string {
  const weights = estimand.map(({ weight }) => weight);
  if (standardError === 0) {
    const isEdge = parts.every(({ mean, range, weight }) => weight === 0 || range.includes(mean));
    if (!isEdge || clusters < SCARCE) {
      return `nothing varies over ${clusters} clusters: the limits rest on their number alone`;
    }
  }
  if (effectiveClusters <= FEW + 1e-9) {
    const told = parts.map(({ df }, p) => weights[p] === 0 ? Infinity : partClusters[p] < 2 ? 0 : df);
    const least = told.indexOf(Math.min(...told));
    return `${estimand[least].name} rests on ${effectiveClusters.toFixed(1)} effective of ${
      partClusters[least]
    } clusters: the interval may miss`;
  }
  const far = studentQuantile(0.975, Infinity);
  const isTied = (way: ClusterSums, own: readonly number[]) => Math.abs(sizeTie(way, own)) > far;
  const tied = estimand.map(({ range = [0, 1], estimate }, p) =>
    weights[p] !== 0 && estimate === undefined && Number.isFinite(range[1] - range[0]) &&
    partWays[p].some((way) => isTied(way, [1]) && isMinority(way, range))
  );
  const addsUp = weights.every((weight) => weight >= 0) || weights.every((weight) => weight <= 0);
  // Where large clusters are the hard ones on both sides of a difference, nothing of that is left in it.
  const isLeft = addsUp || tied.includes(false) && ways.some((way) => isTied(way, weights));
  return tied.includes(true) && isLeft
    ? `${
      estimand[tied.indexOf(true)].name
    } differs between large and small clusters, and a few large ones carry it: the interval may miss`
    : "";
}
