import pl, { type DataType } from "nodejs-polars";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { requireList, requireOneOf, requireOptions, requireRight } from "../progress/require.ts";
import { DATA_SOURCES, type DataSourceName } from "../results/data_sources.ts";
import { fixed, thousands, told } from "../progress/told.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { behindOf, computedFrom } from "../results/frame.ts";
import { grouped } from "../stats/grouped.ts";

export const FINDINGS_FOLDER: string = fileURLToPath(new URL("../../data/findings/", import.meta.url));

export const FINDING_TYPES: Record<string, DataType> = {
  ...{ source: pl.Utf8, commit: pl.Utf8, rows_sha256: pl.Utf8 },
  ...{ judge: pl.Utf8, condition: pl.Utf8, quantity: pl.Utf8 },
  ...{ estimate: pl.Float64, low: pl.Float64, high: pl.Float64, n: pl.Int32, n_clusters: pl.Int32 },
  ...{ df: pl.Float64, p_adjusted: pl.Float64, counts: pl.Utf8 },
};

/**
 * What was computed from a public collection of real verdicts (`data/findings`): a row per judge, condition and
 * quantity with its 95% interval, n, and what was left out. The rows themselves are not in the repository: `deno task data`
 * fetches them, `deno task findings` makes this frame from them.
 *
 * @throws {RangeError} for a source that there is not
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { findings } from "judgebias";
 *
 * const [first] = findings("genai-bench").toRecords();
 * assert.deepEqual([first.source, typeof first.estimate], ["genai-bench", "number"]);
 * ```
 */
export function findings(source: DataSourceName): pl.DataFrame {
  requireOneOf("findings", "the source", source, Object.keys(DATA_SOURCES));
  const rows = pl.readCSV(`${FINDINGS_FOLDER}${source}.csv`, { schema: FINDING_TYPES });
  return computedFrom(rows, rows, { isRead: true, level: 0.95 });
}

/** The folder with the rows of a public collection, or null where they are not: `data/real/<source>`, which `deno task data <source>` fills. */
export function realRows(source: DataSourceName): string | null {
  const places = ["../../data/real/", "../../../shared/data/"].map((folder) =>
    fileURLToPath(new URL(`${folder}${source}`, import.meta.url))
  );
  return places.find((place) => existsSync(place)) ?? null;
}

/** Digits are kept to eight, and sums may differ in the last bits between machines. */
const TOLERANCE = 1e-6;

type Cell = string | number | null;

/** What differs between two frames of findings, a sentence each; empty where they say the same. */
export function findingDifferences(committed: pl.DataFrame, computed: pl.DataFrame): string[] {
  const [known, found] = [committed, computed].map((frame) =>
    new Map(
      (frame.toRecords() as Record<string, Cell>[]).map((row) =>
        [`${row.judge}, ${row.condition}, ${row.quantity}`, row] as const
      ),
    )
  );
  const changed = [...found].flatMap(([name, row]) => {
    const before = known.get(name);
    if (!before) return `${name}: not among the committed results`;
    return Object.entries(row).filter(([column, value]) => !same(before[column] ?? null, value ?? null))
      .map(([column, value]) => `${name}: ${column} is ${before[column]}, and ${value} from the rows`);
  });
  const gone = [...known.keys()].filter((name) => !found.has(name));
  return [...changed, ...gone.map((name) => `${name}: not among the results from the rows`)];
}

function same(a: Cell, b: Cell): boolean {
  if (typeof a !== "number" || typeof b !== "number") return a === b;
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b));
}

/** In what an estimate is written: fractions as percent, points or counts (`1,691 of 1,725`), ranks without decimals, others with two. */
export type FindingUnit = "percent" | "points" | "count" | "rank" | "number";

type FindingKey = Record<"judge" | "condition" | "quantity", string>;

export type FindingRow =
  & (FindingKey & { n: number; counts: string | null })
  & Record<"estimate" | "low" | "high" | "n_clusters" | "df" | "p_adjusted", number | null>;

type OfInterval = Partial<Record<"low" | "high" | "n_clusters" | "df" | "p_adjusted", number>>;

export interface Finding extends FindingKey, OfInterval {
  estimate: number;
  n: number;
  /** Two-sided p of a null value, by the test that the interval is of. */
  pOf?: (nullValue: number) => number;
  /** What was left out or counted beside: "n_tie 3; n_unparsed 12". */
  counts?: string;
}

const BLANK = "–";

