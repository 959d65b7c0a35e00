import type { NumberColumn, TableOptions } from "../recipes/table.ts";
import { NAMES, ORDER } from "./numbers.ts";

const LABELS: Readonly<Record<string, string>> = { Acc_IDS: "Acc_{IDS}", Acc_CDS: "Acc_{CDS}" };

/** The quantities of Tables 4 and 8, and what pipelines change of them. */
const QUANTITIES = ["Acc", "Acc_IDS", "Acc_CDS", "IB", "LB"];

export const WITH_CHANGES = QUANTITIES.flatMap((quantity) => [quantity, `change of ${quantity}`]);

/** Tables 4 and 8: each quantity with a column of its own for the change against Base, so that decimals align. */
export const METRICS_TABLE: TableOptions = {
  rows: ["judge", "pipeline"],
  head: "Method",
  names: NAMES,
  order: {
    rows: ORDER.judges.flatMap((judge) => ORDER.pipelines.map((pipeline) => `${judge}\n${pipeline}`)),
  },
  columns: QUANTITIES.flatMap((quantity): NumberColumn[] => [
    { label: LABELS[quantity] ?? quantity, quantity },
    { label: "Δ", quantity: `change of ${quantity}`, change: true },
  ]),
};
