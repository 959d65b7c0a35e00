import { type FewMoved, movedReach, noneSeen } from "./few_moved.ts";
import { limitsPValue } from "./limits.ts";
import { studentPValue } from "./p_value.ts";
import { studentQuantile } from "./student_quantile.ts";

/** One share of a contrast, with what is known of its error. */
export interface ContrastPart {
  mean: number;
  weight: number;
  /** 0 (or none) where nothing varies, NaN where one cluster holds it all. */
  standardError?: number;
  df?: number;
  /** Independent units behind a share without spread. */
  units: number;
  /** The least standard error towards the middle: clusters that err are few, and how alike their rows are is hardly known. */
  floor?: number;
  /** Clusters, for the degrees of freedom of that error. */
  clusters?: number;
  /** Skewness of the mean's error that is corrected for on the longer side. */
  skewness?: number;
}

/** A weighted sum of means with its standard error, and those of its parts that are shares. */
export interface Contrast {
  estimate: number;
  standardError: number;
  df: number;
  parts: readonly ContrastPart[];
  /** Where all clusters, or all but a few, say the same. */
  moved?: FewMoved;
  /** Correlation of the errors of two parts; without it they are independent. */
  correlation?: (a: number, b: number) => number;
}

/**
 * With fewer effective rows than this on the rarer side a share takes Wilson's limits: alone, and as one part of several, whose
 * distances partly cancel in the sum. Chosen in simulations (`tests/calibration`): the coverage is then nearest to the level.
 */
const EDGE_ALONE = 40, EDGE_TOGETHER = 8;

/** The rows that a share's error is worth, p(1 − p)/se²; without spread its units. */
function effectiveRows({ mean, standardError = 0, units }: ContrastPart): number {
  return standardError > 0 ? mean * (1 - mean) / (standardError * standardError) : units;
}

/** Whether a share lies so near to 0 or 1 (or rests on one cluster) that its limits are Wilson's. */
function atEdge(part: ContrastPart, { parts }: Contrast): boolean {
  if (part.weight === 0 || Number.isNaN(part.mean)) return false;
  if (!(part.standardError! > 0)) return true;
  const rarer = effectiveRows(part) * Math.min(part.mean, 1 - part.mean);
  return rarer < (parts.length === 1 ? EDGE_ALONE : EDGE_TOGETHER);
}

/** Whether a part's own error spreads and the parts add up: in differences the skewness of both sides cancels. */
function addsUp({ standardError = 0, weight }: ContrastPart, { parts }: Contrast): boolean {
  return weight !== 0 && standardError > 0 && parts.every((other) => other.weight * weight >= 0);
}

/** Whether the limit towards the middle rests on `floor`. */
function isFloored(part: ContrastPart, contrast: Contrast): boolean {
  return part.floor !== undefined && part.floor > part.standardError! && addsUp(part, contrast);
}

/** Whether the longer side is lengthened by `skewness`. */
function isSkewed(part: ContrastPart, contrast: Contrast): boolean {
  return part.skewness !== undefined && part.skewness !== 0 && addsUp(part, contrast);
}

/** Where the limits come from: Student's t, or of any share Wilson's (at an edge, or by its least error), or Johnson's (skewness). */
export function limitsMethod(contrast: Contrast): "CR2" | "Wilson" | "Johnson" {
  const { parts } = contrast;
  if (contrast.moved || parts.some((part) => atEdge(part, contrast) || isFloored(part, contrast))) {
    return "Wilson";
  }
  return parts.some((part) => isSkewed(part, contrast)) ? "Johnson" : "CR2";
}

/**
 * Limits of a contrast: Student's t around the estimate, or, where a share is at an edge, MOVER.
 *
 * A share near 0 or 1 errs towards the middle, and its standard error is too small just where it happens to be nearest. Such a share
 * takes Wilson's limits with n = p(1 − p)/se² (its effective rows, the normal quantile replaced by t); the others keep t. The
 * distances of all parts are added in squares with the correlation of their errors (MOVER, Zou and Donner 2008). A share of exactly 0
 * or 1 takes n = its effective clusters (Student's quantile below five), and one that a single cluster holds n = 1. A mean or a sum of shares with a `floor` has
 * Wilson's limit with that error on the side of one half, and one with `skewness` Johnson's (1978) on the side to which its errors are
 * skewed, where these lie further out. Where all clusters but a few say the same, the share of those that do not has Wilson's limits
 * (`fewMoved`). Without spread, shares or bounds there are none: NaN.
 */
