import { unreadIn } from "./undecided.ts";
import type pl from "nodejs-polars";
import { factor, frameCodes } from "../results/factor.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { type ClusterColumns, frameClusters } from "./pair_rows.ts";
import { counted, type Part } from "./metric_columns.ts";
import type { Column } from "./metric_table.ts";
import type { By, MetricOptions } from "./metric_types.ts";
import { VERDICT, verdictCodes } from "./pair_outcomes.ts";
import { type Metric, metric } from "./metric.ts";

/** The columns that tell one table of criterion-level judgments from another. */
export const CRITERIA_BY = ["judge", "mode", "thinking", "split"] as const;

/** What the metrics on criteria need of each row, as typed arrays in the frame's order. */
export type CriteriaOutcomes = ReturnType<typeof criteriaOutcomes>;

/** Reads the columns of a `criteria` frame that decide right and wrong into typed arrays. */
export function criteriaOutcomes(
  action: string,
  criteria: pl.DataFrame,
  { clusters }: { clusters?: ClusterColumns } = {},
) {
  const needs = ["item_id", "criterion", "human", "choice"];
  requireValidFrame(action, "criteria", criteria, { needs });
  const [human, choice] = (["human", "choice"] as const).map((name) => verdictCodes(action, criteria, name));
  /** Right or wrong of the rows with a human A or B. */
  const right: Part = {
    name: "the accuracy",
    value: (row) => human[row] > VERDICT.B ? NaN : choice[row] === human[row] ? 1 : 0,
  };
  const criterion = factor(criteria.getColumn("criterion"));
  const { codes: units } = frameCodes(criteria, [...CRITERIA_BY, "condition", "item_id"]);
  const { codes: items } = frameCodes(criteria, ["split", "item_id"]);
  let lacks: Int32Array | undefined;
  return {
    ...{ human, choice, right, criterion },
    /** One code per item as judged by one judge in one mode: what counts as a whole. */
    units,
    /** One code per split and item, whoever judged it. */
    items,
    /** Of each row how many criteria that people decided for its item others have rows for and its judge (in its mode) has none. */
    lacking: () => lacks ??= lackingIn({ units, items, criterion: criterion.codes, human }),
    /** By default the picture, the item where none is named. */
    clusters: frameClusters(criteria, clusters).codes,
    /** How many rows fall under each exception. */
    exceptions: {
      n_human_tie: counted((row) => human[row] === VERDICT.tie),
      n_human_missing: counted((row) => human[row] === VERDICT.missing),
      n_tie: counted((row) => human[row] <= VERDICT.B && choice[row] === VERDICT.tie),
      n_unparsed: counted((row) => human[row] <= VERDICT.B && choice[row] === VERDICT.missing),
    },
  };
}

function lackingIn(
  { units, items, criterion, human }: Record<"units" | "items" | "criterion", Int32Array> & {
    human: Uint8Array;
  },
): Int32Array {
  const [byUnit, byItem] = [units, items].map((codes) => {
    const found = new Map<number, Set<number>>();
    codes.forEach((code, row) => {
      if (human[row] > VERDICT.B) return;
      const own = found.get(code);
      if (own) own.add(criterion[row]);
      else found.set(code, new Set([criterion[row]]));
    });
    return found;
  });
  return items.map((item, row) => (byItem.get(item)?.size ?? 0) - (byUnit.get(units[row])?.size ?? 0));
}

/** Rows whose human label is A or B: the annotated criteria. */
export function annotated({ human }: CriteriaOutcomes, rows: readonly number[]): number[] {
  return rows.filter((row) => human[row] <= VERDICT.B);
}

/** `metric` of criteria; `own` are options beside the common ones. */
export function criteriaMetric<Groups extends By>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: MetricOptions<Groups>,
  { own }: { own?: readonly string[] } = {},
): Metric<CriteriaOutcomes, Groups> {
  const { table, ...found } = metric(action, called, given, options, {
    own,
    read: (frame, clusters) => criteriaOutcomes(action, frame, { clusters }),
    groups: CRITERIA_BY,
  });
  return {
    ...found,
    table: (columns, parts) => {
      const { warning } = columns;
      const of: Column["of"] = (group) => unreadCriteria(found.outcomes, group.rows) || warning.of(group);
      // The same columns: one of them says more.
      return table({ ...columns, warning: { ...warning, of } } as typeof columns, parts);
    },
  };
}

/** That people judged criteria of which not one reply could be read. */
export function unreadCriteria({ human, choice }: CriteriaOutcomes, rows: Int32Array): string {
  return unreadIn(choice, rows, (row) => human[row] <= VERDICT.B);
}
