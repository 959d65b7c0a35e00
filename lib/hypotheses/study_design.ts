import { namesLike, requireBetween, requireList, requireOneOf, requireShare } from "../progress/require.ts";
import { said } from "../metrics/said.ts";

/** The effect that a study is to see. */
export type StudyEffect =
  /** Informativeness bias of one judge: accuracy on IDS less accuracy on CDS. */
  | { metric: "ib"; accIds: number; accCds: number; cdsShare: number }
  /** Length bias of one judge: accuracy where the preferred answer is longer less where it is shorter. */
  | { metric: "lb"; accLonger: number; accShorter: number; shorterShare: number }
  /** Image reliance: the same pairs with and without the image; `correlation` (φ) of being right in both. */
  | { metric: "irs"; accImage: number; accNoImage: number; correlation: number }
  /** Difference of two informativeness biases (two judges, or before and after a mitigation) on the same pairs. */
  | {
    metric: "ib_difference";
    first: { accIds: number; accCds: number };
    second: { accIds: number; accCds: number };
    cdsShare: number;
    correlation: number;
  }
  /** Bias deviation above its noise floor, or any mean: mean and standard deviation of the samples' differences. */
  | { metric: "bd"; difference: number; sd: number };

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
};

/** What each metric's design must say, and what any may say besides. */
const FIELDS: Record<string, readonly string[]> = {
  ib: ["accIds", "accCds", "cdsShare"],
  lb: ["accLonger", "accShorter", "shorterShare"],
  irs: ["accImage", "accNoImage", "correlation"],
  ib_difference: ["first", "second", "cdsShare", "correlation"],
  bd: ["difference", "sd"],
};
const OTHERS = ["metric", "pairsPerImage", "icc", "subsetsWithinImage"];

function requireDesign(design: StudyDesign): void {
  requireOneOf("power", "the metric", design.metric, Object.keys(FIELDS));
  const needed = FIELDS[design.metric], given = Object.entries(design);
  const lacks = needed.filter((name) => !given.some(([own, value]) => own === name && value != null));
  const unknown = given.flatMap(([name]) => [...needed, ...OTHERS].includes(name) ? [] : [name]);
  if (lacks.length === 0 && unknown.length === 0) return;
  const found = [namesLike(unknown, [...lacks, ...OTHERS]), lacks.length > 0 && `no ${lacks.join(", ")}`];
  const { metric } = design, others = OTHERS.slice(1);
  throw new RangeError(
    said("no_design", { needed, metric, others, found: found.filter(Boolean).join(" and ") }),
  );
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
 * of both subsets then cancels), and C = Σ_s w_s² v_s/q_s when an image's pairs are all in one subset.
 */
export function planStudy(design: StudyDesign) {
  requireDesign(design);
  const { icc = 0, subsetsWithinImage = "mixed" } = design;
  const sizes = imageSizes(design.pairsPerImage ?? 1);
  const total = sizes.reduce((sum, m) => sum + m, 0), squares = sizes.reduce((sum, m) => sum + m * m, 0);
  requireShare("power", "an icc", icc);
  requireOneOf("power", "subsets", subsetsWithinImage, ["mixed", "constant"]);
  const parts = designParts(design);
  const effect = parts.reduce((sum, { weight, outcomes }) => sum + weight * meanOf(outcomes), 0);
  let own = 0, shared = 0;
  for (const { share, weight, outcomes } of parts) {
    own += weight * weight * covariance(outcomes, outcomes) / share;
    for (const other of parts) shared += weight * other.weight * covariance(outcomes, other.outcomes);
  }
  // Other pairs on the image of a pair, on average: E[m(m − 1)]/E[m].
  const others = squares / total - 1;
  const isMixed = subsetsWithinImage === "mixed", pairsPerImage = total / sizes.length;
  const variance = own + icc * others * (isMixed ? shared : own);
  return {
    ...{ parts, effect, variance, pairsPerImage, sizes, icc, subsetsWithinImage },
    designEffect: variance / own,
    // Images of equal size that would tell as much of the smaller subset, per pair.
    effectivePerPair: total / squares * (isMixed ? 1 : Math.min(...parts.map(({ share }) => share))),
    said: `${Number(pairsPerImage.toFixed(2))} pairs per image with correlation ${icc}` +
      (parts.length === 1 ? "" : `, subsets ${subsetsWithinImage} within images`),
  };
}

