import { inWords } from "../progress/show.ts";
import { normalCdf, studentQuantile } from "./distributions.ts";
import { type ClusterSums, equalClusters, erringClusters, varianceSlope } from "./cluster_sums.ts";
import type { Estimand, Inference, Term } from "./estimand.ts";

export interface LimitsPart {
  mean: number;
  weight: number;
  /** Where it is bound to lie; infinite ends for a number that may be anything. */
  range: readonly [number, number];
  standardError: number;
  df: number;
  /** Independent units: what a part without spread is worth, and the most that one is worth towards the middle where `isScarce`. */
  units: number;
  /** Whether few clusters hold the rarer side: others like them may exist that were not drawn. */
  isScarce: boolean;
  most?: number;
  /** By how much its variance grows with it, as its clusters show, by the way of clustering that shows most towards the middle; 0 where that is not asked. */
  slope: number;
  /** The estimate by the part's mean, where it is no line. */
  curve?: (mean: number) => number;
}

type Gaps = Record<"down" | "up", number>;

/**
 * Limits of Σ weight · part as `infer` describes them: each part has its own, and their distances are added in squares with the correlation of the parts' errors
 * (MOVER, Zou and Donner 2008). Of a part in a range Wilson's have n = p(1 − p)/se², the independent trials that its error is worth; without spread as many as units.
 */
export function sumLimits(
  parts: readonly LimitsPart[],
  correlation: (a: number, b: number) => number,
  level: number,
): { low: number; high: number } {
  const estimate = parts.reduce((sum, { weight, mean }) => sum + weight * mean, 0);
  const gaps = parts.map((part) => partGaps(part, level));
  // Below the estimate a positive weight's part is too high, a negative one's too low.
  const reach = (isBelow: boolean) => {
    const own = gaps.map(({ down, up }, p) => {
      const { weight, mean, curve } = parts[p], step = isBelow === weight > 0 ? -down : up;
      const reach = curve ? reachOf(curve, mean, step, isBelow) : NaN;
      return Number.isFinite(reach) ? Math.sign(weight) * reach : weight * Math.abs(step);
    });
    let sum = 0;
    own.forEach((a, p) => {
      sum += a * a;
      for (let q = 0; q < p; q++) if (a !== 0 && own[q] !== 0) sum += 2 * correlation(p, q) * a * own[q];
    });
    return Math.sqrt(Math.max(0, sum));
  };
  return { low: estimate - reach(true), high: estimate + reach(false) };
}

/** How far a curve leads below (or above) where it stands as a mean goes to its limit; no number where it turns, stops or is none on the way. */
function reachOf(curve: (mean: number) => number, mean: number, step: number, isBelow: boolean): number {
  const sign = isBelow ? -1 : 1;
  const moves = [0, 0.25, 0.5, 0.75, 1].map((part) => sign * (curve(mean + part * step) - curve(mean)));
  return moves.every((move, i) => i === 0 || move > moves[i - 1]) ? moves[4] : NaN;
}

function partGaps(
  { mean, range, standardError, df, units, isScarce, slope, most = Infinity }: LimitsPart,
  level: number,
): Gaps {
  const upper = 0.5 + level / 2, [from, to] = range;
  if (!range.every(Number.isFinite)) {
    const half = standardError > 0 ? studentQuantile(upper, df) * standardError : NaN;
    return { down: half, up: half };
  }
  const width = to - from, p = Math.min(1, Math.max(0, (mean - from) / width)), se = standardError / width;
  const scaled = ({ down, up }: Gaps) => ({ down: width * down, up: width * up });
  // Without spread as many trials as units, with as many degrees of freedom as equal clusters would leave.
  if (!(se > 0)) {
    const n = Number.isNaN(se) ? 1 : units;
    return scaled(wilsonGaps(p, n, studentQuantile(upper, Math.max(1, n - 1))));
  }
  // A statistic at its end that rows move all the same (no mean of them) has no trials: Student's t on the open side.
  if (p === 0 || p === 1) {
    const half = Math.min(1, studentQuantile(upper, df) * se);
    return scaled(p === 0 ? { down: 0, up: half } : { down: half, up: 0 });
  }
  const trials = Math.min(p * (1 - p) / (se * se), most), t = studentQuantile(upper, df);
  const sides = [wilsonGaps(p, trials, t)], far = p > 0.5 ? "down" : "up";
  if (far === "up" ? slope > 0 : slope < 0) sides.push(wilsonGaps(p, trials, t, slope / width));
  if (isScarce && trials > units) sides.push(wilsonGaps(p, units, studentQuantile(upper, Infinity)));
  return scaled({ ...sides[0], [far]: Math.max(...sides.map((side) => side[far])) });
}

/**
 * Wilson's limits (1927) of a share p of n trials, as distances d from it: d² = z²·(p(1 − p)/n + slope·d − d²/n) above, with the slope's other sign
 * below. `slope` is by how much the variance of the share grows with it.
 */
function wilsonGaps(p: number, n: number, z: number, slope = (1 - 2 * p) / n): Gaps {
  const scale = 1 + z * z / n, shift = z * z * slope / 2;
  const reach = Math.sqrt(shift * shift + scale * z * z * p * (1 - p) / n);
  return {
    down: Math.min(p, Math.max(0, (reach - shift) / scale)),
    up: Math.min(1 - p, Math.max(0, (reach + shift) / scale)),
  };
}

