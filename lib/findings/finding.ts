import { estimatesOf } from "../metrics/metric.ts";
import { holm } from "../stats/multiple_testing.ts";
import type { FindingKey } from "./finding_text.ts";
import type { PublicRows } from "./public_rows.ts";
import { type FindingQuestion, METRICS } from "./questions.ts";

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

/** The answers: a finding for each row of each table and each quantity. */
export function answered({ frames, members }: PublicRows, questions: readonly FindingQuestion[]): Finding[] {
  return questions.flatMap(
    ({ metric, frame, options, judge = "{judge}", condition = "{condition}", quantities, ...told }) => {
      const { counts = "", fewest = 0 } = told;
      const table = metric === undefined ? frames[frame] : METRICS[metric](frames[frame], options as never);
      const columns = Object.entries(quantities).map(([quantity, column]) => {
        const [estimand, ...n] = [column].flat();
        if (n.length === 0) n.push("n");
        return { quantity, n, isPlain: typeof column !== "string", found: estimatesOf(table, estimand) };
      });
      return [...Array(table.height).keys()].flatMap((i) =>
        columns.map(({ quantity, n, isPlain, found: { [i]: one } }): Finding => {
          const { row, estimate, low, high, clusters: n_clusters, df, pOf } = one;
          const said = (words: string) => words.replace(/\{(\w+)\}/g, (_, name) => String(row[name]));
          const name = said(judge);
          const about = {
            ...{ judge: name, condition: said(condition), quantity: said(quantity), estimate },
            counts: counts === "{members}" ? members?.get(name) ?? "" : said(counts),
          };
          if (!isPlain) return { ...about, low, high, n: one.n, n_clusters, df, pOf };
          return { ...about, n: n.reduce((sum, name) => sum + Number(row[name]), 0) };
        })
      ).filter(({ n }) => n >= fewest);
    },
  );
}

/** Findings of one quantity with Holm's adjusted p against 0, over all judges and conditions but a baseline that is no judge. */
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
