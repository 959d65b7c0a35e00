import type pl from "nodejs-polars";
import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { biasExceedsLengthBias } from "@/hypotheses/bias_exceeds_length_bias.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { hypothesisTable } from "@/hypotheses/hypothesis_table.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { biasGrowsWithoutImage } from "@/hypotheses/image_interaction.ts";
import { labelError } from "@/hypotheses/label_error.ts";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { judgedPairs, type JudgeModel, type StudyOptions, trueAccuracy } from "../hypotheses/judged_pairs.ts";
import { AT_MOST, covers, rejects, type Scenario } from "./scenario.ts";

type Study = Omit<StudyOptions, "seed">;
type Estimate = Pick<HypothesisResult, "estimate" | "low" | "high" | "pValue">;

/** Coverage of an interval. */
const coversTruth = (
  name: string,
  study: Study,
  truth: number,
  test: (pairs: pl.DataFrame) => Pick<Estimate, "low" | "high">,
) =>
  covers(name, (_, seed) => {
    const { low, high } = test(judgedPairs({ ...study, seed }));
    return low <= truth && truth <= high;
  });

/** Rejections of a true null hypothesis. */
const rejectsNull = (
  name: string,
  study: Study,
  test: (pairs: pl.DataFrame) => boolean,
  band?: Scenario["band"],
) => rejects(name, (_, seed) => test(judgedPairs({ ...study, seed })), band);

const rejected = ({ pValue }: Estimate) => pValue < 0.05;
const lengthened = { variant: "length_equalized" }, blind = { image: false }, birch = { pipeline: "birch" };
const expit = (x: number) => 1 / (1 + Math.exp(-x));
const logit = (p: number) => Math.log(p / (1 - p));

const biased: JudgeModel = { ids: 1.2, cds: 0.2, perWord: 0.04 };
const neutral: JudgeModel = { ids: 0.8, cds: 0.8, perWord: 0.04 };
const plain = { images: 200, icc: 0.3 };
const few = { images: 150, icc: 0.4, cdsShare: 0.15 };

/** IB over the pairs within a length difference, or LB, in a very long run of pairs. */
const ib = (study: Study, judge: JudgeModel, within = Infinity) =>
  trueAccuracy(study, judge, ({ isCds, difference }) => !isCds && Math.abs(difference) <= within) -
  trueAccuracy(study, judge, ({ isCds, difference }) => isCds && Math.abs(difference) <= within);
const lb = (study: Study, judge: JudgeModel) =>
  trueAccuracy(study, judge, ({ difference }) => difference > 0) -
  trueAccuracy(study, judge, ({ difference }) => difference < 0);

const equalized: Study = {
  ...plain,
  images: 400,
  judges: [biased, { ids: 1, cds: 0.3, condition: lengthened }],
};
const step = (pairs: pl.DataFrame, name: string) =>
  equalizedBias(pairs).steps.find((one) => one.name.startsWith(name))!;

/** A judge without bias whose human labels are wrong in a tenth of the pairs. */
const wrongLabels: Study = {
  images: 400,
  icc: 0.2,
  cdsShare: 0.3,
  wrongHuman: 0.1,
  judges: [{ ids: 1.8, cds: 1.8 }],
};

/** The mitigation changes nothing of IB and helps both subsets; or lowers IB and loses just the margin on IDS. */
const idleMitigation: Study = {
  ...plain,
  judges: [{ ids: logit(0.7), cds: logit(0.4) }, { ids: logit(0.8), cds: logit(0.5), condition: birch }],
};
const dearMitigation: Study = {
  ...plain,
  judges: [{ ids: logit(0.8), cds: logit(0.3) }, { ids: logit(0.75), cds: logit(0.6), condition: birch }],
};

/** Error rates of the hypothesis tests on pairs: images of 1 to 3 pairs, IDS pairs with the longer preferred answer. */
export const HYPOTHESIS_SCENARIOS: readonly Scenario[] = [
  coversTruth(
    "equalised subset: IB after",
    equalized,
    ib(equalized, equalized.judges[1], 5),
    equalizedBias,
  ),
  coversTruth(
    "equalised subset: step of selection",
    equalized,
    ib(equalized, biased, 5) - ib(equalized, biased),
    (pairs) => step(pairs, "selection"),
  ),
  coversTruth(
    "equalised subset: step of equalisation",
    equalized,
    ib(equalized, equalized.judges[1], 5) - ib(equalized, biased, 5),
    (pairs) => step(pairs, "equalisation"),
  ),
  coversTruth(
    "matched on length: IB, length does not matter",
    { ...plain, judges: [{ ids: 1.2, cds: 0.2 }] },
    expit(1.2) - expit(0.2),
    biasAtEqualLength,
  ),
  coversTruth(
    "g-computation: IB at equal length",
    { ...plain, judges: [biased] },
    expit(1.2) - expit(0.2),
    biasAtEqualLength.atZero,
  ),
  coversTruth(
    "g-computation: nearly always right in IDS (98%)",
    { ...plain, judges: [{ ids: 4, cds: 1, perWord: 0.02 }] },
    expit(4) - expit(1),
    biasAtEqualLength.atZero,
  ),
  rejectsNull(
    "g-computation: no IB, length matters",
    { ...plain, judges: [neutral] },
    (pairs) => rejected(biasAtEqualLength.atZero(pairs)),
  ),
  rejectsNull(
    "g-computation: no IB, CDS share 0.15",
    { ...few, judges: [neutral] },
    (pairs) => rejected(biasAtEqualLength.atZero(pairs)),
  ),
  coversTruth(
    "IB − LB on the same pairs",
    { ...plain, judges: [biased] },
    ib(plain as Study, biased) - lb(plain as Study, biased),
    biasExceedsLengthBias,
  ),
  coversTruth(
    "IB without the image − with it",
    { ...plain, judges: [biased, { ids: 1.4, cds: -0.4, perWord: 0.04, condition: blind }] },
    ib(plain as Study, { ids: 1.4, cds: -0.4, perWord: 0.04 }) - ib(plain as Study, biased),
    biasGrowsWithoutImage,
  ),
  rejectsNull(
    "IB without the image: the same",
    { ...few, judges: [biased, { ...biased, condition: blind }] },
    (pairs) => rejected(biasGrowsWithoutImage(pairs)),
  ),
  rejectsNull(
    "mitigation: IB stays, both subsets gain",
    idleMitigation,
    (pairs) => mitigationLowersBias(pairs).verdict === "supported",
    AT_MOST,
  ),
  rejectsNull(
    "mitigation: IB falls, IDS loses the margin of 0.05",
    dearMitigation,
    (pairs) => mitigationLowersBias(pairs, { margin: 0.05 }).verdict === "supported",
    AT_MOST,
  ),
  rejectsNull(
    "balanced accuracy of one half",
    { ...plain, judges: [{ ids: logit(0.8), cds: logit(0.2) }] },
    (pairs) => rejected(balancedAccuracy(pairs)),
  ),
  rejectsNull(
    "label error: unbiased judge, 10% wrong human labels",
    wrongLabels,
    (pairs) => rejected(labelError(pairs, { share: 0.1 })),
  ),
  rejectsNull(
    "Holm over four judges without IB: any claim",
    {
      ...plain,
      images: 100,
      judges: [0, 1, 2, 3].map((j) => ({ ...neutral, condition: { judge: `j${j}` } })),
    },
    (pairs) =>
      hypothesisTable(pairs, biasAtEqualLength).getColumn("verdict").toArray().some((verdict) =>
        verdict !== "undecided"
      ),
    AT_MOST,
  ),
];
