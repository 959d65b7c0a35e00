import { mistaken } from "../../results/said.ts";
import { isText } from "../../results/check.ts";
import type pl from "nodejs-polars";
import { namesLike, requireList } from "../../progress/require.ts";
import { conditionsOf, saysSimulated } from "../../results/frame.ts";
import type { Provenance } from "../provenance.ts";
import { columnsOf } from "../../metrics/estimate_columns.ts";
import { type Value, valueOf } from "./value.ts";

/** Which columns of a metric frame are what. */
export interface MetricColumns {
  /** The column of the estimate; its interval is `<value>_low, <value>_high`, or `low, high` where they are of this column and no other. */
  value: string;
  /** What it is called; the column's name by default, of the one mean of an `ownMetric` the mean's. */
  quantity?: string;
  /** The column that says what is measured, for frames that hold several metrics: `metric` of `criteriaMetrics`. */
  metric?: string;
  /**
   * Columns that say what a row is of; by default all of text, true or false, but `warning` and the like. As a record: keys by their
   * names, each from a column, or the same in all rows (`{ is: "base" }`).
   */
  keys?: readonly string[] | Readonly<Record<string, string | { is: string }>>;
  /** Columns whose sum the estimate rests on; by default those that its metric counts (`n_longer` and `n_shorter` of `lb`, of which nothing is known where the frame lacks them), else `n`. */
  n?: readonly string[];
  /** Columns of further numbers for the CSV. */
  more?: readonly string[];
  /** Where the numbers come from, as the badge says it; by default `simulated` for a metric of rows some of which say so, else `results`; a file keeps it in the column `provenance` that `writeFrame` writes. Of a frame made otherwise nothing is said. Tables below each other keep it; a diagonal or horizontal `pl.concat` and `toRecords` forget it: say it then, or keep the column `provenance` in a `select` of a file. */
  provenance?: Provenance | "";
}

const REMARKS = /^(provenance|interval_provenance|interval|printed|metric|(.*_)?(warning|method))$/;

/** A metric's estimates as values, with `<value>_low` and `_high`, else `low` and `high`; one that is NaN is kept: a figure shows that there is none. */
export function computed(frame: pl.DataFrame, columns: MetricColumns): Value[] {
  const { value, quantity = value, metric, more = [] } = columns, own = columnsOf(frame, value);
  const { n = own.n, provenance = saysSimulated(frame) ? "simulated" : "results" } = columns;
  for (const [what, list] of Object.entries({ n, more })) requireList("chart", what, list, "string");
  const given = columns.keys ?? keyColumns(frame, value);
  const keys = Array.isArray(given)
    ? given.map((name: string) => [name, name] as const)
    : Object.entries(given as Readonly<Record<string, string | { is: string }>>);
  const named = keys.flatMap(([, from]) => typeof from === "string" ? [from] : []);
  const missing = [value, ...named, ...(metric ? [metric] : []), ...more, ...(columns.n ?? [])]
    .filter((name) => !frame.columns.includes(name));
  if (missing.length > 0) {
    throw mistaken("chart_columns", { wanted: namesLike(missing, frame.columns), found: frame.columns });
  }
  const column = frame.getColumn(value);
  if (isText(column) && frame.height > 0) throw mistaken("chart_value", { value });
  const numberIn = (row: Record<string, unknown>, name = "") => {
    const cell = row[name];
    return typeof cell === "number" ? cell : NaN;
  };
  const without: Record<string, string> = conditionsOf(frame).length > 1 ? { condition: "none" } : {};
  const isCount = !/Float/.test(String(column.dtype));
  return (frame.toRecords() as Record<string, unknown>[]).map((row) => {
    const rests = n.length === 0 ? NaN : n.reduce((sum, name) => sum + numberIn(row, name), 0);
    const low = numberIn(row, own.low);
    const keyIn = (from: string | { is: string }) =>
      typeof from === "string" ? String(row[from] ?? without[from] ?? "") : from.is;
    return valueOf({
      keys: Object.fromEntries(keys.map(([name, from]) => [name, keyIn(from)])),
      quantity: metric === undefined ? quantity : String(row[metric]),
      // Of no rows nothing is estimated; a share that has an interval has other rows behind it than these.
      value: rests === 0 && !isCount && Number.isNaN(low) ? NaN : numberIn(row, value),
      low,
      high: numberIn(row, own.high),
      n: rests,
      clusters: numberIn(row, own.clusters),
      ...own.warning && !named.includes(own.warning) ? { warning: row[own.warning] as string | null } : {},
      more: Object.fromEntries(more.map((name) => [name, numberIn(row, name)])),
      provenance: (row.provenance as Provenance | null | undefined) ?? provenance,
    });
  });
}

/** Columns of text behind an estimate of one's own, or in `hypothesisTable`, that are remarks there and may be keys before it. */
const BEHIND =
  /^(unit|scale|verdict|effect_measure|note|part|(warning|method|interval|provenance)_.*)(_right)?$|_scale$/;

/** Keys also where their values are numbers, as which a file's "001" is read. */
const KEYS =
  /^(benchmark|judge|pipeline|condition|domain|run|annotator|(item|image)_id|model|generator|criterion)$/;

/** Columns of text, true or false and known keys before the estimate, and behind it those of text that are no remarks. */
function keyColumns(frame: pl.DataFrame, value: string): string[] {
  const first = Math.min(
    ...[value, "low"].map((name) => frame.columns.indexOf(name)).filter((at) => at >= 0),
  );
  return frame.columns.filter((name, i) =>
    name !== value && !REMARKS.test(name) && !(BEHIND.test(name) && i > first) &&
    (i < first && KEYS.test(name) || /Utf8|String|Categorical|Bool/.test(String(frame.dtypes[i])))
  );
}
