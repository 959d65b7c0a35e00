import pl from "nodejs-polars";
import { scene } from "../cards/scene.ts";
import { figure } from "../figure.ts";
import type { Drawing, FigureSpec } from "../figure_spec.ts";
import { type Block, card, row, words } from "../schematic/layout.ts";
import { INK } from "../theme.ts";
import { BIRCH_SCENES } from "./scenes.ts";

/** Grounds of cards by what stands in them. */
export const GROUND = {
  input: INK.paper,
  human: "#e3f3ea",
  judge: INK.faint,
  wrong: "#fdf1ef",
  made: "#eef5fb",
};

/** Whose words these are: part of every caption. */
export const OURS = "Texts are the gist in our own words";

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
  b: "It has a name, and that name is said to {wrong:stand on the bench}.",
};

/** A figure of `schematics.ts`: how judging goes, with an example. */
export function schematic(
  { number, title, facts, alt, caption, build }: {
    number: string;
    title: string;
    /** What the picture tells, as rows of the CSV. */
    facts: Record<string, string>[];
    alt: string;
    caption: string;
    build(image: (name: keyof typeof BIRCH_SCENES) => Promise<Block>): Promise<Drawing["body"]>;
  },
): FigureSpec {
  return figure(`birch-fig${number.replace("Figure ", "")}`, {
    file: "schematics",
    title,
    kind: "schematic",
    draw: async ({ picture: own }) => ({
      // Figures share scenes, so a picture of the user's own is named after the scene: birch-bench.jpg.
      body: await build(async (name) => scene(name, BIRCH_SCENES[name], await own(`birch-${name}`))),
      data: pl.DataFrame(facts.map((fact) => ({ ...fact, provenance: "redrawn" }))),
      caption,
      alt,
    }),
  });
}
