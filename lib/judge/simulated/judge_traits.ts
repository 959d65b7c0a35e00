import { refusing } from "../../results/said.ts";
import { requireOneOf, requireShare } from "../../progress/require.ts";

/** What a simulated judge is like: shares of its verdicts, each from 0 to 1. */
export interface JudgeTraits {
  /**
   * Verdicts that follow the more informative answer, whatever the picture shows: the one that names more drawn things, in other texts the one with
   * more distinct words. Labels are not read.
   */
  informativeness: number;
  /** Verdicts that follow the longer answer. */
  length: number;
  /** Verdicts that follow the answer shown first. */
  position: number;
  /**
   * Verdicts that follow the answer in the judge's own style, where one is; in scores, the share of the scale added
   * to its own.
   */
  selfPreference: number;
  /** How the judge's own answers begin. */
  ownStyle: string;
  /** Verdicts on what can be seen that are given without looking: by a coin. */
  blindness: number;
  /** Verdicts that are a coin toss, whatever else; in scores, the standard deviation as a share of the scale. */
  noise: number;
  /** How much of the informativeness bias a reference answer takes away. */
  referenceEffect: number;
  /** Replies that decline. */
  refusal: number;
  /** Replies without a verdict that could be read. */
  malformed: number;
  /** Changes every draw. */
  seed: number;
}

const UNBIASED: JudgeTraits = {
  ...{ informativeness: 0, length: 0, position: 0, selfPreference: 0, ownStyle: "In this picture," },
  ...{ blindness: 0, noise: 0, referenceEffect: 0, refusal: 0, malformed: 0, seed: 1 },
};

/** A simulated judge's traits, 0 where nothing is said: each pairwise verdict is guided by one of them, by these shares, else by the picture. */
export function judgeTraits(traits: Partial<JudgeTraits> = {}): JudgeTraits {
  const all = { ...UNBIASED, ...traits };
  for (const [name, value] of Object.entries(all)) {
    requireOneOf("simulated judge", "traits among", name, Object.keys(UNBIASED));
    if (name !== "seed" && name !== "ownStyle") requireShare("simulated judge", name, value as number);
  }
  const guided = all.informativeness + all.length + all.position + all.selfPreference;
  if (guided > 1 + 1e-12 || all.refusal + all.malformed > 1) throw refusing("shares_together", { guided });
  return all;
}

/** What metrics should find of a simulated judge, whatever the sample. */
export interface ExpectedBiases {
  /** Share of right verdicts with the image; a reply without a verdict is wrong. */
  accuracy: number;
  /** Informativeness bias as `informativenessBias` defines it, a fraction. */
  ib: number;
  /** Length bias as `lengthBias` defines it, a fraction. */
  lb: number;
  /** Image reliance as `imageReliance` defines it, a fraction. */
  irs: number;
  /** Share of all verdicts for the answer shown first, minus the share for the other. */
  position: number;
  /**
   * Among pairs with one answer in the judge's own style: share of verdicts for it, minus the share for the other.
   */
  selfPreference: number;
}

/**
 * What metrics should find of a judge on a `simulatedStudy`, whose sides are balanced (informativeness, length,
 * order, style and rightness independent).
 *
 * With r = share of usable replies, u = r·(1 − noise), i, l, p, s the shares that follow informativeness, length,
 * position and own style, o = share of pairs with one answer in the own style, and w = 1 − i − l − p − o·s the share
 * that looks: IB = u·i, LB = u·l, position = u·p, self-preference = u·s, Acc = r·noise/2 + u·((1 − w)/2 + w·(1 −
 * blindness/2)), and without the image the same with blindness 1, so that IRS = u·w·(1 − blindness)/2. Where neither
 * answer is in the own style, verdicts of that share look at the picture.
 *
 * @param ownShare o; 2/3 for three generators of which the judge is one (default), 0 for a judge that wrote no answer
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { expectedBiases } from "judgebias/judge";
 *
 * const { ib, irs } = expectedBiases({
 *   informativeness: 0.4, noise: 0.1, blindness: 0.5,
 * });
 * assert.equal(ib.toFixed(3), "0.360"); // 0.9 · 0.4
 * assert.equal(irs.toFixed(3), "0.135"); // 0.9 · 0.6 · 0.5 / 2
 * ```
 */
export function expectedBiases(
  traits: Partial<JudgeTraits>,
  { ownShare = 2 / 3 }: { ownShare?: number } = {},
): ExpectedBiases {
  const { informativeness, length, position, selfPreference, blindness, noise, refusal, malformed } =
    judgeTraits(traits);
  const usable = 1 - refusal - malformed, guided = usable * (1 - noise);
  const looking = 1 - informativeness - length - position - ownShare * selfPreference;
  return {
    accuracy: usable * noise / 2 + guided * ((1 - looking) / 2 + looking * (1 - blindness / 2)),
    ib: guided * informativeness,
    lb: guided * length,
    irs: guided * looking * (1 - blindness) / 2,
    position: guided * position,
    selfPreference: guided * selfPreference,
  };
}
