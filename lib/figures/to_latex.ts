import { percentOf, requireFrame } from "../results/frame.ts";
import { grouped } from "../stats/grouped.ts";
import { requireDecimals, requireList, requireOneOf, requireOptions } from "../progress/require.ts";
import { layoutTable, neighbours } from "./table_layout.ts";
import type { TableDrawing } from "./table_spec.ts";
import { countsOf, limitedIn, noEffectOf } from "../metrics/estimate_columns.ts";
import { type Provenance, PROVENANCES } from "./provenance.ts";
import { columnCells } from "./latex_cells.ts";
import {
  estimateCells,
  estimatesIn,
  heldCells,
  requireOwnCount,
  saidBy,
  tablesAsOne,
} from "./latex_estimates.ts";
import { booktabs, headingLines } from "./booktabs.ts";
import { escaped, tex } from "./latex_text.ts";
import { INNER, listText, type Width } from "./theme.ts";
import { sayOnce } from "../progress/say_once.ts";
import {
  areTables,
  BY_NAME,
  levelOf,
  requireOneLevel,
  requireOwnLimits,
  type Tables,
} from "./values/own_values.ts";
import { effectOf } from "./values/value.ts";

/** Options of `toLatex`. */
export interface LatexOptions {
  /** Decimals of numbers that are no counts: of all columns, or by column; 3 by default, more of small numbers, of estimates in points or percent 1. */
  decimals?: number | Readonly<Record<string, number>>;
  /** Stands above the table; without it there is no table around the rows. */
  caption?: string;
  /** By which the text refers to the table. */
  label?: string;
  /** Column whose values stand above the rows that they are of, as lines of their own; rows of one value stand together. */
  heading?: string;
  /** Headings by column; the column's name by default. */
  names?: Readonly<Record<string, string>>;
  /** Columns whose best value is bold (below each `heading` one), and which is best: an end, or of biases with a sign the one nearest to 0 (`least`; of an `ownMetric`, also renamed, nearest to its null value, of a ratio 1). */
  best?: Readonly<Record<string, "highest" | "lowest" | "least">>;
  /** Whether what each estimate rests on stands beside it, where tables are given by name; true by default. */
  counts?: boolean;
  /** What is to be said below the table. */
  notes?: readonly string[];
  /** Of the column that it stands in: `"85mm"`; a page's line by default. */
  width?: Width;
  /** Where the numbers come from; by default what the frame remembers, or its column `provenance` says. */
  provenance?: Provenance;
}

const LATEX_OPTIONS = "decimals caption label heading names best counts notes width provenance".split(" ");

/**
 * Any frame as a LaTeX table with the rules of booktabs, or tables of metrics by name as one, `toLatex({ IB: ib, "Length bias": lb, Ratio: own })`: a row for each group (all made with the same `by`), each
 * estimate with its interval in its unit, `22.6 [11.3, 35.0]`, and what it rests on. Numbers stand at the right with their decimals below each other, text at the left, a missing value is empty
 * and never 0; in a frame whose estimates have a `unit` beside them (`hypothesisTable`, `ownMetric`) all that have limits are such columns, unless an option names these or the unit. Limits are of the estimate left of them, of joined tables with their suffix (`ib, low, high, estimate, low_right, high_right`). The level of intervals, the unit where own `names` leave it out, and of tables by name how many estimates carry a warning, and the first of these, stand below. Columns `provenance`, `interval`, `null_value` and `scale` in which all rows are alike say what the numbers are and are not printed, unless an option names them (a null value other than 0, of a ratio 1, stands below, as does the part of a claim that an estimate is of where `part` was not selected); a p (a column `p` or `p_value`) that would round to 0 is `<0.001`; halves are rounded away from 0, as in figures. Texts and names are escaped: `$` and `\` are printed, a Greek letter is written as itself. What is wider than the line (345 pt without `width`) is set
 * smaller and its texts wrap; what does not fit even so, packages and signs that pdfLaTeX lacks are named in a comment above. With a caption or label
 * more than 45 rows go over several pages (`longtable`). Hand it a metric's frame after `select`. Tables of the papers: `exportFigure(figure, folder, { formats: ["tex"] })`.
 *
 * @throws {TypeError} for what is no frame
 * @throws {RangeError} for unknown options, a column of an option that the frame lacks, limits that are of another estimate or of none (unless `names` says what they are), intervals of several levels, tables of different groups, the least of rows held against different null values, or a column `n` beside an estimate that rests on other counts, unless `names` says what it is
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { toLatex } from "judgebias/figures";
 *
 * const table = pl.DataFrame({ judge: ["gpt_4o", "b"], ib: [0.25, null] });
 * const latex = toLatex(table, { decimals: 2, best: { ib: "highest" } });
 * assert.match(latex, /gpt\\_4o & \\textbf\{0\.25\} \\\\/);
 * assert.match(latex, /b {7}& {15}\\\\/); // a missing value is empty
 * ```
 */
