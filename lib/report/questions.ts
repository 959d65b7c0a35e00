import pl from "nodejs-polars";
import { biasAtEqualLength } from "../hypotheses/bias_at_equal_length.ts";
import { conformityBelowCeiling, deviationExceedsNoise } from "../hypotheses/exceeds_noise.ts";
import { jointLowersTradeoff } from "../hypotheses/joint_judging.ts";
import { selfPreference } from "../hypotheses/self_preference.ts";
import { criteriaMetrics } from "../metrics/criteria_metrics.ts";
import { imageReliance } from "../metrics/image_reliance.ts";
import { informativenessBias } from "../metrics/informativeness_bias.ts";
import { lengthBias } from "../metrics/length_bias.ts";
import { longerWins } from "../metrics/longer_wins.ts";
import { orderConsistency } from "../metrics/order_consistency.ts";
import { pairAccuracy } from "../metrics/pair_accuracy.ts";
import { pairSelfPreference } from "../metrics/pair_self_preference.ts";
import { ratingAgreement } from "../metrics/rating_agreement.ts";
import { reliability } from "../metrics/reliability.ts";
import { saturation } from "../metrics/saturation.ts";
import { selfEnhancement } from "../metrics/self_enhancement.ts";
import { slotPreference } from "../metrics/slot_preference.ts";
import { unparsedAudit } from "../metrics/unparsed_audit.ts";
import { verbosityRobustness } from "../metrics/verbosity_robustness.ts";
import { BIAS_TAXONOMY } from "../results/bias_taxonomy.ts";
import { fromMetric, fromTests, preferring } from "./estimates.ts";
import type { Estimate, Look, Question } from "./report_types.ts";

/** Differences of fewer points than this are taken for none. */
const POINTS = 0.05;

/** Judgments of the whole input: with the image and the answers as they were, where there are such rows. */
const MAIN = { image: true, variant: "original" } as const;

type PairMetric = (pairs: pl.DataFrame, options: { by: readonly string[] }) => pl.DataFrame;

/** Looks at the same estimate in parts of the data. */
function inParts(estimates: (frame: pl.DataFrame, by: readonly string[]) => Estimate[]): Look[] {
  return [
    {
      name: "by domain",
      words: "the same estimate within each domain: one domain alone should not make the bias",
      needs: ["domains"],
      estimates: (frame, by) => estimates(frame, [...by, "domain"]),
    },
  ];
}

/** Rows whose reply could be read. */
function readable(pairs: pl.DataFrame): pl.DataFrame {
  return pairs.filter(pl.col("choice").isNotNull());
}

/** The look at an accuracy difference without the replies that could not be read. */
function otherRules(metric: PairMetric, columns: Parameters<typeof fromMetric>[2]): Look[] {
  return [{
    name: "unparsable replies left out",
    words: "an unparsable reply counts as wrong above; here it is left out",
    estimates: (frame, by) => fromMetric(metric(readable(preferring(frame, MAIN)), { by }), by, columns),
  }];
}

const IB = { quantity: "IB", estimate: "ib", n: ["n_ids", "n_cds"], nullValue: 0 };
const LB = { quantity: "LB", estimate: "lb", n: ["n_longer", "n_shorter"], nullValue: 0 };
const SLOT = {
  quantity: "accuracy gap, first minus second slot",
  estimate: "gap",
  low: "gap_low",
  high: "gap_high",
  n: ["n_first", "n_second"],
  usable: "n",
  nullValue: 0,
};
const ibOf = (frame: pl.DataFrame, by: readonly string[]) =>
  fromMetric(informativenessBias(preferring(frame, MAIN), { by }), by, IB);
const lbOf = (frame: pl.DataFrame, by: readonly string[]) =>
  fromMetric(lengthBias(preferring(frame, MAIN), { by }), by, LB);

/**
 * What a report asks of results, by frame: a literal table. A question whose `needs` the frame does not meet is listed
 * under what could not be asked, with the column that would allow it.
 */
