import { requireFrame, sourceOf } from "../results/frame.ts";
import { noEffectOf } from "../results/no_effect.ts";
import { distinctWords } from "../results/check.ts";
import type pl from "nodejs-polars";
import { requireDecimals, requireList, requireOneOf, requireOptions } from "../progress/require.ts";
import { layoutTable, neighbours } from "./table_layout.ts";
import type { TableDrawing } from "./table_spec.ts";
import { countsOf } from "../metrics/estimate_columns.ts";
import { type Provenance, PROVENANCES } from "./provenance.ts";
import { columnCells } from "./latex_cells.ts";
import { booktabs, headingLine } from "./booktabs.ts";
import { escaped, tex } from "./latex_text.ts";
import { INNER, type Width } from "./theme.ts";
import { fixed } from "../progress/told.ts";
import { sayOnce } from "../progress/say_once.ts";

/** Options of `toLatex`. */
export interface LatexOptions {
  /** Decimals of numbers that are no counts: of all columns, or by column; 3 by default. */
  decimals?: number | Readonly<Record<string, number>>;
  /** Stands above the table; without it there is no table around the rows. */
  caption?: string;
  /** By which the text refers to the table. */
  label?: string;
  /** Column whose values stand above the rows that they are of, as lines of their own. */
  heading?: string;
  /** Headings by column; the column's name by default. */
  names?: Readonly<Record<string, string>>;
  /** Columns whose best value is bold, and which is best: an end, or of biases with a sign the one nearest to 0 (`least`; of an `ownMetric`, also renamed, nearest to its null value, of a ratio 1). */
  best?: Readonly<Record<string, "highest" | "lowest" | "least">>;
  /** Of the column that it stands in: `"85mm"`; a page's line by default. */
  width?: Width;
  /** Where the numbers come from; by default what the frame remembers, or its column `provenance` says. */
  provenance?: Provenance;
}

const LATEX_OPTIONS = "decimals caption label heading names best width provenance".split(" ");

/**
 * Any frame as a LaTeX table with the rules of booktabs: numbers at the right with their decimals below each other, text at the left, a missing value empty
 * and never 0; an `estimate` with `low`, `high` and its `unit` (of `hypothesisTable`, `ownMetric`) is one column in that unit, unless an option names one of the last three; columns `provenance`, `null_value` and `scale` in which all rows are alike say what the numbers are and are not printed, unless an option names them; a p (a column `p` or `p_value`) that would round to 0 is `<0.001`; halves are rounded away from 0, as in figures. Texts and names are escaped: `$` and `\` are printed, a Greek letter is written as itself. What is wider than the line (345 pt without `width`) is set
 * smaller and its texts wrap; what does not fit even so, packages and signs that pdfLaTeX lacks are named in a comment above. With a caption or label
 * more than 45 rows go over several pages (`longtable`). Hand it a metric's frame after `select`. Tables of the papers: `exportFigure(figure, folder, { formats: ["tex"] })`.
 *
 * @throws {TypeError} for what is no frame
 * @throws {RangeError} for unknown options, a column of an option that the frame lacks, the least of rows held against different null values, or a column `n` beside an estimate that rests on other counts, unless `names` says what it is
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { toLatex } from "judgebias/figures";
 *
 * const latex = toLatex(pl.DataFrame({ judge: ["gpt_4o", "b"], ib: [0.25, null] }), { decimals: 2, best: { ib: "highest" } });
 * assert.match(latex, /gpt\\_4o & \\textbf\{0\.25\} \\\\/);
 * assert.match(latex, /b {7}& {15}\\\\/); // a missing value is empty
 * ```
 */
export function toLatex(frame: pl.DataFrame, options: LatexOptions = {}): string {
  requireFrame("toLatex", frame);
  requireOptions("toLatex", options, LATEX_OPTIONS);
  const { decimals = 3, caption, label, heading, names = {}, best = {}, width, provenance } = options;
  requireList("toLatex", "the headings in names", Object.values(names), "string");
  for (const one of typeof decimals === "object" ? Object.values(decimals) : [decimals]) {
    requireDecimals("toLatex", one, " or, by column, { decimals: { ib: 2 } }");
  }
  for (const one of Object.values(best)) {
    requireOneOf("toLatex", "the best as", one, ["highest", "lowest", "least"]);
  }
  const named = [names, best, typeof decimals === "object" ? decimals : {}].flatMap((one) =>
    Object.keys(one)
  );
  const unknown = [...named, ...heading === undefined ? [] : [heading]].find((name) =>
    !frame.columns.includes(name)
  );
  if (unknown !== undefined) {
    throw new RangeError(
      `toLatex: wanted columns of the frame (${frame.columns.join(", ")}), found ${unknown}`,
    );
  }
  if (names.n === undefined) requireOwnCount(frame);
  if (provenance !== undefined) requireOneOf("toLatex", "provenance as", provenance, PROVENANCES);
  for (const name of Object.keys(best).filter((name) => best[name] === "least")) {
    const { none, isTold } = noEffectOf(frame, name);
    if (Number.isNaN(none)) {
      throw new RangeError(
        `toLatex: wanted rows held against one null value for the least ${name}, found several; make a table of each`,
      );
    }
    const lacks = "no column null_value says what they are held against: of a file that writeFrame made, " +
      "select null_value and scale too";
    if (isTold ? name !== "estimate" && none !== 0 : !countsOf(name)) {
      const why = isTold ? "which the estimates of its frame are held against" : `as ${lacks}`;
      sayOnce(`toLatex: the least ${name} is the one nearest to ${none} here, ${why}`);
    }
  }
  const joined = JOINED.some((name) => named.includes(name))
    ? undefined
    : withIntervals(frame, typeof decimals === "number" ? options.decimals as number : decimals.estimate);
  const isSaid = (name: string) =>
    name === heading || joined && JOINED.includes(name) ||
    /^(provenance|null_value|scale)$/.test(name) && !named.includes(name) &&
      frame.getColumn(name).nUnique() === 1;
  const shown = frame.columns.filter((name) => !isSaid(name));
  const cells = shown.map((name) =>
    columnCells(frame.getColumn(name), {
      decimals: typeof decimals === "number" ? decimals : decimals[name] ?? 3,
      best: best[name],
      name,
      said: name === "estimate" ? joined?.cells : undefined,
      ...noEffectOf(frame, name),
    })
  );
  const headings = heading === undefined
    ? []
    : frame.getColumn(heading).toArray().map((one) => escaped(String(one ?? "")));
  return booktabs({
    aligned: cells.map(({ isNumber }) => isNumber ? "r" : "l"),
    head: [shown.map((name) => escaped(names[name] ?? (name === "estimate" && joined ? joined.head : name)))],
    body: Array.from({ length: frame.height }, (_, i) => cells.map(({ texts }) => texts[i])).flatMap((
      row,
      i,
    ) => headings[i] === headings[i - 1] ? [row] : [headingLine(headings[i]!, shown.length, i), row]),
    caption: caption ? escaped(caption) : undefined,
    label,
    sources: provenance ? [provenance] : saidBy(frame),
    width,
  });
}

