import type { PairOutcomes } from "../metrics/pair_outcomes.ts";
import { clusterContrast } from "../stats/cluster_contrast.ts";
import { sensitivityRow } from "./metric_evidence.ts";

/** Says where the interval leaves 0 out and the one with padding balanced does not. */
export function swayedByPadding(
  main: { low: number; high: number },
  balanced: { low: number; high: number },
): string {
  const holdsZero = ({ low, high }: { low: number; high: number }) => low <= 0 && high >= 0;
  return !holdsZero(main) && holdsZero(balanced)
    ? `the interval leaves 0 out only as long as padding counts as bias: with padding balanced it is [${
      balanced.low.toFixed(3)
    }, ${balanced.high.toFixed(3)}]`
    : "";
}

/** IB with both kinds of padding weighing alike in either subset, and what padding by itself does to an answer's chances. */
export function paddingContrasts(
  { correct, clusters }: PairOutcomes,
  after: Int32Array,
  padded: Int8Array,
  sides: Int8Array,
  level: number,
) {
  const contrast = (weights: number[]) =>
    clusterContrast({
      values: Float64Array.from(after, (row) => correct[row]),
      // Parts: IDS and CDS, the other answer padded; IDS and CDS, the preferred one.
      parts: Int32Array.from(after, (row, m) =>
        correct[row] < 0 || padded[m] === 0 || sides[row] < 0 || sides[row] > 1
          ? -1
          : sides[row] + (padded[m] > 0 ? 0 : 2)),
      clusters: Int32Array.from(after, (row) =>
        clusters[row]),
      weights,
      bounds: [-1, 1],
      level,
    });
  const balanced = contrast([0.5, -0.5, 0.5, -0.5]), dislike = contrast([0.25, 0.25, -0.25, -0.25]);
  return {
    any: padded.some((side) => side !== 0),
    balanced,
    rows: [
      sensitivityRow("kept pairs, after, padding balanced", balanced),
      sensitivityRow("what padding costs an answer (chance to be chosen)", dislike),
    ],
  };
}
