import { WORDS } from "./number_text.ts";
import { readFileSync } from "node:fs";
import { inWords } from "../progress/show.ts";
import { htmlPage } from "../figures/html_page.ts";
import {
  byGroup,
  estimatesTable,
  type GroupTable,
  groupTables,
  inOrderOf,
  keyOf,
  linesTable,
} from "./section_tables.ts";
import { QUANTITY } from "./forest.ts";
import { type Html, list, markup, table } from "./html.ts";
import { percentOf } from "../results/frame.ts";
import { headingOf } from "./report_words.ts";
import type { Section } from "./report_types.ts";
import { NO_ROWS, type ReportJson } from "./report_json.ts";
import { said } from "./said.ts";

export function wholePage(record: ReportJson, sections: readonly Section[]): string {
  const body = markup`<main class="judgebias-report">${headOf(record)}${sectionsOf(record, sections)}</main>`;
  return htmlPage({
    title: record.title,
    style: `body { margin: 0; background: var(--paper); }\n${asset("report.css")}`,
    body: body.source,
    script: asset("in_browser.js"),
  });
}

export function cellHtml(record: ReportJson, sections: readonly Section[]): string {
  const estimates = sections.reduce((sum, { lines }) => sum + lines.length, 0);
  const body = markup`<main class="judgebias-report">${headOf(record)}${answersPart(record)}<details>
<summary>The whole report: ${estimates} estimates, pictures, what was read, methods</summary>
${sectionsOf(record, sections)}</details></main>`;
  return `<style>${asset("report.css")}</style>${body.source}`;
}

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

const banner = (words: string | Html) => markup`<p class="banner">${words}</p>\n`;

function headOf({ title, lead, provenance }: ReportJson): Html {
  const above = provenance === "simulated" && banner(said("simulated"));
  return markup`<h1>${title}</h1>\n<p class="lead">${lead}</p>\n${above}`;
}

function part(id: string, title: string, ...content: Parameters<typeof markup>[1][]): Html {
  return markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content.flat()}</section>\n`;
}

function sectionsOf(record: ReportJson, sections: readonly Section[]): Html {
  const shown = inOrder(sections, record).filter(({ lines, problem }) => lines.length > 0 || problem !== "");
  const links = [
    ...shown.map(({ question: { id, title } }) => [id, title]),
    ["read", "What was read"],
    ["not-asked", "What could not be asked"],
    ["methods", "Methods"],
  ].map(([id, title]) => markup`<a href="#${id}">${title}</a> `);
  return markup`${part("verdicts", "Verdicts", answersPart(record))}
<nav aria-label="Sections">${links}</nav>
${keyOf(sections, record)}${shown.map((section) => questionSection(section, record))}${readSection(record)}${
    notAskedSection(record)
  }${methodsSection(record)}`;
}

function answersPart(record: ReportJson): Html {
  const { problems, answers, verdict_words, cannot_say, not_asked, options } = record;
  const link = ({ id, title }: { id: string; title: string }) => markup`<a href="#${id}">${title}</a>`;
  const isTested = record.lines.some(({ verdict }) => verdict !== "not tested" && verdict !== "untestable");
  const stopped = problems.map(({ problem, questions }) => {
    const links = questions.map((one, i) => markup`${i > 0 && ", "}${link(one)}`);
    return banner(markup`${links.length > 0 && markup`Not computed: ${links}. `}${problem}`);
  });
  const said = answers.map((one) =>
    markup`${link(one)}${one.answers.length > 1 ? list(one.answers) : `: ${one.answers}`}`
  );
  const level = percentOf(1 - options.alpha);
  const found = answers.length === 0
    ? markup`<p>Nothing is tested here; what these results hold stands below, with ${level} intervals.</p>`
    : markup`${list(said)}${byGroup(groupTables(record))}
<h3>How sure is that?</h3>
<p>${verdict_words}${isTested && ` In brackets: ${level} intervals.`}</p>`;
  const way = not_asked.length > 0 &&
    markup`<p class="soft"><a href="#not-asked">What it would take</a> to ask the rest.</p>`;
  return markup`${stopped}<h3>${headingOf(record)}</h3>\n${found}
