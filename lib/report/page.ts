import { readFileSync } from "node:fs";
import { htmlPage } from "../figures/html_page.ts";
import { escapeXml } from "../figures/svg_text.ts";
import { verdictGrid } from "./interval_chart.ts";
import { countText, intervalText, pText, valueText } from "./number_text.ts";
import { chartOf, chartRow, groupText, lookChart, SHAPES } from "./page_chart.ts";
import { cell, estimateTable, folded, LONGEST_LOOK, table } from "./page_table.ts";
import type { Line, Section } from "./report_types.ts";
import type { ReportJson } from "./report_json.ts";

/** A whole page around a report's body: one file, no network, no time stamp. */
export function wholePage(body: string, title: string): string {
  return htmlPage({
    title,
    style: `body { margin: 0; background: var(--paper); }\n${asset("report.css")}`,
    body,
    script: asset("in_browser.js"),
  });
}

/** Tested lines that a cell of a notebook shows before the rest is unfolded. */
const CELL_LINES = 20;

/** A report as a cell of a notebook shows it: what it comes to in a short table, all else folded. */
export function cellHtml(record: ReportJson, sections: readonly Section[]): string {
  const tested = testedLines(sections), rows = tested.slice(0, CELL_LINES).map(verdictRow);
  const more = tested.length > rows.length ? `, the first ${rows.length} of ${tested.length}` : "";
  const short = rows.length === 0 ? "" : table(VERDICT_HEAD, rows, `Tested lines${more}`, false);
  const estimates = sections.reduce((sum, { lines }) => sum + lines.length, 0);
  return `<style>${asset("report.css")}</style><main class="judgebias-report">${headOf(record)}
${problemBanners(record)}<p class="soft">${escapeXml(record.verdict_words)}</p>
${short}
<details><summary>The whole report: ${estimates} estimates, pictures, what was read, methods</summary>
${sectionsOf(record, sections)}</details></main>`;
}

/** What a report shows, from its record and sections. */
export function reportBody(record: ReportJson, sections: readonly Section[]): string {
  return `<main class="judgebias-report">
${headOf(record)}
${sectionsOf(record, sections)}
</main>`;
}

function headOf(record: ReportJson): string {
  return `<h1>${escapeXml(record.title)}</h1>
<p class="lead">${escapeXml(record.lead)}</p>
${
    record.provenance === "simulated"
      ? `<p class="banner">These rows say that they are simulated: everything below describes the simulation, not a model.</p>`
      : ""
  }`;
}

function sectionsOf(record: ReportJson, sections: readonly Section[]): string {
  const shown = sections.filter(({ lines, problem }) => lines.length > 0 || problem !== "");
  return `<nav aria-label="Sections"><a href="#verdicts">Verdicts</a><a href="#read">What was read</a>${
    shown.map(({ question }) => `<a href="#${question.id}">${escapeXml(question.title)}</a>`).join("")
  }<a href="#not-asked">What could not be asked</a><a href="#methods">Methods</a></nav>
${verdictSection(record, sections)}
${readSection(record)}
${shown.map((section) => questionSection(section, record)).join("\n")}
${notAskedSection(record)}
${methodsSection(record)}`;
}

/** The lines that were tested, with their sections. */
function testedLines(sections: readonly Section[]): { line: Line; section: Section }[] {
  return sections.flatMap((section) =>
    section.lines.filter(({ verdict }) => verdict !== "not tested").map((line) => ({ line, section }))
  );
}

function verdictSection(record: ReportJson, sections: readonly Section[]): string {
  const lines = testedLines(sections);
  // A column of the picture has one null value for all its rows.
  const tested = sections.filter(({ question }) => !Number.isNaN(question.nullValue));
  if (lines.length === 0) {
    return `<section id="verdicts"><h2>Verdicts</h2>${
      problemBanners(record)
    }<p>Nothing in these results can be tested; what they hold is described below.</p></section>`;
  }
  const columns = tested.map(({ question, lines }) => ({
    name: question.short,
    unit: lines[0]?.unit ?? question.unit,
    nullValue: lines[0]?.nullValue ?? question.nullValue,
    rows: lines.map(chartRow),
  }));
  const grid = SHAPES.map((shape) => verdictGrid(columns, "Verdicts at a glance", shape)).join("");
  return `<section id="verdicts" aria-labelledby="verdicts-title"><h2 id="verdicts-title">Verdicts</h2>
${problemBanners(record)}<p class="soft">${escapeXml(record.verdict_words)}</p>
${grid === "" ? "" : keyed(grid)}
${
    table(VERDICT_HEAD, lines.map(verdictRow), "Every tested line; press a column's head to sort", true)
  }</section>`;
}

