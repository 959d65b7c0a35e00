import pl from "nodejs-polars";
import { judgesDiffer } from "../hypotheses/judges_differ.ts";
import { verdictOf } from "../hypotheses/verdict.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { type PairOutcomes, pairOutcomes, VERDICT } from "../metrics/pair_outcomes.ts";
import { SLOT, swappedRows } from "../metrics/swapped_rows.ts";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { COMPARED, numbered } from "./compare.ts";
import { fromTests, groupOf } from "./estimates.ts";
import { METHOD, OTHER_CHANGES, QUANTITY } from "./other_changes.ts";
import { POINTS, questions } from "./questions/common.ts";
import type { Estimate, Question } from "./report_types.ts";

/** A change between two results as a question: `weights` of the accuracies on both sides of a split, before; after they count the other way. */
function change(
  { id, title, short, words, needs = [], sides }: {
    id: string;
    title: string;
    short: string;
    words: string;
    needs?: Question["needs"];
    sides: (outcomes: PairOutcomes, pairs: pl.DataFrame) => { sides: Int8Array; weights: number[] };
  },
): Parameters<typeof questions>[1][number] {
  return {
    id,
    title,
    short,
    question: `Did ${words} change from the first results to the second?`,
    above: `${words} rose`,
    below: `${words} fell`,
    needs,
    unit: "points",
    range: id === "accuracy_change" ? [-1, 1] : [-2, 2],
    estimates: (pairs, by) => changes(pairs, by, sides),
    looks: [{
      name: "unparsable replies left out",
      words:
        "an unparsable reply counts as wrong above; here judgments that either results could not read are left out",
      estimates: (pairs, by) => changes(pairs, by, sides, true),
    }],
    method: METHOD,
  };
}

function changes(
  pairs: pl.DataFrame,
  by: readonly string[],
  sidesOf: (outcomes: PairOutcomes, pairs: pl.DataFrame) => { sides: Int8Array; weights: number[] },
  readable = false,
): Estimate[] {
  const half = pairs.height / 2, told = numbered(pairs);
  const outcomes = pairOutcomes("report", told);
  const { sides, weights } = sidesOf(outcomes, told);
  const { correct, clusters, choice } = outcomes, split = weights.length;
  // The rows of both results stand in the same order, one half after the other.
  const read = (row: number) =>
    !readable || choice[row] !== VERDICT.missing && choice[(row + half) % pairs.height] !== VERDICT.missing;
  return groupRows(pairs, by).map(({ key, rows }) => {
    const counts = (row: number) => correct[row] >= 0 && sides[row] >= 0 && sides[row] < split && read(row);
    const contrast = clusterInterval({
      values: rows.map((row) => correct[row]),
      // The sides of the first results, then those of the second.
      parts: rows.map((row) => !counts(row) ? -1 : row < half ? sides[row] : split + sides[row]),
      clusters: rows.map((row) => clusters[row]),
      weights: [...weights.map((weight) => -weight), ...weights],
      bounds: [-split, split],
    });
    const { estimate, low, high, pValue, pOf, df, clusters: units, warning } = contrast;
    const { pEquivalence } = verdictOf({ estimate, low, high, df, pValue, pOf, delta: POINTS });
    return {
      group: groupOf(key, by),
      quantity: QUANTITY,
      ...{ estimate, low, high, pValue, pEquivalence, clusters: units, warning },
      n: rows.filter((row) => row < half && counts(row)).length,
    };
  });
}

/** What is asked of two results side by side. */
export const CHANGES: readonly Question[] = [
  ...questions("pairs", [
    change({
      id: "accuracy_change",
      title: "Change of accuracy",
      short: "Accuracy",
      words: "agreement with people",
      sides: ({ height }) => ({ sides: new Int8Array(height), weights: [1] }),
    }),
    change({
      id: "ib_change",
      title: "Change of informativeness bias",
      short: "Informativeness",
      words: "informativeness bias",
      needs: ["informativeness"],
      sides: ({ informativeness }) => ({ sides: informativeness, weights: [1, -1] }),
    }),
    change({
      id: "lb_change",
      title: "Change of length bias",
      short: "Length",
      words: "length bias",
      needs: ["lengths"],
      sides: ({ length }) => ({ sides: length, weights: [1, -1] }),
    }),
    change({
      id: "slot_change",
      title: "Change of the preference for the first slot",
      short: "First slot",
      words: "the preference for the first slot",
      sides: ({ human }, pairs) => {
        const swapped = swappedRows(pairs);
        return {
          sides: Int8Array.from(
            human,
            (verdict, row) =>
              verdict > VERDICT.B || swapped[row] === SLOT.unknown
                ? -1
                : (verdict === VERDICT.A) === (swapped[row] === SLOT.given)
                ? 0
                : 1,
          ),
          weights: [1, -1],
        };
      },
    }),
    {
      id: "reliability_change",
      title: "Change of reliability",
      short: "Reliability",
      question:
        "Did reliability (the mean of BD and BC over bias types) change from the first results to the second?",
      above: "reliability rose",
      below: "reliability fell",
      frame: "score pairs",
      unit: "points",
      estimates: (scores, by, { alpha }) =>
        fromTests(scores, by, (own) => {
          const named = own.withColumns(pl.col(COMPARED).alias("judge"));
          return judgesDiffer(named, { first: "after", second: "before", alpha });
        }, QUANTITY),
      method: "changes are second minus first over the samples that both have",
      cite: ["mm-judgebias"],
    },
  ]),
  ...OTHER_CHANGES,
];
