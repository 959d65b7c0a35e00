import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import pl from "nodejs-polars";
import { toLatex } from "../figures/to_latex.ts";
import { warned } from "../figures/values/value.ts";
import { computedFrom, percentOf, saysSimulated } from "../results/frame.ts";
import { progress } from "../progress/progress.ts";
import { withFaces } from "../progress/shown_text.ts";
import type { FrameName } from "../results/frames.ts";
import { PAPERS } from "../papers/papers.ts";
import { writeFrame, writeWhole } from "../results/write_frame.ts";
import { SCARCE } from "../stats/limits.ts";
import { readReport } from "../results/read_report.ts";
import { unreadRows } from "../results/read_by_hand.ts";
import type { RepliesReport } from "../results/read_replies.ts";
import { CHANGED } from "./changed.ts";
import { numbered } from "./compare.ts";
import { said } from "./said.ts";
import { askedIfNamed, ordered } from "./conditions.ts";
import {
  estimateRows,
  fileHash,
  hashOf,
  type JsonLine,
  jsonLine,
  ownVersion,
  type ReportJson,
  runtime,
  SCHEMA,
} from "./report_json.ts";
import { leadOf, leftOut, oneBias, unreadReplies, unscored } from "./left_out.ts";
import { adjustedP, deltaText } from "./number_text.ts";
import { cellHtml, wholePage } from "./page.ts";
import { contextOf, type Report, type ReportOptions } from "./report_options.ts";
import type { LookContext, Question, Section } from "./report_types.ts";
import {
  answersOf,
  cannotSay,
  isFound,
  problemsOf,
  unfitJudges,
  VERDICTS,
  verdictWords,
} from "./report_words.ts";
import { markdownOf, plainText } from "./report_texts.ts";
import { POINTS } from "../metrics/undecided.ts";
import { Unfit } from "./same_labels.ts";
import { askAll } from "./sections.ts";

const LEAD = { least: POINTS, most: 3 };

export function makeReport(
  frame: pl.DataFrame,
  { name, questions, sources, notes, changed, listed, whole, notCompared }: {
    name: FrameName;
    questions: readonly Question[];
    sources: readonly pl.DataFrame[];
    notes: readonly string[];
    changed?: ReportJson["changed"];
    listed?: pl.DataFrame;
    whole?: LookContext["whole"];
    notCompared?: ReportJson["not_compared"];
  },
  options: ReportOptions,
): Report {
  const { silent, title, out, by } = options, context = { ...contextOf(options), whole };
  const { seed, alpha } = context;
  if (frame.height === 0) {
    throw new Unfit(`report: wanted at least one row of ${name}, found none`);
  }
  const own = questions.filter((one) => one.frame === name);
  const bar = progress({ total: own.length, label: "report", silent });
  const tick = (title: string) => bar.tick(1, title);
  const { sections, notAsked, ifWished } = askAll(frame, name, context, questions, tick);
  bar.done();
  const read = sources.map(readReport);
  const left_out = leftOut(
    sources.length > 1 ? numbered(frame, name) : frame,
    name,
    [...notes, ...name === "ratings" ? unscored(frame) : []],
    [...read.flatMap((one) => one?.reached ?? []), ...by ?? []],
  );
  const files = read.flatMap((one) => one?.files ?? [])
    .map(({ path, rows }) => ({ name: basename(path), rows, ...fileHash(path) }));
  const layout = [...new Set(read.map((one) => one?.format ?? "native"))].join(", ");
  const conditions = ordered(frame, options.baseline).map((one) => one ?? "none");
  const version = ownVersion();
  const { text, bibtex } = methodsOf(sections, { ...context, version });
  const lines = sections.flatMap((section) => section.lines);
  const json: ReportJson = {
    schema: SCHEMA,
    title: title ??
      `Bias report: ${files.map((file) => file.name).join(sources.length > 1 ? " → " : ", ") || name}`,
    lead: [
      ...leadOf(frame, name, whole),
      ...notes.filter((note) => note.includes(` ${CHANGED} `)),
      ...unreadReplies(left_out.table, name, LEAD),
    ].slice(0, 5).join(" "),
    verdict_words: [
      changed?.rows === 0 && Math.max(...changed.only) === 0 && said("hold_the_same"),
      verdictWords(sections, alpha),
    ].filter(Boolean).join(" "),
    answers: answersOf(sections),
    cannot_say: [
      ...cannotSay({ not_asked: notAsked, left_out }, sections),
      ...name === "pairs" ? oneBias(frame) : [],
      ...askedIfNamed(ifWished, conditions),
      ...name === "ratings" && conditions.length > 1 ? [said("taus_of_conditions")] : [],
    ],
    problems: [...unfitJudges(left_out), ...problemsOf(sections)],
    made_by: { judgebias: version, ...runtime() },
    input: { frame: name, layout, files, sha256: hashOf(frame) },
    options: { seed, alpha, ...by && { by } },
    provenance: saysSimulated(frame) ? "simulated" : "results",
    lines: lines.map(jsonLine),
    left_out,
    not_asked: notAsked,
    conditions,
    ...notCompared ? { changed, not_compared: notCompared } : {},
    methods: text,
    bibtex,
    files: { csv: "estimates.csv", ...listed && { changed: CHANGED } },
  };
  const made: Report = {
    html: wholePage(json, sections),
    json,
    estimates: computedFrom(frame, estimateRows(sections)),
    ...listed && { changed: listed },
  };
  const inWords = () => plainText(json);
  withFaces(made, inWords, () => ({ "text/html": cellHtml(json, sections), "text/plain": inWords() }));
  if (out !== undefined) saveReport(made, sections, out, read.flatMap((one) => one?.replies ?? []));
  return made;
}

