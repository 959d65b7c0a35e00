import type { TableDrawing } from "@/figures/figure_spec.ts";
import { latexOfTable } from "@/figures/booktabs.ts";
import { heldCalls } from "../outcomes/held.ts";
import { normalisedSvg } from "./normalised_svg.ts";

/** Without pixels, which may differ in the last bit between processors. */
const drawn = (svg: string) => normalisedSvg(svg.replace(/"data:image\/[^"]*"/g, '""'));

/** What a picture shows and says, and its LaTeX where it is a table; of anything else all of it. */
function seen(made: unknown): object {
  if (typeof made === "string") return { text: drawn(made) };
  if (!("svg" in Object(made))) return { value: made };
  const { svg, png: _, pdf: __, csv: ___, ...rest } = made as { svg: string } & Record<string, unknown>;
  const table = rest.table as TableDrawing | undefined, hasCells = table?.columns && table.rows;
  const options = { caption: `${rest.caption}`, label: `${rest.id}`, sources: [] };
  return { svg: drawn(svg), ...rest, ...hasCells ? { tex: latexOfTable(table, options) } : {} };
}

/** Calls of a file of tests that draw, which are to give what is kept. */
export const heldFigures = (file: string) => heldCalls(file, seen);
