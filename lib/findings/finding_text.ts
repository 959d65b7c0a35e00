import { readFileSync } from "node:fs";
import { fixed, thousands } from "../progress/told.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { requireList, requireOptions } from "../progress/require.ts";
import pl from "nodejs-polars";
import { grouped } from "../stats/grouped.ts";

/** In what an estimate is written: fractions as percent or points, ranks without decimals, others with two. */
export type FindingUnit = "percent" | "points" | "rank" | "number";

/** Which finding: one value each. */
export interface FindingKey {
  judge: string;
  condition: string;
  quantity: string;
}

export interface FindingRow
  extends
    FindingKey,
    Record<"estimate" | "low" | "high" | "n_clusters" | "df" | "p_adjusted", number | null> {
  n: number;
  counts: string | null;
}

const BLANK = "–";

/**
 * Findings side by side: a row per judge and condition, by the names that figures give them, a column of text per quantity with its interval, and `n`,
 * which stands in the cells (`50.3% [47.6, 52.9]; n = 1,305`) where the quantities of a row have several; of `findings` also `provenance`, which `show` says
 * below the table. Sorted by the first quantity from the best:
 * the highest, of ranks the lowest.
 *
 * @param conditions only these, or all; the column `condition` is left out where there is one only
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { findings, findingTable } from "judgebias";
 *
 * const table = findingTable(findings("genai-bench"), ["accuracy", "accuracy_best"], {
 *   conditions: ["image_generation"],
 * });
 * assert.deepEqual(table.columns, [
 *   "judge", "accuracy", "accuracy_best", "n", "provenance",
 * ]);
 * ```
 */
export function findingTable(
  frame: pl.DataFrame,
  quantities: readonly string[],
  options: { conditions?: readonly string[]; judges?: readonly string[]; unit?: FindingUnit } = {},
): pl.DataFrame {
  const known = ["conditions", "judges", "unit"];
  const { conditions, judges, unit = "percent" } = requireOptions("findingTable", options, known);
  requireColumns("findingTable", frame, ["judge", "condition", "quantity", "estimate"]);
  requireList("findingTable", "quantities", quantities, "string");
  const rows = (frame.toRecords() as unknown[] as FindingRow[]).filter(({ judge, condition, quantity }) =>
    quantities.includes(quantity) && (conditions?.includes(condition) ?? true) &&
    (judges?.includes(judge) ?? true)
  );
  const places = grouped(rows, ({ condition, judge }) => `${condition}\n${judge}`);
  const first = (own: readonly FindingRow[]) => own.find(({ quantity }) => quantity === quantities[0]);
  const order = [...new Set(rows.map(({ condition }) => condition))];
  const worst = unit === "rank" ? Infinity : -Infinity;
  const sorted = [...places.values()].sort((a, b) =>
    order.indexOf(a[0].condition) - order.indexOf(b[0].condition) ||
    (unit === "rank" ? -1 : 1) * ((first(b)?.estimate ?? worst) - (first(a)?.estimate ?? worst))
  );
  const isOne = sorted.every((own) => new Set(own.map(({ n }) => n)).size === 1), named = namesOfCodes();
  const text = (name: string, values: string[]) => pl.Series(name, values, pl.Utf8);
  return pl.DataFrame([
    ...(order.length > 1 ? [text("condition", sorted.map(([{ condition }]) => named(condition)))] : []),
    text("judge", sorted.map(([{ judge }]) => named(judge))),
    ...quantities.map((quantity) =>
      text(
        quantity,
        sorted.map((own) => {
          const row = own.find((one) => one.quantity === quantity);
          return row ? `${written(row, unit)}${isOne ? "" : `; n = ${thousands(row.n)}`}` : BLANK;
        }),
      )
    ),
    ...(isOne ? [pl.Series("n", sorted.map(([{ n }]) => n), pl.Float64).cast(pl.Int32)] : []),
    ...(frame.columns.includes("rows_sha256")
      ? [text("provenance", sorted.map(() => "public verdicts"))]
      : []),
  ]);
}

/** How figures call what data name by codes; a model with its prompt part by part. */
function namesOfCodes(): (code: string) => string {
  const file = new URL("../../data/cards/names.json", import.meta.url);
  const { real, wildvision } = JSON.parse(readFileSync(file, "utf8"));
  const names: Readonly<Record<string, string>> = { ...wildvision, ...real };
  return (code) =>
    names[code] ?? wildvision[code.split("/").at(-1)!] ??
      code.split("/").map((part) => names[part] ?? part.replaceAll("_", " ")).join(", ");
}

function written({ estimate, low, high }: FindingRow, unit: FindingUnit): string {
  if (estimate === null) return BLANK;
  const one = (value: number) =>
    unit === "rank" ? fixed(value, 0) : unit === "number" ? fixed(value, 2) : fixed(100 * value, 1);
  const sign = unit === "percent" ? "%" : unit === "points" ? " points" : "";
  return `${one(estimate)}${sign}${low === null || high === null ? "" : ` [${one(low)}, ${one(high)}]`}`;
}
