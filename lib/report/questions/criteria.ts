import type pl from "nodejs-polars";
import { CRITERIA_UNITS, type CriteriaMetric, criteriaOutcomes } from "../../metrics/criteria_outcomes.ts";
import { VERDICT } from "../../metrics/pair_outcomes.ts";
import { columnNumbers } from "../../results/factor.ts";
import { grouped, mean } from "../../stats/grouped.ts";
import type { Estimate, LookContext, Question } from "../report_types.ts";
import { rowsByGroup } from "./common.ts";
import { lackedIn, reachOf, unknownReach } from "./replies.ts";

/** What missing answers of an item could have been, so that each of its units is as good and as bad as it can be: what people say, the other, one throughout, both in turn. */
const OTHERWISE: readonly ((human: number, turn: number) => number)[] = [
  (human) => human,
  (human) => 1 - human,
  () => VERDICT.A,
  () => VERDICT.B,
  (_, turn) => turn % 2,
];

/** Shares by criteria with what missing answers, and judgments of one of two results alone, could make of them: exact, unit by unit. */
export function withOpenCriteria(
  frame: pl.DataFrame,
  by: readonly string[],
  found: readonly Estimate[],
  { keyed = frame, sides }: { keyed?: pl.DataFrame; sides?: LookContext["sides"] } = {},
): Estimate[] {
  const outcomes = criteriaOutcomes("report", keyed), { human, choice, units, criterion } = outcomes;
  const isOpen = (row: number) => human[row] <= VERDICT.B && choice[row] === VERDICT.missing;
  const open = [...grouped([...choice.keys()].filter(isOpen), (row) => units[row]).values()];
  const ways = OTHERWISE.map((said) => {
    const told = choice.slice();
    for (const rows of open) rows.forEach((row, turn) => told[row] = said(human[row], turn));
    return { ...outcomes, choice: told };
  });
  const endsOf = (metric: CriteriaMetric, rows: readonly number[]) => {
    const all = ways.map((way) => CRITERIA_UNITS[metric](way, Int32Array.from(rows))), [{ keys }] = all;
    const { length } = metric === "criterion_average" ? criterion.levels : [0];
    const parts = [...grouped(keys.keys(), (i) => keys[i] % length).values()];
    const valueOf = (end: (...values: number[]) => number) =>
      mean(parts.map((part) => mean(part.map((i) => end(...all.map(({ values }) => values[i]))))));
    return [valueOf(Math.min), valueOf(Math.max)] as const;
  };
  const rowsOf = rowsByGroup(frame, by), lackedOf = lackedIn(frame, isOpen, sides);
  return found.map((one) => {
    const { metric = "criterion_average", criterion: name } = one.group;
    const own = (rowsOf(one.group) ?? []).filter((row) =>
      human[row] <= VERDICT.B &&
      (name === undefined || String(criterion.levels[criterion.codes[row]]) === name)
    );
    const results = lackedOf(own), reach = unknownReach(results, "judgments", "are unread")!;
    if (reach.share === 0) return { ...one, reach };
    const [low, high] = reachOf(one, results.map(({ own }) => endsOf(metric as CriteriaMetric, own)));
    return { ...one, reach: { ...reach, low, high, share: high > low ? reach.share : 0 } };
  });
}

/** What is of an evaluator's ratings, with how many it lacks of those that people gave: what these would be may make another order. */
export function withUnrated(ask: Question["estimates"]): Question["estimates"] {
  return (ratings, by, context) => {
    const rowsOf = rowsByGroup(ratings, by), human = columnNumbers(ratings.getColumn("human"));
    return ask(ratings, by, context).map((one) => {
      const scores = columnNumbers(ratings.getColumn(one.group.evaluator));
      const lackedOf = lackedIn(ratings, (row) => Number.isNaN(scores[row]));
      const rated = (rowsOf(one.group) ?? []).filter((row) => !Number.isNaN(human[row]));
      return { ...one, reach: unknownReach(lackedOf(rated), "ratings", "are missing") };
    });
  };
}
