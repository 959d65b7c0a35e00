import { requireOneOf, requireShare } from "../stats/require_value.ts";
import { covariance, type DesignPart, designParts, meanOf, type StudyEffect } from "./design_parts.ts";

/** What a planned study would find, and how its pairs hang together. All accuracies and shares are fractions. */
export type StudyDesign = StudyEffect & {
  /**
   * Pairs of answers per image: their mean, 1 or more (7,756 / 4,414 = 1.76 in MLLM-as-a-Judge), for images of about equal size; or the sizes
   * of images as a pilot or a benchmark has them. What clustering costs grows with E[m²]/E[m]: a mean alone promises too much
   * where a few images hold many pairs.
   */
  pairsPerImage?: number | readonly number[];
  /** Correlation of the outcomes of two pairs on one image, 0 … 1. */
  icc?: number;
  /** Whether an image's pairs fall into the two subsets one by one (`mixed`), or all into the same (`constant`). */
  subsetsWithinImage?: "mixed" | "constant";
  /**
   * Pairs of either subset on each image of a pilot, `[IDS, CDS]`: how subsets lie in images as it is, in place of `subsetsWithinImage`, and
   * what `simulatePower` with `model: "probit"` draws from.
   */
  images?: readonly (readonly [number, number])[];
};

/** A design as the planning functions compute with it. */
export interface PlannedStudy {
  parts: DesignPart[];
  /** True value of the estimate. */
  effect: number;
  /** n times the variance of the estimate, with clustering. */
  variance: number;
  /** That variance over the one without clustering. */
  designEffect: number;
  /** Mean pairs per image, and the sizes that studies are drawn with. */
  pairsPerImage: number;
  sizes: readonly number[];
  icc: number;
  subsetsWithinImage: "mixed" | "constant";
  images?: readonly (readonly [number, number])[];
  /** Whether outcomes are 0 or 1. */
  share: boolean;
  /** Effective images of the smaller subset that a pair adds. */
  imagesPerPair: number;
  /** How pairs hang together, in words. */
  said: string;
}

/**
 * Works out the effect and the variance of a planned study.
 *
 * Model: every pair has a difficulty u, uniform in [0, 1]; its outcome is a step function of u (right where u is below the
 * accuracy; for paired designs in the order both right, only the first, only the second, neither). With probability √icc a
 * pair shares the difficulty of its image, so two pairs on an image have correlation icc in a subset. Then, for subsets s
 * with share q_s and weight w_s, mean pairs per image m and k = E[m(m − 1)]/E[m],
 *
 *   n · Var = Σ_s w_s² v_s/q_s + icc · k · C,
 *
 * where v_s is the variance of the outcome, C = Σ_s Σ_t w_s w_t cov_st when subsets are mixed within images (the shared part
 * of both subsets then cancels), and C = Σ_s w_s² v_s/q_s when an image's pairs are all in one subset. With `images`, m_s pairs of subset s on
 * an image, k · C is Σ_s Σ_t w_s w_t cov_st · Σm_s(m_t − [s = t]) · Σm/(Σm_s Σm_t).
 *
 * @throws {RangeError} for shares, accuracies or correlations that are none or that cannot hold together
 */
