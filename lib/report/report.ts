import { requireBetween } from "../stats/require_value.ts";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import type pl from "nodejs-polars";
import { saysSimulated } from "../hypotheses/hypothesis_result.ts";
import { progress } from "../progress/progress.ts";
import { frameName } from "../results/describe.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { readReport } from "../results/read_report.ts";
import type { ReadResultsOptions } from "../results/readers.ts";
import { readResults } from "../results/read_results.ts";
import { CHANGES } from "./changes.ts";
import { compared, numbered } from "./compare.ts";
import { hypothesisQuestions, type OwnHypothesis } from "./own_hypotheses.ts";
import { leftOut, readNotes } from "./left_out.ts";
import { methodsOf } from "./methods.ts";
import { estimateRows } from "./estimate_rows.ts";
import { cellHtml, reportBody, wholePage } from "./page.ts";
import { QUESTIONS } from "./questions.ts";
import { jsonLine, type ReportJson, SCHEMA } from "./report_json.ts";
import type { Question } from "./report_types.ts";
import { leadOf, notPaired, plainText, problemsOf, verdictWords } from "./report_words.ts";
import { askAll } from "./sections.ts";
import { optionNames, requireOptions } from "../results/require_options.ts";

/** Options of `report`. */
export interface ReportOptions {
  /** Heading of the page; the files' names otherwise. */
  title?: string;
  /**
   * Tests of one's own, each a section called by its function's name or by `title`: functions of a frame that give a hypothesis result, asked
   * of every group; or results that are computed already.
   */
  hypotheses?: readonly OwnHypothesis[];
  /** Ids of the questions to ask (`ib`, `slot`, …); all of them by default. */
  questions?: readonly string[];
  /** Models of one family by its name, for preference within families. */
  families?: Readonly<Record<string, readonly string[]>>;
  /** How much worse than a person a judge may fit and still stand in for one (0.2 where people are experts, 0.15 skilled, 0.1 laymen). */
  epsilon?: number;
  /** Of everything that draws at random. */
  seed?: number;
  /** Chance of any false finding in the report, and 1 minus the level of its intervals. */
  alpha?: number;
  /** Which kind of judgments to report on, where files hold several (`ratings`). */
  frame?: FrameName;
  /** How files of one's own are read, as `readResults` takes it: `columns`, `values`, `missing`, `labels`, … */
  read?: ReadResultsOptions;
  /** No bar of progress. */
  silent?: boolean;
}

const REPORT_OPTIONS = optionNames<ReportOptions>()([
  "title",
  "hypotheses",
  "questions",
  "families",
  "epsilon",
  "frame",
  "seed",
  "alpha",
  "read",
  "silent",
]);

/** A report: the page, the record, and every estimate as a row. */
export interface Report {
  /** One HTML file that needs no network. */
  html: string;
  json: ReportJson;
  /** Tidy: question, look, the group's columns, quantity, estimate, low, high, n, clusters, p, p_adjusted, verdict, note, warning. */
  estimates: pl.DataFrame;
}

/**
 * From results to a bias report: every question that a frame can answer (informativeness, length, slots and order, reliance on the image,
 * self-preference, …) with estimate, interval, n and verdict per judge, adjusted for all of them; what was read and left out; what could
 * not be asked and which column would allow it; a paragraph on methods.
 *
 * `results` is a frame that a reader gave, or the path of files that `readResults` reads (one kind of frame). The last line of a notebook's
 * cell shows it; `html` is the whole page. The same rows and options give the same bytes.
 *
 * Verdicts are those of `adjustVerdicts` over all tested lines: `supported` or `contradicted` where p, adjusted by Holm, is below `alpha`;
 * `absent` where an effect of the question's δ or more is ruled out; else `undecided`. What is only described is `not tested`.
 *
 * @throws {TypeError} when the results are no frame of the library's, or hold several kinds of them
 * @throws {ResultsError} when a file cannot be read
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { report } from "judgebias/report";
 *
 * const { html, json, estimates } = await report(readPairs("data/examples/pairs.csv"), { silent: true });
 * assert.ok(html.startsWith("<!doctype html>") && json.lines.some(({ question }) => question === "ib"));
 * assert.ok(estimates.columns.includes("p_adjusted"));
 * ```
 */
export function report(results: string | pl.DataFrame, options: ReportOptions = {}): Promise<Report> {
  requireOptions("report", options, REPORT_OPTIONS);
  const { frame, name } = oneFrame(results, options);
  const questions = asked(name, options);
  return Promise.resolve(made(frame, { name, questions, sources: [frame], notes: [] }, options));
}