const VERDICT_HEAD = ["Bias", "Group", "Verdict", "Estimate and interval", "n", "p, adjusted"];

/** A tested line as a row below `VERDICT_HEAD`. */
function verdictRow({ line, section: { question } }: { line: Line; section: Section }): string {
  return `<tr>${cell(question.title)}${cell(groupText(line))}<td class="verdict ${
    line.verdict.replaceAll(" ", "-")
  }">${escapeXml(line.verdict)}${
    line.warning ? ` <span class="warning" title="${escapeXml(line.warning)}">(see warning below)</span>` : ""
  }</td>${cell(intervalText(line, line.unit), "num", line.estimate)}${
    cell(countText(line.n), "num", line.n)
  }${cell(pText(line.pAdjusted), "num", line.pAdjusted)}</tr>`;
}

/** The picture of the verdicts with its key. */
function keyed(grid: string): string {
  return `<div class="scroll" tabindex="0" role="region" aria-label="Picture of the verdicts">${grid}</div>
<p class="soft key"><span class="supported">● supported</span> <span class="contradicted">● contradicted</span> <span class="absent">● absent</span>
<span class="undecided">○ undecided</span> Each column has a scale of its own; its line is no effect. What either side of it means stands in the sections.</p>`;
}

/** What could not be computed stands first: a report without its main line must not look whole. */
function problemBanners({ problems }: ReportJson): string {
  return problems.map(({ problem, questions }) =>
    `<p class="banner">Not computed: ${
      questions.map(({ id, title }) => `<a href="#${id}">${escapeXml(title)}</a>`).join(", ")
    }. ${escapeXml(problem)}</p>\n`
  ).join("");
}

function readSection({ input, left_out }: ReportJson): string {
  const columns = Object.keys(left_out.table[0] ?? {});
  const rows = left_out.table.map((row) =>
    `<tr>${
      columns.map((name) =>
        typeof row[name] === "number"
          ? cell(countText(row[name] as number), "num", row[name] as number)
          : cell(String(row[name]))
      ).join("")
    }</tr>`
  );
  return `<section id="read" aria-labelledby="read-title"><h2 id="read-title">What was read and left out</h2>
<p>${
    escapeXml(
      input.files.map(({ name, rows }) => `${name} (${countText(rows)} rows)`).join(", ") ||
        `a frame of ${countText(left_out.rows)} rows`,
    )
  }, as ${escapeXml(input.frame)}${
    input.layout === "native" ? "" : ` in the layout ${escapeXml(input.layout)}`
  }.</p>
${
    left_out.notes.length > 0
      ? `<ul>${left_out.notes.map((note) => `<li>${escapeXml(note)}</li>`).join("")}</ul>`
      : ""
  }
${
    folded(table(columns.map((name) => name.replaceAll("_", " ")), rows, "Rows by group", true), rows.length)
  }</section>`;
}

