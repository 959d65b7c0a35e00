import { inWords } from "../../progress/show.ts";
import type pl from "nodejs-polars";
import { biasAtEqualLength } from "../../hypotheses/bias_at_equal_length.ts";
import { imageReliance } from "../../metrics/image_reliance.ts";
import { informativenessBias } from "../../metrics/informativeness_bias.ts";
import { lengthBias } from "../../metrics/length_bias.ts";
import { longerWins } from "../../metrics/longer_wins.ts";
import { orderConsistency } from "../../metrics/order_consistency.ts";
import { pairAccuracy } from "../../metrics/pair_accuracy.ts";
import { slotPreference } from "../../metrics/slot_preference.ts";
import { unparsedAudit } from "../../metrics/unparsed_audit.ts";
import { verbosityRobustness } from "../../metrics/verbosity_robustness.ts";
import { preferring } from "../../results/only.ts";
import { fromMetric, fromTests, WAYS } from "../estimates.ts";
import type { Question, QuestionId } from "../report_types.ts";
import { auditLines } from "./audit.ts";
import { inParts, MAIN, of, questions } from "./common.ts";
import { accuracyGap, fromReplies, otherRules, readable } from "./unread_replies.ts";

const IB = { quantity: "IB", estimate: "ib", nullValue: 0 };
const LB = { quantity: "LB", estimate: "lb", nullValue: 0 };
const SLOT = {
  quantity: "accuracy gap, first minus second slot",
  estimate: "gap",
  usable: "n",
  nullValue: 0,
};
const ACCURACY = { quantity: "accuracy", estimate: "accuracy" };
const ibOf = accuracyGap(informativenessBias, IB), lbOf = accuracyGap(lengthBias, LB);
const accuracyOf = of(pairAccuracy, ACCURACY, MAIN);
const slotOf = (frame: pl.DataFrame, by: readonly string[]) => {
  const rows = preferring(frame, MAIN), found = of(slotPreference, SLOT)(readable(rows), by);
  return fromReplies(rows, by, found, () => "they name no slot and are left out");
};

