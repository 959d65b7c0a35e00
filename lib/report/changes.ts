import pl from "nodejs-polars";
import { judgesDiffer } from "../hypotheses/judges_differ.ts";
import { frameClusters, SLOT, swappedRows } from "../metrics/pair_rows.ts";
import { compareCriteria } from "../metrics/compare_criteria.ts";
import { type PairOutcomes, pairOutcomes, VERDICT } from "../metrics/pair_outcomes.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { preferring } from "../results/only.ts";
import { unusedName } from "../results/frame.ts";
import { changeOf, METHOD, QUANTITY, tauChanges } from "./change_of.ts";
import { COMPARED, numbered } from "./compare.ts";
import { fromMetric, fromTests, WAYS } from "./estimates.ts";
import { keptAccuracy, withLoss } from "./kept_accuracy.ts";
import { MAIN, questions } from "./questions/common.ts";
import type { Estimate, Question } from "./report_types.ts";

/** On which side of a split each row of pairs stands; both sides' accuracies are set against each other. */
type Sides = (outcomes: PairOutcomes, pairs: pl.DataFrame) => (row: number) => number;

const sidesOf = (subset: "informativeness" | "length"): Sides => ({ [subset]: side }) => (row) =>
  side[row] > 1 ? -1 : side[row];

/** Of judgments with the image where there are such, as all else in a report: a loss with it is no gain without it. */
function pairChanges(
  all: pl.DataFrame,
  by: readonly string[],
  sides: Sides | null,
  readable = false,
): Estimate[] {
  // Image and variant are in the key, so that rows and their partners stay or go together.
  const pairs = preferring(all, MAIN), half = pairs.height / 2, told = numbered(pairs);
  const outcomes = pairOutcomes("report", told), { correct, clusters, choice } = outcomes;
  const of = sides?.(outcomes, told) ?? (() => 0);
  const isRead = (row: number) =>
    !readable || choice[row] !== VERDICT.missing && choice[(row + half) % pairs.height] !== VERDICT.missing;
  return changeOf(pairs, by, {
    value: (row) => correct[row],
    side: (row) => correct[row] >= 0 && isRead(row) ? of(row) : -1,
    weights: sides ? [1, -1] : [1],
    isShare: true,
    clusters,
    better: sides ? "nearer to 0" : "larger",
    unit: "points",
  });
}

/** A change of pairs as a question. */
function pairChange<const Id extends string>(
  id: Id,
  title: string,
  words: string,
  sides: Sides | null,
  { needs = [], readable = false, ...others }:
    & { readable?: boolean }
    & Partial<Pick<Question, "needs" | "estimates" | "good">> = {},
) {
  return {
    id,
    title,
    question: `Did ${words} change from the first results to the second?`,
    above: `${words} rose`,
    below: `${words} fell`,
    needs,
    unit: "points" as const,
    range: sides ? [-2, 2] as const : [-1, 1] as const,
    estimates: (pairs: pl.DataFrame, by: readonly string[]) => pairChanges(pairs, by, sides, readable),
    looks: [{
      name: `unparsable replies ${readable ? "counted as wrong" : "left out"}`,
      words: readable
        ? "judgments that either results could not read are left out above; here an unparsable reply is wrong, as in accuracy"
        : "an unparsable reply counts as wrong above; here judgments that either results could not read are left out",
      estimates: (pairs: pl.DataFrame, by: readonly string[]) => pairChanges(pairs, by, sides, !readable),
    }],
    method: METHOD,
    ...others,
  };
}

/** Change of mean scores, or of how far an evaluator's own captions lead those of others. */
function scoreChanges(scores: pl.DataFrame, own: boolean): Estimate[] {
  const half = scores.height / 2, score = columnNumbers(scores.getColumn("score"));
  const [evaluator, generator] = ["evaluator", "generator"].map((name) => {
    const { codes, levels } = factor(scores.getColumn(name));
    return (row: number) => String(levels[codes[row]]).split(" → ");
  });
  // An evaluator under two names wrote the captions of either.
  const isOwn = (row: number) => evaluator(row).some((name) => generator(row).includes(name));
  const found = changeOf(scores, ["evaluator", "setting"], {
    value: (row) => score[row],
    side: (row) =>
      Number.isNaN(score[row] + score[(row + half) % scores.height]) ? -1 : own && !isOwn(row) ? 1 : 0,
    weights: own ? [1, -1] : [1],
    isShare: false,
    clusters: frameClusters(scores).codes,
    better: own ? "nearer to 0" : undefined,
    unit: "points",
  });
  return own ? found.filter(({ warning }) => !warning.endsWith("has no row")) : found;
}

