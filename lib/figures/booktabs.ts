import { ownFacts } from "../progress/own_facts.ts";
import { alignDecimals } from "./text_width.ts";
import { neighbours } from "./table_layout.ts";
import type { TableCell, TableDrawing } from "./figure_spec.ts";

/** Texts of more letters wrap; rows that fit on a page. */
const LONG = 60, MOST = 45;

/** About how many letters a line has, those that it has at 7 points, and the space between columns in letters; texts of a table that is wider wrap from so many letters on, and get so many as far as there is room, but some. */
const LINE = 72, FULL = 100, BETWEEN = 2.4, WRAPPED = { from: 18, wanted: 28, least: 18 };

function aligned({ columns, rows }: TableDrawing): { letters: number; kinds: string } {
  const lengthOf = (cell: TableCell | string = "") =>
    typeof cell === "string" ? cell.length : cell.text.length + 0.8 * (cell.note ?? "").length;
  const widths = columns.map(({ key, label }) =>
    Math.max(
      ...label.split("\n").map(({ length }) => length),
      ...rows.map(({ cells }) => lengthOf(cells[key])),
    )
  );
  const sum = (letters: readonly number[]) => letters.reduce((a, b) => a + b, 0);
  const all = sum(widths) + BETWEEN * columns.length, from = all > FULL ? WRAPPED.from : LONG;
  const wanted = columns.map(({ align }, c) =>
    align === "left" && widths[c] > from ? Math.min(widths[c], WRAPPED.wanted) : 0
  );
  const rest = all - sum(widths.filter((_, c) => wanted[c] > 0));
  const least = WRAPPED.least * wanted.filter(Boolean).length;
  const room = Math.max(LINE - rest, Math.min(FULL - rest, sum(wanted)), least);
  const kinds = columns.map(({ align = "right" }, c) =>
    wanted[c] === 0
      ? align[0]
      : `>{\\raggedright\\arraybackslash}p{${(room * wanted[c] / sum(wanted) / LINE).toFixed(2)}\\linewidth}`
  );
  return { letters: least === 0 ? all : rest + room, kinds: kinds.join("") };
}

function headingLines(text: string, columns: number, isFirst: boolean): string[] {
  const kind = text.length > LONG ? "p{0.9\\linewidth}" : "l";
  return [...isFirst ? [] : ["\\midrule"], `\\multicolumn{${columns}}{${kind}}{\\textit{${text}}} \\\\`];
}

const SIMULATED = "simulated: this describes the simulation, not a model";

const COLOURS = /, tinted within each column|; grey where its interval holds 0/g;

