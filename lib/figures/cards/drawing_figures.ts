import { z } from "zod";
import { figure } from "../figure.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { mmJudgeBiasOverview } from "../mm_judgebias/overview.ts";
import { philautiaPipeline } from "../philautia/pipeline.ts";
import { picture } from "../schematic/layout.ts";
import { blockOf, type Made, type Tree } from "../schematic/tree.ts";
import { counted } from "../theme.ts";
import { facts } from "../values/facts.ts";
import { readCards, TEXT } from "./read_cards.ts";

const DRAWING = z.strictObject({
  title: TEXT,
  kind: z.enum(["schematic", "example"]).default("schematic"),
  /** Counts stand in it, and in the words, by their names: `<images>`. */
  tree: z.custom<Tree>((tree) => tree !== undefined, "a drawing"),
  caption: TEXT,
  footnotes: z.array(TEXT).optional(),
  alt: TEXT,
  /** What the picture tells, as rows of its CSV; its counts where there are none. */
  facts: z.array(z.record(z.string(), z.string().nullable())),
});
type DrawingCard = z.output<typeof DRAWING>;

const MADE: Readonly<Record<string, () => Made>> = {
  "mm-judgebias-fig2": mmJudgeBiasOverview,
  "philautia-fig3": philautiaPipeline,
};

function drawingFigure(id: string, card: DrawingCard): FigureSpec {
  return figure(id, {
    file: "data/cards/drawings.json",
    title: card.title,
    kind: card.kind,
    draw: async (given) => {
      const made = MADE[id]?.(), counts = { ...made?.counts, ...made?.more };
      const { tree, caption, footnotes, alt }: DrawingCard = JSON.parse(
        JSON.stringify(card).replace(/<(\w+)>/g, (name, key) => key in counts ? counted(counts[key]) : name),
      );
      return {
        body: picture(await blockOf(tree, { ...given, art: made?.art })),
        data: made
          ? facts(Object.entries(made.counts).map(([quantity, value]) => ({ quantity, value })))
          : facts(card.facts, "redrawn"),
        caption,
        footnotes,
        alt,
      };
    },
  });
}

/** Drawings of the papers that are data: how judging goes, an algorithm, prompts of a benchmark. */
export const drawingFigures: readonly FigureSpec[] = Object.entries(
  readCards("drawings", z.record(z.string(), DRAWING)),
).map(([id, card]) => drawingFigure(id, card));
