import { z } from "zod";
import { figure } from "../figure.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { philautiaPipeline } from "../philautia/pipeline.ts";
import { picture } from "../schematic/layout.ts";
import { blockOf, type Given, type Tree } from "../schematic/tree.ts";
import { facts } from "../values/facts.ts";
import { readCards, TEXT } from "./read_cards.ts";

const DRAWING = z.strictObject({
  title: TEXT,
  kind: z.enum(["schematic", "example"]).default("schematic"),
  tree: z.custom<Tree>((tree) => tree !== undefined, "a drawing"),
  caption: TEXT,
  footnotes: z.array(TEXT).optional(),
  alt: TEXT,
  /** What the picture tells, as rows of its CSV, and whether that is printed. */
  facts: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  printed: z.literal(true).optional(),
});

/** Parts of drawings that are shapes. */
const ART: Readonly<Record<string, () => Given["art"]>> = { "philautia-fig3": philautiaPipeline };

/** Drawings of the papers that are data: how judging goes, an algorithm, prompts of a benchmark. */
export const drawingFigures: readonly FigureSpec[] = Object.entries(
  readCards("drawings", z.record(z.string(), DRAWING)),
).map(([id, { tree, facts: told, printed, title, kind, ...words }]) =>
  figure(id, {
    ...{ title, kind, file: "data/cards/drawings.json" },
    draw: async (given) => ({
      body: picture(await blockOf(tree, { ...given, art: ART[id]?.() })),
      data: facts(told, printed ? "published" : "redrawn"),
      ...words,
    }),
  })
);