export function contrastLimits(contrast: Contrast, level: number): { low: number; high: number } {
  const { estimate, standardError, df, parts, moved } = contrast;
  if (moved) {
    const { down, up } = movedReach(moved, level);
    return { low: estimate - down, high: estimate + up };
  }
  const spreads = parts.some(({ weight, standardError = 0 }) => weight !== 0 && standardError > 0);
  if (!(standardError > 0) && (parts.length === 0 || spreads)) return { low: NaN, high: NaN };
  const t = standardError > 0 ? studentQuantile(0.5 + level / 2, df) : 0, half = t * standardError;
  if (limitsMethod(contrast) === "CR2") return { low: estimate - half, high: estimate + half };
  const plain = parts.map(({ weight, standardError = 0 }) =>
    weight * t * (standardError > 0 ? standardError : 0)
  );
  const gaps = parts.map((part) => {
    const own = partGaps(part, { level, edge: atEdge(part, contrast) });
    if (isFloored(part, contrast)) {
      const { down, up } = partGaps({ ...part, standardError: part.floor!, df: part.clusters! - 1 }, {
        level,
        edge: true,
      });
      if (part.mean > 0.5) own.down = Math.max(own.down, down);
      else own.up = Math.max(own.up, up);
    }
    if (isSkewed(part, contrast)) {
      const reach = skewedReach(part, level);
      if (part.skewness! < 0) own.down = Math.max(own.down, Math.min(part.mean, reach));
      else own.up = Math.max(own.up, Math.min(1 - part.mean, reach));
    }
    return own;
  });
  // Below the estimate a positive weight's part is too high, a negative one's too low.
  const below = gaps.map(({ down, up }, p) => parts[p].weight * (parts[p].weight > 0 ? down : up));
  const above = gaps.map(({ down, up }, p) => parts[p].weight * (parts[p].weight > 0 ? up : down));
  // What the parts do not account for (fitted means have errors of their own besides).
  const rest = Math.max(0, half * half - combined(plain, contrast));
  return {
    low: estimate - Math.sqrt(rest + combined(below, contrast)),
    high: estimate + Math.sqrt(rest + combined(above, contrast)),
  };
}

/** Σ gap² and twice the products of gaps with their correlation. */
function combined(gaps: readonly number[], { correlation }: Contrast): number {
  let sum = 0;
  gaps.forEach((gap, a) => {
    sum += gap * gap;
    for (let b = 0; correlation && b < a; b++) {
      if (gap !== 0 && gaps[b] !== 0) sum += 2 * correlation(a, b) * gap * gaps[b];
    }
  });
  return Math.max(0, sum);
}

/** How far a share's limits lie from it on either side. */
function partGaps(
  part: ContrastPart,
  { level, edge }: { level: number; edge: boolean },
): { down: number; up: number } {
  const { mean: p, standardError = 0, df = Infinity } = part;
  const spread = standardError > 0, t = studentQuantile(0.5 + level / 2, spread ? df : Infinity);
  if (!edge) {
    return { down: Math.min(p, t * standardError), up: Math.min(1 - p, t * standardError) };
  }
  const n = Number.isNaN(standardError) ? 1 : effectiveRows(part);
  if (!spread && (p === 0 || p === 1)) {
    const reach = noneSeen(n, level);
    return p === 0 ? { down: 0, up: reach } : { down: reach, up: 0 };
  }
  const scale = 1 + t * t / n;
  const centre = p + t * t / (2 * n), reach = t * Math.sqrt(p * (1 - p) / n + t * t / (4 * n * n));
  return {
    down: p === 0 ? 0 : p - (centre - reach) / scale,
    up: p === 1 ? 0 : (centre + reach) / scale - p,
  };
}

/** The longer side of Johnson's interval (1978): t + γ(1 + 2t²)/6 standard errors, γ the skewness of the mean's error. */
function skewedReach({ standardError, df, skewness }: ContrastPart, level: number): number {
  const t = studentQuantile(0.5 + level / 2, df!);
  return (t + Math.abs(skewness!) * (1 + 2 * t * t) / 6) * standardError!;
}

/**
 * The two-sided p-value that belongs to these limits: Student's t, or, where a share is at an edge, the level 1 − p
 * at which the interval just reaches `nullValue`.
 */
export function contrastPValue(contrast: Contrast, nullValue: number): number {
  const { estimate, standardError, df } = contrast;
  const distance = estimate - nullValue;
  if (Number.isNaN(distance) || Number.isNaN(standardError)) return NaN;
  if (Math.abs(distance) < 1e-14) return 1;
  if (limitsMethod(contrast) === "CR2") {
    return studentPValue("contrastPValue", distance / standardError, df, "two-sided");
  }
  return limitsPValue(estimate, nullValue, (level) => contrastLimits(contrast, level));
}