export const QUESTIONS: readonly Question[] = [
  {
    id: "ib",
    title: "Informativeness bias",
    short: "Informativeness",
    question: "Is the judge right more often where the more informative answer is the right one?",
    above: "favours the more informative answer, right or wrong",
    below: "favours the less informative answer",
    frame: "pairs",
    needs: ["informativeness"],
    allow: "a column more_informative (A, B or tie), or a file of labels (--labels FILE)",
    unit: "points",
    nullValue: 0,
    delta: POINTS,
    estimates: ibOf,
    looks: [...otherRules(informativenessBias, IB), ...inParts(ibOf), {
      name: "without the image",
      words: "the same judge without the picture: a bias that grows says that the picture held it down",
      needs: ["no_image"],
      estimates: (frame, by) =>
        fromMetric(informativenessBias(preferring(frame, { ...MAIN, image: false }), { by }), by, IB),
    }],
    method:
      "informativeness bias is the accuracy on pairs whose more informative answer people prefer minus that on the others",
    cite: ["birch"],
  },
  {
    id: "ib_equal_length",
    title: "Informativeness bias at equal length",
    short: "… equal length",
    question: "Does informativeness bias remain once the lengths of the answers are equal?",
    above: "favours the more informative answer at equal length too",
    below: "favours the less informative answer at equal length",
    frame: "pairs",
    needs: ["informativeness", "lengths"],
    allow: "the columns more_informative, words_a and words_b (or the answers' texts)",
    unit: "points",
    nullValue: 0,
    delta: POINTS,
    estimates: (frame, by, { seed, alpha }) =>
      fromTests(
        preferring(frame, { image: true }),
        by,
        (own) => biasAtEqualLength(own, { seed, alpha, condition: {}, variants: false }),
        "IB at equal length",
      ),
    looks: [],
    method:
      "bias at equal length is estimated by regression on the difference in words, or on lengthened answers where there are any",
    cite: ["birch"],
  },
  {
    id: "lb",
    title: "Length bias",
    short: "Length",
    question: "Is the judge right more often where the longer answer is the right one?",
    above: "favours the longer answer, right or wrong",
    below: "favours the shorter answer",
    frame: "pairs",
    needs: ["lengths"],
    allow: "the columns words_a and words_b (or the answers' texts)",
    unit: "points",
    nullValue: 0,
    delta: POINTS,
    estimates: lbOf,
    looks: [...otherRules(lengthBias, LB), ...inParts(lbOf), {
      name: "share won by the longer answer",
      unit: "percent",
      words: "of the decided verdicts, whether right or not; people may prefer longer answers too",
      estimates: (frame, by) =>
        fromMetric(longerWins(preferring(frame, MAIN), { by }), by, {
          quantity: "share of the longer answer",
          estimate: "share",
        }),
    }],
    method: "length bias is the accuracy on pairs whose longer answer people prefer minus that on the others",
    cite: ["birch"],
  },
  {
    id: "slot",
    title: "Preference for the first slot",
    short: "First slot",
    question: "Is the judge right more often where the answer shown first is the right one?",
    above: "favours the answer shown first",
    below: "favours the answer shown second",
    frame: "pairs",
    needs: [],
    allow: "verdicts with a human label",
    unit: "points",
    nullValue: 0,
    delta: POINTS,
    estimates: (frame, by) => fromMetric(slotPreference(readable(preferring(frame, MAIN)), { by }), by, SLOT),
    looks: [{
      name: "unparsable replies counted as wrong",
      words: "an unparsable reply names no slot and is left out above; here it is wrong, as in accuracy",
      estimates: (frame, by) => fromMetric(slotPreference(preferring(frame, MAIN), { by }), by, SLOT),
    }, {
      name: "share of the first slot",
      unit: "percent",
      words:
        "of the decided verdicts; where every pair was shown in one order only, slot and content are one: compare with people's own share",
      estimates: (frame, by) => {
        const own = preferring(frame, MAIN);
        return fromMetric(slotPreference(own, { by }), by, {
          quantity: "share of the first slot",
          estimate: "share_first",
        });
      },
    }],
    method:
      "slot preference is the accuracy where people prefer the answer shown first minus that where they prefer the second, over the replies that could be read",
    cite: ["mm-judgebias"],
  },
  {
    id: "order",
    title: "Order of the answers",
    short: "Order",
    question: "Where the verdict changes with the order, does the first slot win more often than the second?",
    above: "lets the first slot win when the order decides",
    below: "lets the second slot win when the order decides",
    frame: "pairs",
    needs: ["swapped"],
    allow: "the same pairs judged in both orders (a column swapped)",
    unit: "percent",
    nullValue: 0.5,
    delta: POINTS,
    estimates: (frame, by) =>
      fromMetric(orderConsistency(preferring(frame, MAIN), { by }), by, {
        quantity: "first slot among changed verdicts",
        estimate: "first_when_inconsistent",
        low: "first_low",
        high: "first_high",
        n: "n_inconsistent",
        nullValue: 0.5,
      }),
    looks: [{
      name: "consistency",
      words: "the share of pairs with the same verdict in both orders",
      estimates: (frame, by) =>
        fromMetric(orderConsistency(preferring(frame, MAIN), { by }), by, {
          quantity: "same verdict in both orders",
          estimate: "consistency",
        }),
    }],
    method: "order effects are read from pairs judged in both orders",
    cite: ["mm-judgebias"],
  },
  {
    id: "irs",
    title: "Reliance on the image",
    short: "Image reliance",
    question: "Is the judge more accurate with the image than without it?",
    above: "uses the image: it is more accurate with it",
    below: "is less accurate with the image than without it",
    frame: "pairs",
    needs: ["no_image"],
    allow: "the same pairs judged without the image (a column image)",
    unit: "points",
    nullValue: 0,
    delta: POINTS,
    estimates: (frame, by) =>
      fromMetric(imageReliance(preferring(frame, { variant: "original" }), { by }), by, {
        quantity: "IRS",
        estimate: "irs",
        nullValue: 0,
      }),
    looks: [],
    method:
      "the image reliance score is the accuracy with the image minus that without it, over items judged both ways",
    cite: ["birch"],
  },
  {
    id: "verbosity",
    title: "Padded answers",
    short: "Padding",
    question: "Does the original answer win against the same answer padded with words?",
    above: "prefers the original to the padded answer",
    below: "prefers the padded answer",
    frame: "pairs",
    needs: ["swapped", "verbose"],
    allow: "rows of the variant verbose in both orders",
    unit: "percent",
    nullValue: 0.5,
    delta: POINTS,
    estimates: (frame, by) =>
      fromMetric(verbosityRobustness(frame, { by }), by, {
        quantity: "original wins",
        estimate: "robustness",
        nullValue: 0.5,
      }),
    looks: [],
    method: "verbosity robustness is the share of pairs where the original answer beats its padded version",
    cite: ["mm-judgebias"],
  },
  {
    id: "self",
    title: "Preference for own answers",
    short: "Own answers",
    question: "Does the judge find its own answers better than people do?",
    above: "favours its own answers",
    below: "favours the answers of others",
    frame: "pairs",
    needs: ["own_answers"],
    allow: "the columns model_a and model_b, with the judge among the models",
    unit: "points",
    nullValue: 0,
    delta: POINTS,
    estimates: (frame, by) =>
      fromMetric(pairSelfPreference(preferring(frame, MAIN), { by }), by, {
        quantity: "own where people prefer it, minus the other where people prefer that",
        estimate: "self_preference",
        n: "n_own",
        nullValue: 0,
      }).filter(({ n }) => n > 0),
    looks: [],
    method:
      "self-preference is how often a judge chooses its own answer where people prefer it, minus how often it chooses the other where people prefer that",
    cite: [],
  },
  {
    id: "accuracy",
    title: "Agreement with people",
    short: "Accuracy",
    question: "How often does the judge choose the answer that people prefer?",
    above: "agrees with people more often than a coin",
    below: "agrees with people less often than a coin",
    frame: "pairs",
    needs: [],
    allow: "verdicts with a human label",
    unit: "percent",
    nullValue: NaN,
    delta: NaN,
    estimates: (frame, by) =>
      fromMetric(pairAccuracy(preferring(frame, MAIN), { by }), by, {
        quantity: "accuracy",
        estimate: "accuracy",
      }),
    looks: [
      {
        name: "other rules for unparsable replies",
        words:
          "the same verdicts, with unparsable replies wrong, dropped, drawn at random, all wrong or all right",
        estimates: (frame, by, { seed }) =>
          fromMetric(unparsedAudit(preferring(frame, MAIN), { by, seed }), by, {
            quantity: "accuracy",
            estimate: "accuracy",
            also: ["rule"],
          }),
      },
      ...inParts((frame, by) =>
        fromMetric(pairAccuracy(preferring(frame, MAIN), { by }), by, {
          quantity: "accuracy",
          estimate: "accuracy",
        })
      ),
    ],
    method: "accuracy counts a judge's ties and unparsable replies as wrong",
    cite: [],
  },
  {
    id: "notices",
    title: "Noticing what is missing or contradictory",
    short: "Notices",
    question: "Do scores fall when evidence is taken away or contradicted, by more than from run to run?",
    above: "notices the perturbation by more than its own noise",
    frame: "score pairs",
    needs: ["runs"],
    allow: "at least two runs of the same samples (a column run)",
    unit: "number",
    nullValue: 0,
    delta: NaN,
    estimates: (frame, by, { alpha }) =>
      typesIn(frame, "bd").flatMap((biasType) =>
        fromTests(frame, by, (own) => deviationExceedsNoise(own, { biasType, alpha }), "BD above noise")
          .map((one) => ({ ...one, group: { ...one.group, bias_type: biasType } }))
      ),
    looks: [{
      name: "reliability",
      words: "BD and BC as the paper computes them, without regard to noise",
      estimates: reliabilities,
    }],
    method: "bias deviation is compared with its noise floor between runs of the same input",
    cite: ["mm-judgebias"],
  },
  {
    id: "steady",
    title: "Steadiness under harmless changes",
    short: "Steady",
    question: "Do scores move under perturbations that should not matter, by more than from run to run?",
    above: "is steadier than from run to run",
    below: "is moved by changes that should not matter",
    frame: "score pairs",
    needs: ["runs"],
    allow: "at least two runs of the same samples (a column run)",
    unit: "number",
    nullValue: 0,
    delta: POINTS,
    estimates: (frame, by, { alpha }) =>
      typesIn(frame, "bc").flatMap((biasType) =>
        fromTests(
          frame,
          by,
          (own) => conformityBelowCeiling(own, { biasType, alpha }),
          "BC against its ceiling",
        )
          .map((one) => ({ ...one, group: { ...one.group, bias_type: biasType } }))
      ),
    looks: [],
    method: "bias conformity is compared with its ceiling between runs of the same input",
    cite: ["mm-judgebias"],
  },
  {
    id: "reliability",
    title: "Reliability by bias type",
    short: "Reliability",
    question:
      "How far do scores fall where they should (BD), and how steady are they where they should be (BC)?",
    above: "",
    frame: "score pairs",
    needs: [],
    allow: "scores of the same response with the evidence whole and perturbed",
    unit: "number",
    nullValue: NaN,
    delta: NaN,
    estimates: reliabilities,
    looks: [],
    method: "bias deviation and bias conformity are averages over samples and runs",
    cite: ["mm-judgebias"],
  },
  {
    id: "self_enhancement",
    title: "Scores of own and others' responses",
    short: "Own responses",
    question: "What does the judge give to the responses of each generator, its own among them?",
    above: "",
    frame: "score pairs",
    needs: ["generators"],
    allow: "a column generator",
    unit: "number",
    nullValue: NaN,
    delta: NaN,
    estimates: (frame, by) =>
      fromMetric(selfEnhancement(frame, { by }), by, {
        quantity: "mean score",
        estimate: "mean",
        also: ["generator"],
      }),
    looks: [],
    method: "mean unbiased scores by generator; responses differ in quality, so no test is made",
    cite: ["mm-judgebias"],
  },
  {
    id: "philautia",
    title: "Self-preference",
    short: "Self-preference",
    question: "Does a model prefer its own captions, beyond their quality and its own level?",
    above: "prefers its own captions",
    below: "thinks less of its own captions than others do",
    frame: "caption scores",
    needs: [],
    allow: "captions of models that are evaluators too",
    unit: "number",
    nullValue: 0,
    delta: 0.25,
    estimates: (frame, by, { alpha }) => {
      const settings = levels(frame, "setting");
      const models = levels(frame, "generator").filter((name) => levels(frame, "evaluator").includes(name));
      return settings.flatMap((setting) =>
        models.flatMap((model) =>
          fromTests(frame, by, (own) => selfPreference(own, { setting, model, alpha }), "philautia score")
            .map((one) => ({ ...one, group: { model, setting, ...one.group } }))
        )
      );
    },
    looks: [],
    method:
      "philautia scores are the entries of the doubly standardised matrix of mean scores where a model evaluates itself, with jackknife intervals over images",
    cite: ["philautia"],
  },
  {
    id: "agreement",
    title: "Agreement with ratings",
    short: "Agreement",
    question: "Does the evaluator rank as people do?",
    above: "ranks as people do",
    below: "ranks against people",
    frame: "ratings",
    needs: [],
    allow: "a column human and a column per evaluator",
    unit: "number",
    nullValue: 0,
    delta: POINTS,
    estimates: (frame, by) =>
      fromMetric(ratingAgreement(frame, { by }), by, {
        quantity: "Kendall's tau-b",
        estimate: "tau_b",
        low: "tau_b_low",
        high: "tau_b_high",
        nullValue: 0,
        also: ["evaluator"],
      }),
    looks: [{
      name: "saturation",
      unit: "percent",
      words:
        "the share of an evaluator's scores on its most frequent value: above a half it hardly tells captions apart",
      estimates: (frame, by) =>
        fromMetric(saturation(frame, { by: by.filter((name) => name !== "evaluator") }), by, {
          quantity: "share on one value",
          estimate: "share",
          also: ["evaluator"],
        }),
    }],
    method: "agreement is Kendall's tau-b with intervals robust to captions of the same image",
    cite: ["philautia"],
  },
  {
    id: "criteria",
    title: "Judging by criteria",
    short: "Criteria",
    question: "Does the judge follow each criterion, also where criteria pull in opposite directions?",
    above: "",
    frame: "criteria",
    needs: [],
    allow: "a row per criterion on which two responses were compared",
    unit: "percent",
    nullValue: NaN,
    delta: NaN,
    estimates: (frame, by) =>
      fromMetric(criteriaMetrics(frame, { by }), by, {
        quantity: "share",
        estimate: "value",
        also: ["metric"],
      }),
    looks: [],
    method: "pluralistic accuracy, trade-off sensitivity and conflict matching rate as in Multi-Crit",
    cite: ["multi-crit"],
  },
  {
    id: "joint",
    title: "Criteria judged together",
    short: "Joint judging",
    question: "Does judging all criteria at once lower trade-off sensitivity?",
    above: "sees more trade-offs when it judges all criteria at once",
    below: "sees fewer trade-offs when it judges all criteria at once",
    frame: "criteria",
    needs: ["modes"],
    allow: "rows of both modes, single and joint",
    unit: "points",
    nullValue: 0,
    delta: POINTS,
    estimates: (frame, by, { seed, alpha }) =>
      fromTests(
        frame,
        by.filter((name) => name !== "mode"),
        (own) => jointLowersTradeoff(own, { seed, alpha }),
        "TOS, joint minus single",
      ),
    looks: [],
    method: "trade-off sensitivity of both modes is compared over the items judged both ways",
    cite: ["multi-crit"],
  },
];

/** Columns that tell a report's groups apart, by frame; those with one value only are left out. */
export const GROUPS: Record<Question["frame"], readonly string[]> = {
  pairs: ["judge", "benchmark", "pipeline"],
  "score pairs": ["judge", "prompt"],
  "caption scores": [],
  ratings: ["split"],
  criteria: ["judge", "mode", "thinking", "split"],
  labels: [],
};

function reliabilities(frame: pl.DataFrame, by: readonly string[]): Estimate[] {
  return fromMetric(reliability(frame, { by }), by, {
    quantity: "BD or BC",
    estimate: "value",
    also: ["bias_type"],
  });
}

function typesIn(frame: pl.DataFrame, metric: "bd" | "bc"): string[] {
  const found = levels(frame, "bias_type");
  return BIAS_TAXONOMY.filter((spec) => spec.metric === metric && found.includes(spec.type)).map(({ type }) =>
    type
  );
}

function levels(frame: pl.DataFrame, column: string): string[] {
  return frame.columns.includes(column)
    ? frame.getColumn(column).unique().toArray().filter((value): value is string => typeof value === "string")
      .sort()
    : [];
}
