import { mistaken, refusing } from "../results/said.ts";
import { told, unframed } from "../progress/told.ts";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import pl from "nodejs-polars";
import { paperOf, paperText } from "../papers/papers.ts";
import { requireOneOf, requireOptions, requireRight, requireText } from "../progress/require.ts";
import { csvText, writeWhole } from "../results/write_frame.ts";
import { latexOfTable } from "./booktabs.ts";
import { type FigureFormat, FORMATS, type TableDrawing, USUAL_FORMATS } from "./figure_spec.ts";
import { sourcesOf } from "./provenance.ts";
import { DPI, renderPdf, renderPng } from "./render_pdf.ts";

/** A picture that can be written: a figure of a paper (`renderFigure`), or a chart of one's own (`chart`, `points`, `histogram`). */
export interface Exportable {
  /** The picture as the text of an SVG file. */
  svg: string;
  /** The numbers drawn. */
  data: pl.DataFrame;
  /** The figure's id, which names the files unless `name` does, and by which its paper stands in them. */
  id?: string;
  /** Whether a paper's figure is drawn from one's own results. */
  ofResults?: boolean;
  /** The cells, where it is a table: of these LaTeX is made. */
  table?: TableDrawing | null;
  /** What stands below it, and above its LaTeX. */
  caption?: string;
  /** The picture as PNG where it was rendered already; drawn when asked for otherwise. */
  png?: Uint8Array | null;
  /** The picture as PDF where it was rendered already; drawn when asked for otherwise. */
  pdf?: Uint8Array | null;
}

/** Options of `exportFigure`. */
export interface ExportOptions {
  /** Name of the files without ending; a figure's id by default, which a chart of one's own has not. */
  name?: string;
  /** What is written; SVG, PNG and CSV by default. */
  formats?: readonly FigureFormat[];
  /** Whether files of these names are replaced that are no exports; false by default. */
  overwrite?: boolean;
  /** Pixels of the PNG to the inch, 72 to 1200; 192 by default. */
  dpi?: number;
}

/**
 * Writes a figure or a chart into a folder (made where it is not there) as `<name>.svg`, `.png`, `.pdf` (its text as text), `.csv` (the numbers
 * drawn, with a column `provenance`; of a paper's figure these name its number and the paper's key in `papers.bib`) and, of a table, `.tex` (LaTeX with the rules of booktabs), each whole or not at all. For a column
 * of a paper draw it so: `chart(frame, { …, width: "85mm", badge: false })` is 85 mm wide as PDF, its letters are
 * 8 points high and embedded, and what it is and where its numbers come from stands in the file's properties.
 *
 * @returns the paths written
 * @throws {TypeError} for what is no picture
 * @throws {RangeError} for a format that is none, LaTeX of what is no table, a chart without a name, or where another file of that name stands
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { exportFigure, renderFigure } from "judgebias/figures";
 *
 * const folder = mkdtempSync(`${tmpdir()}/figures-`);
 * const paths = await exportFigure(await renderFigure("birch-table1"), folder, {
 *   name: "table", formats: ["pdf", "csv"],
 * });
 * assert.deepEqual(paths, [`${folder}/table.pdf`, `${folder}/table.csv`]);
 * ```
 */
export async function exportFigure(
  figure: Exportable,
  folder: string,
  options: ExportOptions = {},
): Promise<string[]> {
  if (typeof unframed(figure).svg !== "string") throw mistaken("export_what", { found: told(figure) });
  requireOptions("exportFigure", options, ["name", "formats", "overwrite", "dpi"]);
  const { name = figure.id, formats = USUAL_FORMATS, overwrite = false, dpi = DPI } = options;
  requireRight(dpi >= 72 && dpi <= 1200, "exportFigure", "dpi from 72 to 1200", dpi);
  requireText("exportFigure", 'a folder ("out", { name: "ib" })', folder);
  if (!name) throw refusing("export_name");
  for (const format of formats) requireOneOf("exportFigure", "a format", format, FORMATS);
  mkdirSync(folder, { recursive: true });
  const paths = formats.map((format) => `${folder}/${name}.${format}`);
  const other = paths.find((path, i) =>
    existsSync(path) && !OURS[formats[i]].test(readFileSync(path, "latin1"))
  );
  if (other && !overwrite) throw refusing("export_free", { other });
  // All are made before any is written: a format that this picture cannot have leaves no others behind.
  const contents = [];
  for (const format of formats) contents.push(await CONTENT[format](figure, name, dpi));
  contents.forEach((content, i) => writeWhole(paths[i], (path) => writeFileSync(path, content)));
  return paths;
}

/** How a file begins, or what it says of itself, that was exported: another one (verdicts, a metric's table, a photograph) is not lost. */
const OURS: Record<FigureFormat, RegExp> = {
  svg: /^<svg [^>]*aria-labelledby="\S+-title \S+-desc"/,
  // 192 pixels to the inch, or its name.
  png: /pHYs(\0\0\W\x87){2}|judgebias/,
  pdf: /\/Creator \(judgebias\)/,
  csv: /^(row,|prompt,|\S+_from,|.*,(interval_provenance|paper)\b)/,
  tex: /% made with judgebias/,
};

const saidOf = ({ id = "", ofResults = false }: Partial<Exportable>) => paperText(id, ofResults);

/** The numbers with the paper that they are of: to numbers of one's own no paper is to be cited. */
function withPaper({ data, id = "", ofResults }: Exportable): pl.DataFrame {
  const paper = paperOf(id);
  const own = paper && ofResults ? { paper: "", number: `drawn like ${paper.number}`, cite: "" } : paper;
  const said = Object.entries(own ?? {}).filter(([name]) => !data.columns.includes(name));
  return data.withColumns(...said.map(([name, one]) => pl.lit(one).alias(name)));
}

type Content = Promise<Uint8Array> | Uint8Array | string;
const CONTENT: Record<FigureFormat, (figure: Exportable, name: string, dpi: number) => Content> = {
  svg: ({ svg }) => svg,
  csv: (figure) => csvText(withPaper(figure), { action: "exportFigure" }),
  png: ({ svg, png }, _, dpi) => dpi === DPI && png ? png : renderPng(svg, dpi),
  pdf: ({ svg, pdf, data, ...of }) => pdf ?? renderPdf(svg, sourcesOf(data), saidOf(of)),
  tex({ table, caption, data, ...of }, name) {
    if (!table) throw refusing("export_tex", { name });
    const words = { caption: caption || undefined, label: `tab:${name}`, sources: sourcesOf(data) };
    return (saidOf(of) && `% ${saidOf(of)}\n`) + latexOfTable(table, words);
  },
};