/** Of one item judged twice each of the two results is a judge of its own for the metric. */
function criteriaChanges(frame: pl.DataFrame, by: readonly string[]): Estimate[] {
  const called = unusedName(frame.columns, "judge");
  const told = frame.withColumns(
    pl.col("judge").cast(pl.Utf8).alias(called),
    pl.concatString([pl.col(COMPARED), pl.col("judge").cast(pl.Utf8)], " ").alias("judge"),
  );
  const names = by.map((name) => name === "judge" ? called : name);
  const table = compareCriteria(told, {
    first: { [COMPARED]: "after" },
    second: { [COMPARED]: "before" },
    by: names,
  });
  const found = fromMetric(table, names, {
    quantity: QUANTITY,
    estimate: "difference",
    nullValue: 0,
    also: ["metric"],
  });
  return found.map(({ group: { [called]: judge, ...group }, ...one }) => ({
    ...one,
    group: judge === undefined ? group : { judge, ...group },
  }));
}

/** What is asked of two results side by side. */
export const CHANGES: readonly Question[] = [
  ...questions("pairs", [
    pairChange("accuracy_change", "Change of accuracy", "agreement with people", null),
    pairChange(
      "ib_change",
      "Change of informativeness bias",
      "informativeness bias",
      sidesOf("informativeness"),
      {
        needs: ["informativeness"],
        // What falls for the worse is no gain, and no harm of its own either.
        good: "unsaid",
        estimates: (pairs, by, { alpha }) =>
          withLoss(
            pairChanges(pairs, by, sidesOf("informativeness")),
            keptAccuracy(pairs, by, alpha),
            alpha,
          ),
      },
    ),
    {
      id: "mitigation_change",
      title: "Less informativeness bias without a loss",
      question:
        "Did informativeness bias fall from the first results to the second, with no loss of 5 points or more of accuracy where the more informative answer is right (IDS)?",
      above: "lowers informativeness bias and keeps its accuracy on IDS",
      good: "above",
      needs: ["labelled", "informativeness"],
      allow: "the columns human and more_informative",
      unit: "points",
      range: [-2, 2],
      estimates: (pairs, by, { alpha }) => keptAccuracy(pairs, by, alpha),
      looks: [WAYS],
      method:
        "less informativeness bias without a loss is the drop in IB and the accuracy on IDS not lower by 5 points or more, both of them (intersection–union): the less certain of the two is shown",
      cite: ["birch"],
    },
    pairChange(
      "lb_change",
      "Change of length bias",
      "length bias",
      sidesOf("length"),
      { needs: ["lengths"] },
    ),
    pairChange(
      "slot_change",
      "Change of the preference for the first slot",
      "the preference for the first slot",
      ({ human }, pairs) => {
        const swapped = swappedRows(pairs);
        return (row) =>
          human[row] > VERDICT.B || swapped[row] === SLOT.unknown
            ? -1
            : Number((human[row] === VERDICT.A) !== (swapped[row] === SLOT.given));
      },
      // As in the preference for the first slot itself: such a reply names none.
      { readable: true },
    ),
  ]),
  ...questions("score pairs", [{
    id: "reliability_change",
    title: "Change of reliability",
    question:
      "Did reliability (the mean of BD and BC over bias types) change from the first results to the second?",
    above: "reliability rose",
    below: "reliability fell",
    good: "above",
    unit: "points",
    estimates: (scores, by, { alpha }) =>
      fromTests(scores, by, (own) => {
        const named = own.withColumns(pl.col(COMPARED).alias("judge"));
        return judgesDiffer(named, { first: "after", second: "before", alpha });
      }, QUANTITY),
    method: "changes are second minus first over the samples that both have",
    cite: ["mm-judgebias"],
  }]),
  ...questions("ratings", [{
    id: "agreement_change",
    title: "Change of agreement",
    question: "Did agreement with people (Kendall's τ-b) change from the first results to the second?",
    above: "agrees with people more than before",
    below: "agrees with people less than before",
    good: "above",
    unit: "number",
    range: [-2, 2],
    estimates: tauChanges,
    method: METHOD,
  }]),
  ...questions("caption scores", [{
    id: "score_change",
    title: "Change of mean scores",
    question: "Did an evaluator's mean score change from the first results to the second?",
    above: "scores higher than before",
    below: "scores lower than before",
    good: "unsaid",
    unit: "points",
    estimates: (frame) => scoreChanges(frame, false),
    method: METHOD,
  }, {
    id: "own_lead_change",
    title: "Change of the lead of own captions",
    question: "Did the lead of an evaluator's own captions over those of others change?",
    above: "its own captions lead by more than before",
    below: "its own captions lead by less than before",
    unit: "points",
    range: [-2, 2],
    estimates: (frame) => scoreChanges(frame, true),
    method: METHOD,
    cite: ["philautia"],
  }]),
  ...questions("criteria", [{
    id: "criteria_change",
    title: "Change of judging by criteria",
    question:
      "Did the judge come to follow the criteria better or worse from the first results to the second?",
    above: "better than before",
    below: "worse than before",
    good: "above",
    unit: "points",
    estimates: criteriaChanges,
    method: METHOD,
    cite: ["multi-crit"],
  }]),
];
