import type pl from "nodejs-polars";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import process from "node:process";
import { kept } from "./number_text.ts";
import type { Words } from "../progress/require.ts";
import type { FrameName } from "../results/frames.ts";
import type { LeftOut } from "./left_out.ts";
import type { Estimate, Line, Question, Section } from "./report_types.ts";
import { metricFrame } from "../metrics/metric_table.ts";
import { columnKinds } from "../results/frame.ts";
import { nestedAsText } from "../results/write_frame.ts";
/** Version of the record's schema: a field's meaning never changes within one. */
export const SCHEMA = "judgebias-report/1";

type Recorded<Fields> = {
  [Name in keyof Fields]-?: number extends Fields[Name] ? number | null : NonNullable<Fields[Name]>;
};

type Told = Pick<
  Line,
  Words<
    | "question group quantity unit verdict words tone parts note without"
    | "estimate low high n clusters df method warning"
  >
>;

/** A line of `report.json`: what stands behind it as `Line` names it; numbers are fractions throughout, also where the page shows points. */
export interface JsonLine extends Recorded<Told> {
  /** Of a claim of several parts the one that the line shows. */
  held?: Recorded<NonNullable<Line["held"]>>;
  /** Of a claim that is contradicted by another part than the one that the line shows, which part that is. */
  against?: string;
  /** Where some replies are unread, or judgments are in one of two results alone, between which values these could carry the number that limits are held against; null where nobody knows how far. */
  reach?: Record<"low" | "high", number | null> & { why: string; share: number };
  /** Where ties, which count as wrong, are many: how many, and what the number is without them; limits are held against that too. */
  ties?: NonNullable<Line["ties"]>;
  /** Of a comparison of two results that hold the same judgments here: the change is 0 for certain. */
  same?: true;
  /** Of an undecided line whose words are on whether an effect is ruled out: they are on `p_equivalence_adjusted`. */
  absence?: true;
  /** Of a claim whose p is that of another part than `estimate`: of which. */
  whose?: string;
  /** Two-sided p against `null_value`; null where nothing is tested. */
  p: number | null;
  /** What p is against: 0, a share of .5, a loss of accuracy of −.05; null where nothing is tested. */
  null_value: number | null;
  /** Holm over all tested lines of the report. */
  p_adjusted: number | null;
  /** p of an effect of δ or more (two one-sided tests, Bonferroni over the same lines), on which `absent` rests. */
  p_equivalence_adjusted: number | null;
}

/** What results lack whose columns would do. */
export const NO_ROWS = "rows to ask it of";

/** A question that these results cannot answer, and what would allow it. */
export interface NotAsked extends Pick<Question, "id" | "title" | "question" | "allow"> {
  /** What the results do not hold. */
  lacking: string;
}

/** What `report.json` holds. */
export interface ReportJson {
  /** Version of this record. */
  schema: typeof SCHEMA;
  /** Title of the page. */
  title: string;
  /** How many rows, judges and benchmarks were read, in a sentence. */
  lead: string;
  /** How many lines show an effect, rule one out or are undecided, in a sentence. */
  verdict_words: string;
  /** What the verdicts say, in sentences by question: questions with an effect first. */
  answers: { id: string; title: string; answers: string[] }[];
  /** What these results cannot say, in sentences. */
  cannot_say: string[];
  /** What could not be computed, with the questions that it stopped; what must be known of a judge first, with none. */
  problems: { problem: string; questions: { id: string; title: string }[] }[];
  /** Versions of this library and of what it ran on. */
  made_by: Record<string, string>;
  /** What was read: the frame, the layout of its files, and their rows. */
  input: {
    frame: FrameName;
    layout: string;
    /** With the SHA-256 of each file as it lies there; without one that is no longer to be read. */
    files: { name: string; rows: number; sha256?: string }[];
    /** Of the rows as read, as Parquet-free text: the same rows in the same order give the same hash. */
    sha256: string;
  };
  /** Seed of resampling, the chance allowed for any false finding of the report, and the columns that told groups apart where they were said. */
  options: { seed: number; alpha: number; by?: readonly string[] };
  /** Whether some rows call themselves simulated; how many, where not all of them do, stands in `lead`. */
  provenance: "results" | "simulated";
  /** Every estimate with its verdict, question by question. */
  lines: JsonLine[];
  /** What was read and what was left out. */
  left_out: LeftOut;
  /** Questions that these results cannot answer. */
  not_asked: NotAsked[];
  /** Conditions of the user's own, first the one that others are compared with. */
  conditions: string[];
  /** Of a comparison: how many verdicts (scores) of those that both results have differ, and how many either has alone. */
  changed?: { rows: number; of: number; only: [first: number, second: number] };
  /** Of a comparison: judges, or whole groups of judgments (a benchmark, a judge's part of it), that only one of the two results has. */
  not_compared?: { judge: string; only_in: "first" | "second" }[];
  /** The methods, a paragraph for each measure, the intervals and the tests. */
  methods: string;
  /** BibTeX entries of the works cited in `methods`. */
  bibtex: string;
  /** Names of the files beside the record: the estimates as CSV, and of a comparison, or of conditions, the judgments that changed. */
  files: { csv: string; changed?: string };
}

