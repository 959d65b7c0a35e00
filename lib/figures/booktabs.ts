import { ownFacts } from "../progress/own_facts.ts";
import { alignDecimals } from "./align_decimals.ts";
import { neighbours } from "./table_layout.ts";
import type { TableCell, TableDrawing } from "./table_spec.ts";
import { textWidth } from "./text_width.ts";
import { pageOf } from "./theme.ts";

/** A page's line in LaTeX's article, in points; TeX's points of a pixel. */
const LINE = 345, POINTS = 72.27 / 96;

/** Sizes of letters by which a table is tried, each with the blank beside its columns. */
const SIZES = [["", 1, 6], ["\\small", 0.9, 4], ["\\footnotesize", 0.8, 3]] as const;

/** The width of a cell in LaTeX's letters of 10 points, roughly: those of the figures are a tenth wider, or more. */
function latexWidth(cell: string): number {
  const lines = cell.replace(/^\\shortstack\[.\]/, "").split("\\\\").map((line) =>
    line.replaceAll("$-$", "−").replace(/\$\\[a-z]+\$/g, "M").replace(/\\[a-z]+/gi, "").replace(
      /[\\{}$]/g,
      "",
    ).trim()
  );
  return Math.max(...lines.map((line) => textWidth(line, cell.includes("\\textbf") ? 10.3 : 9)));
}

const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);

/** Texts longer than this may wrap, in no less than the second. */
const LONG = 100, NARROWEST = 60;

/** How a table is set so that it fits into a line: the size of its letters, then columns of long texts that wrap; its width where neither does. */
function fitted(aligned: readonly string[], rows: readonly (readonly string[])[], line: number) {
  const widths = aligned.map(() => 0);
  // From below, as what stands above several columns has the width of these.
  for (const row of rows.toReversed()) {
    let c = 0;
    for (const cell of row) {
      const [, span = "1", text = cell] = /^\\multicolumn\{(\d+)\}\{c\}\{(.*)\}$/.exec(cell) ?? [], first = c;
      c += Number(span);
      const lacks = latexWidth(text) - sum(widths.slice(first, c)) - 6 * (c - first - 1);
      for (let i = first; i < c; i++) widths[i] += Math.max(0, lacks / (c - first));
    }
  }
  const wide = (scale: number, blank: number) => sum(widths) * scale + 2 * blank * aligned.length;
  const found = SIZES.find(([, scale, blank]) => wide(scale, blank) <= line);
  const [size, scale, blank] = found ?? SIZES.at(-1)!, width = wide(scale, blank);
  const wraps = widths.map((own, c) => !found && aligned[c] === "l" && own > LONG);
  const long = sum(widths.filter((_, c) => wraps[c])), least = NARROWEST * wraps.filter(Boolean).length;
  const spare = line - width + scale * long - least;
  if (found || least === 0 || spare < 0) {
    return { size, blank, aligned, tooWide: found ? 0 : Math.ceil(width / 10) * 10 };
  }
  const part = (c: number) => Math.floor(NARROWEST + spare * widths[c] / long);
  const wrapped = (c: number) => `>{\\raggedright\\arraybackslash}p{${part(c)}pt}`;
  return { size, blank, aligned: aligned.map((kind, c) => wraps[c] ? wrapped(c) : kind), tooWide: 0 };
}

/** A line above rows, behind a rule unless it is the first; a long one wraps. */
function headingLines(text: string, columns: number, isFirst: boolean): string[] {
  const kind = latexWidth(text) > 0.9 * LINE ? "p{0.9\\linewidth}" : "l";
  return [
    ...isFirst ? [] : ["\\midrule"],
    `\\multicolumn{${columns}}{${kind}}{\\textit{${text}}} \\\\`,
  ];
}

/** The most rows that stand on one page. */
const ROWS = 45;

/** What a picture's words say of its colours, which LaTeX has not. */
const COLOURS = /, tinted within each column|; grey where its interval holds 0/g;