/**
 * Findings side by side: a row per judge and condition, by the names that figures give them, a column of text per quantity with its interval, and `n`,
 * which stands in the cells (`50.3% [47.6, 52.9]; n = 1,305`) where the quantities of a row have several; of `findings` also `provenance`, which `show` says
 * below the table. Sorted by the first quantity from the best: the highest, of ranks the lowest. Of counts there stands beside
 * in columns what was left out or counted with the first quantity (`n_tie`).
 *
 * @param conditions only these, or all; the column `condition` is left out where there is one only
 * @param judges only these, in this order, or all
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
  const isPublic = frame.columns.includes("rows_sha256");
  requireList("findingTable", "quantities", quantities, "string");
  requireOneOf("findingTable", "the unit", unit, ["percent", "points", "count", "rank", "number"]);
  const rows = (frame.toRecords() as unknown[] as FindingRow[]).filter(({ judge, condition, quantity }) =>
    quantities.includes(quantity) && (conditions?.includes(condition) ?? true) &&
    (judges?.includes(judge) ?? true)
  );
  const bare = rows.find((row) => typeof row.judge !== "string" || typeof row.condition !== "string");
  if (bare) {
    const found = `judge ${told(bare.judge)} and condition ${told(bare.condition)}`;
    throw new TypeError(`findingTable: wanted a judge and a condition in each row, found ${found}`);
  }
  const places = grouped(rows, ({ condition, judge }) => `${condition}\n${judge}`);
  const first = (own: readonly FindingRow[]) => own.find(({ quantity }) => quantity === quantities[0]);
  const order = [...new Set(rows.map(({ condition }) => condition))];
  const worst = unit === "rank" ? Infinity : -Infinity;
  const sorted = [...places.values()].sort((a, b) =>
    order.indexOf(a[0].condition) - order.indexOf(b[0].condition) ||
    (judges?.indexOf(a[0].judge) ?? 0) - (judges?.indexOf(b[0].judge) ?? 0) ||
    (unit === "rank" ? -1 : 1) * ((first(b)?.estimate ?? worst) - (first(a)?.estimate ?? worst))
  );
  const isCount = unit === "count", named = namesOfCodes();
  const isOne = !isCount && sorted.every((own) => new Set(own.map(({ n }) => n)).size === 1);
  const beside = sorted.map((own) => (isCount && first(own)?.counts || "").matchAll(/(\w+) (\d+)/g))
    .map((counts) => new Map([...counts].map(([, name, n]) => [name, Number(n)])));
  const text = (name: string, values: string[]) => pl.Series(name, values, pl.Utf8);
  const cell = (own: readonly FindingRow[], quantity: string) => {
    const row = own.find((one) => one.quantity === quantity);
    return row ? `${written(row, unit)}${isOne || isCount ? "" : `; n = ${thousands(row.n)}`}` : BLANK;
  };
  const table = pl.DataFrame([
    ...(order.length > 1 ? [text("condition", sorted.map(([{ condition }]) => named(condition)))] : []),
    text("judge", sorted.map(([{ judge }]) => named(judge))),
    ...quantities.map((quantity) => text(quantity, sorted.map((own) => cell(own, quantity)))),
    ...[...new Set(beside.flatMap((counts) => [...counts.keys()]))].map((name) =>
      pl.Series(name, beside.map((counts) => counts.get(name) ?? null), pl.Float64).cast(pl.Int32)
    ),
    ...(isOne ? [pl.Series("n", sorted.map(([{ n }]) => n), pl.Float64).cast(pl.Int32)] : []),
    ...(isPublic ? [text("provenance", sorted.map(() => "public verdicts"))] : []),
  ]);
  return computedFrom(frame, table, { isRead: true, level: behindOf(frame)?.level });
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

function written({ estimate, low, high, n }: FindingRow, unit: FindingUnit): string {
  if (estimate === null) return BLANK;
  if (unit === "count") {
    const times = Math.round(estimate * n);
    const isWhole = times >= 0 && times <= n && Math.abs(estimate * n - times) < 0.01;
    requireRight(isWhole, "findingTable", 'shares of n for the unit "count"', estimate);
    return `${thousands(times)} of ${thousands(n)}`;
  }
  const one = (value: number) =>
    unit === "rank" ? fixed(value, 0) : unit === "number" ? fixed(value, 2) : fixed(100 * value, 1);
  const sign = unit === "percent" ? "%" : unit === "points" ? " points" : "";
  return `${one(estimate)}${sign}${low === null || high === null ? "" : ` [${one(low)}, ${one(high)}]`}`;
}