function imageSizes(given: number | readonly number[]): readonly number[] {
  if (typeof given !== "number") {
    requireList("power", "sizes of images", given, "number");
    const wrong = given.find((size) => !(Number.isInteger(size) && size >= 1));
    if (given.length > 0 && wrong === undefined) return given;
    const wanted = "sizes of images, whole numbers of 1 or more";
    throw new RangeError(`power: wanted ${wanted}, found ${wrong ?? "none"}`);
  }
  if (!(given >= 1 && Number.isFinite(given))) {
    throw new RangeError(`power: wanted 1 or more pairs per image, found ${given}`);
  }
  const whole = Math.floor(given), larger = Math.round(SIZES * (given - whole));
  return Array.from({ length: SIZES }, (_, i) => i < larger ? whole + 1 : whole);
}

const SIZES = 1000;

interface Outcome {
  probability: number;
  value: number;
}

interface DesignPart {
  share: number;
  weight: number;
  outcomes: Outcome[];
}

function designParts(design: StudyEffect): DesignPart[] {
  const whole = (outcomes: Outcome[]) => [{ share: 1, weight: 1, outcomes }];
  if (design.metric === "ib") return split(design.cdsShare, binary(design.accIds), binary(design.accCds));
  if (design.metric === "lb") {
    return split(design.shorterShare, binary(design.accLonger), binary(design.accShorter));
  }
  if (design.metric === "irs") return whole(paired(design.accImage, design.accNoImage, design.correlation));
  if (design.metric === "ib_difference") {
    const { first, second, correlation, cdsShare } = design;
    const of = (subset: "accIds" | "accCds") => paired(first[subset], second[subset], correlation);
    return split(cdsShare, of("accIds"), of("accCds"));
  }
  const { difference, sd } = design;
  if (!Number.isFinite(difference) || !(sd > 0)) {
    throw new RangeError(`power: wanted a difference and a positive sd, found ${difference} and ${sd}`);
  }
  return whole([difference - sd, difference + sd].map((value) => ({ probability: 0.5, value })));
}

function split(secondShare: number, first: Outcome[], second: Outcome[]): DesignPart[] {
  requireBetween("power", "a subset's share", secondShare);
  return [
    { share: 1 - secondShare, weight: 1, outcomes: first },
    { share: secondShare, weight: -1, outcomes: second },
  ];
}

function binary(p: number): Outcome[] {
  requireShare("power", "an accuracy", p);
  return [{ probability: p, value: 1 }, { probability: 1 - p, value: 0 }];
}

/** Outcome of the first condition less that of the second on the same pair. */
function paired(p: number, q: number, correlation: number): Outcome[] {
  for (const own of [p, q]) requireShare("power", "an accuracy", own);
  const scale = Math.sqrt(p * (1 - p) * q * (1 - q)), both = p * q + correlation * scale;
  const low = Math.max(0, p + q - 1), high = Math.min(p, q), slack = 1e-12;
  if (!(both >= low - slack && both <= high + slack)) {
    const range = [low, high].map((end) => ((end - p * q) / scale).toFixed(3)).join(" to ");
    throw new RangeError(said("no_correlation", { p, q, range, correlation }));
  }
  const held = Math.min(high, Math.max(low, both));
  return [
    { probability: held, value: 0 },
    { probability: p - held, value: 1 },
    { probability: q - held, value: -1 },
    { probability: 1 - p - q + held, value: 0 },
  ];
}

function meanOf(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, { probability, value }) => sum + probability * value, 0);
}

/** Covariance of two step functions of the same uniform difficulty. */
function covariance(first: readonly Outcome[], second: readonly Outcome[]): number {
  let product = 0, i = 0, j = 0;
  let endFirst = first[0].probability, endSecond = second[0].probability, at = 0;
  while (i < first.length && j < second.length) {
    const next = Math.min(endFirst, endSecond);
    product += Math.max(0, next - at) * first[i].value * second[j].value;
    at = Math.max(at, next);
    if (endFirst <= endSecond) endFirst += first[++i]?.probability ?? 0;
    else endSecond += second[++j]?.probability ?? 0;
  }
  return product - meanOf(first) * meanOf(second);
}
