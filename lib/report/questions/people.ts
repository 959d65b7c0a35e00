import { fixed } from "../../progress/told.ts";
import pl from "nodejs-polars";
import { biasBeyondPeople } from "../../hypotheses/bias_beyond_people.ts";
import { agreementCeiling } from "../../metrics/agreement_ceiling.ts";
import { alternativeAnnotator, CONSTANT } from "../../metrics/alternative_annotator.ts";
import { calibrationError } from "../../metrics/calibration_error.ts";
import { frameClusters } from "../../metrics/pair_rows.ts";
import { groupRows } from "../../metrics/metric_table.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { repeatability } from "../../metrics/repeatability.ts";
import { columnNumbers } from "../../results/factor.ts";
import { takeRows } from "../../results/take_rows.ts";
import { unfitConfidence } from "../../results/warnings.ts";
import { fromMetric, fromTests, groupOf, tested } from "../estimates.ts";
import type { Estimate, Question } from "../report_types.ts";
import { POINTS } from "../../metrics/undecided.ts";
import { type Asks, look, mainRows, of, WAYS } from "./common.ts";
import { withUnrated } from "./criteria.ts";

function standIns(all: pl.DataFrame, epsilon: number): Estimate[] {
  // A person voted once: beside the vote stands the first run of each judge.
  const isRepeated = all.columns.includes("run") && all.getColumn("run").nUnique() > 1;
  const frame = isRepeated ? all.filter(pl.col("run").eq(pl.col("run").min().over("judge"))) : all;
  const table = alternativeAnnotator(frame, { epsilon });
  const [p, worse] = ["p_adjusted", "p_worse"].map((name) => columnNumbers(table.getColumn(name)));
  return fromMetric(table, ["judge"], {
    quantity: `share of people it fits as well as, within ε = ${epsilon}`,
    estimate: "winning_rate",
    note: ({ n_won, n_annotators, advantage }) =>
      `${n_won} of ${n_annotators} people; as good as a person or better in ${
        fixed(100 * Number(advantage), 0)
      }% of items${isRepeated ? "; first run alone" : ""}`,
  }).map((line, i) => {
    // What a constant does as well is no praise.
    const isWorse = worse[i] < p[i], isPlain = !isWorse && line.warning.includes(CONSTANT);
    return {
      ...line,
      ...isPlain && { said: { good: "unsaid" as const }, cost: `but is ${CONSTANT}` },
      // One-sided of "half of the people are won" and of "most of them are lost to"; every p of a report is two-sided.
      ...{ df: NaN, pValue: Math.min(1, 2 * (isWorse ? worse : p)[i]), direction: isWorse ? -1 : 1 },
    };
  });
}

function calibrations(...[frame, by, { level }]: Parameters<Question["estimates"]>) {
  const pairs = mainRows(frame);
  const { correct, choice } = pairOutcomes("calibrationError", pairs), { codes } = frameClusters(pairs);
  const confidence = columnNumbers(pairs.getColumn("confidence"));
  return groupRows(pairs, by).map(({ key, rows }) => {
    const used = rows.filter((row) =>
      correct[row] >= 0 && choice[row] !== VERDICT.missing && !Number.isNaN(confidence[row])
    );
    return {
      group: groupOf(key, by),
      found: calibrationError(
        Array.from(used, (row) => confidence[row]),
        Array.from(used, (row) => correct[row]),
        { clusters: Array.from(used, (row) => codes[row]), level },
      ),
    };
  });
}

const confidenceErrors: Question["estimates"] = (pairs, by, context) =>
  calibrations(pairs, by, context).map(({ group, found }) => {
    const { corrected: estimate, low, high, n, clusters, df, pValue, ece, warning, bins } = found;
    const [said, right] = (["probability", "share"] as const).map((of) =>
      bins.reduce((sum, bin) => sum + bin.n * bin[of], 0) / n
    );
    // Most of the error lies to one side.
    const isOne = Math.abs(said - right) > ece / 2, isUnder = said < right;
    return {
      group,
      said: {
        ...isOne && { above: `is right ${isUnder ? "more" : "less"} often than it says` },
        ...isOne && isUnder && { good: "unsaid" as const },
      },
      quantity: "calibration error",
      ...{ estimate, low, high, n, clusters, df, method: "", pValue },
      pEquivalence: tested({ estimate, low, high, df, level: context.level }, 0, POINTS).pEquivalence,
      direction: 1,
      claimIs: "above" as const,
      warning,
      note: `says ${percent(said)}, is right in ${percent(right)}; ECE ${
        percent(ece)
      } before its bias is taken out`,
    };
  });

const percent = (share: unknown) => `${fixed(100 * Number(share), 1)}%`;
const FLIPS = of(repeatability, {
  quantity: "two runs that disagree",
  estimate: "flip_rate",
  note: ({ pass_low, pass_high, n_single }) =>
    Number.isFinite(pass_low)
      ? `a run's pass rate from ${percent(pass_low)} to ${percent(pass_high)}${
        Number(n_single) > 0 ? " on the items that all runs share" : ""
      }`
      : "",
});
const ALPHA = of(repeatability, { quantity: "Krippendorff's α", estimate: "alpha" });

export const PEOPLE_QUESTIONS = {
  repeat: {
    estimates: (frame, by, context) => FLIPS(mainRows(frame), by, context),
    looks: [look("alpha", ALPHA)],
  },
  repeat_scores: {
    estimates: (frame, by, context) => FLIPS(frame, [...by, "evaluator"], context),
    looks: [look("alpha", (frame, by, context) => ALPHA(frame, [...by, "evaluator"], context))],
  },
  confidence: {
    estimates: confidenceErrors,
    unfit: (frame) => [...unfitConfidence({ frame })][0],
  },
  stand_in: (frame, _by, { epsilon }) => standIns(mainRows(frame), epsilon),
  // An item is another on each criterion.
  stand_in_ratings: (frame, by, { epsilon }) =>
    groupRows(frame, by.filter((name) => name !== "split")).flatMap(({ key, rows }) =>
      standIns(takeRows(frame, rows), epsilon).map((one) => ({
        ...one,
        group: { ...one.group, ...groupOf(key, Object.keys(key)) },
      }))
    ),
  beyond_people: {
    estimates: (frame, by, { alpha }) =>
      fromTests(
        mainRows(frame),
        by,
        (own) => biasBeyondPeople(own, { alpha, condition: {} }),
        "IB where votes are even",
      ),
    looks: [WAYS],
  },
  ceiling: withUnrated((frame, by, { level }) => {
    const table = agreementCeiling(frame, { by, level });
    const [n, unscored] = ["n", "n_unscored"].map((name) => columnNumbers(table.getColumn(name)));
    const warnings = table.getColumn("warning").toArray() as (string | null)[];
    return fromMetric(table, by, {
      quantity: "people's τ with each other minus the judge's with a person",
      estimate: "gap",
      nullValue: 0,
      also: ["evaluator"],
      note: ({ tau, ceiling }) =>
        `τ ${fixed(Number(tau), 3)} with a person, people ${fixed(Number(ceiling), 3)} with each other`,
      // How far these could carry an order is not known: as many as the rest could make another one.
    }).map((one, i) => ({
      ...one,
      warning: one.warning || (warnings[i] ?? ""),
      ...n[i] > 0 && unscored[i] >= n[i] && { hangs: "what the ratings without a score would be" },
    }));
  }),
} satisfies Asks;
