import type pl from "nodejs-polars";
import { type By, columnList } from "../results/column_list.ts";
import { defaultGroups } from "../results/default_groups.ts";
import { frameCodes } from "../results/combine_factors.ts";
import { type Factor, factor } from "../results/factor.ts";
import { requireColumns, requireValidFrame } from "../results/require_valid_frame.ts";
import { frameClusters } from "./clusters.ts";
import { VERDICT, verdictCodes } from "./pair_outcomes.ts";

/** The columns that tell one table of criterion-level judgments from another. */
const CRITERIA_BY = ["judge", "mode", "thinking", "split"] as const;

/** What the metrics on criteria need of each row, as typed arrays in the frame's order. */
export interface CriteriaOutcomes {
  height: number;
  human: Uint8Array;
  choice: Uint8Array;
  criterion: Factor;
  /** One code per item as judged by one judge in one mode: what counts as a whole. */
  units: Int32Array;
  /** One code per split and item, whoever judged it. */
  items: Int32Array;
  /** One code per split and picture (item where no picture is named): what intervals resample. */
  clusters: Int32Array;
}

/**
 * Reads the columns of a `criteria` frame that decide right and wrong into typed arrays.
 *
 * @throws {TypeError} without the columns item_id, criterion, human, choice
 * @throws {RangeError} when human or choice holds anything but A, B, tie or null, or a criterion of an item occurs twice
 *   for one judge, mode, thinking and split
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { criteriaOutcomes } from "@/metrics/criteria_outcomes.ts";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1"],
 *   criterion: ["clarity", "grounding"],
 *   human: ["A", "B"],
 *   choice: ["A", "A"],
 * });
 * const { units } = criteriaOutcomes("example", criteria);
 * assert.equal(units[0], units[1]);
 * ```
 */
export function criteriaOutcomes(action: string, criteria: pl.DataFrame): CriteriaOutcomes {
  requireColumns(action, criteria, ["item_id", "criterion", "human", "choice"]);
  requireValidFrame(action, "criteria", criteria);
  const criterion = factor(criteria.getColumn("criterion"));
  return {
    height: criteria.height,
    human: verdictCodes(action, criteria, "human"),
    choice: verdictCodes(action, criteria, "choice"),
    criterion,
    units: frameCodes(criteria, [...CRITERIA_BY, "condition", "item_id"]).codes,
    items: itemCodes(criteria),
    clusters: frameClusters(criteria).codes,
  };
}

/** One code per split and item, whoever judged it. */
export function itemCodes(criteria: pl.DataFrame): Int32Array {
  return frameCodes(criteria, ["split", "item_id"]).codes;
}

/** Grouping columns of a metric on criteria: those asked for, else those of `CRITERIA_BY` that the frame has. */
export function criteriaGrouping(
  criteria: pl.DataFrame,
  by: By | undefined,
): readonly string[] {
  return by !== undefined ? columnList(by) : defaultGroups(criteria, CRITERIA_BY);
}

/** Rows by what they share, each list in the frame's order, lists in the order of their first row. */
export function rowsBy(rows: Int32Array, codes: Int32Array): number[][] {
  const lists = new Map<number, number[]>();
  for (const row of rows) {
    const list = lists.get(codes[row]);
    if (list) list.push(row);
    else lists.set(codes[row], [row]);
  }
  return [...lists.values()];
}

/** Rows whose human label is A or B: the annotated criteria. */
export function annotated({ human }: CriteriaOutcomes, rows: readonly number[]): number[] {
  return rows.filter((row) => human[row] <= VERDICT.B);
}

/** How many rows fall under each exception. */
export function countExceptions({ human, choice }: CriteriaOutcomes, rows: Int32Array) {
  let n_human_tie = 0, n_human_missing = 0, n_tie = 0, n_unparsed = 0;
  for (const row of rows) {
    if (human[row] === VERDICT.tie) n_human_tie++;
    else if (human[row] === VERDICT.missing) n_human_missing++;
    else if (choice[row] === VERDICT.tie) n_tie++;
    else if (choice[row] === VERDICT.missing) n_unparsed++;
  }
  return { n_human_tie, n_human_missing, n_tie, n_unparsed };
}

/** Columns of `countExceptions`. */
export const EXCEPTIONS = "n_human_tie:count n_human_missing:count n_tie:count n_unparsed:count";
