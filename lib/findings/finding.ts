import type pl from "nodejs-polars";
import { estimatesOf } from "../metrics/metric.ts";
import { holm } from "../stats/multiple_testing.ts";
import type { FindingKey } from "./finding_text.ts";

/** One number that was computed from public verdicts. */
export interface Finding extends FindingKey {
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

/** What stands in a finding: words, with columns of the metric's table in braces: `Text-Guided_IE/{generator}`. */
type Words = string;

/** A question that is asked of public rows: the table of a metric, and which of its columns are findings, in whose name. */
export interface FindingQuestion<Rows> {
  /** The metric's table. */
  of: (rows: Rows) => pl.DataFrame;
  /** Name of the judge; by default the column `judge`. */
  judge?: Words;
  /** What part of the source; by default the column `condition`. */
  condition?: Words;
  /** What is found by its name: a column with its interval, or in a list one without, and the columns that its n is the sum of. */
  quantities: Readonly<Record<Words, string | readonly [estimate: string, ...n: string[]]>>;
  /** What was left out or counted beside. */
  counts?: Words | ((rows: Rows, judge: string) => string);
  /** Findings on fewer rows than this say nothing and are left out. */
  fewest?: number;
}

/** The answers: a finding for each row of each table and each quantity. */
export function answered<Rows>(rows: Rows, questions: readonly FindingQuestion<Rows>[]): Finding[] {
  return questions.flatMap(
    ({ of, judge = "{judge}", condition = "{condition}", quantities, counts = "", fewest = 0 }) => {
      const table = of(rows);
      const columns = Object.entries(quantities).map(([quantity, column]) => {
        const [estimand, ...n] = [column].flat();
        if (n.length === 0) n.push("n");
        return { quantity, n, isPlain: typeof column !== "string", found: estimatesOf(table, estimand) };
      });
      return [...Array(table.height).keys()].flatMap((i) =>
        columns.map(({ quantity, n, isPlain, found: { [i]: one } }): Finding => {
          const { row, estimate, low, high, clusters: n_clusters, df, pOf } = one;
          const said = (words: Words) => words.replace(/\{(\w+)\}/g, (_, name) => String(row[name]));
          const name = said(judge);
          const about = {
            ...{ judge: name, condition: said(condition), quantity: said(quantity), estimate },
            counts: typeof counts === "string" ? said(counts) : counts(rows, name),
          };
          if (!isPlain) return { ...about, low, high, n: one.n, n_clusters, df, pOf };
          return { ...about, n: n.reduce((sum, name) => sum + Number(row[name]), 0) };
        })
      ).filter(({ n }) => n >= fewest);
    },
  );
}

/**
 * Findings of one quantity with Holm's adjusted p-values against 0: over all judges and conditions together, but for one that is no judge
 * (a random baseline).
 *
 * @throws {RangeError} for an interval without the test that it is of
 */
export function adjusted(findings: readonly Finding[], quantity: string, baseline = ""): Finding[] {
  const tested = findings.filter((finding) => finding.quantity === quantity && finding.judge !== baseline);
  const p = holm(tested.map(({ judge, condition, low = NaN, high = NaN, pOf }) => {
    if (Number.isNaN(low + high)) return NaN;
    if (pOf) return pOf(0);
    throw new RangeError(`adjusted: wanted a test of ${quantity}, found none for ${judge}, ${condition}`);
  }));
  return findings.map((finding) => {
    const at = tested.indexOf(finding);
    return at < 0 ? finding : { ...finding, p_adjusted: p[at] };
  });
}
