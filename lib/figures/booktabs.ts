import { textWidth } from "./text_width.ts";
import { pageOf, type Width } from "./theme.ts";

/** A page's line in LaTeX's article, in points; TeX's points of a pixel. */
const LINE = 345, POINTS = 72.27 / 96;

/** Sizes of letters by which a table is tried, each with the blank beside its columns. */
const SIZES = [["", 1, 6], ["\\small", 0.9, 4], ["\\footnotesize", 0.8, 3], [
  "\\scriptsize",
  0.7,
  2,
]] as const;

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

/** How a table is set so that it fits into a line: the size of its letters, then columns of text that wrap; its width where it must be shrunk. */
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
  const width = (scale: number, blank: number) => sum(widths) * scale + 2 * blank * aligned.length;
  const fits = SIZES.find(([, scale, blank]) => width(scale, blank) <= line);
  if (fits) return { size: fits[0], blank: fits[2], aligned, tooWide: 0 };
  // Long texts share what the other columns leave.
  const wraps = widths.map((own, c) => aligned[c] === "l" && own > LONG);
  const roots = widths.map((own, c) => wraps[c] ? Math.sqrt(own) : 0), all = sum(roots);
  for (const [size, scale, blank] of SIZES.slice(1)) {
    const left = line - width(scale, blank) + scale * sum(widths.filter((_, c) => wraps[c]));
    // The least is had first by those that would have less.
    const least = roots.map((own) => own > 0 && left * own / all < NARROWEST);
    const rest = left - NARROWEST * least.filter(Boolean).length,
      shared = sum(roots.filter((_, c) => !least[c]));
    if (rest < 0) continue;
    const parts = roots.map((own, c) => least[c] ? NARROWEST : Math.floor(rest * own / shared));
    if (all === 0 || parts.some((part, c) => wraps[c] && part < NARROWEST)) continue;
    const wrapped = (c: number) => `>{\\raggedright\\arraybackslash}p{${parts[c]}pt}`;
    return { size, blank, aligned: aligned.map((kind, c) => wraps[c] ? wrapped(c) : kind), tooWide: 0 };
  }
  const [[size, scale, blank]] = SIZES.slice(-1);
  return { size, blank, aligned, tooWide: Math.ceil(width(scale, blank) / 10) * 10 };
}

/** A line above rows, behind a rule unless it is the first; a long one wraps. */
export function headingLines(text: string, columns: number, isFirst: boolean): string[] {
  const kind = latexWidth(text) > 0.9 * LINE ? "p{0.9\\linewidth}" : "l";
  return [
    ...isFirst ? [] : ["\\midrule"],
    `\\multicolumn{${columns}}{${kind}}{\\textit{${text}}} \\\\`,
  ];
}

/** The most rows that stand on one page. */
const ROWS = 45;

/** Rows of cells, and lines that stand as they are, between the rules of booktabs, so that they fit into a line and on a page. */
export function booktabs({ aligned, head, body, caption, label, notes = [], sources, width }: {
  aligned: readonly string[];
  head: readonly (string | readonly string[])[];
  body: readonly (string | readonly string[])[];
  caption?: string;
  label?: string;
  notes?: readonly string[];
  /** Where the numbers come from. */
  sources: readonly string[];
  /** Of the column that it stands in. */
  width?: Width;
}): string {
  const room = width === undefined ? LINE : Math.round(POINTS * pageOf(width).width);
  const simulated = sources.includes("simulated");
  const fit = fitted(aligned, [...head, ...body].filter((row) => typeof row !== "string"), room);
  // A bracket or star at its beginning would belong to the end of the row before.
  const line = (row: string | readonly string[]) =>
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
  // Letters of 7 points shrink to 5, which are to be read yet.
  const isShrunk = fit.tooWide > 0 && !isLong && 7 * room >= 5 * fit.tooWide;
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
        `% about ${fit.tooWide} pt wide where ${room} fit, ` +
        (isShrunk
          ? `shrunk to letters of ${(7 * room / fit.tooWide).toFixed(1)} pt`
          : "not shrunk, as nobody could read it") +
        ": choose columns (of tables by name without their n: counts: false), or turn the page\n",
      ]
      : []),
    ...(isFloat && width && body.length > ROWS
      ? [`% ${body.length} rows, more than a page has: no table goes on in the next of two columns\n`]
      : []),
    ...(foreign ? [`% needs LuaLaTeX or XeLaTeX, and a font that has ${foreign}\n`] : []),
    text,
  ].join("");
}
