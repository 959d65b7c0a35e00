import { readFileSync } from "node:fs";
import { PAPERS } from "../../papers/papers.ts";
import { badgeOf } from "../compose.ts";
import { type Coverage, coverageTotals } from "../registry.ts";
import type { FigureFormat, FigureSpec } from "../figure_spec.ts";
import { htmlPage } from "../html_page.ts";
import type { Provenance } from "../provenance.ts";
import type { RenderedFigure } from "../render_figure.ts";
import { escapeXml } from "../svg_text.ts";
import { plain } from "../text_width.ts";
import { BADGE, countRange } from "../theme.ts";

type Picture = ReturnType<typeof pictureOf>;

export interface GalleryEntry extends Picture {
  figure: FigureSpec;
  title: string;
  caption: string;
  counts: string;
  /** Words in its numbers and cells, and in the picture: a search finds them. */
  words: string;
  files: Partial<Record<"png" | "csv", string>>;
  /** The published or simulated version beside one drawn from results. */
  reference?: Picture;
}

export function entryOf(
  figure: FigureSpec,
  rendered: RenderedFigure,
  { formats, reference }: {
    formats: readonly FigureFormat[];
    reference?: { rendered: RenderedFigure; svg: string };
  },
): GalleryEntry {
  const { id, paper: folder } = figure, { title, caption, data } = rendered;
  const texts = data.columns.filter((name, i) =>
    /Utf8|String/.test(String(data.dtypes[i])) && !/printed|provenance/.test(name)
  ).flatMap((name) => data.getColumn(name).unique().toArray() as (string | null)[]);
  const written = [...rendered.svg.matchAll(/<text[^>]*>([^<]+)/g)].map(([, text]) => text);
  const words = new Set(
    [...texts, ...written].flatMap((text) => text?.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? []),
  );
  const rests = data.columns.includes("n") ? data.getColumn("n").toArray() as (number | null)[] : [];
  const counts = rests.filter((n) => n !== null && n > 0) as number[];
  const files = (["png", "csv"] as const).filter((format) => formats.includes(format))
    .map((format) => [format, `${folder}/${id}.${format}`]);
  return {
    figure,
    ...pictureOf(rendered, `${folder}/${id}.svg`),
    title,
    caption,
    counts: counts.length > 0 ? countRange(counts) : "",
    words: [...words].sort().join(" "),
    files: Object.fromEntries(files),
    ...(reference ? { reference: pictureOf(reference.rendered, reference.svg) } : {}),
  };
}

const pictureOf = ({ sources, alt, box, svg: text }: RenderedFigure, svg: string) => ({
  svg,
  alt,
  sources,
  box,
  height: Number(/ height="(\d+)"/.exec(text)![1]),
});

export interface GalleryPage {
  entries: readonly GalleryEntry[];
  covered: readonly Coverage[];
  links: Record<"notebook" | "source", (figure: FigureSpec) => string | undefined>;
}

/** One page of every figure and table: search, a large view, a coverage table. It needs no server, and the same figures give the same bytes. */
export function galleryPage({ entries, covered, links }: GalleryPage): string {
  const papers = PAPERS.filter(({ name }) => entries.some(({ figure }) => figure.paper === name));
  const kinds = [...new Set(entries.map(({ figure }) => figure.kind))];
  const provenances = (Object.keys(BADGE) as Provenance[])
    .filter((one) => entries.some(({ sources }) => sources.includes(one)));
  const sections = papers.map(({ name, title, gives }) => {
    const own = entries.filter(({ figure }) => figure.paper === name);
    const grid = (some: readonly GalleryEntry[]) =>
      `<div class="grid">\n${
        some.map((entry) => card(entry, `${name} ${title} ${gives}`, links)).join("\n")
      }\n</div>`;
    const first = own.filter(({ figure }) => figure.kind === "chart" || figure.kind === "table");
    const others = own.filter((entry) => !first.includes(entry)), many = others.length;
    const summary = `<summary>Examples, prompts, schematics: ${many}</summary>`;
    const folded = many === 0 ? "" : `<details>${summary}\n${grid(others)}</details>`;
    return `<section id="paper-${name}">
<h2>${escapeXml(title)}</h2>
<p>${escapeXml(gives)}</p>
${grid(first)}
${folded}
</section>`;
  });
  const totals = Object.entries(coverageTotals(covered))
    .map(([kind, { rendered, of }]) => `${rendered} of ${of} ${kind}s`).join(", ");
  const rows = covered.map(({ item, figures }) => {
    const ids = figures.map(({ id }) => `<a href="#${id}">${id}</a>`).join(", ") || "not rendered";
    return `<tr><td>${item.paper}</td><td>${escapeXml(item.label)}</td><td>${ids}</td></tr>`;
  });
  const slots: Readonly<Record<string, string>> = {
    kinds: select("kind", kinds.map((kind) => [kind, `${kind}s`])),
    provenances: select("provenance", provenances.map((one) => [word(one), one])),
    count: String(entries.length),
    papers: papers.map(({ name }) => `<a href="#paper-${name}">${name}</a>`).join(""),
    sections: sections.join("\n"),
    totals,
    rows: rows.join("\n"),
    terms: provenances.map((one) => `<dt>${badge([one])}</dt><dd>${BADGE[one].says}</dd>`).join(""),
  };
  return htmlPage({
    title: "judgebias: figures and tables",
    style: `\n${asset("gallery.css")}`,
    body: asset("gallery.html").trimEnd().replace(/\$\{(\w+)\}/g, (_, name) => slots[name]),
    script: asset("gallery.js"),
  });
}

