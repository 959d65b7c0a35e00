import type pl from "nodejs-polars";
import { columnList } from "../results/frame.ts";
import { factor, frameCodes } from "../results/factor.ts";
import { FRAMES } from "../results/frames.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { grouped } from "../stats/grouped.ts";
import { type Metric, metric } from "./metric.ts";
import type { Part } from "./metric_columns.ts";
import type { By, MetricOptions } from "./metric_types.ts";
import { exceptionsOf, VERDICT, verdictCodes } from "./pair_outcomes.ts";
import { type ClusterColumns, frameClusters } from "./pair_rows.ts";
import { isMany, rangeOf, undecidedReplies, unreadIn } from "./undecided.ts";
import { said } from "./said.ts";

export const CRITERIA_BY = ["judge", "mode", "thinking", "split"] as const;

export const bySplit = ({ columns }: pl.DataFrame, by: By = columns.filter((name) => name === "split")) =>
  columnList(by);

export type CriteriaOutcomes = ReturnType<typeof criteriaOutcomes>;

export function criteriaOutcomes(
  action: string,
  criteria: pl.DataFrame,
  { clusters }: { clusters?: ClusterColumns } = {},
) {
  const needs = ["item_id", "criterion", "human", "choice"];
  requireValidFrame(action, "criteria", criteria, { needs });
  const [human, choice] = (["human", "choice"] as const).map((name) => verdictCodes(action, criteria, name));
  const right: Part = {
    name: "the accuracy",
    value: (row) => human[row] > VERDICT.B ? NaN : choice[row] === human[row] ? 1 : 0,
  };
  const criterion = factor(criteria.getColumn("criterion"));
  const named = FRAMES.criteria.key.filter((name) => name !== "criterion");
  const [units, items, tellings] = [named, ["split", "item_id"], ["split", "item_id", "swapped", "run"]]
    .map((key) => frameCodes(criteria, key).codes);
  let lacks: Int32Array | undefined;
  return {
    ...{ human, choice, right, criterion },
    /** One code per item as judged by one judge in one mode, order and run: what counts as a whole. */
    units,
    /** One code per split and item, whoever judged it. */
    items,
    tellings,
    /** Of each row how many criteria that people decided for its item others have rows for and its judge (in its mode) has none. */
    lacking: () => lacks ??= lackingIn(units, items, criterion.codes, human),
    clusters: frameClusters(criteria, clusters).codes,
    exceptions: exceptionsOf({ human, choice }),
  };
}

/** The same where ways of judging are compared: one that judged an item in several orders or runs is compared with the other order by order, run by run. */
export function toldApart(outcomes: CriteriaOutcomes, sides: readonly Int32Array[]): CriteriaOutcomes {
  const { items, tellings, criterion: { codes, levels } } = outcomes;
  const isOnce = sides.every((own) =>
    new Set(Array.from(own, (row) => items[row] * levels.length + codes[row])).size === own.length
  );
  return isOnce ? outcomes : { ...outcomes, items: tellings };
}

function lackingIn(units: Int32Array, items: Int32Array, criterion: Int32Array, human: Uint8Array) {
  const decided = [...human.keys()].filter((row) => human[row] <= VERDICT.B);
  const [byUnit, byItem] = [units, items].map((codes) => {
    const own = [...grouped(decided, (row) => codes[row])];
    return new Map(own.map(([code, rows]) => [code, new Set(rows.map((row) => criterion[row])).size]));
  });
  return items.map((item, row) => (byItem.get(item) ?? 0) - (byUnit.get(units[row]) ?? 0));
}

export function criteriaMetric<Groups extends By>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: MetricOptions<Groups>,
  { own, groups = CRITERIA_BY }: { own?: readonly string[]; groups?: typeof bySplit | typeof CRITERIA_BY } =
    {},
): Metric<CriteriaOutcomes, Groups> & { metrics: readonly CriteriaMetric[] } {
  const made = metric(action, called, given, options, {
    ...{ own, groups },
    read: (frame, clusters) => criteriaOutcomes(action, frame, { clusters }),
    silent: unreadCriteria,
  });
  // One criterion by itself conflicts with none, and has its accuracy alone.
  return { ...made, metrics: made.grouping.includes("criterion") ? ["criterion_average"] : CRITERIA_METRICS };
}

export function unreadCriteria({ human, choice }: CriteriaOutcomes, rows: Int32Array): string {
  return unreadIn({ choice }, rows, (row) => human[row] <= VERDICT.B);
}

interface CriteriaUnits {
  /** What names a unit whoever judged it: the item, or item and pair of criteria. */
  keys: number[];
  values: number[];
  rows: number[];
  items: number;
  leftOut: number;
}

