import { grouped } from "../stats/grouped.ts";
import { groupTables, inOrderOf } from "./by_group.ts";
import { adjustedP, countText, intervalText } from "./number_text.ts";
import { percentOf } from "../results/frame.ts";
import { afterVerdict, headingOf, problemWords, VERDICTS } from "./report_words.ts";
import { SIMULATED } from "./lead.ts";
import { requireRecord } from "./plain_text.ts";
import type { ReportJson } from "./report_json.ts";

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
  // As on the page: the condition that others are compared with first.
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
      `${countText(n)} (${countText(clusters)})`,
      ...verdict === "not tested" ? [quantity] : [
        adjustedP(line),
        `${VERDICTS[verdict]}${afterVerdict(line)}${line.without && `; ${line.without}`}`,
      ],
      [note, warning].filter(Boolean).join("; "),
    ];
  };
  const counts = "n (clusters)", estimate = `estimate [${percentOf(1 - json.options.alpha)} interval]`;
  /** A part with its heading; none where there is nothing to say. */
  const part = (title: string, text: string) => text === "" ? [] : [`## ${title}`, text];
  return [
    `# ${inline(json.title)}`,
    ...json.provenance === "simulated" ? [`**Simulated**: ${SIMULATED}`] : [],
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

/** Nothing without rows. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => inline(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return rows.length === 0 ? "" : [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${inline(item)}`).join("\n");
}

/** Text of results (names, notes) as one line in which nothing is markup, a link or HTML. */
function inline(text: string): string {
  return text.replace(/\s+/g, " ").trim().replace(/[\\`*_{}<>#[\]!]/g, (sign) => `\\${sign}`);
}
