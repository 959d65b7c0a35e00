import pl from "nodejs-polars";
import { verdictOf } from "../hypotheses/verdict.ts";
import { frameClusters } from "../metrics/clusters.ts";
import { compareCriteria } from "../metrics/compare_criteria.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { ratingEvaluators } from "../results/rating_evaluators.ts";
import { unusedName } from "../results/unused_name.ts";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { kendallMoves } from "../stats/kendall.ts";
import { COMPARED } from "./compare.ts";
import { fromMetric, groupOf, NOTHING, UNTESTED } from "./estimates.ts";
import { POINTS, questions } from "./questions/common.ts";
import type { Estimate, Question } from "./report_types.ts";

/** How changes are estimated, in a clause. */
export const METHOD =
  "changes are second minus first over the judgments that both have, with errors that keep what the two share";
/** What a change is called. */
export const QUANTITY = "second − first";

/** Rows of a compared frame: the first results in the first half, their partners in the same order in the second. */
function halves(rows: Int32Array, height: number): Int32Array {
  return rows.filter((row) => row < height / 2);
}

/** Change of every evaluator's τ-b with people, from how far each item moves both. */
function tauChanges(ratings: pl.DataFrame, by: readonly string[]): Estimate[] {
  const half = ratings.height / 2, human = columnNumbers(ratings.getColumn("human"));
  const { codes } = frameClusters(ratings);
  return groupRows(ratings, by).flatMap(({ key, rows }) =>
    ratingEvaluators(ratings).map((evaluator) => {
      const scores = columnNumbers(ratings.getColumn(evaluator));
      const used = Array.from(halves(rows, ratings.height)).filter((row) =>
        !Number.isNaN(human[row] + scores[row] + scores[row + half])
      );
      const tau = (shift: number) =>
        kendallMoves(used.map((row) => scores[row + shift]), used.map((row) => human[row]), "b");
      const group = { ...groupOf(key, by), evaluator };
      if (used.length < 2) {
        return { group, quantity: QUANTITY, ...NOTHING, warning: "fewer than two rows that both have" };
      }
      const [before, after] = [tau(0), tau(half)], estimate = after.tau - before.tau;
      // Moves add up to 0: the estimate is the mean of estimate + n·move.
      const { low, high, df, clusters, warning } = clusterInterval({
        values: before.moves.map((move, i) => estimate + used.length * (after.moves[i] - move)),
        parts: new Int8Array(used.length),
        clusters: used.map((row) => codes[row]),
        weights: [1],
        share: false,
      });
      return tested({ group, estimate, low, high, df, n: used.length, clusters, warning });
    })
  );
}

function tested(
  { df, ...found }: Omit<Estimate, "quantity" | "pValue" | "pEquivalence"> & { df: number },
): Estimate {
  const { pValue, pEquivalence } = df > 0 ? verdictOf({ ...found, df, delta: POINTS }) : UNTESTED;
  return { quantity: QUANTITY, ...found, pValue, pEquivalence };
}

/** Change of mean scores, or of how far an evaluator's own captions lead those of others. */
function scoreChanges(scores: pl.DataFrame, own: boolean): Estimate[] {
  const half = scores.height / 2, score = columnNumbers(scores.getColumn("score"));
  const { codes } = frameClusters(scores);
  const [evaluator, generator] = ["evaluator", "generator"].map((name) => {
    const { codes, levels } = factor(scores.getColumn(name));
    return (row: number) => String(levels[codes[row]]).split(" → ");
  });
  // An evaluator under two names wrote the captions of either.
  const isOwn = (row: number) => evaluator(row).some((name) => generator(row).includes(name));
  return groupRows(scores, ["evaluator", "setting"]).flatMap(({ key, rows }) => {
    const used = Array.from(halves(rows, scores.height)).filter((row) =>
      !Number.isNaN(score[row] + score[row + half])
    );
    const group = groupOf(key, ["evaluator", "setting"]);
    if (own && !used.some(isOwn)) return [];
    const both = [...used, ...used.map((row) => row + half)];
    const side = (row: number) => own ? (isOwn(row) ? 0 : 1) : 0, width = own ? 2 : 1;
    const found = clusterInterval({
      values: both.map((row) => score[row]),
      parts: both.map((row) => row < half ? side(row) : width + side(row - half)),
      clusters: both.map((row) => codes[row]),
      weights: own ? [-1, 1, 1, -1] : [-1, 1],
      share: false,
    });
    return [tested({ group, ...found, n: used.length })];
  });
}

/** What is asked of two ratings, caption scores or judgments by criteria side by side. */
export const OTHER_CHANGES: readonly Question[] = questions("caption scores", [
  {
    method: METHOD,
    id: "agreement_change",
    title: "Change of agreement",
    short: "Agreement",
    question: "Did agreement with people (Kendall's τ-b) change from the first results to the second?",
    above: "agrees with people more than before",
    below: "agrees with people less than before",
    frame: "ratings",
    unit: "number",
    range: [-2, 2],
    estimates: tauChanges,
  },
  {
    method: METHOD,
    id: "score_change",
    title: "Change of mean scores",
    short: "Scores",
    question: "Did an evaluator's mean score change from the first results to the second?",
    above: "scores higher than before",
    below: "scores lower than before",
    unit: "points",
    estimates: (frame) => scoreChanges(frame, false),
  },
  {
    method: METHOD,
    id: "own_lead_change",
    title: "Change of the lead of own captions",
    short: "Own lead",
    question: "Did the lead of an evaluator's own captions over those of others change?",
    above: "its own captions lead by more than before",
    below: "its own captions lead by less than before",
    unit: "points",
    range: [-2, 2],
    estimates: (frame) => scoreChanges(frame, true),
    cite: ["philautia"],
  },
  {
    method: METHOD,
    id: "criteria_change",
    title: "Change of judging by criteria",
    short: "Criteria",
    question:
      "Did the judge come to follow the criteria better or worse from the first results to the second?",
    above: "better than before",
    below: "worse than before",
    frame: "criteria",
    unit: "points",
    estimates: (frame, by) => {
      // One item judged twice: each of the two results is a judge of its own for the metric.
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
      return fromMetric(table, names, {
        quantity: QUANTITY,
        estimate: "difference",
        nullValue: 0,
        also: ["metric"],
      }).map(({ group: { [called]: judge, ...group }, ...one }) => ({
        ...one,
        group: judge === undefined ? group : { judge, ...group },
      }));
    },
    cite: ["multi-crit"],
  },
]);