/** What is asked of verdicts on pairs. */
export const PAIR_QUESTIONS: readonly Question<QuestionId>[] = questions("pairs", [
  {
    id: "ib",
    title: "Informativeness bias",
    question: "Is the judge right more often where the more informative answer is the right one?",
    above: "favours the more informative answer, right or wrong",
    below: "favours the less informative answer",
    needs: ["labelled", "informativeness"],
    allow: "a column more_informative (A, B or tie), or a file of labels (--labels FILE)",
    unit: "points",
    estimates: ibOf,
    looks: [otherRules(informativenessBias, IB), ...inParts(ibOf, "pair_runs"), {
      name: "without the image",
      words: "the same judge without the picture: a bias that grows says that the picture held it down",
      needs: ["no_image"],
      estimates: of(informativenessBias, IB, { ...MAIN, image: false }),
    }],
    method:
      "informativeness bias is the accuracy on pairs whose more informative answer people prefer minus that on the others",
    cite: ["birch"],
  },
  {
    id: "ib_equal_length",
    title: "Informativeness bias at equal length",
    question: "Does informativeness bias remain between pairs of the same length difference?",
    above: "favours the more informative answer at the same length difference too",
    below: "favours the less informative answer at the same length difference",
    needs: ["labelled", "informativeness", "lengths"],
    allow: "the columns more_informative, words_a and words_b (or the answers' texts)",
    unit: "points",
    estimates: (frame, by, { alpha }) => {
      const rows = preferring(frame, MAIN);
      const found = fromTests(
        rows,
        by,
        (own) => biasAtEqualLength(own, { alpha, condition: {} }),
        "IB at the same length difference",
      );
      return fromReplies(rows, by, found, () => "they count as wrong, on whichever side they stand");
    },
    looks: [WAYS, {
      name: "asked five ways",
      words:
        "what is left of the bias once length, quality or wrong labels are taken out, one at a time; a line that cannot be asked says why",
      estimates: auditLines,
    }],
    costly: true,
    method:
      "bias at equal length is IB between pairs of the same length difference: doubly robust, overlap weights",
    cite: ["birch"],
  },
  {
    id: "lb",
    title: "Length bias",
    question: "Is the judge right more often where the longer answer is the right one?",
    above: "favours the longer answer, right or wrong",
    below: "favours the shorter answer",
    needs: ["labelled", "lengths"],
    allow: "the columns words_a and words_b (or the answers' texts)",
    unit: "points",
    estimates: lbOf,
    looks: [otherRules(lengthBias, LB), ...inParts(lbOf, "pair_runs")],
    method: "length bias is the accuracy on pairs whose longer answer people prefer minus that on the others",
    cite: ["birch"],
  },
  {
    id: "slot",
    title: "Preference for the first slot",
    question: "Is the judge right more often where the answer shown first is the right one?",
    above: "favours the answer shown first",
    below: "favours the answer shown second",
    needs: ["labelled"],
    allow: "verdicts with a human label",
    unit: "points",
    estimates: slotOf,
    looks: [
      {
        name: "unparsable replies counted as wrong",
        words: "an unparsable reply names no slot and is left out above; here it is wrong, as in accuracy",
        estimates: of(slotPreference, SLOT, MAIN),
      },
      ...inParts(slotOf, "pair_runs"),
    ],
    method:
      "slot preference is the accuracy where people prefer the answer shown first minus that where they prefer the second, over the replies that could be read",
    cite: ["mm-judgebias"],
  },
  {
    id: "longer_wins",
    title: "Wins of the longer answer",
    question: "How often does the longer answer win, whether right or not?",
    needs: ["lengths"],
    allow: "the columns words_a and words_b (or the answers' texts)",
    unit: "percent",
    estimates: of(longerWins, { quantity: "share of the longer answer", estimate: "share" }, MAIN),
    method:
      "wins of the longer answer are its share of the decided verdicts; people may prefer longer answers too, so that no test is made",
  },
  {
    id: "first_wins",
    title: "Wins of the first slot",
    question: "How often does the answer shown first win, whether right or not?",
    unit: "percent",
    estimates: of(slotPreference, {
      quantity: "share of the first slot",
      estimate: "share_first",
      note: ({ human_share_first: people, n_order_unknown: untold }) =>
        [
          ...(typeof people === "number" && Number.isFinite(people)
            ? [`people prefer the first in ${(100 * people).toFixed(1)}%`]
            : []),
          ...(Number(untold) > 0
            ? [`${inWords(Number(untold), "row")} left out, for nobody knows their order`]
            : []),
        ].join("; "),
    }, MAIN),
    method:
      "wins of the first slot are its share of the decided verdicts; where every pair was shown in one order only, slot and content are one, so that no test is made",
    cite: ["mm-judgebias"],
  },
  {
    id: "order",
    title: "Order of the answers",
    question: "Where the verdict changes with the order, does the first slot win more often than the second?",
    above: "lets the first slot win when the order decides",
    below: "lets the second slot win when the order decides",
    needs: ["swapped"],
    allow: "the same pairs judged in both orders (a column swapped)",
    unit: "percent",
    nullValue: 0.5,
    estimates: of(orderConsistency, {
      quantity: "first slot among changed verdicts",
      estimate: "first_when_inconsistent",
      nullValue: 0.5,
    }, MAIN),
    looks: [{
      name: "consistency",
      words: "the share of pairs with the same verdict in both orders",
      estimates: of(
        orderConsistency,
        { quantity: "same verdict in both orders", estimate: "consistency" },
        MAIN,
      ),
    }],
    method: "order effects are read from pairs judged in both orders",
    cite: ["mm-judgebias"],
  },
  {
    id: "irs",
    title: "Reliance on the image",
    question: "Is the judge more accurate with the image than without it?",
    above: "uses the image: it is more accurate with it",
    good: "above",
    below: "is less accurate with the image than without it",
    needs: ["labelled", "no_image"],
    allow: "the same pairs judged without the image (a column image)",
    unit: "points",
    estimates: accuracyGap(
      imageReliance,
      { quantity: "IRS", estimate: "irs", nullValue: 0 },
      { variant: "original" },
    ),
    method:
      "the image reliance score is the accuracy with the image minus that without it, over items judged both ways",
    cite: ["birch"],
  },
  {
    id: "verbosity",
    title: "Padded answers",
    question: "Does the original answer win against the same answer padded with words?",
    above: "prefers the original to the padded answer",
    good: "above",
    below: "prefers the padded answer",
    needs: ["swapped", "verbose"],
    allow: "rows of the variant verbose in both orders",
    unit: "percent",
    nullValue: 0.5,
    estimates: of(verbosityRobustness, {
      quantity: "original wins",
      estimate: "robustness",
      nullValue: 0.5,
    }),
    method: "verbosity robustness is the share of pairs where the original answer beats its padded version",
    cite: ["mm-judgebias"],
  },
  {
    id: "accuracy",
    title: "Agreement with people",
    question: "How often does the judge choose the answer that people prefer?",
    needs: ["labelled"],
    allow: "verdicts with a human label",
    unit: "percent",
    estimates: accuracyOf,
    looks: [
      {
        name: "other rules for unparsable replies",
        words:
          "the same verdicts, with unparsable replies wrong, dropped, drawn at random, all wrong or all right",
        estimates: (frame, by, { seed }) =>
          fromMetric(unparsedAudit(preferring(frame, MAIN), { by, seed }), by, {
            ...ACCURACY,
            also: ["rule"],
          }),
      },
      ...inParts(accuracyOf, "pair_runs"),
    ],
    method: "accuracy counts a judge's ties and unparsable replies as wrong",
  },
]);
