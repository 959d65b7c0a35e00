import type pl from "nodejs-polars";
import { requireOptions } from "../results/require_options.ts";

/** Options of `toLatex`. */
export interface LatexOptions {
  /** Decimals of numbers that are no counts: of all columns, or by column; 3 by default. */
  decimals?: number | Readonly<Record<string, number>>;
  /** Stands above the table; without it there is no table around the rows. */
  caption?: string;
  /** By which the text refers to the table. */
  label?: string;
  /** Headings by column; the column's name by default. */
  names?: Readonly<Record<string, string>>;
  /** Columns whose best value is bold, and which end is best. */
  best?: Readonly<Record<string, "highest" | "lowest">>;
}

/**
 * Any frame as a LaTeX table with the rules of booktabs: numbers at the right with their decimals below each other, text at the left, a missing value empty
 * and never 0. Texts and names are escaped. Hand it a metric's frame after `select`.
 *
 * @throws {TypeError} for what is no frame
 * @throws {RangeError} for unknown options, or a column of an option that the frame lacks
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
  if (typeof frame?.toRecords !== "function") {
    throw new TypeError(`toLatex: wanted a frame, found ${frame === null ? "null" : typeof frame}`);
  }
  requireOptions("toLatex", options, ["decimals", "caption", "label", "names", "best"]);
  const { decimals = 3, caption, label, names = {}, best = {} } = options, { columns } = frame;
  const named = [
    ...Object.keys(names),
    ...Object.keys(best),
    ...typeof decimals === "object" ? Object.keys(decimals) : [],
  ];
  const unknown = named.find((name) => !columns.includes(name));
  if (unknown !== undefined) {
    throw new RangeError(`toLatex: wanted columns of the frame (${columns.join(", ")}), found ${unknown}`);
  }
  const cells = columns.map((name) =>
    columnCells(frame.getColumn(name), {
      decimals: typeof decimals === "number" ? decimals : decimals[name] ?? 3,
      best: best[name],
    })
  );
  const row = (list: readonly string[]) => `  ${list.join(" & ")} \\\\`;
  const rows = Array.from({ length: frame.height }, (_, i) => row(cells.map(({ texts }) => texts[i])));
  const body = [
    `\\begin{tabular}{${cells.map(({ isNumber }) => isNumber ? "r" : "l").join("")}}`,
    "  \\toprule",
    row(columns.map((name) => escaped(names[name] ?? name))),
    "  \\midrule",
    ...rows,
    "  \\bottomrule",
    "\\end{tabular}",
  ];
  if (caption === undefined && label === undefined) return body.join("\n") + "\n";
  return [
    "\\begin{table}",
    "  \\centering",
    ...caption === undefined ? [] : [`  \\caption{${escaped(caption)}}`],
    ...label === undefined ? [] : [`  \\label{${label}}`],
    ...body.map((line) => `  ${line}`),
    "\\end{table}",
    "",
  ].join("\n");
}

/** A column's cells, padded to one width, so that decimals stand below each other in the source as well. */
function columnCells(
  column: pl.Series,
  { decimals, best }: { decimals: number; best?: "highest" | "lowest" },
) {
  const values = column.toArray() as unknown[],
    known = values.filter((value) => value !== null && value !== undefined);
  const isNumber = known.length > 0 &&
    known.every((value) => typeof value === "number" || typeof value === "bigint");
  const isCount = isNumber && known.every((value) => Number.isNaN(value) || Number.isInteger(Number(value)));
  const numbers = known.map(Number).filter((value) => !Number.isNaN(value));
  const top = best === "highest" ? Math.max(...numbers) : best === "lowest" ? Math.min(...numbers) : NaN;
  const texts = values.map((value) => {
    if (value === null || value === undefined || Number.isNaN(value)) return "";
    if (!isNumber) return escaped(String(value));
    const text = isCount ? String(value) : minus(Number(value).toFixed(decimals));
    return Number(value) === top ? `\\textbf{${text}}` : text;
  });
  const width = Math.max(0, ...texts.map((text) => text.length));
  return { isNumber, texts: texts.map((text) => isNumber ? text.padStart(width) : text.padEnd(width)) };
}

/** A number's text with a minus sign, and without one for what rounds to 0. */
function minus(text: string): string {
  return Number(text) === 0 ? text.replace("-", "") : text.replace(/^-(.*)/, "$-$$$1");
}

/** Text in which no character is a command. */
function escaped(text: string): string {
  const WORDS: Record<string, string> = {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
  };
  return text.replace(/[\\~^&%$#_{}]/g, (sign) => WORDS[sign] ?? `\\${sign}`).replace(/\s+/g, " ");
}