export function planStudy(design: StudyDesign): PlannedStudy {
  const { icc = 0, subsetsWithinImage = "mixed", images } = design;
  const sizes = imageSizes(design.pairsPerImage ?? 1);
  const pairsPerImage = typeof design.pairsPerImage === "number"
    ? design.pairsPerImage
    : sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  requireShare("power", "an icc", icc);
  requireOneOf("power", "subsets", subsetsWithinImage, ["mixed", "constant"]);
  const whole = (count: number) => Number.isInteger(count) && count >= 0;
  const odd = images?.find(([first, second]) => !(whole(first) && whole(second) && first + second > 0));
  const lacks = images && [0, 1].some((part) => images.every((image) => image[part] === 0));
  if (odd || lacks) {
    throw new RangeError(
      `power: wanted images with whole numbers of pairs in both subsets, found ${
        odd?.join(" and ") ?? "none"
      }`,
    );
  }
  const parts = designParts(design);
  const effect = parts.reduce((sum, { weight, outcomes }) => sum + weight * meanOf(outcomes), 0);
  const own = parts.reduce(
    (sum, { share, weight, outcomes }) => sum + weight * weight * covariance(outcomes, outcomes) / share,
    0,
  );
  const shared = parts.reduce((sum, s) =>
    parts.reduce(
      (inner, t) => inner + s.weight * t.weight * covariance(s.outcomes, t.outcomes),
      sum,
    ), 0);
  const others = othersOnImage(design.pairsPerImage ?? 1);
  const clustered = images && parts.length > 1
    ? onImages(parts, images)
    : others * (subsetsWithinImage === "mixed" ? shared : own);
  const variance = own + icc * clustered;
  return {
    parts,
    effect,
    variance,
    designEffect: variance / own,
    pairsPerImage,
    sizes,
    icc,
    subsetsWithinImage,
    images,
    share: design.metric === "ib" || design.metric === "lb",
    imagesPerPair: images && parts.length > 1
      ? Math.min(...parts.map(({ share }, part) => evenly(images.map((image) => image[part]), share)))
      : evenly(
        sizes,
        subsetsWithinImage === "constant" ? Math.min(...parts.map(({ share }) => share)) : 1,
      ),
    said: `${Number(pairsPerImage.toFixed(2))} pairs per image with correlation ${icc}` +
      (parts.length === 1
        ? ""
        : `, subsets ${images ? "as on the pilot's images" : `${subsetsWithinImage} within images`}`),
  };
}

/** Images of equal size that would tell as much, per pair, of the pairs of a subset on each image. */
function evenly(counts: readonly number[], share: number): number {
  const total = counts.reduce((sum, m) => sum + m, 0), squares = counts.reduce((sum, m) => sum + m * m, 0);
  return share * total / squares;
}

/** Sizes of images: those given, or enough of the two whole numbers around a mean. */
function imageSizes(given: number | readonly number[]): readonly number[] {
  if (typeof given !== "number") {
    const wrong = given.find((size) => !(Number.isInteger(size) && size >= 1));
    if (given.length > 0 && wrong === undefined) return given;
    throw new RangeError(
      `power: wanted sizes of images, whole numbers of 1 or more, found ${wrong ?? "none"}`,
    );
  }
  if (!(given >= 1 && Number.isFinite(given))) {
    throw new RangeError(`power: wanted 1 or more pairs per image, found ${given}`);
  }
  const whole = Math.floor(given), larger = Math.round(SIZES * (given - whole));
  return Array.from({ length: SIZES }, (_, i) => i < larger ? whole + 1 : whole);
}

/** Images by which a mean size that is no whole number is drawn. */
const SIZES = 1000;

/** Other pairs on the image of a pair, on average: E[m(m − 1)]/E[m]. */
function othersOnImage(given: number | readonly number[]): number {
  if (typeof given !== "number") {
    const sum = (of: (m: number) => number) => given.reduce((total, m) => total + of(m), 0);
    return sum((m) => m * (m - 1)) / sum((m) => m);
  }
  const whole = Math.floor(given), rest = given - whole;
  return (whole * (whole - 1) * (1 - rest) + (whole + 1) * whole * rest) / given;
}

/** What pairs on the same image add, over icc, where the pairs of either subset on each image are known. */
function onImages(parts: readonly DesignPart[], images: readonly (readonly [number, number])[]): number {
  const total = [0, 0].map((_, part) => images.reduce((sum, image) => sum + image[part], 0));
  const rows = total[0] + total[1];
  let sum = 0;
  parts.forEach((s, i) =>
    parts.forEach((t, j) => {
      const couples = images.reduce((all, image) => all + image[i] * (image[j] - (i === j ? 1 : 0)), 0);
      sum += s.weight * t.weight * covariance(s.outcomes, t.outcomes) * couples * rows /
        (total[i] * total[j]);
    })
  );
  return sum;
}
