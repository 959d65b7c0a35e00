import pl from "nodejs-polars";
import { z } from "zod";
import { type DrawnFigure, figure, type Specs } from "../figure.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { PROVENANCES } from "../provenance.ts";
import { picture } from "../schematic/layout.ts";
import { unmarked } from "../schematic/styled_text.ts";
import { blockOf, type Tree } from "../schematic/tree.ts";
import { facts } from "../values/value.ts";
import { PLATE, type Plate, plates } from "./plate.ts";
import { readCards, TEXT } from "./read_cards.ts";
import { CRITERIA_SETS } from "../../results/criteria_sets.ts";
import { curly } from "../svg_text.ts";

/** Cards with what is said of them; without `rows` the CSV has the verdicts, without `alt` query, answers and verdicts are told. */
const CARD = z.strictObject({
  title: TEXT,
  ...{ number: TEXT.optional(), notebook: TEXT.optional() },
  plates: z.array(PLATE),
  rows: z.array(z.record(TEXT, z.union([z.string(), z.number(), z.null()]))).optional(),
  caption: TEXT,
  footnotes: z.array(TEXT).optional(),
  alt: TEXT.optional(),
});

function rowsOf(one: Plate) {
  const { columns, rows } = one.verdicts!, [[, query]] = one.texts;
  return rows.flatMap(({ by, verdict }) =>
    verdict.map((said, v) => ({
      example: unmarked(query),
      by: columns[v] === "chooses" ? by : rows.length > 1 ? `${by} · ${columns[v]}` : columns[v],
      verdict: said,
      provenance: "published",
    }))
  );
}

function altOf(one: Plate): string {
  const [[, query], ...answers] = one.texts;
  const said = (one.verdicts?.rows ?? []).map(({ by, verdict }) => `${by}: ${verdict.join(", ")}`);
  const texts = answers.map(([, text]) => unmarked(text)).join(" / ");
  return `Example. Query: ${unmarked(query)} Answers: ${texts} ${said.join("; ")}.`;
}

const cardFigure = (paper: string, id: string, { plates: all, rows, ...told }: z.output<typeof CARD>) =>
  figure(id, {
    ...{ title: told.title, number: told.number, notebook: told.notebook },
    ...{ kind: "example", file: `data/cards/${paper}.json` },
    draw: async (given) => ({
      body: picture(await plates(all, given)),
      data: pl.DataFrame(rows ?? all.flatMap(rowsOf)),
      ...{ caption: told.caption, footnotes: told.footnotes, alt: told.alt ?? altOf(all[0]) },
    }),
  });

export const cardFigures: readonly FigureSpec[] = ["birch", "multi-crit", "mm-judgebias", "philautia"]
  .flatMap((paper) =>
    Object.entries(readCards(paper, z.record(TEXT, CARD))).map(([id, told]) => cardFigure(paper, id, told))
  );

const DRAWING = z.strictObject({
  title: TEXT,
  ...{ number: TEXT.optional(), notebook: TEXT.optional() },
  kind: z.enum(["schematic", "example", "prompt"]).default("schematic"),
  tree: z.custom<Tree>((tree) => tree !== undefined, "a drawing"),
  caption: TEXT,
  footnotes: z.array(TEXT).optional(),
  alt: TEXT,
  facts: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  provenance: z.enum(PROVENANCES).default("redrawn"),
});

export const drawingFigures: readonly FigureSpec[] = Object.entries(
  readCards("drawings", z.record(z.string(), DRAWING)),
).map(([id, { tree, facts: told, provenance, title, number, notebook, kind, ...words }]) =>
  figure(id, {
    ...{ title, number, notebook, kind, file: "data/cards/drawings.json" },
    draw: async (given) => ({
      body: picture(await blockOf(tree, given)),
      data: facts(told, provenance),
      ...words,
    }),
  })
);

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
        note: TEXT.optional(),
        bold: z.literal(true).optional(),
        hidden: z.literal(true).optional(),
        names: z.record(TEXT, TEXT).optional(),
        from: z.enum(["redrawn", "computed from published"]).optional(),
      })),
      ruled: z.literal(false).optional(),
      headings: z.literal("redrawn").optional(),
      rows: z.array(z.union([z.array(z.string()), z.strictObject({ heading: TEXT })])).optional(),
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
      const defined = criteria === undefined ? [] : CRITERIA_SETS[criteria];
      const given = defined.map(({ id, name, definition, reward, penalize }) => ({
        heading,
        cells: { id, name, definition, reward, penalize } as Readonly<Record<string, string>>,
      }));
      for (const row of rows) {
        if (!Array.isArray(row)) heading = row.heading;
        else given.push({ heading, cells: Object.fromEntries(columns.map(({ key }, c) => [key, row[c]])) });
      }
      const shown = columns.filter(({ key, hidden }) => !hidden && !columns.some(({ note }) => note === key));
      const rowOf = (cells: Readonly<Record<string, string>>) =>
        Object.fromEntries(shown.map(({ key, note, bold, names = {} }) => {
          const text = names[cells[key]] ?? cells[key];
          return [key, { text: base ? curly(text) : text, bold, note: note && cells[note] }];
        }));
      const table = {
        columns: shown.map(({ key, label, align = "left" as const }) => ({ key, label, align })),
        rows: given.map(({ heading, cells }, r) => ({
          ...(heading !== given[r - 1]?.heading ? { heading } : {}),
          cells: rowOf(cells),
        })),
        ruled,
      };
      return {
        body: { kind: "table", table },
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
