import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import type pl from "nodejs-polars";
import { saysSimulated } from "../hypotheses/claim.ts";
import { progress } from "../progress/progress.ts";
import type { FrameName } from "../results/frames.ts";
import { nestedAsText } from "../results/write_frame.ts";
import { readReport } from "../results/read_report.ts";
import { numbered } from "./compare.ts";
import { estimateRows } from "./estimate_rows.ts";
import { leftOut } from "./left_out.ts";
import { methodsOf } from "./methods.ts";
import { cellHtml, wholePage } from "./page.ts";
import { jsonLine, type ReportJson, SCHEMA } from "./report_json.ts";
import { EPSILON, type Report, type ReportOptions, requireValues } from "./report_options.ts";
import type { Question } from "./report_types.ts";
import { answersOf, cannotSay, leadOf, plainText, problemsOf, verdictWords } from "./report_words.ts";
import { saveReport } from "./save_report.ts";
import { askAll } from "./sections.ts";

/** The report on a frame by a list of questions. */
export function makeReport(
  frame: pl.DataFrame,
  { name, questions, sources, notes, notCompared }: {
    name: FrameName;
    questions: readonly Question[];
    /** The frames as they were read, for their files. */
    sources: readonly pl.DataFrame[];
    notes: readonly string[];
    notCompared?: ReportJson["not_compared"];
  },
  { seed = 1, alpha = 0.05, silent = false, title, families = {}, epsilon = EPSILON, out }: ReportOptions,
): Report {
  requireValues({ title, seed, alpha });
  if (frame.height === 0) throw new RangeError(`report: wanted at least one row of ${name}, found none`);
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
  const { text, bibtex } = methodsOf(sections, { alpha, seed, epsilon, version });
  const lines = sections.flatMap((section) => section.lines);
  const left_out = leftOut(
    sources.length > 1 ? numbered(frame, name) : frame,
    name,
    notes,
    read.flatMap((one) => one?.reached ?? []),
  );
  const json: ReportJson = {
    schema: SCHEMA,
    title: title ??
      `Bias report: ${files.map((file) => file.name).join(sources.length > 1 ? " → " : ", ") || name}`,
    lead: leadOf(frame, name),
    verdict_words: verdictWords(sections, alpha),
    answers: answersOf(sections),
    cannot_say: cannotSay({ not_asked: notAsked, left_out }, lines),
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
    left_out,
    not_asked: notAsked,
    ...notCompared ? { not_compared: notCompared } : {},
    methods: text,
    bibtex,
    files: { csv: "estimates.csv" },
  };
  const whole: Report = {
    html: wholePage(json, sections),
    json,
    estimates: estimateRows(sections),
  };
  Object.defineProperty(whole, Symbol.for("Jupyter.display"), {
    value: () => ({ "text/html": cellHtml(json, sections), "text/plain": plainText(json) }),
    enumerable: false,
  });
  if (out !== undefined) saveReport(whole, out);
  return whole;
}

/** SHA-256 of a frame's columns and values. */
function hashOf(frame: pl.DataFrame): string {
  return createHash("sha256").update(nestedAsText(frame).writeCSV()).digest("hex");
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
