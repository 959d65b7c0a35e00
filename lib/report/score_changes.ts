import pl from "nodejs-polars";
import { judgesDiffer } from "../hypotheses/judges_differ.ts";
import { isScored } from "../metrics/bias_values.ts";
import { compareCriteria } from "../metrics/compare_criteria.ts";
import { criteriaOutcomes } from "../metrics/criteria_outcomes.ts";
import { VERDICT } from "../metrics/pair_outcomes.ts";
import { frameClusters } from "../metrics/pair_rows.ts";
import { scoreOutcomes } from "../metrics/score_outcomes.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { unusedName } from "../results/frame.ts";
import { changeOf, QUANTITY } from "./change_of.ts";
import { COMPARED } from "./compare.ts";
import { fromMetric, fromTests } from "./estimates.ts";
import { withUnscored } from "./questions/scores.ts";
import { type Ends, endsOfMeans, reaching } from "./questions/reach.ts";
import type { Question } from "./report_types.ts";

/** Change of mean scores, or of how far an evaluator's own captions lead those of others. */
export function scoreChange(own: boolean): Question["estimates"] {
  const names = own ? ["own captions", "captions of others"] : ["what both have"],
    by = ["evaluator", "setting"];
  const weights = own ? [1, -1] : [1];
  const scored = (scores: pl.DataFrame) => {
    const score = columnNumbers(scores.getColumn("score"));
    const [evaluator, generator] = ["evaluator", "generator"].map((name) => {
      const { codes, levels } = factor(scores.getColumn(name));
      return (row: number) => String(levels[codes[row]]).split(" → ");
    });
    // An evaluator under two names wrote the captions of either.
    const isOwn = (row: number) => evaluator(row).some((name) => generator(row).includes(name));
    return { score, side: (row: number) => own && !isOwn(row) ? 1 : 0 };
  };
  return (scores, _by, { level, sides, whole = scores }) => {
    const { score, side } = scored(scores), { height } = scores, half = height / 2, all = scored(whole);
    const found = changeOf(scores, by, {
      value: (row) => score[row],
      side: (row) => Number.isNaN(score[row] + score[(row + half) % height]) ? -1 : side(row),
      weights,
      names,
      isShare: false,
      clusters: frameClusters(scores).codes,
      better: own ? "nearer to 0" : undefined,
      ...{ unit: "points", level },
    });
    const isUnread = (row: number) => Number.isNaN(all.score[row]);
    const ends = (row: number): Ends => isUnread(row) ? [0, 1] : [all.score[row], all.score[row]];
    const told = own ? found.filter(({ warning }) => !warning.endsWith("has no row")) : found;
    return reaching(whole, by, told, { isUnread, of: endsOfMeans(ends, all.side, weights) }, sides);
  };
}

/** What a share could be, of which is not known how much a single judgment moves it. */
const ANY = (): Ends => [0, 1];

/** Of one item judged twice each of the two results is a judge of its own for a metric. */
function asJudges(frame: pl.DataFrame): { told: pl.DataFrame; called: string } {
  const called = unusedName(frame.columns, "judge"), judge = pl.col("judge").cast(pl.Utf8);
  const own = pl.concatString([pl.col(COMPARED), judge], " ").alias("judge");
  return { told: frame.withColumns(judge.alias(called), own), called };
}

export const reliabilityChange: Question["estimates"] = (scores, by, { alpha, sides, whole = scores }) => {
  const found = fromTests(scores, by, (own) => {
    const named = own.withColumns(pl.col(COMPARED).alias("judge"));
    return judgesDiffer(named, { first: "after", second: "before", alpha });
  }, QUANTITY);
  const outcomes = scoreOutcomes("report", asJudges(whole).told),
    counts = (row: number) => outcomes.type[row] >= 0;
  const isUnread = (row: number) => counts(row) && !isScored(outcomes, row);
  const told = reaching(whole, by, found, { isUnread, of: ANY, counts }, sides);
  return withUnscored(whole, by, told, sides, outcomes);
};

export const criteriaChange: Question["estimates"] = (frame, by, { level, sides, whole = frame }) => {
  const { told, called } = asJudges(frame), names = by.map((name) => name === "judge" ? called : name);
  const table = compareCriteria(told, {
    first: { [COMPARED]: "after" },
    second: { [COMPARED]: "before" },
    ...{ by: names, level },
  });
  const found = fromMetric(table, names, {
    quantity: QUANTITY,
    estimate: "difference",
    nullValue: 0,
    also: ["metric"],
  }).map(({ group: { [called]: judge, ...group }, ...one }) => ({
    ...one,
    group: judge === undefined ? group : { judge, ...group },
  }));
  const { human, choice } = criteriaOutcomes("report", asJudges(whole).told);
  const isUnread = (row: number) => choice[row] === VERDICT.missing && human[row] <= VERDICT.B;
  return reaching(whole, by, found, { isUnread, of: ANY, says: "replies are unread" }, sides);
};
