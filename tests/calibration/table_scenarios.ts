import pl from "nodejs-polars";
import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { biasExceedsLengthBias } from "@/hypotheses/bias_exceeds_length_bias.ts";
import { hypothesisTable, type HypothesisTest } from "@/hypotheses/hypothesis_table.ts";
import { biasGrowsWithoutImage } from "@/hypotheses/image_interaction.ts";
import { labelError } from "@/hypotheses/label_error.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { judgedPairs, type JudgeModel, trueAccuracy } from "../hypotheses/judged_pairs.ts";
import { AT_MOST, type Scenario } from "./scenario.ts";

/** Judges in a table. */
const JUDGES = 20;

const logit = (p: number) => Math.log(p / (1 - p));
const blind = { image: false }, birch = { pipeline: "birch" };

/** Verdicts that are false: of no effect every direction is; `absent` is where the true effect is δ or more. */
function anyFalse(
  name: string,
  test: HypothesisTest,
  models: (judge: number) => JudgeModel[],
  { images = 60, longer, isFalse = (verdict) => verdict === "supported" || verdict === "contradicted" }: {
    images?: number;
    longer?: number;
    isFalse?: (verdict: string, judge: number) => boolean;
  } = {},
): Scenario {
  return {
    name: `hypothesisTable of ${JUDGES} judges, any false verdict: ${name}`,
    kind: "rejection",
    band: AT_MOST,
    modest: 2,
    run: (simulations, seed) => {
      let hits = 0;
      for (let s = 0; s < simulations; s++) {
        const frame = pl.concat(Array.from({ length: JUDGES }, (_, j) =>
          judgedPairs({
            seed: (seed * 1_000_003 + s) * 97 + j,
            images,
            judges: models(j),
            ...(longer === undefined ? {} : { longer }),
          }).withColumns(pl.lit(`j${String(j).padStart(2, "0")}`).alias("judge"))));
        const verdicts = hypothesisTable(frame, test, { by: ["judge"] }).getColumn("verdict")
          .toArray() as string[];
        if (verdicts.some((verdict, j) => isFalse(verdict, j))) hits++;
      }
      return hits / simulations;
    },
  };
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
];
