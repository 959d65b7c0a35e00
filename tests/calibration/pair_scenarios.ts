import pl from "nodejs-polars";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { biasExceedsLengthBias } from "@/hypotheses/bias_exceeds_length_bias.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { hypothesisTable, type HypothesisTest } from "@/hypotheses/hypothesis_table.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { labelError } from "@/hypotheses/label_error.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { judgedPairs, type JudgeModel, type StudyOptions, trueAccuracy } from "../hypotheses/judged_pairs.ts";
import { AT_MOST, covers, LEVEL, rejects, type Scenario, SIZE } from "./scenario.ts";

type Study = Omit<StudyOptions, "seed">;
type Test = (pairs: pl.DataFrame) => Pick<HypothesisResult, "low" | "high" | "pValue"> & { verdict?: string };

const expit = (x: number) => 1 / (1 + Math.exp(-x)), logit = (p: number) => Math.log(p / (1 - p));
const lengthened = { variant: "length_equalized" }, blind = { image: false }, birch = { pipeline: "birch" };

const biased: JudgeModel = { ids: 1.2, cds: 0.2, perWord: 0.04 };
const neutral: JudgeModel = { ids: 0.8, cds: 0.8, perWord: 0.04 };
const plain = { images: 200, icc: 0.3 }, few = { images: 150, icc: 0.4, cdsShare: 0.15 };
const equalized: Study = {
  ...plain,
  images: 400,
  judges: [biased, { ids: 1, cds: 0.3, condition: lengthened }],
};
/** Chances in IDS and CDS, alike under each condition. */
const alike = (ids: number, cds: number, ...conditions: JudgeModel["condition"][]) =>
  [{}, ...conditions].map((condition): JudgeModel => ({ ids: logit(ids), cds: logit(cds), condition }));

/** IB over the pairs within a length difference, or LB, in a very long run of pairs. */
const ib = (judge: JudgeModel, within = Infinity, study = {}) =>
  trueAccuracy(study, judge, ({ isCds, difference }) => !isCds && Math.abs(difference) <= within) -
  trueAccuracy(study, judge, ({ isCds, difference }) => isCds && Math.abs(difference) <= within);
const lb = (judge: JudgeModel, study = {}) =>
  trueAccuracy(study, judge, ({ difference }) => difference > 0) -
  trueAccuracy(study, judge, ({ difference }) => difference < 0);

const step = (name: string): Test => (pairs) =>
  equalizedBias(pairs).steps.find((one) => one.name.startsWith(name))!;
const wrongLabels: Test = (pairs) => labelError(pairs, { share: 0.1 });
const noisy = { cdsShare: 0.25, icc: 0.25, judges: [{ ids: 1.8, cds: 1.8 }], ties: 0.15, wrongHuman: 0.1 };
const { ids, cds } = { ids: 1.2, cds: 0.2 }, after = equalized.judges[1];

/** What is asked of which study, and the true value that the interval must cover. */
const COVERED: [name: string, study: Study, test: Test, truth: number][] = [
  ["equalised subset: IB after", equalized, equalizedBias, ib(after, 5)],
  ["equalised subset: step of selection", equalized, step("selection"), ib(biased, 5) - ib(biased)],
  ["equalised subset: step of equalisation", equalized, step("equalisation"), ib(after, 5) - ib(biased, 5)],
  [
    "matched on length: IB, length does not matter",
    { ...plain, judges: [{ ids, cds }] },
    biasAtEqualLength,
    expit(ids) - expit(cds),
  ],
  [
    "g-computation: IB at equal length",
    { ...plain, judges: [biased] },
    biasAtEqualLength.atZero,
    expit(ids) - expit(cds),
  ],
  [
    "g-computation: nearly always right in IDS (98%)",
    { ...plain, judges: [{ ids: 4, cds: 1, perWord: 0.02 }] },
    biasAtEqualLength.atZero,
    expit(4) - expit(1),
  ],
  [
    "IB − LB on the same pairs",
    { ...plain, judges: [biased] },
    biasExceedsLengthBias,
    ib(biased) - lb(biased),
  ],
];

/** What is not so, how often it is rejected (p < 5%), and how often that may be. */
const REJECTED: [name: string, study: Study, test: Test, band: Scenario["band"]][] = [
  ["g-computation: no IB, length matters", { ...plain, judges: [neutral] }, biasAtEqualLength.atZero, LEVEL],
  ["g-computation: no IB, CDS share 0.15", { ...few, judges: [neutral] }, biasAtEqualLength.atZero, LEVEL],
  [
    "label error: unbiased judge, 10% wrong human labels",
    { ...noisy, images: 400, ties: 0 },
    wrongLabels,
    LEVEL,
  ],
  ["label error with 15% ties, 250 images", { ...noisy, images: 250 }, wrongLabels, SIZE],
  ["label error with 15% ties, 1,000 images", { ...noisy, images: 1000 }, wrongLabels, SIZE],
];