function questionSection({ question, lines, looks, problem }: Section, record: ReportJson): string {
  const words = sentences({ question, lines, looks, problem });
  const warnings = lines.filter(({ warning }) => warning !== "").map((line) =>
    `${groupText(line)}: ${line.warning}`
  );
  return `<section id="${question.id}" aria-labelledby="${question.id}-title"><h2 id="${question.id}-title">${
    escapeXml(question.title)
  }</h2>
<p>${escapeXml(question.question)}</p>
${problem ? `<p class="banner">Not computed: ${escapeXml(problem)}</p>` : ""}
${words.length > 0 ? `<ul>${words.map((one) => `<li>${escapeXml(one)}</li>`).join("")}</ul>` : ""}
${
    warnings.length > 0
      ? `<ul class="warning">${warnings.map((one) => `<li>${escapeXml(one)}</li>`).join("")}</ul>`
      : ""
  }
<div class="scroll" tabindex="0" role="region" aria-label="Chart: ${escapeXml(question.title)}">${
    chartOf({ question, lines, looks, problem })
  }</div>
${estimateTable(lines, question.unit, question.title)}
${
    looks.map(({ look, estimates, problem }) =>
      `<details${estimates.length <= 12 ? " open" : ""}><summary>${
        escapeXml(look.name)
      }</summary><p class="soft">${escapeXml(look.words)}.</p>${
        problem ? `<p class="banner">Not computed: ${escapeXml(problem)}</p>` : ""
      }${lookChart({ look, estimates, problem }, question.unit, `${question.title}: ${look.name}`)}${
        estimateTable(
          estimates.slice(0, LONGEST_LOOK),
          look.unit ?? question.unit,
          `${question.title}: ${look.name}`,
        )
      }${
        estimates.length > LONGEST_LOOK
          ? `<p class="soft">The first ${LONGEST_LOOK} of ${estimates.length}; all are in ${
            escapeXml(record.files.csv)
          }.</p>`
          : ""
      }</details>`
    ).join("")
  }</section>`;
}

/** Findings in words, one sentence for each verdict that some lines have. */
export function sentences({ question, lines }: Section): string[] {
  const named = (own: readonly Line[], words: string) => {
    if (own.length === 0) return [];
    const names = own.slice(0, 6).map((line) => `${groupText(line)} (${intervalText(line, line.unit)})`);
    const more = own.length > 6 ? `, and ${own.length - 6} more` : "";
    return [`${words}: ${names.join("; ")}${more}.`];
  };
  const of = (verdict: Line["verdict"]) => lines.filter((line) => line.verdict === verdict);
  const above = ({ estimate, nullValue = question.nullValue, claimIs, direction }: Line) =>
    question.below === undefined && claimIs === "below" || (direction ? direction > 0 : estimate > nullValue);
  return [
    ...named(of("supported").filter(above), `Supported: ${question.above}`),
    ...named(of("supported").filter((line) => !above(line)), `Supported: ${question.below}`),
    ...named(of("contradicted"), "Contradicted"),
    ...(Number.isNaN(question.delta) ? [] : named(
      of("absent"),
      `Absent, within ±${valueText(question.delta, question.unit)}${
        question.unit === "number" ? "" : " points"
      }`,
    )),
    ...named(of("undecided"), "Undecided"),
  ];
}

function notAskedSection({ not_asked }: ReportJson): string {
  if (not_asked.length === 0) {
    return `<section id="not-asked"><h2>What could not be asked</h2><p>Every question that the library has for such results was asked.</p></section>`;
  }
  const rows = not_asked.map(({ title, question, lacking, allow }) =>
    `<tr>${cell(title)}${cell(question)}${cell(lacking)}${cell(allow)}</tr>`
  );
  return `<section id="not-asked" aria-labelledby="not-asked-title"><h2 id="not-asked-title">What could not be asked</h2>
${
    table(
      ["Bias", "Question", "These results lack", "It would take"],
      rows,
      "Questions without an answer here",
      false,
    )
  }</section>`;
}

function methodsSection({ methods, bibtex, made_by, input, options }: ReportJson): string {
  const facts = [
    ...Object.entries(made_by).map(([name, version]) => `${name} ${version}`),
    `seed ${options.seed}`,
    `alpha ${options.alpha}`,
    `input SHA-256 ${input.sha256}`,
  ];
  return `<section id="methods" aria-labelledby="methods-title"><h2 id="methods-title">Methods</h2>
<p>${escapeXml(methods)}</p>
${bibtex ? `<details><summary>BibTeX</summary><pre tabindex="0">${escapeXml(bibtex)}</pre></details>` : ""}
<p class="soft">${escapeXml(facts.join(" · "))}</p></section>`;
}

function asset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}