/** A rule by the units of one item as one judge judged it, of its annotated rows and the first of all; null is one that a missing answer takes away. */
function perItem(
  unitsOf: (
    outcomes: CriteriaOutcomes,
    labelled: number[],
    first: number,
  ) => ({ key: number; value: boolean; row: number } | null)[],
) {
  return (outcomes: CriteriaOutcomes, rows: Int32Array): CriteriaUnits => {
    const byItem = [...grouped(rows, (row) => outcomes.units[row]).values()].map((all) =>
      unitsOf(outcomes, all.filter((row) => outcomes.human[row] <= VERDICT.B), all[0])
    );
    const all = byItem.flat(), units = all.filter((unit) => unit !== null);
    return {
      keys: units.map(({ key }) => key),
      values: units.map(({ value }) => Number(value)),
      rows: units.map(({ row }) => row),
      items: byItem.filter((own) => own.some((unit) => unit !== null)).length,
      leftOut: all.length - units.length,
    };
  };
}

export const CRITERIA_UNITS = {
  /** Items with at least one annotated criterion; 1 where the judge is right on all of them. A missing answer is wrong. */
  pluralistic_accuracy: perItem(({ choice, human, items }, labelled) =>
    labelled.slice(0, 1).map((row) => ({
      ...{ key: items[row], row },
      value: labelled.every((row) => choice[row] === human[row]),
    }))
  ),
  /** Items on which the human prefers different responses by criteria that the judge's answers can be used on (a tie can, and prefers neither); 1 where the judge does too. */
  tradeoff_sensitivity: perItem(({ choice, human, items }, labelled, row) => {
    const usable = labelled.filter((row) => choice[row] !== VERDICT.missing);
    if (differ(usable, human)) return [{ key: items[row], value: differ(usable, choice), row }];
    return differ(labelled, human) ? [null] : [];
  }),
  /** Pairs of criteria of one item with opposite human preferences; 1 where the judge is right on both. */
  conflict_matching_rate: perItem(({ choice, human, items, criterion: { codes, levels } }, labelled) =>
    labelled.flatMap((row, a) =>
      labelled.slice(a + 1).filter((other) => human[row] !== human[other]).map((other) => {
        if ([row, other].some((one) => choice[one] === VERDICT.missing)) return null;
        const [low, high] = [codes[row], codes[other]].sort((x, y) => x - y);
        const key = (items[row] * levels.length + low) * levels.length + high;
        return { key, value: choice[row] === human[row] && choice[other] === human[other], row };
      })
    )
  ),
  /** Single judgments with a human A or B: 1 where the judge is right. */
  criterion_average: perItem(({ choice, human, items, criterion: { codes, levels } }, labelled) =>
    labelled.map((row) => ({
      ...{ key: items[row] * levels.length + codes[row], row },
      value: choice[row] === human[row],
    }))
  ),
};

export type CriteriaMetric = keyof typeof CRITERIA_UNITS;

export const CRITERIA_METRICS = Object.keys(CRITERIA_UNITS) as CriteriaMetric[];

/** What is said of a metric's units: replies that count as wrong, or leave with their unit, and items of which others were asked more. */
export function saidOfUnits(
  outcomes: CriteriaOutcomes,
  metric: CriteriaMetric,
  rows: Int32Array,
  units: CriteriaUnits,
): string {
  const { leftOut } = units, all = units.values.length + leftOut;
  const many = metric === "pluralistic_accuracy" || metric === "criterion_average"
    ? undecidedCriteria(outcomes, rows)
    : isMany(leftOut, all) &&
      said("left_for_replies", { leftOut, all, range: rangeOf("the share", units.values, leftOut) });
  return [many, fewerCriteria(outcomes, metric, units)].filter(Boolean).join("; ");
}

/** Replies that name no answer of the rows that people decided, where there are many. */
export const undecidedCriteria = ({ human, choice }: CriteriaOutcomes, rows: Int32Array): string =>
  undecidedReplies({ choice }, rows.filter((row) => human[row] <= VERDICT.B)).many;

function fewerCriteria(
  { items, lacking }: CriteriaOutcomes,
  metric: CriteriaMetric,
  { rows }: CriteriaUnits,
): string {
  // A judgment, or a pair of them, is the same whatever else was asked.
  if (metric !== "pluralistic_accuracy" && metric !== "tradeoff_sensitivity") return "";
  const fewer = rows.filter((row) => lacking()[row] > 0), n = new Set(fewer.map((row) => items[row])).size;
  return n === 0 ? "" : said("fewer_criteria", { n, them: n === 1 ? "it" : "them" });
}

function differ(rows: readonly number[], verdicts: Uint8Array): boolean {
  return rows.some((row) => verdicts[row] === VERDICT.A) && rows.some((row) => verdicts[row] === VERDICT.B);
}
