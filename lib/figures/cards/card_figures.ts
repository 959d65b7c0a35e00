import pl from "nodejs-polars";
import { z } from "zod";
import { figure } from "../figure.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { PROVENANCES } from "../provenance.ts";
import { picture } from "../schematic/layout.ts";
import { unmarked } from "../schematic/styled_text.ts";
import { blockOf, type Tree } from "../schematic/tree.ts";
import { facts } from "../values/value.ts";
import { PLATE, type Plate, plates } from "./plate.ts";
import { readCards, TEXT } from "./read_cards.ts";

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

const saidOf = ({ verdicts }: Plate) => verdicts?.rows ?? [];

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
  const said = saidOf(one).map(({ by, verdict }) => `${by}: ${verdict.join(", ")}`);
  return `Example. Query: ${unmarked(query)} Answers: ${
    answers.map(([, text]) => unmarked(text)).join(" / ")
  } ${said.join("; ")}.`;
}

export const cardFigures: readonly FigureSpec[] = ["birch", "multi-crit", "mm-judgebias", "philautia"]
  .flatMap(
    (paper) =>
      Object.entries(readCards(paper, z.record(TEXT, CARD))).map(([id, { plates: all, rows, ...told }]) =>
        figure(id, {
          ...{ title: told.title, number: told.number, notebook: told.notebook },
          ...{ kind: "example", file: `data/cards/${paper}.json` },
          draw: async (given) => ({
            body: picture(await plates(all, given)),
            data: pl.DataFrame(rows ?? all.flatMap(rowsOf)),
            ...{ caption: told.caption, footnotes: told.footnotes, alt: told.alt ?? altOf(all[0]) },
          }),
        })
      ),
  );

const DRAWING = z.strictObject({
  title: TEXT,
  ...{ number: TEXT.optional(), notebook: TEXT.optional() },
  kind: z.enum(["schematic", "example", "prompt"]).default("schematic"),
  tree: z.custom<Tree>((tree) => tree !== undefined, "a drawing"),
  caption: TEXT,
  footnotes: z.array(TEXT).optional(),
  alt: TEXT,
  /** What the picture tells, as rows of its CSV, and where that comes from. */
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
