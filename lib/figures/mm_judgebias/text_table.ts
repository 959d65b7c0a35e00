import pl from "nodejs-polars";
import { type DrawnFigure, figure, type NamedFigure } from "../figure.ts";
import type { TableColumn } from "../table_spec.ts";

/** A table of words: its columns, and its rows with the group that they stand under. */
export interface TextTable extends Pick<DrawnFigure, "title" | "notebook"> {
  /** `ours`: its words are the library's, not the paper's. */
  columns: readonly (Pick<TableColumn, "key" | "label" | "align" | "wrap"> & { ours?: true })[];
  rows(): readonly { group?: string; cells: Record<string, string> }[];
  caption: string;
  footnotes?: string[];
  alt: string;
}

/** A table of the paper that has words rather than numbers; its CSV has the same cells. */
export function textTable<const Id extends string>(
  id: Id,
  { columns, rows, caption, footnotes, alt, ...spec }: TextTable,
): NamedFigure<Id> {
  const ours = columns.filter((column) => column.ours), published = ours.length < columns.length;
  return figure(id, {
    ...spec,
    draw: () => {
      const given = rows();
      return {
        body: {
          kind: "table",
          table: {
            columns: columns.map(({ ours: _, ...column }) => ({ align: "left", ...column })),
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
          provenance: published ? "published" : "redrawn",
          ...Object.fromEntries(published ? ours.map(({ key }) => [`${key}_provenance`, "redrawn"]) : []),
        }))),
        caption,
        footnotes,
        alt,
      };
    },
  });
}
