import { mistaken, refusing } from "../results/said.ts";
import { isPlain, told as toldOf, unframed } from "../progress/told.ts";
import type pl from "nodejs-polars";
import { fromNone, noEffectOf } from "../metrics/estimate_columns.ts";
import { requireDecimals, requireList, requireOneOf, requireOptions } from "../progress/require.ts";
import { computedFrom, percentOf, requireFrame } from "../results/frame.ts";
import { grouped } from "../stats/grouped.ts";
import { latexOfTable } from "./booktabs.ts";
import { estimatesIn, printedCells, saidBy, tablesAsOne } from "./latex_estimates.ts";
import { listText } from "./theme.ts";
import { areTables, requireOneLevel, type Tables } from "./values/own_values.ts";
import { effectOf } from "./values/value.ts";

type Best = "highest" | "lowest" | "least";

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
  best?: Readonly<Record<string, Best>>;
  /** Of tables by name whether the rows that each rests on stand in columns, one for those that are alike; they do by default. */
  counts?: boolean;
  /** What is to be said below the table. */
  notes?: readonly string[];
}

const LATEX_OPTIONS = "decimals caption label heading names best counts notes".split(" ");

/**
 * Any frame as a LaTeX table with the rules of booktabs, or tables of metrics by name as one, `toLatex({ IB: ib, "Length bias": lb, Ratio: own })`: a row for each group (all made with the same `by`); what claims and `contrast` give is a table by `hypothesisTable`. Each estimate with its interval in its unit, `22.6 [11.3, 35.0]`, and what it rests on. Numbers stand at the right with their decimals below each other, text at the left, a missing value is empty
 * and never 0; in a frame all estimates that have limits are such columns. Limits are of the estimate left of them, of joined tables with their suffix (`ib, low, high, estimate, low_right, high_right`). The level of intervals, the unit where own `names` leave it out, of tables by name how many estimates carry a warning, and the first of these, of a frame the first warning whose column was not selected, stand below. A whole `hypothesisTable` has the columns that a verdict follows, others where an option names them or they are selected. Columns that say what the numbers are (`provenance` where all rows are alike, `interval`, `scale`, `null_value` and its `delta`) are not printed, unless an option names them; of these and of claims the part that an estimate is of stands below; a column of warnings that has none is left out; a p (a column `p` or `p_value`) that would round to 0 is `<0.001`; halves are rounded away from 0, as in figures. Texts and names are escaped: `$` and `\` are printed, a Greek letter is written as itself. A table is no wider than its line (package adjustbox), long texts wrap; signs that pdfLaTeX lacks are named in a comment above. Hand it a metric's frame after `select`. Tables of the papers: `exportFigure(figure, folder, { formats: ["tex"] })`.
 *
 * @throws {TypeError} for what is no frame
 * @throws {RangeError} for unknown options, a column of an option that the frame lacks, limits that are of another estimate or of none, intervals of several levels, tables of different groups, or the least of rows held against different null values
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
 * assert.match(latex, /b & {2}\\\\/); // a missing value is empty
 * ```
 */
