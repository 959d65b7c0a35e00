import pl from "nodejs-polars";
import { z } from "zod";
import { readCards, TEXT } from "./read_cards.ts";
import type { DrawnFigure, Specs } from "../figure.ts";
import { CRITERIA_SETS } from "../../results/criteria_sets.ts";
import { curly } from "../svg_text.ts";

const TABLES = readCards(
  "tables",
  z.record(
    TEXT,
    z.strictObject({
      title: TEXT,
      notebook: TEXT.optional(),
      /** How wide it is drawn, where that is wider than a page: it is scaled to one. */
      width: z.int().positive().optional(),
      columns: z.array(z.strictObject({
        key: TEXT,
        label: TEXT,
        align: z.enum(["left", "right", "center"]).optional(),
        /** The column whose text stands behind its own, smaller. */
        note: TEXT.optional(),
        bold: z.literal(true).optional(),
        /** Whether it stands in the CSV alone. */
        hidden: z.literal(true).optional(),
        /** What its cells are written as, by what the paper has. */
        names: z.record(TEXT, TEXT).optional(),
        /** Where its words come from, if not from the paper. */
        from: z.enum(["redrawn", "computed from published"]).optional(),
      })),
      ruled: z.literal(false).optional(),
      /** Whether its headings or heads of columns are ours. */
      headings: z.literal("redrawn").optional(),
      /** Cells in the order of the columns, under their headings. */
      rows: z.array(z.union([z.array(z.string()), z.strictObject({ heading: TEXT })])).optional(),
      /** Whose definitions the rows are. */
      criteria: z.enum(["open_ended", "reasoning"]).optional(),
      caption: TEXT,
      footnotes: z.array(TEXT).optional(),
      alt: TEXT,
    }),
  ),
);

export const textTables: Specs = Object.fromEntries(Object.keys(TABLES).map((id) => [id, tableOf(id)]));

function tableOf(id: string): DrawnFigure {
  const { title, notebook, columns, rows = [], criteria, ruled = true, headings, ...told } = TABLES[id];
  const base = columns.every(({ from }) => from === "redrawn");
  const more = [
    ...columns.flatMap(({ key, from }) => from && !base ? [[`${key}_provenance`, from]] : []),
    ...(headings ? [["heading_provenance", headings]] : []),
  ];
  return {
    title,
    notebook,
    file: "data/cards/tables.json",
    draw: () => {
      let heading: string | undefined;
      const given = criteria === undefined ? [] : CRITERIA_SETS[criteria].map((
        { id, name, definition, reward, penalize },
      ) => ({
        heading,
        cells: { id, name, definition, reward, penalize } as Readonly<Record<string, string>>,
      }));
      for (const row of rows) {
        if (!Array.isArray(row)) heading = row.heading;
        else given.push({ heading, cells: Object.fromEntries(columns.map(({ key }, c) => [key, row[c]])) });
      }
      const shown = columns.filter(({ key, hidden }) => !hidden && !columns.some(({ note }) => note === key));
      return {
        body: {
          kind: "table",
          table: {
            columns: shown.map(({ key, label, align = "left" }) => ({ key, label, align })),
            rows: given.map(({ heading, cells }, r) => ({
              ...(heading !== given[r - 1]?.heading ? { heading } : {}),
              cells: Object.fromEntries(
                shown.map(({ key, note, bold, names = {} }) => {
                  const text = names[cells[key]] ?? cells[key];
                  return [key, { text: base ? curly(text) : text, bold, note: note && cells[note] }];
                }),
              ),
            })),
            ruled,
          },
        },
        data: pl.DataFrame(given.map(({ heading, cells }) => ({
          ...(heading === undefined ? {} : { heading }),
          ...Object.fromEntries(columns.map(({ key }) => [key, cells[key] ?? ""])),
          provenance: base ? "redrawn" : "published",
          ...Object.fromEntries(more),
        }))),
        ...told,
      };
    },
  };
}
