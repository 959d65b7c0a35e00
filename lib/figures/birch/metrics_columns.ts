import type { ValueColumn } from "./value_tables.ts";

/** Columns of Tables 4 and 8. */
export const METRICS_COLUMNS: readonly ValueColumn[] = [
  { key: "acc", label: "Acc", quantity: "Acc" },
  { key: "ids", label: "Acc_{IDS}", quantity: "Acc_IDS" },
  { key: "cds", label: "Acc_{CDS}", quantity: "Acc_CDS" },
  { key: "ib", label: "IB", quantity: "IB" },
  { key: "lb", label: "LB", quantity: "LB" },
];

/** Names of pipelines in the rows of Tables 4 and 8. */
export const PIPELINE_ROWS: Record<string, string> = {
  base: "Base",
  standard_ref: "+ Standard Ref",
  birch: "+ BIRCH",
};
