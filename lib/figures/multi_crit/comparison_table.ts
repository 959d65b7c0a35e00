import type { TableOptions } from "../recipes/table.ts";
import { DIFFERENCE, ORDER } from "./numbers.ts";

/** How Tables 16 and 18 are laid out, with the paper's heads. */
export const COMPARISON_TABLE: TableOptions = {
  rows: ["judge", "way"],
  head: "Judge",
  groups: "split",
  names: { reasoning: "Verifiable reasoning" },
  columns: [
    { label: "Pluralistic", quantity: "pluralistic_accuracy" },
    { label: "Conflict", quantity: "conflict_matching_rate" },
    { label: "Tradeoff", quantity: "tradeoff_sensitivity" },
    { label: "Criterion\nAvg.", quantity: "criterion_average" },
  ],
  order: { groups: ORDER.splits },
  decimals: 2,
  changes: ({ keys }) => keys.way === DIFFERENCE,
  below: true,
};
