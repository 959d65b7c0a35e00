import pl from "nodejs-polars";
import { biasBeyondPeople } from "../../hypotheses/bias_beyond_people.ts";
import { agreementCeiling } from "../../metrics/agreement_ceiling.ts";
import { alternativeAnnotator } from "../../metrics/alternative_annotator.ts";
import { calibrationError } from "../../metrics/calibration_error.ts";
import { frameClusters } from "../../metrics/pair_rows.ts";
import { groupRows } from "../../metrics/metric_table.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { repeatability } from "../../metrics/repeatability.ts";
import { preferring } from "../../results/only.ts";
import { columnNumbers } from "../../results/factor.ts";
import { fromMetric, fromTests, groupOf, tested, UNTESTED, WAYS } from "../estimates.ts";
import type { Estimate, Look, Question, QuestionId } from "../report_types.ts";
import { MAIN, of, POINTS, questions } from "./common.ts";

/** The stand-in test as lines: it gives no interval, but a p-value of its own. */
function standIns(all: pl.DataFrame, epsilon: number): Estimate[] {
  // A person voted once: beside the vote stands the first run of each judge.
  const isRepeated = all.columns.includes("run") && all.getColumn("run").nUnique() > 1;
  const frame = isRepeated ? all.filter(pl.col("run").eq(pl.col("run").min().over("judge"))) : all;
  const table = alternativeAnnotator(frame, { epsilon });
  const p = columnNumbers(table.getColumn("p_adjusted"));
  return fromMetric(table, ["judge"], {
    quantity: `share of people it fits as well as, within ε = ${epsilon}`,
    estimate: "winning_rate",
    note: ({ n_won, n_annotators, advantage }) =>
      `${n_won} of ${n_annotators} people; as good as a person or better in ${
        (100 * Number(advantage)).toFixed(0)
      }% of items${isRepeated ? "; first run alone" : ""}`,
    // One-sided of "half of the people are won"; every p of a report is two-sided.
  }).map((line, i) => ({ ...line, df: NaN, pValue: Math.min(1, 2 * p[i]), direction: 1 }));
}

/** Confidence and being right of every group: rows with a readable verdict and a human A or B. */
function calibrations(pairs: pl.DataFrame, by: readonly string[]) {
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
        { clusters: Array.from(used, (row) => codes[row]) },
      ),
    };
  });
}

/** Expected calibration error, less its bias, with the p that belongs to its limits. */
function confidenceErrors(pairs: pl.DataFrame, by: readonly string[]): Estimate[] {
  return calibrations(pairs, by).map(({ group, found }) => {
    const { corrected: estimate, low, high, n, clusters, df, pValue, ece, warning } = found;
    return {
      group,
      quantity: "calibration error",
      ...{ estimate, low, high, n, clusters, df, method: "", pValue },
      pEquivalence: tested({ estimate, low, high, df }, 0, POINTS).pEquivalence,
      direction: 1,
      claimIs: "above" as const,
      warning,
      note: `ECE ${(100 * ece).toFixed(1)}% before its bias is taken out`,
    };
  });
}

/** Share right by bin of confidence. */
function reliabilityBins(pairs: pl.DataFrame, by: readonly string[]): Estimate[] {
  return calibrations(pairs, by).flatMap(({ group, found }) =>
    found.bins.map(({ n, clusters, probability, share, low, high, warning }) => ({
      group: { ...group, confidence: `${(100 * probability).toFixed(0)}%` },
      quantity: "right",
      ...{ estimate: share, low, high, n, clusters, ...UNTESTED, warning },
      nullValue: probability,
    }))
  );
}

/** Brier score and its decomposition. */
function brierScores(pairs: pl.DataFrame, by: readonly string[]): Estimate[] {
  return calibrations(pairs, by).flatMap(({ group, found }) =>
    (["brier", "reliability", "resolution", "uncertainty", "within"] as const).map((name) => ({
      group,
      quantity: name,
      ...{ estimate: found[name], low: NaN, high: NaN, n: found.n, clusters: found.clusters, ...UNTESTED },
    }))
  );
}

const STAND_IN = {
  title: "Standing in for a person",
  question: "Does the judge fit the other people as well as a person does, so that it may stand in for one?",
  above: "may stand in for a person",
  good: "above",
  unit: "percent",
  nullValue: 0.5,
  delta: NaN,
  method:
    "the alternative-annotator test leaves out one person after the other and asks whether the judge fits the rest no worse than that person, within ε (Benjamini and Yekutieli over the people)",
} as const;

