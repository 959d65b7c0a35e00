import type pl from "nodejs-polars";
import { agreementCeiling } from "../metrics/agreement_ceiling.ts";
import { alternativeAnnotator } from "../metrics/alternative_annotator.ts";
import { bradleyTerry, styleEffects } from "../metrics/bradley_terry.ts";
import { honestLeaderboard } from "../metrics/honest_leaderboard.ts";
import { lengthBias, pairAccuracy } from "../metrics/informativeness_bias.ts";
import { longerWins } from "../metrics/longer_wins.ts";
import { estimatesOf } from "../metrics/estimate_columns.ts";
import { orderConsistency, slotPreference } from "../metrics/order_consistency.ts";
import { philautiaIntervals } from "../metrics/philautia_intervals.ts";
import { ratingAgreement } from "../metrics/agreement.ts";
import { saturation } from "../metrics/saturation.ts";
import { unparsedAudit } from "../metrics/unparsed_audit.ts";
import { ownFacts } from "../progress/own_facts.ts";
import type { DataSourceName } from "../results/data_sources.ts";
import { holm } from "../stats/multiple_testing.ts";
import type { FindingKey } from "./finding_text.ts";
import { type PublicRows, ranked } from "./public_rows.ts";

/** One number that was computed from public verdicts. */
export interface Finding extends FindingKey {
  estimate: number;
  low?: number;
  high?: number;
  n: number;
  n_clusters?: number;
  df?: number;
  /** Two-sided p of a null value, by the test that the interval is of. */
  pOf?: (nullValue: number) => number;
  p_adjusted?: number;
  /** What was left out or counted beside: "n_tie 3; n_unparsed 12". */
  counts?: string;
}

/**
 * A question that is asked of public rows: the table of a metric, and which of its columns are findings, in
 * whose name. In texts columns of the table stand in braces: `Text-Guided_IE/{generator}`.
 */
interface FindingQuestion {
  /** What makes the table; without one the frame is it. */
  metric?: string;
  /** Which of the source's frames it is made of, and with which options. */
  frame: string;
  options?: object;
  judge?: string;
  /** What part of the source; by default the column `condition`. */
  condition?: string;
  /** What is found by its name: a column with its interval, or in a list one without, and the columns that its n is the sum of. */
  quantities: Readonly<Record<string, string | readonly [estimate: string, ...n: string[]]>>;
  /** What was left out or counted beside. */
  counts?: string;
  /** Findings on fewer rows than this say nothing and are left out. */
  fewest?: number;
}

/** Metrics by the names that the questions use; each checks its options itself. */
const METRICS: Record<string, (frame: pl.DataFrame, options: never) => pl.DataFrame> = {
  ...{ agreementCeiling, alternativeAnnotator, honestLeaderboard, lengthBias, longerWins, orderConsistency },
  ...{ pairAccuracy, philautiaIntervals, ratingAgreement, saturation, slotPreference, styleEffects },
  ...{ unparsedAudit, strengths: (...of: Parameters<typeof bradleyTerry>) => ranked(bradleyTerry(...of)) },
};

export const FINDING_QUESTIONS: Record<DataSourceName, readonly FindingQuestion[]> = ownFacts("findings");

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
