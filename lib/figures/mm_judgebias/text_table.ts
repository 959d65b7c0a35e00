import pl from "nodejs-polars";
import type { FigureSpec } from "../figure_spec.ts";
import type { TableColumn } from "../table_spec.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";

/** A table of words: its columns, and its rows with the group that they stand under. */
export interface TextTable {
  file: string;
  id?: string;
  number: string;
  title: string;
  notebook?: "bias" | "perturbations";
  columns: readonly (Pick<TableColumn, "key" | "label" | "align" | "wrap">)[];
  rows(): readonly { group?: string; cells: Record<string, string> }[];
  /** Columns that are the library's, not the paper's. */
  ours?: readonly string[];
  caption: string;
  footnotes?: string[];
  alt: string;
}

/** A table of the paper that has words rather than numbers; its CSV has the same cells. */
export function textTable(
  { columns, rows, ours = [], caption, footnotes, alt, ...spec }: TextTable,
): FigureSpec {
  return mmJudgebiasFigure({
    ...spec,
    kind: "table",
    frames: [],
    available: ["published"],
    build: () => {
      const given = rows();
      return Promise.resolve({
        body: {
          kind: "table",
          table: {
            columns: columns.map((column) => ({ align: "left", ...column })),
            rows: given.map(({ group, cells }, r) => ({
              ...(group !== undefined && group !== given[r - 1]?.group ? { heading: group } : {}),
              cells,
            })),
            ruled: true,
          },
        },
        data: pl.DataFrame(given.map(({ group, cells }) => ({
          ...(group === undefined ? {} : { heading: group }),
          ...Object.fromEntries(columns.map(({ key }) => [key, cells[key] ?? ""])),
          provenance: "published",
          ...Object.fromEntries(ours.map((key) => [`${key}_provenance`, "redrawn"])),
        }))),
        caption,
        footnotes,
        alt,
      });
    },
  });
}
