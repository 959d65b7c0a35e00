/** Clusters are of very unequal size where they are worth less than this share of as many equal ones, n²/Σm² of G. */
const UNEVEN = 0.7;

/** So many equal clusters' worth of the rarer answer is enough to show whether large clusters differ. */
const ENOUGH = 20;

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
