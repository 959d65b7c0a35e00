import { readFileSync } from "node:fs";
import { PAPERS } from "../../papers/papers.ts";
import type { Coverage } from "../coverage.ts";
import { coverageTotals } from "../coverage.ts";
import { htmlPage } from "../html_page.ts";
import { escapeXml } from "../svg_text.ts";
import { plain } from "../text_width.ts";
import type { FigureSpec } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import type { Box } from "../compose.ts";
import type { GalleryEntry } from "./gallery_entry.ts";

/** Words for the kinds of figures. */
const KINDS = {
  chart: "charts",
  table: "tables",
  schematic: "schematics",
  example: "examples",
  prompt: "prompts",
} as const;

const PROVENANCES: Record<Provenance, string> = {
  published: "every number and word is printed in a paper",
  "computed from published": "arithmetic on printed numbers",
  redrawn: "a paper’s content in our words and drawing",
  simulated: "computed from a simulation calibrated to the paper; describes the simulation, not a model",
  "public verdicts": "computed from verdicts of real judges that others have published",
  results: "computed from files that were given",
};

/** What a page shows, and where it links to. */
export interface GalleryPage {
  entries: readonly GalleryEntry[];
  covered: readonly Coverage[];
  links: Record<"notebook" | "source", (figure: FigureSpec) => string | undefined>;
}

/**
 * One page that shows every figure and table: search, filters, a large view with the keyboard, and a coverage table. It opens
 * from the file system, needs no server, asks the network for nothing, and has no time stamp: the same figures give the same
 * bytes.
 *
 * @param links where a figure's notebook and source file are, from the page; no link where there is none
 */
export function galleryPage({ entries, covered, links }: GalleryPage): string {
  const papers = PAPERS.filter(({ name }) => entries.some(({ figure }) => figure.paper === name));
  const kinds = (Object.keys(KINDS) as (keyof typeof KINDS)[])
    .filter((kind) => entries.some(({ figure }) => figure.kind === kind));
  const provenances = (Object.keys(PROVENANCES) as Provenance[])
    .filter((one) => entries.some(({ sources }) => sources.includes(one)));
  return htmlPage({
    title: "judgebias: figures and tables",
    style: `\n${asset("gallery.css")}`,
    body: `<a class="skip" href="#figures">Skip to the figures</a>
<header>
<h1>judgebias</h1>
<p>How do vision-language models behave as judges? Every figure and table of four papers, drawn anew from published numbers,
from a calibrated simulation, or from results, and each says which. Press <kbd>/</kbd> to search, <kbd>Enter</kbd> on a
picture to enlarge it, <kbd>←</kbd> <kbd>→</kbd> to leaf through, <kbd>Tab</kbd> to go from mark to mark.</p>
</header>
<form role="search" id="filters" onsubmit="return false">
<label class="wide">Search <input type="search" id="search" placeholder="figure 3 informativeness, GPT-4o" autocomplete="off"></label>
<button type="button" id="more" aria-expanded="false" aria-controls="choices">Filters</button>
<div id="choices">
${select("paper", "Paper", papers.map(({ name, title }) => [name, `${name}: ${title}`]))}
${select("kind", "Kind", kinds.map((kind) => [kind, KINDS[kind]]))}
${select("provenance", "Provenance", provenances.map((one) => [word(one), one]))}
</div>
<output id="count" aria-live="polite">${entries.length} of ${entries.length}</output>
<a href="#coverage">Coverage</a>
</form>
<main id="figures" tabindex="-1">
${papers.map((paper) => paperSection(paper, entries, links)).join("\n")}
<p id="none" hidden>Nothing matches. <button type="button" id="clear">Show all</button></p>
${coverageSection(covered)}
</main>
<footer>
<dl>${
      provenances.map((one) => `<div><dt>${badge([one])}</dt><dd>${PROVENANCES[one]}</dd></div>`).join("")
    }</dl>
</footer>
<dialog id="large" aria-labelledby="large-title">
<div class="bar"><h2 id="large-title"></h2><span id="large-links"></span>
<button type="button" id="previous" aria-label="Previous figure">←</button>
<button type="button" id="next" aria-label="Next figure">→</button>
<button type="button" id="close" aria-label="Close">×</button></div>
<p id="mark" aria-live="polite"></p>
<div id="large-pictures"></div>
</dialog>`,
    script: asset("gallery.js"),
  });
}

function asset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

