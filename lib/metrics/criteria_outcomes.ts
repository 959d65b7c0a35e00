import { unreadIn } from "./undecided.ts";
import type pl from "nodejs-polars";
import { factor, frameCodes } from "../results/factor.ts";
import { grouped } from "../stats/grouped.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { type ClusterColumns, frameClusters } from "./pair_rows.ts";
import { counted, type Part } from "./metric_columns.ts";
import type { By, MetricOptions } from "./metric_types.ts";
import { VERDICT, verdictCodes } from "./pair_outcomes.ts";
import { type Metric, metric } from "./metric.ts";

/** The columns that tell one table of criterion-level judgments from another. */
export const CRITERIA_BY = ["judge", "mode", "thinking", "split"] as const;

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
    clusters: frameClusters(criteria, clusters).codes,
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
  const decided = [...human.keys()].filter((row) => human[row] <= VERDICT.B);
  const [byUnit, byItem] = [units, items].map((codes) => {
    const own = [...grouped(decided, (row) => codes[row])];
    return new Map(own.map(([code, rows]) => [code, new Set(rows.map((row) => criterion[row])).size]));
  });
  return items.map((item, row) => (byItem.get(item) ?? 0) - (byUnit.get(units[row]) ?? 0));
}

export function annotated({ human }: CriteriaOutcomes, rows: readonly number[]): number[] {
  return rows.filter((row) => human[row] <= VERDICT.B);
}

export function criteriaMetric<Groups extends By>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: MetricOptions<Groups>,
  { own }: { own?: readonly string[] } = {},
): Metric<CriteriaOutcomes, Groups> {
  return metric(action, called, given, options, {
    own,
    read: (frame, clusters) => criteriaOutcomes(action, frame, { clusters }),
    groups: CRITERIA_BY,
    silent: unreadCriteria,
  });
}

export function unreadCriteria({ human, choice }: CriteriaOutcomes, rows: Int32Array): string {
  return unreadIn(choice, rows, (row) => human[row] <= VERDICT.B);
}