export function jsonLine(
  { note = "", without = "", held, reach, ties, against, same, absence, whose, ...line }: Line,
): JsonLine {
  const { question, group, quantity, unit, verdict, words, tone, parts, method, warning } = line;
  const recorded = <Name extends string>(numbers: Record<Name, number>) =>
    Object.fromEntries(
      Object.entries<number>(numbers).map(([name, one]) => [name, Number.isFinite(one) ? kept(one) : null]),
    ) as Record<Name, number | null>;
  return {
    ...{ question, group, quantity, unit, ...recorded(numbersOf(line)), method, verdict, words, tone },
    ...{ parts, note, without, warning },
    ...same ? { same } : reach && reach.share > 0 &&
      { reach: { ...reach, ...recorded({ low: reach.low, high: reach.high }), share: kept(reach.share) } },
    ...!same && ties && { ties: { ...ties, estimate: kept(ties.estimate) } },
    ...{ ...absence && { absence }, ...whose && { whose } },
    ...held && { held: { ...recorded(pick(held)), name: held.name } },
    ...against && verdict === "contradicted" && { against },
  };
}

const pick = ({ estimate, low, high, df }: NonNullable<Line["held"]>) => ({ estimate, low, high, df });

export function numbersOf(one: Estimate & Partial<Line>) {
  const { estimate, low, high, n, clusters, df, pValue: p, nullValue: null_value = NaN } = one;
  const { pAdjusted: p_adjusted = NaN, pEquivalenceAdjusted: p_equivalence_adjusted = NaN } = one;
  const numbers = { estimate, low, high, n, clusters, df, p, p_adjusted, p_equivalence_adjusted, null_value };
  for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) numbers[name] = kept(numbers[name]);
  return numbers;
}

export function estimateRows(sections: readonly Section[]): pl.DataFrame {
  const rowOf = (one: Estimate & Partial<Line>, question: string, look: string, unit: string) => ({
    ...one.group,
    ...one,
    question,
    look,
    ...numbersOf(one),
    verdict: one.verdict ?? null,
    note: one.note ?? "",
    unit: unit === "number" ? unit : "fraction",
  });
  const rows = sections.flatMap(({ question, lines, looks }) => [
    ...lines.map((line) => rowOf(line, question.id, "main", line.unit)),
    ...looks.flatMap(({ look, estimates }) =>
      estimates.map((one) => rowOf(one, question.id, look.name, one.unit ?? look.unit ?? question.unit))
    ),
  ]);
  const groups = [...new Set(rows.flatMap(({ group }) => Object.keys(group)))];
  return metricFrame([], {
    ...columnKinds("question look", "text"),
    ...Object.fromEntries(groups.map((name) => [name, "text" as const])),
    ...columnKinds(
      "quantity:text estimate low high n:count clusters:count p p_adjusted p_equivalence_adjusted verdict:text note:text warning:text df method:text unit:text null_value",
      "estimate",
    ),
  }, rows);
}

/** Of a frame's content: the same rows in the same order give the same hash. */
export function hashOf(frame: pl.DataFrame): string {
  return createHash("sha256").update(nestedAsText(frame).writeCSV()).digest("hex");
}

/** What `sha256sum` says of a file; nothing of one that is gone. */
export function fileHash(path: string): { sha256?: string } {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return {};
  return { sha256: createHash("sha256").update(readFileSync(path)).digest("hex") };
}

export function ownVersion(): string {
  // Packed for npm, the library has a package.json in the place of deno.json.
  const [file] = ["deno.json", "package.json"].map((name) => new URL(`../../${name}`, import.meta.url))
    .filter(existsSync);
  return String(JSON.parse(readFileSync(file, "utf8")).version);
}

export function runtime(): Record<string, string> {
  const { deno, node } = process.versions as Record<string, string | undefined>;
  return deno ? { deno } : { node: node ?? "" };
}
