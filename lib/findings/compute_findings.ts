import pl from "nodejs-polars";
import { createHash } from "node:crypto";
import { columnNumbers } from "../results/factor.ts";
import { DATA_SOURCES, type DataSourceName } from "../results/data_sources.ts";
import { only } from "../results/only.ts";
import { correctionFindings } from "./correction.ts";
import { type Finding, FINDING_TYPES } from "./findings.ts";
import { genaiRows, llmbarRows, type PublicRows, ranked, vieRows, wildRows } from "./public_rows.ts";
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
import { holm } from "../stats/multiple_testing.ts";

const PAIR_FACTS = ["item_id", "judge", "swapped", "human", "choice"];
const SCORE_FACTS = ["image_id", "generator", "evaluator", "source_score"];

export const RANDOM_JUDGE = "random";

const SOURCES: Record<DataSourceName, {
  rows: (path: string) => PublicRows;
  facts: readonly string[];
  tested?: readonly string[];
  beside?: (pairs: pl.DataFrame) => Finding[];
}> = {
  "genai-bench": { rows: genaiRows, facts: PAIR_FACTS, tested: ["gap"], beside: correctionFindings },
  viescore: { rows: vieRows, facts: SCORE_FACTS },
  llmbar: { rows: llmbarRows, facts: PAIR_FACTS, tested: ["length_bias", "fairness"] },
  wildvision: { rows: wildRows, facts: [...PAIR_FACTS, "words_a", "words_b"] },
};

/**
 * Everything that the library says about a public collection of verdicts, computed anew from its rows: the frame that
 * `findings` reads from `data/findings`. Takes from a few seconds to a minute.
 *
 * Columns: `source, commit, rows_sha256` (of what names and makes the rows, in order: the same from official files
 * and from tables), `judge, condition, quantity, estimate, low, high` (95%), `n, n_clusters, df` (behind the
 * interval), `p_adjusted` (Holm over the quantity's tests in the source), `counts`. Numbers have eight digits; empty = does not apply.
 */
export function computeFindings(source: DataSourceName, path: string): pl.DataFrame {
  const { facts, tested = [], beside, ...own } = SOURCES[source], given = own.rows(path);
  const findings = tested.reduce(
    (all, quantity) => adjusted(all, quantity, RANDOM_JUDGE),
    answered(given, FINDING_QUESTIONS[source]),
  );
  const about = { source, commit: DATA_SOURCES[source].commit, rows_sha256: rowsHash(given.frame, facts) };
  const rows = [...findings, ...beside?.(given.frame) ?? []].map((finding) => {
    const known: Record<string, unknown> = { ...about, ...finding };
    return Object.fromEntries(Object.keys(FINDING_TYPES).map((column) => [column, stored(known[column])]));
  });
  return pl.DataFrame(rows, { schema: FINDING_TYPES });
}

function stored(value: unknown): unknown {
  if (typeof value !== "number") return value || null;
  return Number.isFinite(value) ? Number(value.toPrecision(8)) : null;
}

function rowsHash(frame: pl.DataFrame, facts: readonly string[]): string {
  const columns = facts.map((name) => {
    const series = frame.getColumn(name);
    if (/Utf8|String|Categorical|Bool/.test(String(series.dtype))) return series.cast(pl.Utf8).toArray();
    return Array.from(columnNumbers(series), (value) => Number.isNaN(value) ? null : +value.toPrecision(12));
  });
  const line = (i: number) => `${columns.map((column) => column[i] ?? "").join("\t")}\n`;
  const lines = Array.from({ length: frame.height }, (_, i) => line(i)).sort();
  return createHash("sha256").update(lines.join("")).digest("hex").slice(0, 16);
}

/**
 * A question that is asked of public rows: the table of a metric, and which of its columns are findings, in
 * whose name. In texts columns of the table stand in braces: `Text-Guided_IE/{generator}`.
 */
interface FindingQuestion {
  /** What makes the table; without one the frame is it. */
  metric?: string;
  frame: string;
  /** Only its rows with these values. */
  where?: Parameters<typeof only>[1];
  options?: object;
  judge?: string;
  condition?: string;
  /** What is found by its name: a column with its interval, or in a list one without, and the columns that its n is the sum of. */
  quantities: Readonly<Record<string, string | readonly [estimate: string, ...n: string[]]>>;
  counts?: string;
  fewest?: number;
}

const METRICS: Record<string, (frame: pl.DataFrame, options: never) => pl.DataFrame> = {
  ...{ agreementCeiling, alternativeAnnotator, honestLeaderboard, lengthBias, longerWins, orderConsistency },
  ...{ pairAccuracy, philautiaIntervals, ratingAgreement, saturation, slotPreference, styleEffects },
  ...{ unparsedAudit, strengths: (...of: Parameters<typeof bradleyTerry>) => ranked(bradleyTerry(...of)) },
};

export const FINDING_QUESTIONS: Record<DataSourceName, readonly FindingQuestion[]> = ownFacts("findings");

export function answered({ frames, members }: PublicRows, questions: readonly FindingQuestion[]): Finding[] {
  return questions.flatMap(
    ({ metric, frame, where = {}, options, quantities, ...told }) => {
      const { judge = "{judge}", condition = "{condition}", counts = "", fewest = 0 } = told;
      const rows = only(frames[frame], where);
      const table = metric === undefined ? rows : METRICS[metric](rows, options as never);
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
    if ([low, high].some(Number.isNaN)) return NaN;
    if (pOf) return pOf(0);
    throw new RangeError(`adjusted: wanted a test of ${quantity}, found none for ${judge}, ${condition}`);
  }));
  return findings.map((finding) => {
    const at = tested.indexOf(finding);
    return at < 0 ? finding : { ...finding, p_adjusted: p[at] };
  });
}