/** What a mitigation does: nothing; helps both subsets; lowers IB and loses just the margin of accuracy (35% are CDS); turns IB round, as large and no less accurate. */
const IDLE: [name: string, judges: JudgeModel[]][] = [
  ["changes nothing", alike(0.8, 0.4, birch)],
  ["IB stays, both subsets gain", [alike(0.7, 0.4)[0], alike(0.8, 0.5, birch)[1]]],
  ["IB falls, accuracy loses the margin", [alike(0.8, 0.3)[0], alike(0.7, 0.342857, birch)[1]]],
  ["IB of 0.4 becomes −0.4", [alike(0.7, 0.3)[0], alike(0.42, 0.82, birch)[1]]],
];

/** Judges in a table. */
const JUDGES = 20;
/**
 * How often a table of many judges holds any false verdict, after Holm. Where nothing is true, every direction is false; `absent` only where the true
 * effect is δ or more, which `isFalse` says.
 */
function anyFalse(
  name: string,
  test: HypothesisTest | HypothesisTest[],
  study: (judge: number) => Study,
  isFalse: (verdict: string, judge: number, hypothesis: string) => boolean = isDirected,
): Scenario {
  return rejects(`hypothesisTable of ${JUDGES} judges, any false verdict: ${name}`, (_, seed) => {
    const frames = Array.from(
      { length: JUDGES },
      (_, j) =>
        judgedPairs({ ...study(j), seed: seed * 97 + j }).withColumns(pl.lit(`j${100 + j}`).alias("group")),
    );
    const rows = hypothesisTable(pl.concat(frames), test, { by: ["group"] })
      .toRecords() as { group: string; verdict: string; hypothesis: string }[];
    return rows.some(({ group, verdict, hypothesis }) =>
      isFalse(verdict, Number(group.slice(1)) - 100, hypothesis)
    );
  }, AT_MOST);
}
const isDirected = (verdict: string): boolean => verdict === "supported" || verdict === "contradicted";

/** A judge that favours shorter answers exactly as much as informative ones: IB = −LB, by bisection of its taste for length. */
const balancedJudge: JudgeModel = (() => {
  let low = -0.2, high = 0;
  for (let step = 0; step < 30; step++) {
    const perWord = (low + high) / 2, judge = { ids: 0.95, cds: 0, perWord };
    if (ib(judge, Infinity, { longer: 0 }) + lb(judge, { longer: 0 }) > 0) high = perWord;
    else low = perWord;
  }
  return { ids: 0.95, cds: 0, perWord: high };
})();

/** Hypotheses of one table. */
const MIX: HypothesisTest[] = [
  biasExceedsLengthBias,
  (frame) => labelError(frame, { share: 0 }),
  biasAtEqualLength,
  (frame) => mitigationLowersBias(frame),
];

/** Error rates of the hypothesis tests on pairs, each alone; then the chance of any false verdict in a table of many judges. */
export const PAIR_SCENARIOS: readonly Scenario[] = [
  ...COVERED.map(([name, study, test, truth]) =>
    covers(name, (_, seed) => {
      const { low, high } = test(judgedPairs({ ...study, seed }));
      return low <= truth && truth <= high;
    })
  ),
  ...REJECTED.map(([name, study, test, band]) =>
    rejects(name, (_, seed) => test(judgedPairs({ ...study, seed })).pValue < 0.05, band)
  ),
  ...IDLE.map(([name, judges]) =>
    rejects(`mitigation: ${name}`, (_, seed) => {
      const { verdict } = mitigationLowersBias(judgedPairs({ ...plain, judges, seed }), { margin: 0.05 });
      return verdict === "supported";
    }, AT_MOST)
  ),
  anyFalse(
    "IB = −LB, shorter answers favoured",
    biasExceedsLengthBias,
    () => ({ images: 100, longer: 0, judges: [balancedJudge] }),
  ),
  // Half of the judges at no bias, half with exactly δ: a direction is false for the ones, absence for the others.
  anyFalse(
    "half at 0 and half at δ",
    (frame) => labelError(frame, { share: 0 }),
    (j) => ({ images: 400, judges: j % 2 === 0 ? alike(0.7, 0.7) : alike(0.725, 0.675) }),
    (verdict, j) => j % 2 === 0 ? isDirected(verdict) : verdict === "absent" || verdict === "contradicted",
  ),
  anyFalse(
    "six hypotheses, nothing true of any",
    MIX,
    () => ({ images: 60, judges: alike(0.5, 0.5, blind, birch) }),
  ),
  // Every second judge is biased: what is true of it may be said, its opposite and "absent" not.
  anyFalse(
    "six hypotheses, half of the judges biased",
    MIX,
    (j) => ({
      images: 60,
      judges: j % 2 === 0 ? alike(0.5, 0.5, blind, birch) : alike(0.8, 0.2, blind, birch),
    }),
    // IB is .6 for the biased ones; the image and BIRCH change nothing for all.
    (verdict, j, hypothesis) =>
      j % 2 === 0 || !/IB exceeds|same length/.test(hypothesis)
        ? isDirected(verdict)
        : verdict === "contradicted" || verdict === "absent",
  ),
];
