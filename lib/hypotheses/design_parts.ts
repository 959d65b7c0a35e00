import { requireBetween, requireShare } from "../stats/require_value.ts";

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
  /**
   * Own answers: how often a judge chooses its own (`own`) where people prefer it, and the other's (`other`) where people prefer that; the same of outside
   * judges of the same pairs, and the share of pairs where people prefer the other.
   */
  | {
    metric: "prefers_own";
    judge: { own: number; other: number };
    outside: { own: number; other: number };
    otherShare: number;
    correlation: number;
  }
  /** Bias deviation above its noise floor, or any mean: mean and standard deviation of the samples' differences. */
  | { metric: "bd"; difference: number; sd: number };

/** One value that a pair's outcome can take. */
export interface Outcome {
  probability: number;
  value: number;
}

/** A subset of the pairs: its share, its weight in the estimate, and the outcomes of its pairs. */
export interface DesignPart {
  share: number;
  weight: number;
  outcomes: Outcome[];
}

/** The subsets of a design, with what can become of their pairs. */
export function designParts(design: StudyEffect): DesignPart[] {
  switch (design.metric) {
    case "ib":
      return split(design.cdsShare, binary(design.accIds), binary(design.accCds));
    case "lb":
      return split(design.shorterShare, binary(design.accLonger), binary(design.accShorter));
    case "irs":
      return [{
        share: 1,
        weight: 1,
        outcomes: paired(design.accImage, design.accNoImage, design.correlation),
      }];
    case "ib_difference": {
      const { first, second, correlation, cdsShare } = design;
      return split(
        cdsShare,
        paired(first.accIds, second.accIds, correlation),
        paired(first.accCds, second.accCds, correlation),
      );
    }
    case "prefers_own": {
      const { judge, outside, correlation, otherShare } = design;
      return split(
        otherShare,
        paired(judge.own, outside.own, correlation),
        paired(judge.other, outside.other, correlation),
      );
    }
    case "bd": {
      const { difference, sd } = design;
      if (!Number.isFinite(difference) || !(sd > 0)) {
        throw new RangeError(`power: wanted a difference and a positive sd, found ${difference} and ${sd}`);
      }
      const outcomes = [difference - sd, difference + sd].map((value) => ({ probability: 0.5, value }));
      return [{ share: 1, weight: 1, outcomes }];
    }
    default:
      throw new RangeError(
        `power: wanted the metric ib, lb, irs, ib_difference, prefers_own or bd, found ${
          JSON.stringify((design as { metric: unknown }).metric)
        }`,
      );
  }
}

function split(secondShare: number, first: Outcome[], second: Outcome[]): DesignPart[] {
  requireBetween("power", "a subset's share", secondShare);
  return [
    { share: 1 - secondShare, weight: 1, outcomes: first },
    { share: secondShare, weight: -1, outcomes: second },
  ];
}

function accuracy(p: number): number {
  requireShare("power", "an accuracy", p);
  return p;
}

function binary(p: number): Outcome[] {
  return [{ probability: accuracy(p), value: 1 }, { probability: 1 - p, value: 0 }];
}

/** Outcome of the first condition less that of the second on the same pair. */
function paired(p: number, q: number, correlation: number): Outcome[] {
  const both = accuracy(p) * accuracy(q) + correlation * Math.sqrt(p * (1 - p) * q * (1 - q));
  const low = Math.max(0, p + q - 1), high = Math.min(p, q), slack = 1e-12;
  if (!(both >= low - slack && both <= high + slack)) {
    const scale = Math.sqrt(p * (1 - p) * q * (1 - q));
    throw new RangeError(
      `power: accuracies ${p} and ${q} allow a correlation from ${((low - p * q) / scale).toFixed(3)} to ${
        ((high - p * q) / scale).toFixed(3)
      }, found ${correlation}`,
    );
  }
  const held = Math.min(high, Math.max(low, both));
  return [
    { probability: held, value: 0 },
    { probability: p - held, value: 1 },
    { probability: q - held, value: -1 },
    { probability: 1 - p - q + held, value: 0 },
  ];
}

/** Mean of an outcome. */
export function meanOf(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, { probability, value }) => sum + probability * value, 0);
}

/** Covariance of two step functions of the same uniform difficulty. */
export function covariance(first: readonly Outcome[], second: readonly Outcome[]): number {
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