/** A table in LaTeX with the rules of booktabs, no wider than a line: its groups, headings, totals and notes, bold and underlined as the picture has them. */
export function latexOfTable(
  table: TableDrawing,
  { caption: said, label, sources }: { caption?: string; label?: string; sources: readonly string[] },
): string {
  const { head, body } = linesOf(table), { letters, kinds } = aligned(table);
  const points = Math.floor(10 * LINE / letters);
  const simulated = sources.includes("simulated");
  const caption = said && tex(said.replace(COLOURS, ""));
  const unsaid = simulated && said === undefined && !table.notes?.some((one) => /simulat/i.test(one));
  const notes = [...table.notes ?? [], ...unsaid ? [`S${SIMULATED.slice(1)}.`] : []]
    .map((note) => tex(note.replace(COLOURS, "")));
  // A bracket or star at its beginning would belong to the end of the row before.
  const line = (row: Line) =>
    `  ${typeof row === "string" ? row : `${row.join(" & ").replace(/^(?=\s*[[*])/, "{}")} \\\\`}`;
  const named = [
    ...(caption === undefined
      ? []
      : [`\\caption{${caption}${simulated && !/simulated/i.test(caption) ? " (simulated)" : ""}}`]),
    ...(label === undefined ? [] : [`\\label{${label.replace(/[\\{}%#$&~^]/g, "-")}}`]),
  ];
  const rows = [
    "\\begin{adjustbox}{max width=\\linewidth}",
    `\\begin{tabular}{${kinds}}`,
    ...["  \\toprule", ...head.map(line), "  \\midrule", ...body.map(line), "  \\bottomrule"],
    "\\end{tabular}",
    "\\end{adjustbox}",
    ...notes.map((note) => `\\par\\smallskip\\noindent\\parbox{\\linewidth}{\\footnotesize ${note}}`),
  ];
  // Outside a float a table is a paragraph, whose first line is indented.
  const text = (named.length === 0 ? ["{\\noindent", ...rows, "}"] : [
    "\\begin{table}",
    // Classes that have captions below leave no space between one and the rule under it.
    ...["\\centering", "\\setlength{\\belowcaptionskip}{6pt}", ...named, ...rows].map((one) => `  ${one}`),
    "\\end{table}",
  ]).join("\n") + "\n";
  const packages = { array: /arraybackslash/.test(text), amssymb: /\\checkmark/.test(text) };
  const needed = Object.entries(packages).flatMap(([name, is]) => is ? [name] : []);
  const foreign = [...new Set(text.match(/[^\0-\u017f\u2010-\u201f\u2026€]+/gu))].join(" ");
  return [
    ...(simulated ? [`% ${SIMULATED}\n`] : []),
    `% needs \\usepackage{${["booktabs", "adjustbox", ...needed].join()}}\n`,
    `% made with judgebias; numbers: ${sources.join(", ") || "of unknown origin"}\n`,
    ...(body.length > MOST ? [`% ${body.length} rows, more than a page has: make several tables\n`] : []),
    ...(letters > FULL
      ? [`% wider than a line: in letters of ${points} points; print fewer columns, or turn the page\n`]
      : []),
    ...(foreign ? [`% needs LuaLaTeX or XeLaTeX, and a font that has ${foreign}\n`] : []),
    text,
  ].join("");
}

type Line = string | readonly string[];

function linesOf({ columns, rows }: TableDrawing): Record<"head" | "body", Line[]> {
  const cells = columns.map(({ key, align = "right" }) => {
    const own = rows.map(({ cells: { [key]: cell = "" } }) =>
      typeof cell === "string" ? { text: cell } : cell
    );
    const texts = own.map(({ text }) => text.replaceAll("\n", " "));
    const shown = align === "right" ? alignDecimals(texts) : texts;
    return own.map((cell, r): TableCell => ({ ...cell, text: shown[r] }));
  });
  const groups = neighbours(columns.map(({ group }) => group));
  const over = columns.map((_, c) => {
    const group = groups.find(({ from, to }) => from <= c && c <= to);
    if (group && c > group.from) return undefined;
    return group ? `\\multicolumn{${group.to - group.from + 1}}{c}{${tex(group.name)}}` : "";
  }).filter((one) => one !== undefined);
  const small = (note: string) => ` {\\footnotesize ${tex(note)}}`;
  // A number without a note, or with a shorter one, ends where those with the longest do.
  const widest = columns.map(({ align = "right" }, c) => {
    const notes = align === "right" ? cells[c].map(({ note = "" }) => note) : [];
    return notes.toSorted((a, b) => shapeOf(b).length - shapeOf(a).length)[0];
  });
  const beside = (note = "", longest = note) =>
    shapeOf(note) === shapeOf(longest)
      ? (note && small(note))
      : (note && `\\rlap{${small(note)}}`) + `\\phantom{${small(longest)}}`;
  const lines = columns.map(({ label }) => label.split("\n"));
  return {
    head: [
      ...(groups.length === 0 ? [] : [
        over,
        groups.map(({ from, to }) => `\\cmidrule(lr){${from + 1}-${to + 1}}`).join(" "),
      ]),
      lines.map((own, c) =>
        own.length < 2
          ? tex(own[0])
          : `\\shortstack[${(columns[c].align ?? "right")[0]}]{${own.map(tex).join("\\\\")}}`
      ),
    ],
    body: rows.flatMap(({ heading, total }, r) => [
      ...(r > 0 && total && !heading ? ["\\midrule"] : []),
      ...(heading === undefined ? [] : headingLines(tex(heading), columns.length, r === 0)),
      cells.map((own, c) => {
        const { text, bold = total, underlined, note } = own[r], plain = tex(text);
        const lined = underlined ? `\\underline{${plain}}` : plain;
        return (bold ? `\\textbf{${lined}}` : lined) + beside(note, widest[c]);
      }),
    ]),
  };
}

/** Notes of one shape are equally wide; its length is about that of the note in quarters of an em: two of a digit, three of a minus. */
const shapeOf = (note: string) =>
  note.replace(/\d/g, "0").replace(/\w/g, "$&$&").replace(/[−+±∞]/g, "$&$&$&");

/** Characters that are commands, and signs that pdfLaTeX has in mathematics alone; blanks that keep decimals below each other. */
const SIGNS: Readonly<Record<string, string>> = ownFacts("latex");

function escaped(text: string): string {
  return text.replace(
    /Φ\u0303|--|[%#$&_{}]|[^\w\s.,;:!?()[\]/+*'"=@`-]|[\u00a0\u2002-\u202f]/gu,
    (sign) => SIGNS[sign] ?? (/[%#$&_{}]/.test(sign) ? `\\${sign}` : sign),
  ).replace(/\s+/g, " ");
}

function tex(text: string): string {
  return text.split(/(_\{[^}]*\})/).map((part, i) =>
    i % 2 === 1 ? `$_{\\mathrm{${escaped(part.slice(2, -1))}}}$` : escaped(part)
  ).join("");
}