/** Columns that an estimate's own says too, where its unit stands beside it. */
const JOINED: readonly string[] = ["low", "high", "unit"];

/** Estimates with their intervals in the units that a frame names, `14.8 [9.1, 20.3]`; a unit that all share is for the head. */
function withIntervals(
  frame: pl.DataFrame,
  decimals?: number,
): { head: string; cells: readonly (string | null)[] } | undefined {
  if (!["estimate", ...JOINED].every((name) => frame.columns.includes(name))) return undefined;
  const rows = frame.select("estimate", ...JOINED).rows() as [number, number, number, string][];
  const units = [...new Set(rows.map(([, , , unit]) => unit).filter(Boolean))];
  const cells = rows.map(([estimate, low, high, unit]) => {
    const isShare = unit === "points" || unit === "percent";
    const text = (value: number) => fixed(isShare ? 100 * value : value, decimals ?? (isShare ? 1 : 3));
    const limits = Number.isFinite(low) && Number.isFinite(high) ? ` [${text(low)}, ${text(high)}]` : "";
    const named = units.length > 1 && isShare ? ` ${unit}` : "";
    return Number.isFinite(estimate) ? text(estimate) + named + limits : null;
  });
  const head = units.length === 1 && units[0] !== "number" ? `estimate (${units[0]})` : "estimate";
  return { head, cells };
}

/** Where a frame says that its rows come from; nothing where nobody says it. */
function saidBy(frame: pl.DataFrame): string[] {
  const source = sourceOf(frame);
  return source === "simulated" || !frame.columns.includes("provenance")
    ? [source].filter(Boolean)
    : distinctWords(frame.getColumn("provenance")).flatMap((one) => one ?? []).map(String).sort();
}

/**
 * Throws where the only estimate of a frame rests on other counts than its `n`, which stands for more: of a metric's table without its accuracies.
 */
function requireOwnCount(frame: pl.DataFrame): void {
  if (!frame.columns.includes("n") || frame.columns.some((name) => countsOf(name)?.includes("n"))) return;
  const other = frame.columns.find((name) => countsOf(name)?.length);
  if (other === undefined) return;
  const counts = countsOf(other)!.join(" and ");
  throw new RangeError(
    `toLatex: wanted the counts that ${other} rests on (${counts}), found n, which counts all rows of its metric; ` +
      `select ${counts} in its place, or say what n is: names: { n: "pairs" }`,
  );
}

/** What a picture's words say of its colours, which LaTeX has not. */
const COLOURS = /, tinted within each column|; grey where its interval holds 0/g;

/** A table of a figure in LaTeX: its groups, headings, totals and notes, bold and underlined as the picture has them. */
export function latexOfTable(
  table: TableDrawing,
  { caption, label, sources }: { caption?: string; label: string; sources: readonly string[] },
): string {
  const { columns } = table, { rows } = layoutTable(table, Math.max(INNER, 80 * columns.length));
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
      ? rows.map(({ cells }) => cells[c].note ?? "").reduce((a, b) => b.length > a.length ? b : a, "")
      : ""
  );
  const beside = (note = "", longest: string) =>
    note.length >= longest.length
      ? (note && small(note))
      : (note && `\\rlap{${small(note)}}`) + `\\phantom{${small(longest)}}`;
  const lines = columns.map(({ label }) => label.split("\n"));
  return booktabs({
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
    body: rows.flatMap(({ heading, total, cells }, r) => [
      ...(r > 0 && total && heading.length === 0 ? ["\\midrule"] : []),
      ...(heading.length > 0 ? [headingLine(tex(heading.join(" ")), columns.length, r)] : []),
      cells.map(({ text, bold, underlined, note }, c) => {
        const plain = tex(text.replaceAll("\n", " ")), lined = underlined ? `\\underline{${plain}}` : plain;
        return (bold ? `\\textbf{${lined}}` : lined) + beside(note, longest[c]);
      }),
    ]),
    caption: caption && tex(caption.replace(COLOURS, "")),
    label,
    sources,
    width: table.paper,
    notes: (table.notes ?? []).map((note) => tex(note.replace(COLOURS, ""))),
  });
}