/**
 * The verdicts of a report as a table, in a fraction of its time: every line with its estimate, interval, n and verdict, without page, further
 * looks and what costs many times the rest (bias at equal length, circles, the leaderboard), unless `questions` names it. Verdicts are adjusted for the lines of
 * this table, so that they can be firmer than those of a report, which asks more.
 *
 * One row per line: `question, look` (main), the group's columns, `quantity, estimate, low, high, n, clusters, p, p_adjusted, verdict, note,
 * warning`.
 *
 * @throws as `report`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { reportTable } from "judgebias/report";
 *
 * const table = reportTable(readPairs("data/examples/pairs.csv"), { questions: ["ib", "slot"] });
 * assert.deepEqual(table.getColumn("question").unique().sort().toArray(), ["ib", "slot"]);
 * ```
 */
export function reportTable(
  results: string | pl.DataFrame,
  { seed = 1, alpha = 0.05, families = {}, epsilon = EPSILON, ...options }: Omit<
    ReportOptions,
    "title" | "silent"
  > = {},
): pl.DataFrame {
  requireOptions("reportTable", options, REPORT_OPTIONS);
  const { frame, name } = oneFrame(results, options);
  requireBetween("report", "an alpha", alpha);
  const questions = asked(name, options).filter(({ costly, id }) =>
    !costly || options.questions?.includes(id)
  );
  const { sections } = askAll(
    frame,
    name,
    { seed, alpha, families, epsilon },
    questions.map((question) => ({ ...question, looks: [] })),
  );
  return estimateRows(sections);
}

/** ε for people who are trained but no experts. */
const EPSILON = 0.15;

/** The questions that the options ask for, with the user's own. */
function asked(name: FrameName, { hypotheses = [], questions }: ReportOptions): Question[] {
  const known = QUESTIONS.filter((one) => one.frame === name);
  const strange = questions?.find((id) => !known.some((one) => one.id === id));
  if (strange !== undefined) {
    throw new RangeError(
      `report: wanted questions among ${known.map(({ id }) => id).join(", ")}, found ${
        JSON.stringify(strange)
      }`,
    );
  }
  const kept = questions ? known.filter(({ id }) => questions.includes(id)) : known;
  return [...kept, ...hypothesisQuestions(hypotheses, name, QUESTIONS.map(({ id }) => id))];
}

/**
 * Two results of the same items side by side: what changed from the first to the second (accuracy, informativeness bias, length bias,
 * slot preference; reliability for score pairs, agreement for ratings, mean scores and the lead of own captions for caption scores, the four
 * metrics of judgments by criteria), each a paired difference with its interval and verdict.
 *
 * Did the mitigation help? Did the new version of the model move? Judgments that only one of the two has are counted and left out.
 *
 * @throws {TypeError} when the two are not of one kind, or of a kind that cannot be compared
 * @throws {RangeError} when no judgment is in both
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { reportChange } from "judgebias/report";
 *
 * const pairs = readPairs("data/examples/pairs.csv");
 * const { json } = await reportChange(pairs, pairs, { silent: true });
 * assert.ok(json.lines.every(({ estimate }) => estimate === 0));
 * ```
 */
export function reportChange(
  before: string | pl.DataFrame,
  after: string | pl.DataFrame,
  options: Omit<ReportOptions, "hypotheses" | "questions"> & {
    /** Judges that are the same under two names: name in the first results → name in the second. */
    judges?: Readonly<Record<string, string>>;
  } = {},
): Promise<Report> {
  requireOptions("reportChange", options, [
    ...REPORT_OPTIONS.filter((name) => name !== "hypotheses" && name !== "questions"),
    "judges",
  ]);
  const [first, second] = [oneFrame(before, options), oneFrame(after, options)];
  if (first.name !== second.name) {
    throw new TypeError(`report: wanted two results of one kind, found ${first.name} and ${second.name}`);
  }
  const { frame, onlyBefore, onlyAfter, judgesAlone } = compared(
    first.frame,
    second.frame,
    first.name,
    options.judges,
  );
  const notes = [
    `${
      frame.height / 2
    } judgments are in both and are compared; ${onlyBefore} are only in the first, ${onlyAfter} only in the second.`,
    ...notPaired(judgesAlone),
    ...notesOfBoth(first.frame, second.frame),
  ];
  const parts = { name: first.name, questions: CHANGES, sources: [first.frame, second.frame], notes };
  return Promise.resolve(made(frame, parts, options));
}

/** What was said when two results were read: of both once, else whose it is. */
function notesOfBoth(first: pl.DataFrame, second: pl.DataFrame): string[] {
  const [before, after] = [first, second].map((frame) => readNotes(readReport(frame)));
  const both = before.filter((note) => after.includes(note));
  const own = (notes: readonly string[], whose: string) =>
    notes.filter((note) => !both.includes(note)).map((note) => `${whose}: ${note}`);
  return [...both, ...own(before, "In the first"), ...own(after, "In the second")];
}

