import { grouped } from "../stats/grouped.ts";
import { groupTables, inOrderOf } from "./section_tables.ts";
import { adjustedP, countText, intervalText, orderNotes } from "./number_text.ts";
import { percentOf } from "../results/frame.ts";
import { afterVerdict, headingOf, problemWords, verdictName } from "./report_words.ts";
import type { JsonLine, ReportJson } from "./report_json.ts";
import { said } from "./said.ts";
import { cut, printable, reportTold, told, unframed } from "../progress/told.ts";

/**
 * A report as Markdown, for a pull request or a paper's appendix: what was read, a table of every line that was tested and one of those that are
 * only described, what could not be asked and which column would allow it, what was left out, and the paragraph on methods with its sources.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { markdownOf, report } from "judgebias/report";
 *
 * const { json } = await report(readPairs("data/examples/pairs.csv"), {
 *   silent: true, questions: ["ib"],
 * });
 * assert.match(markdownOf(json), /\| ib \| simulated-judge-a \| 53\.1/);
 * ```
 */
export function markdownOf(json: ReportJson): string {
  requireRecord("markdownOf", json);
  const tables = groupTables(json);
  const ordered = [...grouped(json.lines, ({ question }) => question).values()]
    .flatMap((own) => inOrderOf(tables, own));
  const tested = ordered.filter(({ verdict }) => verdict !== "not tested");
  const described = ordered.filter(({ verdict }) => verdict === "not tested");
  const row = (line: ReportJson["lines"][number]) => {
    const { question, group, quantity, unit, n, clusters, verdict, note, warning } = line;
    return [
      question,
      Object.values(group).join(", "),
      intervalText(line, unit),
      [countText(n), countText(clusters) && `(${countText(clusters)})`].join(" ").trim(),
      ...verdict === "not tested" ? [quantity] : [
        adjustedP(line),
        `${verdictName(line)}${afterVerdict(line)}${line.without && `; ${line.without}`}`,
      ],
      [note, warning].filter(Boolean).join("; "),
    ];
  };
  const counts = "n (clusters)", estimate = `estimate [${percentOf(1 - json.options.alpha)} interval]`;
  const part = (title: string, text: string) => text === "" ? [] : [`## ${title}`, text];
  return [
    `# ${inline(json.title)}`,
    ...json.provenance === "simulated" ? [`**Simulated**: ${said("simulated")}`] : [],
    inline(json.lead),
    ...json.problems.map((one) => `**${inline(problemWords(one))}**`),
    ...part(
      headingOf(json),
      list(json.answers.flatMap(({ title, answers }) => answers.map((words) => `${title}: ${words}`))),
    ),
    inline(json.verdict_words),
    ...part("What can these results not say?", list(json.cannot_say)),
    ...part(
      "Tested",
      table(
        ["question", "group", estimate, counts, "adjusted p", "verdict", "note"],
        tested.map(row),
      ),
    ),
    ...part(
      "Described, not tested",
      table(["question", "group", "estimate", counts, "quantity", "note"], described.map(row)),
    ),
    ...part("Not asked", list(json.not_asked.map(({ title, allow }) => `${title}: ${allow}`))),
    ...part("Left out", list(json.left_out.notes)),
    "## Methods",
    ...json.methods.split("\n\n").map((one) => inline(one).replace(/\\\[(@[\w, @;]+)\\\]/g, "[$1]")),
    ...json.bibtex.trim() === "" ? [] : ["```bibtex\n" + json.bibtex.trim() + "\n```"],
  ].join("\n\n") + "\n";
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => inline(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return rows.length === 0 ? "" : [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const list = (items: readonly string[]): string => items.map((item) => `- ${inline(item)}`).join("\n");

function inline(text: string): string {
  return text.replace(/\s+/g, " ").trim().replace(/[\\`*_{}<>#[\]!]/g, (sign) => `\\${sign}`);
}

const LONGEST = 72;

export function requireRecord(action: string, json: ReportJson): void {
  if (Array.isArray(unframed(json).lines)) return;
  throw new TypeError(
    said("record_wanted", { action, found: `${told(json)}${reportTold(json) && ": add .json"}` }),
  );
}

const WARNED = "\u26a0\ufe0e";

/**
 * A report's verdicts as lines of text, for a terminal: a line each, what was found first; without any verdict what is described.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { plainText, report } from "judgebias/report";
 *
 * const { json } = await report(readPairs("data/examples/pairs.csv"), {
 *   silent: true, questions: ["ib"],
 * });
 * assert.match(plainText(json), /shown +ib simulated-judge-a 53\.1/);
 * ```
 */
export function plainText(json: ReportJson): string {
  requireRecord("plainText", json);
  const { title, verdict_words, problems, cannot_say, left_out, lines } = json;
  const ids = json.answers.map(({ id }) => id);
  const tested = lines.filter(({ verdict }) => verdict !== "not tested")
    .toSorted((a, b) => ids.indexOf(a.question) - ids.indexOf(b.question));
  const shown = tested.length > 0 ? tested : lines;
  const isWarned = ({ warning, verdict }: JsonLine) => warning !== "" && verdict !== "untestable";
  const columns = [
    shown.map(verdictName),
    shown.map(({ question }) => question),
    shown.map(({ group }) => cut(printable(Object.values(group).join(" · ")).replaceAll("\n", " "), LONGEST)),
    shown.map((line) => intervalText(line, line.unit)),
  ].map((cells) => {
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((cell) => cell.padEnd(width));
  });
  return [
    printable(title),
    ...json.provenance === "simulated" ? [said("simulated")] : [],
    ...problems.map((one) => printable(problemWords(one))),
    verdict_words,
    ...shown.map((line, i) => {
      const { verdict, quantity, n, parts, warning, without, held, note } = line, text = adjustedP(line);
      const p = text && `, p = ${text}`.replace("= <", "<");
      // Of a mitigation the note begins with the change of accuracy.
      const beside = [
        held && p && note.replace(/;.*/, ""),
        / replies could /.test(line.words) && note.split("; ").find((one) => one.startsWith("whatever")),
        without,
      ].filter(Boolean).map((one) => `; ${one}`).join("");
      const untold = verdict === "not tested" ? `, ${quantity}` : afterVerdict(line);
      const words = printable(verdict === "untestable" ? `: ${warning}` : untold);
      return `  ${columns.map((cells) => cells[i]).join(" ")}  n = ${countText(n)}${
        isWarned(line) ? ` ${WARNED}` : ""
      }${p}${words}${beside}${parts && `\n    effects of opposite sign: ${printable(parts)}`}`;
    }),
    `  (in brackets ${percentOf(1 - json.options.alpha)} intervals${
      lines.some(isWarned) ? `; ${WARNED} a warning, which the page and its files have in words` : ""
    })`,
    ...cannot_say.filter((one) => / --(questions|baseline) /.test(one)),
    ...orderNotes(lines).map((note) => `Note: ${printable(note)}.`),
    ...left_out.notes.filter((note) => !problems.some(({ problem }) => problem === note)).map((note) =>
      `Note: ${printable(note)}`
    ),
  ].join("\n");
}