export function toLatex(given: Tables, options: LatexOptions = {}): string {
  const isNamed = areTables(given), [first] = isPlain(given) ? Object.values(given) : [given].flat();
  if ([given, first].some((one) => typeof unframed(one).pValue === "number")) {
    throw mistaken("latex_claim", { found: toldOf(given) });
  }
  if (!isNamed) requireFrame("toLatex", given);
  requireOptions("toLatex", options, LATEX_OPTIONS);
  const { decimals, caption, heading, names = {}, best = {}, notes = [] } = options;
  requireList("toLatex", "the headings in names", Object.values(names), "string");
  requireList("toLatex", "notes", notes, "string");
  requireOneOf("toLatex", "counts as", options.counts, [undefined, true, false]);
  const byColumn = typeof decimals === "object" ? decimals : {};
  const decimalsOf = (name: string) => typeof decimals === "object" ? byColumn[name] : decimals;
  for (const one of typeof decimals === "object" ? Object.values(decimals) : [decimals]) {
    requireDecimals("toLatex", one, " or, by column, { decimals: { ib: 2 } }");
  }
  for (const one of Object.values(best)) {
    requireOneOf("toLatex", "the best as", one, ["highest", "lowest", "least"]);
  }
  const named = [names, best, byColumn].flatMap((one) => Object.keys(one));
  const told = isNamed ? tablesAsOne(given, options.counts) : estimatesIn(withoutDetails(given, named));
  const { frame, estimates } = told;
  const unknown = [...named, heading ?? []].flat().find((name) => !frame.columns.includes(name));
  if (unknown !== undefined) throw refusing("latex_columns", { columns: frame.columns, unknown });
  const heldAgainst = (name: string) =>
    Object.hasOwn(estimates, name)
      ? effectOf(estimates[name].filter((one) => one !== undefined))
      : noEffectOf(frame, name);
  const several = Object.keys(best).find((name) =>
    best[name] === "least" && Number.isNaN(heldAgainst(name).none)
  );
  if (several !== undefined) throw refusing("latex_least", { several });
  // What estimates are held against is in no unit of theirs.
  const held = frame.columns.includes("null_value")
    ? /^(interval|delta|(.*_)?(null_value|scale))$/
    : /^(interval|scale)$/;
  const isSaid = (name: string) =>
    name === heading || told.said.includes(name) ||
    !named.includes(name) &&
      (held.test(name) || name === "provenance" && frame.getColumn(name).nUnique() === 1 ||
        /(^|_)warning$/.test(name) && frame.getColumn(name).nullCount() === frame.height);
  const headings = heading === undefined
    ? []
    : frame.getColumn(heading).toArray().map((one) =>
      typeof one === "boolean" ? `${names[heading] ?? heading}: ${one}` : String(one ?? "")
    );
  const blocks = [...grouped(Array.from({ length: frame.height }, (_, i) => i), (i) => headings[i])];
  const columns = frame.columns.filter((name) => !isSaid(name)).map((name) => {
    const { unit, numbers, isNumber, cells } = printedCells(told, name, decimalsOf(name));
    if (best[name] && !isNumber && frame.getColumn(name).nullCount() < frame.height) {
      throw refusing("latex_best", { name });
    }
    const sizes = best[name] === "least"
      ? numbers.map((value) => fromNone(value, heldAgainst(name)))
      : numbers;
    const isBest = best[name] ? blocks.flatMap(([, rows]) => bestOf(rows, sizes, best[name])) : [];
    // Numbers in several units have no point to stand by.
    const isMixed = new Set(estimates[name]?.flatMap((one) => one?.unit ?? [])).size > 1;
    const align = isNumber && !isMixed ? "right" as const : "left" as const;
    return { name, unit, align, cells: cells.map((one, i) => ({ ...one, bold: isBest.includes(i) })) };
  });
  // One's own name says no unit: where all have the same it is said below.
  const inUnits = columns.filter(({ name, unit }) => unit || Object.hasOwn(estimates, name));
  const [unit, ...others] = new Set(inUnits.map(({ unit }) => unit));
  const headOf = ({ name, unit }: typeof columns[number]) => {
    const own = names[name] ?? name;
    return unit && (names[name] === undefined || others.length > 0) ? `${own} (${unit})` : own;
  };
  const isBelow = others.length === 0 && inUnits.some(({ name }) => names[name] !== undefined);
  const bounded = Object.entries(estimates).map(([name, values]) =>
    [name, values.filter((one) => one?.interval)] as const
  );
  const level = requireOneLevel(
    "toLatex",
    bounded.flatMap(([, own]) => own.flatMap((one) => one!.level ?? [])),
  );
  const open = bounded.flatMap(([name, own]) =>
    own.some((one) => one!.level === null) ? [names[name] ?? name] : []
  );
  const note = [
    isBelow ? UNITS[unit] ?? "" : "",
    level === undefined ? "" : `${percentOf(level)} intervals`,
    level && open.length > 0 ? `level of ${listText(open)} unknown` : "",
  ].filter(Boolean).join("; ");
  return latexOfTable({
    columns: columns.map((one) => ({ key: one.name, label: headOf(one), align: one.align })),
    rows: blocks.flatMap(([heading, rows]) =>
      rows.map((i) => ({
        ...i === rows[0] ? { heading } : {},
        cells: Object.fromEntries(columns.map(({ name, cells }) => [name, cells[i]])),
      }))
    ),
    notes: [...note ? [`${note}.`] : [], ...told.warnings, ...notes],
  }, {
    ...{ caption: caption || undefined, label: options.label },
    sources: [...new Set((isNamed ? Object.values(given) : [given]).flatMap(saidBy))],
  });
}

const DETAILS = ["effect_measure", "effect", "note", "df", "p_equivalence", "warning", "part"];

/** A whole `hypothesisTable` without what no line has room for: what stays is what a verdict follows; warnings stand below. */
function withoutDetails(frame: pl.DataFrame, named: readonly string[]): pl.DataFrame {
  const { columns } = frame;
  if (![...DETAILS, "hypothesis", "verdict", "p_adjusted"].every((name) => columns.includes(name))) {
    return frame;
  }
  const isAbsent = frame.getColumn("verdict").toArray().includes("absent");
  const gone = [...DETAILS, ...isAbsent ? [] : ["p_equivalence_adjusted"]];
  const shown = frame.select(...columns.filter((name) => named.includes(name) || !gone.includes(name)));
  const keys = columns.slice(0, columns.indexOf("hypothesis"));
  const parts = (frame.toRecords() as Record<string, string>[]).map((row) => ({
    ...{ claim: row.hypothesis, part: row.part },
    row: keys.map((key) => row[key]).join(" · "),
  }));
  return computedFrom(frame, shown, { notes: ofParts(parts) });
}

/** Of which part of its claim an estimate is; where rows of one claim differ the rarer parts name theirs. */
function ofParts(rows: readonly { claim: string; part?: string | null; row: string }[]): string[] {
  return [...grouped(rows.filter(({ part }) => part), ({ claim }) => claim)].map(([claim, own]) => {
    const parts = [...grouped(own, ({ part }) => part!)].sort((a, b) => b[1].length - a[1].length);
    const others = parts.slice(1).map(([part, rows]) =>
      `; of “${part}” for ${listText(rows.map(({ row }) => row))}`
    );
    return `the estimate of “${claim}” is of its part “${parts[0][0]}”${others.join("")}`;
  });
}

const UNITS: Readonly<Record<string, string>> = { points: "Percentage points", percent: "Percent" };

function bestOf(rows: readonly number[], sizes: readonly number[], best: Best): number[] {
  const known = rows.map((i) => sizes[i]).filter((size) => !Number.isNaN(size));
  const top = best === "highest" ? Math.max(...known) : Math.min(...known);
  return rows.filter((i) => sizes[i] === top);
}