export function toLatex(given: Tables, options: LatexOptions = {}): string {
  const isNamed = areTables(given);
  if (!isNamed) requireFrame("toLatex", given);
  requireOptions("toLatex", options, LATEX_OPTIONS);
  const { decimals = 3, caption, heading, names = {}, best = {}, notes = [], counts, provenance } = options;
  if (counts !== undefined && !isNamed) {
    throw new RangeError(`toLatex: wanted counts of tables by name, found one frame; ${BY_NAME}, or select`);
  }
  requireList("toLatex", "the headings in names", Object.values(names), "string");
  requireList("toLatex", "notes", notes, "string");
  for (const one of typeof decimals === "object" ? Object.values(decimals) : [decimals]) {
    requireDecimals("toLatex", one, " or, by column, { decimals: { ib: 2 } }");
  }
  for (const one of Object.values(best)) {
    requireOneOf("toLatex", "the best as", one, ["highest", "lowest", "least"]);
  }
  const columnsNamed = [names, best, typeof decimals === "object" ? decimals : {}];
  const named = columnsNamed.flatMap((one) => Object.keys(one));
  const { frame, estimates, said, warnings } = isNamed
    ? tablesAsOne(given, counts ?? true)
    : estimatesIn(given, named);
  const unknown = [...named, ...heading === undefined ? [] : [heading]].find((name) =>
    !frame.columns.includes(name)
  );
  if (unknown !== undefined) {
    throw new RangeError(
      `toLatex: wanted columns of the frame (${frame.columns.join(", ")}), found ${unknown}`,
    );
  }
  if (!isNamed) {
    const beside = Object.keys(estimates).length === 0;
    requireOwnLimits("toLatex", frame, limitedIn(frame), { beside, named: Object.keys(names) });
    if (names.n === undefined) requireOwnCount(frame);
  }
  if (provenance !== undefined) requireOneOf("toLatex", "provenance as", provenance, PROVENANCES);
  const heldAgainst = (name: string) =>
    Object.hasOwn(estimates, name)
      ? { ...effectOf(estimates[name].filter((one) => one !== undefined)), isTold: true }
      : noEffectOf(frame, name);
  for (const name of Object.keys(best).filter((name) => best[name] === "least")) {
    const { none, isTold } = heldAgainst(name);
    if (Number.isNaN(none)) {
      throw new RangeError(
        `toLatex: wanted rows held against one null value for the least ${name}, found several; make a table of each, or ${BY_NAME}`,
      );
    }
    if (!isTold && !countsOf(name)) {
      sayOnce(
        `toLatex: the least ${name} is the one nearest to 0 here, as no column null_value says what they are held ` +
          "against: of a file that writeFrame made, select null_value and scale too",
      );
    }
  }
  const isSaid = (name: string) =>
    name === heading || said.includes(name) ||
    /^(provenance|interval|(.*_)?(null_value|scale))$/.test(name) && !named.includes(name) &&
      frame.getColumn(name).nUnique() === 1;
  const shown = frame.columns.filter((name) => !isSaid(name));
  const decimalsOf = (name: string) =>
    typeof decimals === "number" ? options.decimals as number : decimals[name];
  const joined = Object.entries(estimates).map(([name, values]) =>
    [name, estimateCells(values, decimalsOf(name))] as const
  );
  const cellsOf = new Map([...joined, ...heldCells(frame, estimates)]),
    units = new Set(joined.map(([, { unit }]) => unit));
  const headings = heading === undefined
    ? []
    : frame.getColumn(heading).toArray().map((one) => escaped(String(one ?? "")));
  const blocks = [...grouped(Array.from({ length: frame.height }, (_, i) => i), (i) => headings[i])];
  const cells = shown.map((name) =>
    columnCells(frame.getColumn(name), {
      ...{ decimals: decimalsOf(name), best: best[name], name },
      said: cellsOf.get(name)?.cells,
      blocks: blocks.map(([, rows]) => rows),
      effect: heldAgainst(name),
    })
  );
  // One's own name says no unit: where all have the same it is said below.
  const headOf = (name: string) => {
    const unit = cellsOf.get(name)?.unit, own = names[name] ?? name;
    return unit && (names[name] === undefined || units.size > 1) ? `${own} (${unit})` : own;
  };
  const [unit] = units, isBelow = units.size === 1 && joined.some(([name]) => names[name] !== undefined);
  const [one] = frame.columns.includes("interval") ? frame.getColumn("interval").toArray() : [];
  const levels = joined.length > 0
    ? Object.values(estimates).flat().map((value) => value?.interval && value.level)
    : limitedIn(frame).length > 0 && !shown.includes("interval")
    ? [levelOf("toLatex", frame, one)]
    : [];
  const level = requireOneLevel("toLatex", levels.flatMap((level) => level ?? []));
  const open = Object.keys(estimates).filter((name) =>
    estimates[name].some((one) => one?.interval && one.level === null)
  );
  const note = [
    isBelow ? UNITS[unit] ?? "" : "",
    level === undefined ? "" : `${percentOf(level)} intervals`,
    level && open.length > 0 ? `level of ${listText(open.map((name) => names[name] ?? name))} unknown` : "",
  ].filter(Boolean).join("; ");
  return booktabs({
    aligned: cells.map(({ aligned }) => aligned),
    head: [shown.map((name) => escaped(headOf(name)))],
    body: blocks.flatMap(([name, rows]) => [
      ...heading === undefined ? [] : headingLines(name, shown.length, rows === blocks[0][1]),
      ...rows.map((i) => cells.map(({ texts }) => texts[i])),
    ]),
    caption: caption ? escaped(caption) : undefined,
    ...{ label: options.label, width: options.width },
    sources: provenance
      ? [provenance]
      : [...new Set((isNamed ? Object.values(given) : [given]).flatMap(saidBy))],
    notes: [...note ? [`${note}.`] : [], ...warnings, ...notes].map(escaped),
  });
}

/** What all numbers of a table are read in, where their heads do not say it. */
const UNITS: Readonly<Record<string, string>> = { points: "Percentage points", percent: "Percent" };

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
      ...(heading.length > 0 ? headingLines(tex(heading.join(" ")), columns.length, r === 0) : []),
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