/** The report on a frame by a list of questions. */
function made(
  frame: pl.DataFrame,
  { name, questions, sources, notes }: {
    name: FrameName;
    questions: readonly Question[];
    /** The frames as they were read, for their files. */
    sources: readonly pl.DataFrame[];
    notes: readonly string[];
  },
  { seed = 1, alpha = 0.05, silent = false, title, families = {}, epsilon = EPSILON }: ReportOptions,
): Report {
  requireBetween("report", "an alpha", alpha);
  const bar = progress({
    total: questions.filter((one) => one.frame === name).length,
    label: "report",
    silent,
  });
  const { sections, notAsked } = askAll(
    frame,
    name,
    { seed, alpha, families, epsilon },
    questions,
    (title) => bar.tick(1, title),
  );
  bar.done();
  const read = sources.map(readReport);
  const files = read.flatMap((one) => one?.files ?? []).map(({ path, rows }) => ({
    name: basename(path),
    rows,
  }));
  const version = ownVersion();
  const { text, bibtex } = methodsOf(sections, { alpha, seed, version });
  const lines = sections.flatMap((section) => section.lines);
  const json: ReportJson = {
    schema: SCHEMA,
    title: title ??
      `Bias report: ${files.map((file) => file.name).join(sources.length > 1 ? " → " : ", ") || name}`,
    lead: leadOf(frame, name),
    verdict_words: verdictWords(lines, alpha),
    problems: problemsOf(sections),
    made_by: { judgebias: version, ...runtime() },
    input: {
      frame: name,
      layout: [...new Set(read.map((one) => one?.format ?? "native"))].join(", "),
      files,
      sha256: hashOf(frame),
    },
    options: { seed, alpha },
    provenance: saysSimulated(frame) ? "simulated" : "results",
    lines: lines.map(jsonLine),
    left_out: leftOut(sources.length > 1 ? numbered(frame, name) : frame, name, notes),
    not_asked: notAsked,
    methods: text,
    bibtex,
    files: { csv: "estimates.csv" },
  };
  const body = reportBody(json, sections);
  const whole: Report = { html: wholePage(body, json.title), json, estimates: estimateRows(sections) };
  Object.defineProperty(whole, Symbol.for("Jupyter.display"), {
    value: () => ({ "text/html": cellHtml(body), "text/plain": plainText(json) }),
    enumerable: false,
  });
  return whole;
}

function oneFrame(
  results: string | pl.DataFrame,
  { read, frame: wanted }: Pick<ReportOptions, "read" | "frame">,
): { frame: pl.DataFrame; name: FrameName } {
  if (typeof results !== "string") {
    const name = typeof results?.toRecords === "function" ? frameName(results) : null;
    if (name) return { frame: results, name };
    throw new TypeError(
      `report: wanted a frame of ${Object.keys(FRAMES).join(", ")}, found ${
        typeof results?.toRecords === "function"
          ? `the columns ${results.columns.join(", ")}`
          : `a ${typeof results}`
      }`,
    );
  }
  const frames = Object.entries(readResults(results, read)) as [FrameName, pl.DataFrame][];
  const told = frames.filter(([name]) => wanted === undefined ? name !== "labels" : name === wanted);
  if (told.length !== 1) {
    const found = frames.map(([name]) => name);
    throw new TypeError(
      wanted !== undefined
        ? `report: wanted ${wanted} in ${results}, found ${found.join(", ")}`
        : told.length === 0
        ? `report: wanted judgments (pairs, score pairs, caption scores, ratings, criteria), found ${
          found.join(", ")
        } in ${results}`
        : `report: wanted judgments of one kind, found ${
          found.join(", ")
        } in ${results}; say which: { frame: "${found[0]}" }, on the command line --frame "${found[0]}"`,
    );
  }
  return { frame: told[0][1], name: told[0][0] };
}

/** SHA-256 of a frame's columns and values. */
function hashOf(frame: pl.DataFrame): string {
  return createHash("sha256").update(frame.writeCSV()).digest("hex");
}

/** The library's version, as its own configuration says. */
function ownVersion(): string {
  // Packed for npm, the library has a package.json in the place of deno.json.
  const [file] = ["deno.json", "package.json"].map((name) => new URL(`../../${name}`, import.meta.url))
    .filter(existsSync);
  return String(JSON.parse(readFileSync(file, "utf8")).version);
}

function runtime(): Record<string, string> {
  const { deno, node } = process.versions as Record<string, string | undefined>;
  return deno ? { deno } : { node: node ?? "" };
}
