import { normalCdf, normalQuantile } from "../stats/distributions.ts";
import type { Random } from "../stats/random.ts";
import type { Outcome } from "./design_parts.ts";
import type { PlannedStudy } from "./study_design.ts";

/** Rows of a study: values, the part that each belongs to, its image. */
export interface DrawnRows {
  values: Float64Array;
  parts: Int8Array;
  clusters: Int32Array;
}

/** Points at which the normal effect of an image is averaged over, and the halvings by which its variance is found. */
const POINTS = 200, HALVINGS = 40;

/**
 * A drawer of studies in which every image has an effect of its own, normal on the probit scale: a pair's difficulty is
 * Φ(√ρ·image + √(1 − ρ)·pair), uniform over all pairs, so that accuracies are the design's; ρ is where outcomes of two pairs of an image in
 * the same subset correlate by the design's icc (the shares' mean). Whole images are drawn with replacement from `images` (pairs of each part)
 * until about n pairs are reached, round(n/mean size) of them; without `images` sizes come from the design and pairs fall into parts by share.
 */
export function imageDrawer(
  { parts, sizes, images, icc, subsetsWithinImage, pairsPerImage }: PlannedStudy,
  n: number,
): (generator: Random) => DrawnRows {
  const rho = probitCorrelation(parts, icc), common = Math.sqrt(rho), own = Math.sqrt(1 - rho);
  const mean = images
    ? images.reduce((sum, counts) => sum + counts[0] + counts[1], 0) / images.length
    : pairsPerImage;
  const count = Math.max(1, Math.round(n / mean));
  const composition = (generator: Random): readonly [number, number] => {
    if (images) {
      const [first, second] = images[generator.integer(images.length)];
      return parts.length > 1 ? [first, second] : [first + second, 0];
    }
    const size = sizes[generator.integer(sizes.length)];
    const inSecond = () => parts.length > 1 && generator.uniform() >= parts[0].share;
    if (subsetsWithinImage === "constant") return inSecond() ? [0, size] : [size, 0];
    let second = 0;
    for (let k = 0; k < size; k++) if (inSecond()) second++;
    return [size - second, second];
  };
  return (generator) => {
    const values: number[] = [], codes: number[] = [], clusters: number[] = [];
    for (let image = 0; image < count; image++) {
      const effect = generator.normal();
      composition(generator).forEach((rows, part) => {
        for (let k = 0; k < rows; k++) {
          values.push(
            outcomeAt(parts[part].outcomes, normalCdf(common * effect + own * generator.normal())),
          );
          codes.push(part);
          clusters.push(image);
        }
      });
    }
    return {
      values: Float64Array.from(values),
      parts: Int8Array.from(codes),
      clusters: Int32Array.from(clusters),
    };
  };
}

/** The value of a step function of the difficulty. */
export function outcomeAt(outcomes: readonly Outcome[], u: number): number {
  let end = 0;
  for (const { probability, value } of outcomes) {
    end += probability;
    if (u < end) return value;
  }
  return outcomes[outcomes.length - 1].value;
}

/** ρ of the probit effect at which outcomes within an image and part correlate by icc, found by halving. */
function probitCorrelation(parts: PlannedStudy["parts"], icc: number): number {
  if (icc === 0) return 0;
  let low = 0, high = 1;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (outcomeCorrelation(parts, middle) < icc) low = middle;
    else high = middle;
  }
  return high;
}

function outcomeCorrelation(parts: PlannedStudy["parts"], rho: number): number {
  let shared = 0, all = 0;
  for (const { share, outcomes } of parts) {
    const bounds: number[] = [];
    outcomes.reduce((end, { probability }) => {
      bounds.push(end + probability);
      return end + probability;
    }, 0);
    const cuts = bounds.map((end) => end <= 0 ? -Infinity : end >= 1 ? Infinity : normalQuantile(end));
    const mean = outcomes.reduce((sum, { probability, value }) => sum + probability * value, 0);
    all += share *
      outcomes.reduce((sum, { probability, value }) => sum + probability * (value - mean) ** 2, 0);
    for (let p = 0; p < POINTS; p++) {
      const z = normalQuantile((p + 0.5) / POINTS);
      let below = 0, expected = 0;
      cuts.forEach((cut, k) => {
        const until = k === cuts.length - 1 ? 1 : normalCdf((cut - Math.sqrt(rho) * z) / Math.sqrt(1 - rho));
        expected += (until - below) * outcomes[k].value;
        below = until;
      });
      shared += share * (expected - mean) ** 2 / POINTS;
    }
  }
  return all > 0 ? shared / all : 0;
}
