import { createHash } from "node:crypto";
import pl from "nodejs-polars";
import { columnNumbers } from "../results/factor.ts";
import { DATA_SOURCES, type DataSourceName } from "../results/data_sources.ts";
import { correctionFindings } from "./correction.ts";
import { FINDING_TYPES } from "./findings.ts";
import { adjusted, answered, type Finding, FINDING_QUESTIONS } from "./finding.ts";
import { genaiRows, llmbarRows, type PublicRows, vieRows, wildRows } from "./public_rows.ts";

/** What names and makes a row, for the hash. */
const PAIR_FACTS = ["item_id", "judge", "swapped", "human", "choice"];
const SCORE_FACTS = ["image_id", "generator", "evaluator", "source_score"];

/** GenAI-Bench's baseline, which draws one of the four labels: no test is made of it. */
export const RANDOM_JUDGE = "random";

/** Of each source its rows, what names and makes one, the quantities that are tested, and what is found beside the questions. */
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

/** A value as it is kept: numbers to eight digits, nothing for what does not apply. */
function stored(value: unknown): unknown {
  if (typeof value !== "number") return value || null;
  return Number.isFinite(value) ? Number(value.toPrecision(8)) : null;
}

/** SHA-256 of the rows' facts, sorted, to 16 digits. */
function rowsHash(frame: pl.DataFrame, facts: readonly string[]): string {
  const columns = facts.map((name) => {
    const series = frame.getColumn(name);
    if (/Utf8|String|Categorical|Bool/.test(String(series.dtype))) return series.cast(pl.Utf8).toArray();
    return Array.from(columnNumbers(series), (value) => Number.isNaN(value) ? null : +value.toPrecision(12));
  });
  const rows = [...Array(frame.height).keys()];
  const lines = rows.map((i) => `${columns.map((column) => column[i] ?? "").join("\t")}\n`).sort();
  return createHash("sha256").update(lines.join("")).digest("hex").slice(0, 16);
}