/** A table in LaTeX with the rules of booktabs, so that it fits into a line and on a page: its groups, headings, totals and notes, bold and underlined as the picture has them. */
export function latexOfTable(
  table: TableDrawing,
  { caption: said, label, sources }: { caption?: string; label?: string; sources: readonly string[] },
): string {
  const { aligned, head, body } = linesOf(table), { paper: width } = table;
  const caption = said && tex(said.replace(COLOURS, ""));
  const notes = (table.notes ?? []).map((note) => tex(note.replace(COLOURS, "")));
  const room = width === undefined ? LINE : Math.round(POINTS * pageOf(width).width);
  const simulated = sources.includes("simulated");
  const fit = fitted(aligned, [...head, ...body].filter((row) => typeof row !== "string"), room);
  // A bracket or star at its beginning would belong to the end of the row before.
  const line = (row: Line) =>
    `  ${typeof row === "string" ? row : `${row.join(" & ").replace(/^(?=\s*[[*])/, "{}")} \\\\`}`;
  const isFloat = caption !== undefined || label !== undefined,
    isLong = isFloat && body.length > ROWS && !width;
  const kind = isLong ? "longtable" : "tabular", titles = ["  \\toprule", ...head.map(line), "  \\midrule"];
  const named = [
    ...(caption === undefined
      ? []
      : [`\\caption{${caption}${simulated && !/simulated/i.test(caption) ? " (simulated)" : ""}}`]),
    ...(label === undefined ? [] : [`\\label{${label.replace(/[\\{}%#$&~^]/g, "-")}}`]),
  ];
  const sized = fit.size === "" ? [] : [`${fit.size}\\setlength{\\tabcolsep}{${fit.blank}pt}%`];
  const isShrunk = fit.tooWide > 0 && !isLong;
  const rows = [
    ...(isShrunk ? ["\\resizebox{\\linewidth}{!}{%"] : []),
    `\\begin{${kind}}{${fit.aligned.join("")}}`,
    ...(isLong ? [`  ${named.join("")} \\\\`, ...titles, "  \\endfirsthead"] : []),
    ...titles,
    ...(isLong ? ["  \\endhead", "  \\bottomrule", "  \\endfoot"] : []),
    ...body.map(line),
    ...(isLong ? [] : ["  \\bottomrule"]),
    `\\end{${kind}}${isShrunk ? "}" : ""}`,
  ];
  const below = notes.map((note) => `\\par\\smallskip\\parbox{\\linewidth}{\\footnotesize ${note}}`);
  const grouped = sized.length > 0 || below.length > 0
    ? [`{${sized.join("")}`, ...rows, ...below, "}"]
    : rows;
  // Outside a float a table is a paragraph, whose first line is indented.
  const text = (isLong ? grouped : !isFloat ? ["\\noindent", ...grouped] : [
    "\\begin{table}",
    // Classes that have captions below leave no space between one and the rule under it.
    ...[
      ...["\\centering", ...caption === undefined ? [] : ["\\setlength{\\belowcaptionskip}{6pt}"]],
      ...[...named, ...sized, ...rows, ...below],
    ].map((one) => `  ${one}`),
    "\\end{table}",
  ]).join("\n") + "\n";
  const packages = {
    longtable: isLong,
    graphicx: isShrunk,
    array: /arraybackslash/.test(text),
    amssymb: /\\checkmark/.test(text),
  };
  const needed = Object.entries(packages).flatMap(([name, is]) => is ? [name] : []);
  const foreign = [...new Set(text.match(/[^\0-\u017f\u2010-\u201f\u2026€]+/gu))].join(" ");
  return [
    ...(simulated ? ["% simulated: this describes the simulation, not a model\n"] : []),
    `% needs \\usepackage{${["booktabs", ...needed].join()}}\n`,
    `% made with judgebias; numbers: ${sources.join(", ") || "of unknown origin"}\n`,
    ...(fit.tooWide > 0
      ? [
        `% about ${fit.tooWide} pt wide where ${room} fit${
          isShrunk ? ", shrunk" : ""
        }: choose columns, or turn the page\n`,
      ]
      : []),
    ...(foreign ? [`% needs LuaLaTeX or XeLaTeX, and a font that has ${foreign}\n`] : []),
    text,
  ].join("");
}

type Line = string | readonly string[];

/** Rows of cells, and lines that stand as they are, and where the cells of each column stand. */
function linesOf({ columns, rows }: TableDrawing): Record<"head" | "body", Line[]> & { aligned: string[] } {
  const cells = columns.map(({ key, align = "right" }) => {
    const own = rows.map(({ cells: { [key]: cell = "" } }) =>
      typeof cell === "string" ? { text: cell } : cell
    );
    const texts = own.map(({ text }) => text.replaceAll("\n", " "));
    return (align === "right" ? alignDecimals(texts) : texts).map((text, r): TableCell => ({
      ...own[r],
      text,
    }));
  });
  const aligned = columns.map(({ align = "right" }) => align[0]);
  const groups = neighbours(columns.map(({ group }) => group));
  const over = columns.map((_, c) => {
    const group = groups.find(({ from, to }) => from <= c && c <= to);
    if (group && c > group.from) return undefined;
    return group ? `\\multicolumn{${group.to - group.from + 1}}{c}{${tex(group.name)}}` : "";
  }).filter((one) => one !== undefined);
  const small = (note: string) => ` {\\footnotesize ${tex(note)}}`;
  // A number without a note, or with a shorter one, ends where those with the longest do.
  const longest = columns.map(({ align = "right" }, c) =>
    align === "right"
      ? cells[c].map(({ note = "" }) => note).reduce((a, b) => b.length > a.length ? b : a, "")
      : ""
  );
  const beside = (note = "", longest: string) =>
    note.length >= longest.length
      ? (note && small(note))
      : (note && `\\rlap{${small(note)}}`) + `\\phantom{${small(longest)}}`;
  const lines = columns.map(({ label }) => label.split("\n"));
  return {
    aligned,
    head: [
      ...(groups.length === 0 ? [] : [
        over,
        groups.map(({ from, to }) => `\\cmidrule(lr){${from + 1}-${to + 1}}`).join(" "),
      ]),
      lines.map((own, c) =>
        own.length < 2 ? tex(own[0]) : `\\shortstack[${aligned[c][0]}]{${own.map(tex).join("\\\\")}}`
      ),
    ],
    body: rows.flatMap(({ heading, total }, r) => [
      ...(r > 0 && total && !heading ? ["\\midrule"] : []),
      ...(heading === undefined ? [] : headingLines(tex(heading), columns.length, r === 0)),
      cells.map((own, c) => {
        const { text, bold = total, underlined, note } = own[r], plain = tex(text);
        const lined = underlined ? `\\underline{${plain}}` : plain;
        return (bold ? `\\textbf{${lined}}` : lined) + beside(note, longest[c]);
      }),
    ]),
  };
}

/** Characters that are commands, and signs that pdfLaTeX has in mathematics alone; blanks that keep decimals below each other. */
const SIGNS: Readonly<Record<string, string>> = ownFacts("latex");

/** Text in which no character is a command, and none is missing from pdfLaTeX's fonts that stands above. */
function escaped(text: string): string {
  return text.replace(
    /Φ\u0303|--|[%#$&_{}]|[^\w\s.,;:!?()[\]/+*'"=@`-]|[\u00a0\u2002-\u202f]/gu,
    (sign) => SIGNS[sign] ?? (/[%#$&_{}]/.test(sign) ? `\\${sign}` : sign),
  ).replace(/\s+/g, " ");
}

/** Text of a picture, with its subscripts and signs. */
function tex(text: string): string {
  return text.split(/(_\{[^}]*\})/).map((part, i) =>
    i % 2 === 1 ? `$_{\\mathrm{${escaped(part.slice(2, -1))}}}$` : escaped(part)
  ).join("");
}
