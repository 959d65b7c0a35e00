import pl from "nodejs-polars";
import { judgesDiffer } from "../hypotheses/judges_differ.ts";
import { biasValues, isLowest, isScored } from "../metrics/bias_values.ts";
import { compareCriteria } from "../metrics/compare_criteria.ts";
import { criteriaOutcomes } from "../metrics/criteria_outcomes.ts";
import { CRITERIA_UNITS, type CriteriaMetric } from "../metrics/criteria_units.ts";
import { VERDICT } from "../metrics/pair_outcomes.ts";
import { frameClusters } from "../metrics/pair_rows.ts";
import { scoreOutcomes } from "../metrics/score_outcomes.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { unusedName } from "../results/frame.ts";
import { changeOf, QUANTITY } from "./change_of.ts";
import { COMPARED } from "./compare.ts";
import { fromMetric, fromTests } from "./estimates.ts";
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
  return (scores, _by, { sides, whole = scores }) => {
    const { score, side } = scored(scores), { height } = scores, half = height / 2, all = scored(whole);
    const found = changeOf(scores, by, {
      value: (row) => score[row],
      side: (row) => Number.isNaN(score[row] + score[(row + half) % height]) ? -1 : side(row),
      weights,
      names,
      isShare: false,
      clusters: frameClusters(scores).codes,
      better: own ? "nearer to 0" : undefined,
      unit: "points",
    });
    const isUnread = (row: number) => Number.isNaN(all.score[row]);
    const ends = (row: number): Ends => isUnread(row) ? [0, 1] : [all.score[row], all.score[row]];
    const told = own ? found.filter(({ warning }) => !warning.endsWith("has no row")) : found;
    return reaching(whole, by, told, { isUnread, of: endsOfMeans(ends, all.side, weights) }, sides);
  };
}

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
  const outcomes = scoreOutcomes("report", asJudges(whole).told), { type, run, runs, height } = outcomes;
  const known = new Map(
    biasValues(outcomes, Int32Array.from({ length: height }, (_, row) => row))
      .flatMap(({ values: { rows, values } }) => rows.map((row, i) => [row, values[i]])),
  );
  const isUnread = (row: number) => type[row] >= 0 && !isScored(outcomes, row);
  const isOut = (row: number) => isScored(outcomes, row) && isLowest(outcomes, row);
  // Of a sample without a value in one of the two nothing is compared; what nobody scored may have any.
  const part = (row: number) =>
    type[row] < 0 || isOut(row) || isOut((row + height / 2) % height) ? -1 : type[row] * runs + run[row];
  const ends = (row: number): Ends => isUnread(row) ? [0, 1] : [known.get(row)!, known.get(row)!];
  const of = (rows: readonly number[]) => {
    const parts = [...new Set(rows.map(part))].filter((one) => one >= 0);
    const typeOf = (one: number) => Math.floor(one / runs), types = new Set(parts.map(typeOf)).size;
    const weights = parts.map((one) =>
      1 / types / parts.filter((other) => typeOf(other) === typeOf(one)).length
    );
    return endsOfMeans(ends, (row) => parts.indexOf(part(row)), weights)(rows);
  };
  return reaching(whole, by, found, { isUnread, of, counts: (row) => part(row) >= 0 }, sides);
};

export const criteriaChange: Question["estimates"] = (frame, by, { sides, whole = frame }) => {
  const { told, called } = asJudges(frame), names = by.map((name) => name === "judge" ? called : name);
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
  }).map(({ group: { [called]: judge, ...group }, ...one }) => ({
    ...one,
    group: judge === undefined ? group : { judge, ...group },
  }));
  return reaching(whole, by, found, criteriaUnknown(asJudges(whole).told), sides);
};

/** Criteria whose answer nobody knows, each right or wrong; of trade-offs, such that the judge's preferences by criterion are one or differ. */
function criteriaUnknown(told: pl.DataFrame): Parameters<typeof reaching>[3] {
  const { human, choice, units, criterion, height } = criteriaOutcomes("report", told);
  const isUnread = (row: number) => choice[row] === VERDICT.missing && human[row] <= VERDICT.B;
  const other = (verdict: number) => verdict === VERDICT.A ? VERDICT.B : VERDICT.A;
  const last = new Map<number, number>(), apart = Uint8Array.from(choice), alike = Uint8Array.from(choice);
  const rows = [...Array(height).keys()].filter((row) => human[row] <= VERDICT.B);
  for (const row of rows) if (choice[row] <= VERDICT.B) last.set(units[row], choice[row]);
  for (const row of rows.filter(isUnread)) alike[row] = last.get(units[row]) ?? VERDICT.A;
  for (const row of rows.filter(isUnread)) {
    apart[row] = other(last.get(units[row]) ?? VERDICT.B);
    last.set(units[row], apart[row]);
  }
  const filled = (verdict: (row: number) => number) => {
    const column = Array.from(
      choice,
      (own, row) => [..."AB", "tie", null][isUnread(row) ? verdict(row) : own],
    );
    return criteriaOutcomes("report", told.withColumns(pl.Series("choice", column, pl.Utf8)));
  };
  const trades = [filled((row) => alike[row]), filled((row) => apart[row])];
  const answers = [filled((row) => other(human[row])), filled((row) => human[row])];
  const levels = criterion.levels.length;
  return {
    isUnread,
    says: "replies are unread",
    of(rows, { group: { metric } }) {
      const isAverage = metric === "criterion_average", rule = CRITERIA_UNITS[metric as CriteriaMetric];
      const [least, most] = (metric === "tradeoff_sensitivity" ? trades : answers)
        .map((one) => rule(one, Int32Array.from(rows)));
      const part = (unit: number) => isAverage ? least.keys[unit] % levels : 0;
      const places = [...least.keys.keys()], parts = [...new Set(places.map(part))];
      const ends = (unit: number): Ends => [least.values[unit], most.values[unit]];
      const weights = parts.map(() => 1 / parts.length), side = (unit: number) => parts.indexOf(part(unit));
      const [low, high, steps] = endsOfMeans(ends, side, weights)(places);
      // What is right as a whole is so by no single answer.
      return [low, high, isAverage ? steps : undefined];
    },
  };
}
