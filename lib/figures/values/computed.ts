import { isText } from "../../results/check.ts";
import type pl from "nodejs-polars";
import { namesLike, requireList } from "../../progress/require.ts";
import { conditionsOf, saysSimulated } from "../../results/frame.ts";
import type { Provenance } from "../provenance.ts";
import { type Value, valueOf } from "./value.ts";

/** Which columns of a metric frame are what. */
export interface MetricColumns {
  /** The column of the estimate; its interval is `<value>_low, <value>_high`, or `low, high` where they are of this column and no other. */
  value: string;
  /** What it is called; the column's name by default. */
  quantity?: string;
  /** The column that says what is measured, for frames that hold several metrics: `metric` of `criteriaMetrics`. */
  metric?: string;
  /**
   * Columns that say what a row is of; by default all of text, true or false, but `warning` and the like. As a record: keys by their
   * names, each from a column, or the same in all rows (`{ is: "base" }`).
   */
  keys?: readonly string[] | Readonly<Record<string, string | { is: string }>>;
  /** Columns whose sum the estimate rests on. */
  n?: readonly string[];
  /** Columns of further numbers for the CSV. */
  more?: readonly string[];
  /** Where the numbers come from, as the badge says it; by default `simulated` for a metric of rows that say so, else `results`. */
  provenance?: Provenance;
}

/** Columns of text that say something about the estimate, not what it is of. */
const REMARKS = new Set([
  "warning",
  "method",
  "provenance",
  "interval_provenance",
  "interval",
  "printed",
  "metric",
]);

/** A metric's estimates as values, with `<value>_low` and `_high`, else `low` and `high`; one that is NaN is kept: a figure shows that there is none. */
export function computed(frame: pl.DataFrame, columns: MetricColumns): Value[] {
  const { value, quantity = value, metric, n = ["n"], more = [] } = columns;
  const { provenance = saysSimulated(frame) ? "simulated" : "results" } = columns;
  for (const [what, list] of Object.entries({ n, more })) requireList("chart", what, list, "string");
  const given = columns.keys ?? keyColumns(frame, value);
  const keys = Array.isArray(given)
    ? given.map((name: string) => [name, name] as const)
    : Object.entries(given as Readonly<Record<string, string | { is: string }>>);
  const named = keys.flatMap(([, from]) => typeof from === "string" ? [from] : []);
  const missing = [value, ...named, ...(metric ? [metric] : []), ...more, ...(columns.n ?? [])]
    .filter((name) => !frame.columns.includes(name));
  if (missing.length > 0) {
    throw new TypeError(
      `chart: wanted a frame with the columns ${namesLike(missing, frame.columns)}, found ${
        frame.columns.join(", ")
      }`,
    );
  }
  const column = frame.getColumn(value);
  if (isText(column) && frame.height > 0) {
    throw new TypeError(`chart: wanted a column of numbers as value, found texts in ${value}`);
  }
  const limit = (end: "low" | "high") => frame.columns.includes(`${value}_${end}`) ? `${value}_${end}` : end;
  const [low, high] = [limit("low"), limit("high")];
  const clusters = frame.columns.includes(`${value}_clusters`) ? `${value}_clusters` : "n_clusters";
  const number = (cell: unknown) => typeof cell === "number" ? cell : NaN;
  // Rows without a condition beside those of others.
  const without: Record<string, string> = conditionsOf(frame).length > 1 ? { condition: "none" } : {};
  const isCount = !/Float/.test(String(column.dtype));
  return (frame.toRecords() as Record<string, unknown>[]).map((row) => {
    const rests = n.reduce((sum, name) => sum + number(row[name]), 0);
    return valueOf({
      keys: Object.fromEntries(
        keys.map((
          [name, from],
        ) => [name, typeof from === "string" ? String(row[from] ?? without[from] ?? "") : from.is]),
      ),
      quantity: metric === undefined ? quantity : String(row[metric]),
      // Of no rows nothing is estimated; a share that has an interval has other rows behind it than these.
      value: rests === 0 && !isCount && Number.isNaN(number(row[low])) ? NaN : number(row[value]),
      low: number(row[low]),
      high: number(row[high]),
      n: rests,
      clusters: number(row[clusters]),
      more: Object.fromEntries(more.map((name) => [name, number(row[name])])),
      provenance: (row.provenance as Provenance | null | undefined) ?? provenance,
    });
  });
}

/** What of a frame is of another number than the column that is drawn. */
const EVIDENCE = ["low", "high", "n", "n_clusters"];

/**
 * A frame without the limits and counts of another number than the one that is drawn: `low, high`, `n` and `n_clusters` speak of the
 * estimate behind which they stand (`ib, low, high`), not of `acc_ids` before or `human_share_first` after it.
 */
export function ofItsOwn(frame: pl.DataFrame, { value, n = [], more = [] }: MetricColumns): pl.DataFrame {
  const before = frame.columns.slice(0, Math.max(0, frame.columns.indexOf("low")));
  const isFloat = (name: string) => /Float/.test(String(frame.getColumn(name).dtype));
  const owner = before.findLast((name) => isFloat(name) && !/^(se|sd)$/.test(name));
  if (owner === undefined || owner === value || value === "value") return frame;
  const others = EVIDENCE.filter((name) => ![...n, ...more].includes(name));
  return frame.select(...frame.columns.filter((name) => !others.includes(name)));
}

/** Columns of text, true or false before the estimate, and behind it those that are no remarks. */
function keyColumns(frame: pl.DataFrame, value: string): string[] {
  return frame.columns.filter((name, i) =>
    name !== value && !REMARKS.has(name) && /Utf8|String|Categorical|Bool/.test(String(frame.dtypes[i]))
  );
}
