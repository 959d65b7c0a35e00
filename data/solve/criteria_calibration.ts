import type pl from "nodejs-polars";
import { criteriaMetrics } from "judgebias";
import { multiCritValues } from "@/papers/multi_crit.ts";

/** Compares simulated criteria with every number of the judges that Tables 16 and 18 print; percentages as there. */
export function criteriaCalibration(criteria: pl.DataFrame) {
  const known = new Map(
    criteriaMetrics(criteria).toRecords().map((row) => [keyOf(row), 100 * Number(row.value)]),
  );
  return multiCritValues().map((row) => {
    const { table, judge, mode, thinking, split, metric, value, printed } = row;
    const simulated = known.get(keyOf(row))!;
    return {
      source: `Table ${table}`,
      of: [judge, mode, ...(thinking ? ["thinking"] : []), split].join(", "),
      quantity: metric,
      published: printed,
      simulated,
      deviation: simulated - value,
      met: simulated.toFixed(2) === printed,
    };
  });
}

const keyOf = (row: object) =>
  ["judge", "mode", "thinking", "split", "metric"].map((column) => Reflect.get(row, column)).join("\n");