function methodsOf(
  sections: readonly Section[],
  { alpha, seed, epsilon, version }: { alpha: number; seed: number; epsilon: number; version: string },
): { text: string; bibtex: string } {
  const lines = sections.flatMap((section) => section.lines);
  const tested = lines.filter(({ pAdjusted }) => !Number.isNaN(pAdjusted)).length;
  const filled = sections.filter(({ lines }) => lines.length > 0),
    asked = filled.map(({ question }) => question);
  const keysOf = ({ cite }: Question) =>
    cite.flatMap((name) => PAPERS.find((paper) => paper.name === name)?.cite ?? []);
  const clauses = filled.map(({ question, lines }) => {
    const own = /author$/.test(question.method) && lines.find((line) => line.method)?.method;
    const method = question.method.replace("ε", `ε = ${epsilon}`) + (own ? ` (${own})` : "");
    const keys = keysOf(question).map((key) => ` [@${key}]`).join("");
    return `${method[0].toUpperCase()}${method.slice(1)}${keys}.`;
  });
  const told = [...new Set(clauses)]; // of which one may say what another says, and more
  const deltas = asked.filter(({ delta }) => !Number.isNaN(delta))
    .map(({ delta, unit }) => deltaText(delta, unit));
  const sizes = [...new Set(deltas)].join(" or "), tests = tested === 1 ? "one_test" : "tests";
  const absent = sizes && said("absent", { sizes });
  const text = [
    ...told.filter((one) => !told.some((more) => more !== one && more.startsWith(one.slice(0, -1)))),
    said("intervals", { level: percentOf(1 - alpha) }),
    said("longer", { scarce: SCARCE }),
    tested === 0 ? said("no_test") : said(tests, { tests: tested, alpha, absent }),
    ...lines.some(({ leftOut }) => leftOut) ? [said("in_both_ways")] : [],
    ...lines.some(({ turns }) => turns) ? [said("in_any_case")] : [],
    ...lines.some(({ parts }) => parts !== "") ? [said("parts")] : [],
    said("computed", { version, seed }),
  ].join("\n\n");
  const papers = readFileSync(new URL("../../papers.bib", import.meta.url), "utf8").split(/\n(?=@)/);
  const cited = [...new Set(asked.flatMap(keysOf))].map((key) =>
    papers.find((entry) => entry.includes(`{${key},`))!.trim()
  );
  return { text, bibtex: cited.join("\n\n") };
}

function saveReport(
  made: Report,
  sections: readonly Section[],
  folder: string,
  replies: readonly RepliesReport[],
): void {
  const level = percentOf(1 - made.json.options.alpha), listed = join(folder, "unread.csv");
  const unread = unreadRows(replies, listed);
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) =>
    writeWhole(join(folder, name), (path) => writeFileSync(path, text));
  const provenance = pl.lit(made.json.provenance).alias("provenance");
  writeFrame(made.estimates.withColumns(provenance), join(folder, "estimates.csv"));
  // Another report's into the same folder: what is not written again is not this one's.
  for (const path of [join(folder, CHANGED), listed]) rmSync(path, { force: true });
  if (unread.length > 0) writeFrame(pl.DataFrame(unread), listed);
  if (made.changed) writeFrame(made.changed, join(folder, CHANGED));
  write("report.json", `${JSON.stringify(made.json, null, 2)}\n`);
  write("index.html", made.html);
  write("report.md", markdownOf(made.json));
  const main = made.estimates.filter(pl.col("look").eq(pl.lit("main")));
  const { lines } = made.json, tested = lines.some(({ p_adjusted }) => p_adjusted !== null);
  const titleOf = ({ question: id }: JsonLine) =>
    sections.find(({ question }) => question.id === id)!.question.title;
  // What holds a line open stands beside the verdict, as on the page.
  const isSaid = (line: JsonLine) => isFound(line) || line.words.startsWith("undecided, since ");
  const nameOf = (line: JsonLine) => [titleOf(line), ...Object.values(line.group)].join(" · ");
  const p = lines.map(adjustedP);
  const table = main.select("estimate", "low", "high", "n").withColumns(
    pl.Series("question", lines.map(titleOf), pl.Utf8),
    pl.Series("verdict", lines.map((line) => isSaid(line) ? line.words : VERDICTS[line.verdict]), pl.Utf8),
    pl.Series("p_adjusted", p, pl.Utf8),
    pl.Series("of", lines.map(({ group }) => Object.values(group).join(" · ")), pl.Utf8),
    pl.Series("unit", lines.map(({ unit }) => unit), pl.Utf8),
  );
  const columns = ["question", "of", "estimate", "low", "high", "unit", "n", "p_adjusted", "verdict"];
  const said = [
    `${level} intervals`,
    ...tested ? ["p adjusted by Holm over all tested lines, two-sided"] : [],
    ...p.some((text) => text.endsWith("equivalence")) ? ["p of equivalence adjusted by Bonferroni"] : [],
  ].join("; ");
  write(
    "estimates.tex",
    toLatex(table.select(...columns.filter((name) => tested || name !== "p_adjusted")), {
      heading: "question",
      names: { of: "", ...tested ? { p_adjusted: "p, adjusted" } : {} },
      label: "tab:bias-report",
      notes: warned(lines, nameOf, "estimate"),
      caption: `${made.json.title}. ${said[0].toUpperCase()}${said.slice(1)}.`,
    }),
  );
}