const REPEAT = {
  title: "Said again",
  question: "How often does the judge say something else when it is asked again?",
  unit: "percent",
  estimates: of(repeatability, {
    quantity: "two runs that disagree",
    estimate: "flip_rate",
    note: ({ pass_low, pass_high, runs_worth }) =>
      [
        ...typeof pass_low === "number" && typeof pass_high === "number" && Number.isFinite(pass_low)
          ? [`a run's pass rate from ${(100 * pass_low).toFixed(1)}% to ${(100 * pass_high).toFixed(1)}%`]
          : [],
        ...typeof runs_worth === "number" && Number.isFinite(runs_worth)
          ? [`after ${runs_worth} ${runs_worth === 1 ? "run" : "runs"} more bring little`]
          : [],
      ].join("; "),
  }),
  looks: [{
    name: "Krippendorff's α over runs",
    unit: "number",
    words: "1: every run says the same; 0: as by chance",
    estimates: of(repeatability, {
      quantity: "Krippendorff's α",
      estimate: "alpha",
    }),
  }] as readonly Look[],
  method:
    "repeatability is the chance that two runs of the same input disagree, and Krippendorff's α over runs",
} as const;

/** What is asked of judges beside people and beside themselves. */
export const PEOPLE_QUESTIONS: readonly Question<QuestionId>[] = questions("pairs", [
  {
    ...REPEAT,
    id: "repeat",
    needs: ["pair_runs"],
    allow: "at least two runs of the same pairs (a column run)",
    estimates: (frame, by) => REPEAT.estimates(preferring(frame, MAIN), by),
  },
  {
    ...REPEAT,
    id: "repeat_scores",
    frame: "caption scores",
    needs: ["caption_runs"],
    allow: "at least two runs of the same captions (a column run)",
    estimates: (frame, by) => REPEAT.estimates(frame, [...by, "evaluator"]),
    looks: REPEAT.looks.map((look) => ({
      ...look,
      estimates: (frame, by, context) => look.estimates(frame, [...by, "evaluator"], context),
    })),
  },
  {
    id: "confidence",
    title: "Confidence and being right",
    question: "Does the judge's confidence come true: is it right in nine of ten cases of which it says 90%?",
    above: "is not right as often as it says",
    needs: ["labelled", "confidence"],
    allow: "a column confidence, the probability from 0 to 1 that the judge gives its verdict",
    unit: "points",
    range: [0, 1],
    estimates: (frame, by) => confidenceErrors(preferring(frame, MAIN), by),
    looks: [{
      name: "reliability diagram",
      unit: "percent",
      words:
        "how often the judge is right, by the confidence that it names; calibrated where both are the same",
      estimates: (frame, by) => reliabilityBins(preferring(frame, MAIN), by),
    }, {
      name: "Brier score and its parts",
      unit: "number",
      words:
        "mean squared error = reliability (0 is calibrated) − resolution (high is good) + uncertainty + within bins",
      estimates: (frame, by) => brierScores(preferring(frame, MAIN), by),
    }],
    method:
      "calibration error is the mean distance of confidence and share right over ten bins, less its bias; tested jointly over the bins, with the design effects of the images (Rao and Scott)",
  },
  {
    ...STAND_IN,
    id: "stand_in",
    needs: ["annotators"],
    allow: "a row per item and person (a column annotator)",
    estimates: (frame, _by, { epsilon }) => standIns(preferring(frame, MAIN), epsilon),
  },
  {
    ...STAND_IN,
    id: "stand_in_ratings",
    frame: "ratings",
    needs: ["raters"],
    allow: "a row per item and person (a column rater or annotator), and a column per evaluator",
    estimates: (frame, _by, { epsilon }) => standIns(frame, epsilon),
  },
  {
    id: "beyond_people",
    title: "Informativeness bias beyond people’s",
    question: "Does the judge favour the more informative answer where people are evenly split?",
    above: "favours the more informative answer beyond what people do",
    below: "favours the less informative answer beyond what people do",
    needs: ["informativeness", "annotators"],
    allow:
      "a row per item and person (a column annotator), two people or more, and a column more_informative",
    unit: "points",
    estimates: (frame, by, { alpha }) =>
      fromTests(
        preferring(frame, MAIN),
        by,
        (own) => biasBeyondPeople(own, { alpha, condition: {} }),
        "IB where votes are even",
      ),
    looks: [WAYS],
    method:
      "bias beyond people is IB where people's votes are evenly split, by a probit of votes and verdicts on how each pair leans: people's is 0",
  },
  {
    id: "ceiling",
    title: "Agreement, and how well people agree",
    question: "Does the judge agree with a person less than another person does?",
    above: "agrees with a person less than another person does",
    below: "agrees with a person more than another person does",
    good: "below",
    frame: "ratings",
    needs: ["raters"],
    allow: "a row per item and person (a column rater or annotator), and a column per evaluator",
    unit: "number",
    estimates: of(agreementCeiling, {
      quantity: "people's τ with each other minus the judge's with a person",
      estimate: "gap",
      nullValue: 0,
      also: ["evaluator"],
      note: ({ tau, ceiling }) =>
        `τ ${Number(tau).toFixed(3)} with a person, people ${Number(ceiling).toFixed(3)} with each other`,
    }),
    method:
      "the ceiling is the mean Kendall τ-b of two people with each other; the gap to a judge's mean τ-b with a person is compared with 0",
  },
]);
