import { type ClusterInterval, clusterInterval } from "./cluster_interval.ts";
import { equalClusters } from "./equal_clusters.ts";
import { fisherLimits } from "./fisher_limits.ts";
import { labelCodes } from "./label_codes.ts";
import { type Label, pairedLabels } from "./paired_labels.ts";
import { requireBetween } from "./require_value.ts";

/** Agreement of two raters beyond chance, with its interval. */
export interface ChanceAgreement {
  /** The coefficient: 1 = full agreement, 0 = as much as by chance; NaN without pairs, or where chance alone agrees always. */
  value: number;
  /** Share of pairs with the same label. */
  agreement: number;
  /** Lower end of its interval, −1 or above; NaN where there is none. */
  low: number;
  /** Upper end of its interval, 1 or below; NaN where there is none. */
  high: number;
  /** Cluster-robust (CR2), on the scale of the coefficient. */
  standardError: number;
  /** Degrees of freedom of the standard error. */
  df: number;
  /** Pairs with both labels. */
  n: number;
  /** Pairs left out because a label is missing. */
  nMissing: number;
  /** Clusters with a pair; as many as pairs where none were named. */
  clusters: number;
  /** Clusters of equal size and weight that would tell as much. */
  effectiveClusters: number;
  /** What makes the interval a rough guess, in words; empty where nothing does. */
  warning: string;
}

/** Options of `cohenKappa` and `gwetAc1`. */
export interface AgreementOptions {
  /** Cluster of each pair (the image, say), any values; without it every pair is one. */
  clusters?: ArrayLike<unknown>;
  /** Level of the interval, above 0 and below 1; 0.95 by default. */
  level?: number;
}

/** How often each rater gives each label, how many pairs they share, and the agreement that this makes by chance. */
export interface Margins {
  n: number;
  first: Map<Label, number>;
  second: Map<Label, number>;
}

/** A label that both expect fewer times than this leaves the interval to chance. */
const FEW_EXPECTED = 5;

/** A label that fills the clusters it is found in (this share of their rows) makes as many independent pairs as clusters: fewer than these are few. */
const FILLS = 0.6, FEW_FILLED = 10;

/**
 * (p_o − p_e)/(1 − p_e) with an interval robust to clusters: every pair's influence is its value (`clusterInterval`, CR2), and the limits are
 * symmetric in Fisher's z = artanh, since the coefficient is bound to lie in [−1, 1] and skewed near its ends. Agreement (or
 * disagreement) in every pair has no spread: its limit comes from Wilson's of p_o.
 *
 * @param chance n²·(1 − p_e) as exactly as can be, and how much a pair of labels moves p_e
 */
export function chanceAgreement(
  action: string,
  a: ArrayLike<Label>,
  b: ArrayLike<Label>,
  { clusters, level = 0.95 }: AgreementOptions,
  chance: (margins: Margins) => { beyond: number; move: (x: Label, y: Label) => number },
): ChanceAgreement {
  requireBetween(action, "a level", level);
  if (clusters && clusters.length !== a.length) {
    throw new TypeError(
      `${action}: wanted a cluster for each of ${a.length} pairs, found ${clusters.length}`,
    );
  }
  const { pairs, rows, nMissing } = pairedLabels(action, a, b);
  const n = pairs.length, margins: Margins = { n, first: new Map(), second: new Map() };
  let equal = 0;
  for (const [x, y] of pairs) {
    margins.first.set(x, (margins.first.get(x) ?? 0) + 1);
    margins.second.set(y, (margins.second.get(y) ?? 0) + 1);
    if (x === y) equal++;
  }
  const agreement = n === 0 ? NaN : equal / n;
  const { beyond, move } = chance(margins);
  const room = beyond / (n * n), value = n === 0 || beyond === 0 ? NaN : 1 - n * (n - equal) / beyond;
  const { codes } = labelCodes(action, clusters ? rows.map((row) => clusters[row]) : rows);
  const common = { parts: new Int8Array(n), clusters: codes, weights: [1], level, names: ["the agreement"] };
  const spread = clusterInterval({
    ...common,
    values: pairs.map(([x, y]) =>
      value + ((x === y ? 1 : 0) - agreement) / room - (1 - agreement) * move(x, y) / (room * room)
    ),
    share: false,
  });
  const agreed = clusterInterval({ ...common, values: pairs.map(([x, y]) => x === y ? 1 : 0) });
  const { standardError, df, clusters: groups, effectiveClusters } = spread;
  const { low, high } = Math.abs(value) === 1
    ? sure(value, room, agreed)
    : fisherLimits(value, { ...spread, level });
  return {
    value,
    agreement,
    low,
    high,
    standardError,
    df,
    n,
    nMissing,
    clusters: groups,
    effectiveClusters,
    warning: spread.warning || agreed.warning || rareLabel(margins) ||
      (groups < n ? labelOfFewClusters(pairs, codes) : ""),
  };
}

/** Limits where all pairs agree, or none does, from those of that share. */
function sure(value: number, room: number, { low, high }: ClusterInterval) {
  const at = (agreement: number) => Math.max(-1, 1 - (1 - agreement) / room);
  return value === 1 ? { low: at(low), high: 1 } : { low: -1, high: at(high) };
}

function rareLabel({ n, first, second }: Margins): string {
  const rare = [...new Set([...first.keys(), ...second.keys()])].filter((label) =>
    Math.min(first.get(label) ?? 0, second.get(label) ?? 0) < FEW_EXPECTED
  );
  return n === 0 || rare.length === 0
    ? ""
    : `fewer than ${FEW_EXPECTED} pairs have ${rare.map(String).sort().join(", ")}: the interval may miss`;
}

/** Words for a label of either rater that fills a few clusters, whose number then decides how often it is found. */
function labelOfFewClusters(pairs: readonly (readonly [Label, Label])[], codes: Int32Array): string {
  const sizes = new Map<number, number>(), found = [0, 1].map(() => new Map<Label, Map<number, number>>());
  pairs.forEach((pair, row) => {
    sizes.set(codes[row], (sizes.get(codes[row]) ?? 0) + 1);
    found.forEach((labels, rater) => {
      const own = labels.get(pair[rater]) ?? new Map<number, number>();
      labels.set(pair[rater], own.set(codes[row], (own.get(codes[row]) ?? 0) + 1));
    });
  });
  for (const labels of found) {
    for (const [label, own] of labels) {
      let rows = 0, within = 0;
      for (const [cluster, count] of own) {
        rows += count;
        within += count * count / sizes.get(cluster)!;
      }
      const filled = equalClusters(own.values());
      if (within > FILLS * rows && filled < FEW_FILLED) {
        return `${label} fills a few clusters (as if ${
          filled.toFixed(1)
        } equal ones), which decide how often it is found: the interval may miss`;
      }
    }
  }
  return "";
}
