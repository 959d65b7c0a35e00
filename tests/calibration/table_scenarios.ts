import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { biasExceedsLengthBias } from "@/hypotheses/bias_exceeds_length_bias.ts";
import type { HypothesisTest } from "@/hypotheses/hypothesis_table.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { biasGrowsWithoutImage } from "@/hypotheses/image_interaction.ts";
import { labelError } from "@/hypotheses/label_error.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { judgedPairs, type JudgeModel, trueAccuracy } from "../hypotheses/judged_pairs.ts";
import { anyFalseVerdict } from "./any_false_verdict.ts";
import type { Scenario } from "./scenario.ts";

const logit = (p: number) => Math.log(p / (1 - p));
const blind = { image: false }, birch = { pipeline: "birch" };

/** A table of pairs as models judge them, all judges on studies of their own. */
function anyFalse(
  name: string,
  test: HypothesisTest | HypothesisTest[],
  models: (judge: number) => JudgeModel[],
  { images = 60, longer, isFalse }: {
    images?: number;
    longer?: number;
    isFalse?: (verdict: string, judge: number, hypothesis: string) => boolean;
  } = {},
): Scenario {
  return anyFalseVerdict(
    name,
    test,
    (seed, j) =>
      judgedPairs({ seed, images, judges: models(j), ...(longer === undefined ? {} : { longer }) }),
    {
      isFalse,
    },
  );
}

const flat: JudgeModel = { ids: logit(0.7), cds: logit(0.7) };

/** A judge that favours shorter answers exactly as much as informative ones: IB = −LB, by bisection of its taste for length. */
const balancedJudge: JudgeModel = (() => {
  let low = -0.2, high = 0;
  for (let step = 0; step < 30; step++) {
    const perWord = (low + high) / 2, judge = { ids: 0.95, cds: 0, perWord }, study = { longer: 0 };
    const ib = trueAccuracy(study, judge, ({ isCds }) => !isCds) -
      trueAccuracy(study, judge, ({ isCds }) => isCds);
    const lb = trueAccuracy(study, judge, ({ difference }) => difference > 0) -
      trueAccuracy(study, judge, ({ difference }) => difference < 0);
    if (ib + lb > 0) high = perWord;
    else low = perWord;
  }
  return { ids: 0.95, cds: 0, perWord: high };
})();

/** A judge that sides with the longer answer, and one that guesses. */
const sways: JudgeModel = { ids: 0.8, cds: 0.8, perWord: 0.04 }, chance: JudgeModel = { ids: 0, cds: 0 };

/** Hypotheses of one table. */
const MIX: HypothesisTest[] = [
  balancedAccuracy,
  biasGrowsWithoutImage,
  biasExceedsLengthBias,
  (frame) => labelError(frame, { share: 0 }),
  biasAtEqualLength,
  (frame) => mitigationLowersBias(frame),
];

/** Chance of any false verdict in a table of many judges, after Holm. */
export const TABLE_SCENARIOS: readonly Scenario[] = [
  anyFalse("IB = −LB, shorter answers favoured", biasExceedsLengthBias, () => [
    balancedJudge,
  ], { longer: 0, images: 100 }),
  anyFalse("no IB, no LB", biasExceedsLengthBias, () => [flat]),
  anyFalse("a mitigation without effect", (frame) => mitigationLowersBias(frame), () => [
    { ids: logit(0.8), cds: logit(0.4) },
    { ids: logit(0.8), cds: logit(0.4), condition: birch },
  ]),
  anyFalse(
    "a mitigation that costs IDS the margin and CDS as much",
    (frame) => mitigationLowersBias(frame),
    () => [
      { ids: logit(0.8), cds: logit(0.4) },
      { ids: logit(0.75), cds: logit(0.35), condition: birch },
    ],
  ),
  anyFalse("IB the same without the image", biasGrowsWithoutImage, () => [
    { ids: logit(0.8), cds: logit(0.5) },
    { ids: logit(0.8), cds: logit(0.5), condition: blind },
  ]),
  anyFalse("balanced accuracy of one half", balancedAccuracy, () => [{ ids: logit(0.8), cds: logit(0.2) }]),
  anyFalse("no IB, no wrong labels", (frame) => labelError(frame, { share: 0 }), () => [flat]),
  // Half of the judges at no bias, half with exactly δ: a direction is false for the ones, absence for the others.
  anyFalse("half at 0 and half at δ", (frame) => labelError(frame, { share: 0 }), (j) => [
    j % 2 === 0 ? flat : { ids: logit(0.725), cds: logit(0.675) },
  ], {
    images: 400,
    isFalse: (verdict, j) =>
      j % 2 === 0
        ? verdict === "supported" || verdict === "contradicted"
        : verdict === "absent" || verdict === "contradicted",
  }),
  anyFalse("no IB, length matters, at no difference", biasAtEqualLength.atZero, () => [sways], {
    images: 100,
  }),
  anyFalse("no IB, length matters, matched", biasAtEqualLength, () => [sways], {
    images: 100,
  }),
  anyFalse(
    "no IB in the equalised subset",
    equalizedBias,
    () => [sways, { ...flat, condition: { variant: "length_equalized" } }],
    { images: 100 },
  ),
  anyFalse("six hypotheses, nothing true of any", MIX, () => [
    chance,
    { ...chance, condition: blind },
    { ...chance, condition: birch },
  ]),
  // Every second judge is biased: what is true of it may be said, its opposite and "absent" not.
  anyFalse("six hypotheses, half of the judges biased", MIX, (j) => {
    const judge = j % 2 === 0 ? chance : { ids: logit(0.8), cds: logit(0.2) };
    return [judge, { ...judge, condition: blind }, { ...judge, condition: birch }];
  }, {
    isFalse: (verdict, j, hypothesis) => {
      const directed = verdict === "supported" || verdict === "contradicted";
      // IB is .6 for the biased ones; balanced accuracy .5, the image and BIRCH change nothing for all.
      if (j % 2 === 0 || !/IB exceeds|same length/.test(hypothesis)) return directed;
      return verdict === "contradicted" || verdict === "absent";
    },
  }),
];
