import { z } from "zod";
import { figure } from "../figure.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { PROVENANCES } from "../provenance.ts";
import { picture } from "../schematic/layout.ts";
import { blockOf, type Tree } from "../schematic/tree.ts";
import { facts } from "../values/facts.ts";
import { readCards, TEXT } from "./read_cards.ts";

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

/** Drawings of the papers that are data: how judging goes, an algorithm, prompts of a benchmark. */
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
