import type pl from "nodejs-polars";
import { estimatesOf } from "../metrics/estimates_of.ts";

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
  /** Two-sided p of a null value, by the test that the interval is of. */
  pOf?: (nullValue: number) => number;
  /** Adjusted for all tests of the same quantity in the source (Holm). */
  p_adjusted?: number;
  /** What was left out or counted beside: "n_tie 3; n_unparsed 12". */
  counts?: string;
}

/** A column of a metric's table with its interval; in a list one without, and the columns that its n is the sum of. */
type QuantityColumn = string | readonly [estimate: string, ...n: string[]];

type Texts = Record<string, string>;

/**
 * The rows of a metric frame as findings, one for each quantity.
 *
 * @param judge name of the judge of a row, by default its column `judge`
 */
export function findingsOf(
  frame: pl.DataFrame,
  { judge = (row) => row.judge, condition, quantities, called = (quantity) => quantity, counts = [] }: {
    judge?: (row: Texts) => string;
    condition: (row: Texts) => string;
    quantities: Readonly<Record<string, QuantityColumn>>;
    /** Name of a quantity in a row, where rows have several. */
    called?: (quantity: string, row: Texts) => string;
    counts?: readonly string[];
  },
): Finding[] {
  const columns = Object.entries(quantities).map(([quantity, column]) => {
    const [estimand, ...n] = [column].flat();
    return { quantity, n, isPlain: typeof column !== "string", rows: estimatesOf(frame, estimand) };
  });
  return Array.from(
    { length: frame.height },
    (_, i) =>
      columns.map(({ quantity, n, isPlain, rows: { [i]: found } }): Finding => {
        const names = found.row as Texts, numbers = found.row as Record<string, number>;
        const about = {
          judge: judge(names),
          condition: condition(names),
          quantity: called(quantity, names),
          estimate: found.estimate,
          counts: counts.map((name) => `${name} ${numbers[name]}`).join("; "),
        };
        if (isPlain) {
          return { ...about, n: (n.length > 0 ? n : ["n"]).reduce((sum, name) => sum + numbers[name], 0) };
        }
        const { low, high, clusters: n_clusters, df, pOf } = found;
        return { ...about, low, high, n: found.n, n_clusters, df, pOf };
      }),
  ).flat();
}