/** The normal quantile beyond which no level can be told from 1, and how often limits are asked for at most. */
const LAST = 8.2, MOST_STEPS = 200;

/** The smallest p that is said: further out no level can be told from 1, and no p is 0. */
export const LEAST_P = 2 * normalCdf(-LAST);

/** The two-sided p-value that belongs to limits of any kind: 1 − the level at which they just reach the null value, found in the normal quantile, so that small ones keep their digits. */
export function limitsPValue(
  estimate: number,
  nullValue: number,
  limits: (level: number) => { low: number; high: number },
): number {
  const distance = estimate - nullValue;
  if (!(Math.abs(distance) >= 1e-14)) return Number.isNaN(distance) ? NaN : 1;
  // In the normal quantile z of the level: limits of most kinds are nearly a line in it, which regula falsi follows (Illinois: an
  // end that stays counts half). Quantiles beyond the last cannot be told from infinity: p is then below 2e-16.
  const over = (z: number) => {
    const { low, high } = limits(1 - 2 * normalCdf(-z));
    return distance > 0 ? low - nullValue : nullValue - high;
  };
  let near = 0, far = LAST, atNear = Math.abs(distance), atFar = over(far), width = far;
  if (Number.isNaN(atFar)) return NaN;
  // Limits that touch the null value at any level leave it open at all of them.
  if (over(1e-3) <= 0) return 1;
  if (!(atFar <= 0)) return LEAST_P;
  for (let step = 1, stays = 0; step <= MOST_STEPS && far - near > 1e-15 * far; step++) {
    let z = near + (far - near) * atNear / (atNear - atFar);
    // Where limits are no line at all: halved, unless four steps did so.
    if (step % 4 === 0) {
      if (far - near > width / 2) z = (near + far) / 2;
      width = far - near;
    }
    if (!(z > near && z < far)) z = (near + far) / 2;
    if (z <= near || z >= far) break;
    const found = over(z);
    if (Math.abs(found) <= 1e-15 * Math.abs(distance)) return 2 * normalCdf(-z);
    if (found < 0) {
      [far, atFar] = [z, found];
      if (stays === 1) atNear /= 2;
      stays = 1;
    } else {
      [near, atNear] = [z, found];
      if (stays === -1) atFar /= 2;
      stays = -1;
    }
  }
  return 2 * normalCdf(-far);
}

/**
 * The two constants of all intervals that were chosen in simulations (`deno task calibrate`). With fewer clusters than `SCARCE` on the
 * rarer side of a share, clusters of a kind that was not drawn may exist; with `FEW` effective ones or fewer behind a term its error is unknown.
 */
export const SCARCE = 8, FEW = 3;

const ROUNDING = 1e-12;

export function limitsPart(
  { weight, range = [0, 1], estimate, curve }: Term,
  { mean, standardError, df, ways, addsUp, size }: Pick<LimitsPart, "mean" | "standardError" | "df"> & {
    ways: readonly ClusterSums[];
    /** Whether all terms pull the same way: in differences both sides miss a rare kind of cluster alike. */
    addsUp: boolean;
    /** How many times as many such clusters are planned. */
    size: number;
  },
): LimitsPart {
  const isBounded = range.every(Number.isFinite);
  const units = size * Math.min(...ways.map(equalClusters));
  return {
    ...{ mean, weight, range, df, units, curve: isBounded ? curve : undefined },
    // A model that is fitted to few clusters may leave their sums next to no spread: they are not worth more than their number.
    most: estimate !== undefined && df + 1 <= FEW + 1e-9 ? units : Infinity,
    standardError: isFlat(standardError, mean) ? 0 : standardError,
    // The way that shows most of it towards the middle: the largest of a mean near its lower end, the least near its upper one.
    slope: !addsUp || !isBounded
      ? 0
      : (mean > (range[0] + range[1]) / 2 ? Math.min : Math.max)(...ways.map(varianceSlope)) / size,
    // The rarer side lies in few clusters, and in less than half of them.
    isScarce: addsUp && isBounded &&
      ways.some((way) => size * erringClusters(way, range) < Math.min(SCARCE, size * equalClusters(way) / 2)),
  };
}

export const isFlat = (standardError: number, mean: number): boolean =>
  standardError <= ROUNDING * Math.max(Math.abs(mean), 1e-3);

export function inferenceWarning(
  estimand: Estimand,
  { standardError, effectiveClusters, partClusters, clusters, method }: Omit<Inference, "warning">,
  parts: readonly LimitsPart[],
): string {
  const isEdge = parts.every(({ mean, range, weight }) => weight === 0 || range.includes(mean));
  if (standardError === 0 && (!isEdge || clusters < SCARCE)) {
    const limits = method === "none" ? "no interval" : "the interval comes from their number alone";
    return `the ${inWords(clusters, "cluster")} show no spread: ${limits}`;
  }
  if (!(effectiveClusters <= FEW + 1e-9)) return "";
  const known = parts.map(({ df, weight }, p) => weight === 0 ? Infinity : partClusters[p] < 2 ? 0 : df);
  const least = known.indexOf(Math.min(...known));
  // Clusters of unlike size are worth fewer than they are.
  const count = partClusters[least], worth = effectiveClusters.toFixed(1);
  const told = `${Number(worth) === count ? "" : `${worth} effective of `}${inWords(count, "cluster")}`;
  return `${estimand[least].name} rests on ${told} only: the interval may be too narrow`;
}