const asset = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

const select = (id: string, options: readonly (readonly [string, string])[]) => {
  const all = options.map(([value, text]) =>
    `<option value="${escapeXml(value)}">${escapeXml(text)}</option>`
  );
  return `<select id="${id}" class="choice" aria-label="${id}"><option value="">every ${id}</option>${
    all.join("")
  }</select>`;
};

function badge(sources: readonly Provenance[]): string {
  const said = badgeOf(sources);
  return said ? `<span class="badge ${said.tone.split(" ").at(-1)}">${said.text}</span>` : "";
}

const word = (one: Provenance) => one.replaceAll(" ", "-");

const withSubscripts = (text: string) =>
  escapeXml(text).replace(/_\{([^}]*)\}/g, "<sub>$1</sub>").replace(/\bn = (?=\d)/g, "n&nbsp;=&nbsp;");

const small = ({ svg, alt, box: { y, width, height }, height: whole }: Picture) => {
  const size = `width="${width}" height="${whole}" style="margin-top: -${(100 * y / width).toFixed(2)}%"`;
  const image = `<img loading="lazy" ${size} src="${escapeXml(svg)}" alt="${escapeXml(plain(alt))}">`;
  return `<div class="crop" style="max-width: ${width}px; aspect-ratio: ${width} / ${height}">${image}</div>`;
};

function card(entry: GalleryEntry, paperWords: string, links: GalleryPage["links"]): string {
  const { figure, svg, sources, title: heading, caption, counts, files, reference } = entry;
  const words = [figure.number, figure.id, figure.kind, paperWords, entry.alt, entry.words].join(" ");
  const more = { notebook: links.notebook(figure), source: links.source(figure) };
  const targets = Object.entries({ SVG: svg, PNG: files.png, CSV: files.csv, ...more })
    .flatMap(([text, href]) => href ? [`<a href="${escapeXml(href)}">${text}</a>`] : []).join(" ");
  const found = `data-kind="${figure.kind}" data-provenance="${sources.map(word).join(" ")}"`;
  const pictures = small(entry) + (reference ? small(reference) : "");
  const beside = reference ? ` beside ${badge(reference.sources)}` : "";
  return `<article id="${figure.id}" ${found} data-words="${escapeXml(plain(words).toLowerCase())}">
<button type="button" class="open" aria-label="Enlarge ${escapeXml(plain(heading))}">${pictures}</button>
<h3>${withSubscripts(heading)}</h3>
<p>${badge(sources)}${beside} ${escapeXml(counts)}</p>
<p>${withSubscripts(caption)}</p>
<p class="links">${targets}</p>
</article>`;
}

/** A page of Markdown that shows the committed pictures of all figures and tables to those who browse the repository. */
export function pictureList(figures: readonly FigureSpec[]): string {
  const sections = PAPERS.map(({ name, title }) => {
    const all = figures.filter(({ paper }) => paper === name);
    const [numbered, own] = [true, false].map((is) => all.filter(({ number }) => number !== "" === is));
    const pictures = (some: readonly FigureSpec[], level: string) =>
      some.map(({ number, title, id }) => {
        const heading = plain([number, title].filter(Boolean).join(" · "));
        return `${level} ${heading}\n\n![${heading}](${name}/${id}.svg)`;
      });
    const parts = [
      ...pictures(numbered, "###"),
      ...numbered.length > 0 && own.length > 0 ? ["### Not in the paper"] : [],
      ...pictures(own, numbered.length > 0 ? "####" : "###"),
    ];
    return all.length > 0 ? `## ${title}\n\n${parts.join("\n\n")}` : "";
  }).filter((section) => section !== "");
  return `# Every figure and table

Written by \`deno task reproduce\`, which also writes PNG and CSV of each and a searchable page, \`index.html\`. A test fails when
a committed picture is stale.

${sections.join("\n\n")}
`;
}