${cannot_say.length > 0 && markup`<h3>What can these results not say?</h3>\n${list(cannot_say)}${way}`}`;
}

function inOrder(sections: readonly Section[], { answers }: ReportJson): Section[] {
  const ids = answers.map(({ id }) => id).toReversed();
  const place = ({ question }: Section) => -ids.indexOf(question.id);
  return sections.toSorted((a, b) => place(a) - place(b));
}

const LONGEST = 60;

function questionSection({ question, lines, looks, problem }: Section, record: ReportJson): Html {
  const { id, title, unless } = question;
  const beside = !record.lines.some((line) => line.question === unless) && question.beside;
  const tables = groupTables(record), ordered = inOrderOf(tables, lines);
  return part(
    id,
    title,
    markup`<p>${question.question}${beside && ` ${beside}`}</p>\n${
      problem !== "" && banner(`Not computed: ${problem}`)
    }`,
    linesTable(ordered, question),
    looks.map((look) => lookPart(look, question, record, tables)),
  );
}

function lookPart(
  { look, estimates, problem }: Section["looks"][number],
  { title, ...question }: Section["question"],
  { files }: ReportJson,
  tables: readonly GroupTable[],
): Html {
  const unit = look.unit ?? question.unit, isSame = look.unit === undefined, all = estimates.length;
  const shown = estimates.slice(0, LONGEST).map((one) => ({ unit, ...one }));
  const quantities = new Set(estimates.map(({ quantity }) => quantity)), [quantity] = quantities;
  const drawn = estimatesTable(inOrderOf(tables, shown), {
    unit,
    nullValue: isSame ? question.nullValue : NaN,
    delta: isSame ? question.delta : NaN,
    caption: quantities.size === 1 ? quantity : `${title}: ${look.name}`,
    label: `${title}: ${look.name}`,
  }, quantities.size === 1 ? [] : [QUANTITY]);
  return markup`<details><summary data-file="${files.csv}">${look.name}</summary>\n<p class="soft">${look.words}.</p>
${problem !== "" && banner(`Not computed: ${problem}`)}${drawn}${
    all > LONGEST && markup`<p class="soft">The first ${LONGEST} of ${all}; all are in ${files.csv}.</p>`
  }</details>\n`;
}

function readSection({ input, left_out: { rows, notes, table: groups } }: ReportJson): Html {
  const files = input.files.map(({ name, rows }) => `${name} (${inWords(rows, "row")})`).join(", ");
  const layout = input.layout === "native" ? "" : ` in the layout ${input.layout}`;
  const columns = Object.keys(groups[0] ?? {});
  return part(
    "read",
    "What was read and left out",
    markup`<p>${files || `a frame of ${inWords(rows, "row")}`}, as ${input.frame}${layout}.</p>\n`,
    list(notes),
    columns.length > 0 && table(
      columns.map((name) => WORDS.heads[name] ?? name.replaceAll("_", " ")),
      groups.map((row) => columns.map((name) => row[name])),
      "Rows by group",
      true,
    ),
  );
}

function notAskedSection({ not_asked }: ReportJson): Html {
  return part(
    "not-asked",
    "What could not be asked",
    not_asked.length === 0
      ? markup`<p>Every question that is asked of such results without being named was asked.</p>`
      : table(
        ["Bias", "Question", "It would take"],
        not_asked.map(({ title, question, lacking, allow }) => {
          return [title, question, lacking === NO_ROWS && allow !== lacking ? `${lacking}: ${allow}` : allow];
        }),
        "Questions without an answer here",
      ),
  );
}

const MANY_FILES = 5;

function methodsSection({ methods, bibtex, made_by, input, options }: ReportJson): Html {
  const versions = Object.entries(made_by).map(([name, version]) => `${name} ${version}`);
  const { files } = input,
    hashes = files.length > MANY_FILES
      ? [`SHA-256 of each of ${files.length} files in report.json`]
      : files.map(({ name, sha256 = "" }) => `SHA-256 of ${name} ${sha256}`);
  const facts = [
    ...versions,
    ...Object.entries(options).map(([name, value]) =>
      `${name.replaceAll("_", " ")} ${Array.isArray(value) ? value.join(", ") : value}`
    ),
    ...hashes,
    `of the rows as read ${input.sha256}`,
  ];
  const entries = bibtex.split("\n\n"),
    each = entries.map((entry) => markup`<pre tabindex="0">${entry}</pre>`);
  const cited = bibtex !== "" &&
    markup`<details><summary data-file="report.md">BibTeX</summary>${each}</details>\n`;
  const said = methods.replaceAll(/\[@(\w+)\]/g, (_, key) => {
    const entry = entries.find((one) => one.includes(`{${key},`)) ?? "";
    const [, first = key, more] = /author\s*= \{([^,]+),[^}]*?( and )/.exec(entry) ?? [];
    return `(${first}${more ? " et al." : ""} ${/year\s*= \{(\d+)/.exec(entry)?.[1]})`;
  });
  const told = said.split("\n\n").map((one) => markup`<p>${one}</p>\n`);
  return part("methods", "Methods", markup`${told}${cited}<p class="soft">${facts.join(" · ")}</p>`);
}
