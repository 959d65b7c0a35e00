import type pl from "nodejs-polars";

/** One number that was computed from public verdicts. */
export interface Finding {
  /** Name of the judge. */
  judge: string;
  /** What part of the source, or under which treatment. */
  condition: string;
  /** What was computed: `accuracy`, … */
  quantity: string;
  /** NaN where there is none. */
  estimate: number;
  /** Lower end of the 95% interval; absent or NaN where there is none. */
  low?: number;
  /** Upper end of the 95% interval; absent or NaN where there is none. */
  high?: number;
  /** Rows that it rests on. */
  n: number;
  /** Clusters that the interval rests on; absent without an interval, or where rows are not clustered. */
  n_clusters?: number;
  /** Degrees of freedom of the interval; absent where it has none of its own. */
  df?: number;
  /** Adjusted for all tests of the same quantity in the source (Holm). */
  p_adjusted?: number;
  /** What was left out or counted beside: "n_tie 3; n_unparsed 12". */
  counts?: string;
}

/**
 * Where a quantity's numbers stand in a metric frame: estimate, limits, n (the sum of several columns), and with what
 * the columns behind its limits begin (`gap` for `gap_clusters, gap_df`) where they are not the row's first interval's.
 */
export type QuantityColumns = readonly [
  estimate: string,
  low?: string,
  high?: string,
  n?: string | readonly string[],
  behind?: string,
];

type Row = Record<string, number> & Record<"judge" | "condition", string>;

/**
 * The rows of a metric frame as findings, one for each quantity.
 *
 * @param judge name of the judge of a row, by default its column `judge`
 */
export function findingsOf(
  frame: pl.DataFrame,
  { judge = (row) => row.judge, condition, quantities, counts = [] }: {
    judge?: (row: Record<string, string>) => string;
    condition: (row: Record<string, string>) => string;
    quantities: Readonly<Record<string, QuantityColumns>>;
    counts?: readonly string[];
  },
): Finding[] {
  return (frame.toRecords() as Row[]).flatMap((row) => {
    const names = row as Record<string, unknown> as Record<string, string>;
    return Object.entries(quantities).map(([quantity, [estimate, low, high, n = "n", behind]]) => ({
      judge: judge(names),
      condition: condition(names),
      quantity,
      estimate: row[estimate],
      low: low === undefined ? undefined : row[low],
      high: high === undefined ? undefined : row[high],
      n: [n].flat().reduce((sum, name) => sum + row[name], 0),
      n_clusters: low === undefined ? undefined : row[behind ? `${behind}_clusters` : "n_clusters"],
      // What stands behind a row's first interval is not what stands behind its others.
      df: behind ? row[`${behind}_df`] : low === "low" ? row.df : undefined,
      counts: counts.map((name) => `${name} ${row[name]}`).join("; "),
    }));
  });
}
