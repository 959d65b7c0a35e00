import { scene } from "../cards/scene.ts";
import { figure, type NamedFigure } from "../figure.ts";
import type { Drawing } from "../figure_spec.ts";
import { type Block, card, row, words } from "../schematic/layout.ts";
import { INK } from "../theme.ts";
import { facts as factFrame } from "../values/facts.ts";

/** Grounds of cards by what stands in them. */
export const GROUND = {
  input: INK.paper,
  human: "#e3f3ea",
  judge: INK.faint,
  wrong: "#fdf1ef",
  made: "#eef5fb",
};

/** The two answers of an example beside each other. */
export const pair = (a: string, b: string) =>
  row([
    card(words(a), { title: "Answer A", padding: 8 }),
    card(words(b), { title: "Answer B", padding: 8 }),
  ], { gap: 8 });

/** What the example of the park bench says, in all its figures. */
export const PARK = {
  query: "What is this park called?",
  a: "The name cannot be told: the picture shows a bench and trees, {right:no sign}.",
  b: "The park is called {wrong:Linden Park}; the name is {wrong:inscribed on the bench}.",
};

/** The paper's text does not print the name that Answer B makes up. */
export const PARK_NOTE =
  "The name in Answer B stands for the one of the paper, which its text does not print.";

/** A figure that shows how judging goes, with an example. */
export function schematic<const Id extends string>(
  id: Id,
  { title, facts, alt, build, ...text }: {
    title: string;
    /** What the picture tells, as rows of the CSV. */
    facts: Record<string, string>[];
    alt: string;
    caption: string;
    footnotes?: string[];
    build(image: (name: string) => Promise<Block>): Promise<Drawing["body"]>;
  },
): NamedFigure<Id> {
  return figure(id, {
    title,
    kind: "schematic",
    draw: async ({ picture: own }) => ({
      // Figures share drawings, so a picture of the user's own is named after the drawing: birch-bench.jpg.
      body: await build(async (name) => scene(name, await own(name))),
      data: factFrame(facts, "redrawn"),
      alt,
      ...text,
    }),
  });
}