function select(id: string, label: string, options: readonly (readonly [string, string])[]): string {
  return `<label>${label} <select id="${id}"><option value="">all</option>${
    options.map(([value, text]) => `<option value="${escapeXml(value)}">${escapeXml(text)}</option>`).join("")
  }</select></label>`;
}

function badge(sources: readonly Provenance[]): string {
  if (sources.length === 0) return "";
  const tone = sources.includes("simulated") ? "simulated" : sources[0];
  return `<span class="badge ${tone.split(" ").at(-1)}">${sources.join(" + ")}</span>`;
}

/** A provenance as one word, for filters and addresses. */
function word(one: Provenance): string {
  return one.replaceAll(" ", "-");
}

/** Text with the marks of subscripts as HTML; `n = 40` stays on one line. */
function withSubscripts(text: string): string {
  return escapeXml(text).replace(/_\{([^}]*)\}/g, "<sub>$1</sub>").replace(/\bn = (?=\d)/g, "n&nbsp;=&nbsp;");
}

function paperSection(
  { name, title, gives }: (typeof PAPERS)[number],
  entries: readonly GalleryEntry[],
  links: GalleryPage["links"],
): string {
  const own = entries.filter(({ figure }) => figure.paper === name);
  return `<section aria-labelledby="paper-${name}">
<h2 id="paper-${name}">${escapeXml(title)}</h2>
<p class="gives">${escapeXml(gives)}</p>
<div class="grid">
${own.map((entry) => card(entry, `${name} ${title} ${gives}`, links)).join("\n")}
</div>
</section>`;
}

function card(entry: GalleryEntry, paperWords: string, links: GalleryPage["links"]): string {
  const { figure, sources, caption, alt, counts, files, reference } = entry;
  const heading = `${figure.number} · ${figure.title}`;
  const words = [figure.number, figure.title, figure.id, figure.kind, paperWords, ...entry.names].join(" ");
  const link = (href: string | undefined, text: string) =>
    href ? `<a href="${escapeXml(href)}">${text}</a>` : "";
  // The small picture is the chart alone: title and caption stand beside it.
  const percent = (share: number) => `${(100 * share).toFixed(2)}%`;
  const picture = (svg: string, { y, width, height }: Box, text: string) =>
    `<span class="crop" style="aspect-ratio: ${width} / ${height}"><img loading="lazy" style="margin-top: -${
      percent(y / width)
    }" src="${escapeXml(svg)}" alt="${escapeXml(plain(text))}"></span>`;
  return `<article id="${figure.id}"${
    entry.photo ? ' class="photo"' : ""
  } data-paper="${figure.paper}" data-kind="${figure.kind}" data-provenance="${
    sources.map(word).join(" ")
  }" data-words="${escapeXml(plain(words).toLowerCase())}">
<button type="button" class="open" aria-label="Enlarge ${escapeXml(plain(heading))}">${
    picture(files.svg, entry.box, alt)
  }${reference ? picture(reference.svg, reference.box, reference.alt) : ""}</button>
<h3>${withSubscripts(heading)}</h3>
<p class="facts">${badge(sources)}${reference ? ` beside ${badge(reference.sources)}` : ""} ${
    counts ? `<span class="counts">${escapeXml(counts)}</span>` : ""
  }</p>
<p class="caption">${withSubscripts(caption)}</p>
<p class="links">${
    [
      link(files.svg, "SVG"),
      link(files.png, "PNG"),
      link(files.csv, "CSV"),
      link(links.notebook(figure), "notebook"),
      link(links.source(figure), "source"),
    ].filter((one) => one !== "").join(" ")
  }</p>
</article>`;
}

function coverageSection(covered: readonly Coverage[]): string {
  const totals = Object.entries(coverageTotals(covered))
    .map(([kind, { rendered, of }]) => `${rendered} of ${of} ${kind}s`).join(", ");
  const rows = covered.map(({ item, figures }) =>
    `<tr><td>${item.paper}</td><td>${escapeXml(item.label)}</td><td>${
      figures.map(({ id }) => `<a href="#${id}">${id}</a>`).join(", ") || "not rendered"
    }</td><td>${[...new Set(figures.map(({ kind }) => kind))].join(", ")}</td><td>${
      [...new Set(figures.flatMap(({ available }) => available))].join(", ")
    }</td></tr>`
  );
  return `<section id="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Coverage</h2>
<p>${totals}.</p>
<details><summary>Every figure and table, its rendering, and what it can be drawn from without results</summary>
<table><thead><tr><th scope="col">paper</th><th scope="col">item</th><th scope="col">rendering</th><th scope="col">kind</th><th scope="col">provenance</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></details>
</section>`;
}
