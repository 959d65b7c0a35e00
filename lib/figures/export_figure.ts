import { writeFileSync } from "node:fs";
import { writeFrame, writeWhole } from "../results/write_frame.ts";
import type { FigureFormat } from "./figure_format.ts";
import type { RenderedFigure } from "./render_figure.ts";

/**
 * Writes a rendered figure into a folder as `<id>.svg`, `.png`, `.pdf` and `.csv` (the numbers drawn, with a column
 * `provenance`), each whole or not at all, and returns the paths.
 */
export function exportFigure(
  figure: RenderedFigure,
  folder: string,
  formats: readonly FigureFormat[],
): string[] {
  return formats.map((format) => {
    const path = `${folder}/${figure.id}.${format}`;
    if (format === "csv") writeFrame(figure.data, path);
    else {
      const content = format === "svg" ? new TextEncoder().encode(figure.svg) : figure[format];
      if (!content) {
        throw new TypeError(
          `exportFigure: wanted a ${format.toUpperCase()} of ${figure.id}, found none: render it with formats: ["${format}"]`,
        );
      }
      writeWhole(path, (temporary) => writeFileSync(temporary, content));
    }
    return path;
  });
}
