import type { Contrast } from "./contrast_limits.ts";
import { FEW_CLUSTERS } from "./equal_clusters.ts";

/** Clusters are of very unequal size where they are worth less than this share of as many equal ones, n²/Σm² of G. */
const UNEVEN = 0.7;

/** So many equal clusters' worth of the rarer answer is enough to show whether large clusters differ. */
const ENOUGH = 20;

/**
 * What makes the interval of a sum of means a rough guess, in words, the gravest first; empty where nothing does.
 *
 * Few effective clusters; a mean (or difference) over rows that is another than that over clusters (`tiedToSize`); or, of shares, clusters of
 * very unequal size (n²/Σm² below 0.7 of their number) that are worth fewer than 20 of the rarer answer: whether the large ones are the harder or
 * the easier cannot be seen from these, and if they are, 89 to 92% of intervals cover. Both limits were chosen in simulations: ties cost coverage from a spread
 * of the sizes as e^0.8z on (0.7), and no longer where 200 such clusters err in a third of their rows (20).
 */
export function clusterWarning(
  { parts, effective, tied, allTied }: Contrast & {
    effective: readonly number[];
    tied: readonly boolean[];
    allTied: boolean;
  },
  { partClusters, weights, share, name }: {
    partClusters: readonly number[];
    weights: readonly number[];
    share: boolean;
    name: (part: number) => string;
  },
): string {
  const weakest = effective.indexOf(Math.min(...effective));
  if (effective[weakest] < FEW_CLUSTERS) {
    return `${name(weakest)} rests on ${effective[weakest].toFixed(1)} effective of ${
      partClusters[weakest]
    } clusters: the interval may miss`;
  }
  if (!share) return "";
  const addsUp = oneSign(weights), different = addsUp ? tied.indexOf(true) : allTied ? 0 : -1;
  if (different >= 0) {
    return `${
      addsUp ? name(different) : "the difference"
    } differs between large and small clusters, and a few large ones carry it: the interval may miss`;
  }
  return parts.map(({ units, mean, weight }, part) =>
    weight === 0
      ? ""
      : unevenSizes(name(part), { units, clusters: partClusters[part], rarer: Math.min(mean, 1 - mean) })
  ).find((words) => words !== "") ?? "";
}

/** Whether clusters are of very unequal size, with too few of the rarer answer to show what the large ones do, in words. */
export function unevenSizes(
  name: string,
  { units, clusters, rarer }: { units: number; clusters: number; rarer: number },
): string {
  return units < UNEVEN * clusters && units * rarer < ENOUGH
    ? `${name} rests on ${clusters} clusters of very unequal size, worth ${
      units.toFixed(1)
    } equal ones: the interval may miss where large ones are the harder or the easier`
    : "";
}

/** Whether weights add means up, and take none from another. */
export function oneSign(weights: readonly number[]): boolean {
  return weights.every((weight) => weight >= 0) || weights.every((weight) => weight <= 0);
}
