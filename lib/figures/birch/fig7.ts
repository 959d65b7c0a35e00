import type { NamedFigure } from "../figure.ts";
import { labelled } from "../schematic/labelled.ts";
import { arrow, card, picture, row, stack, words } from "../schematic/layout.ts";
import { GROUND, pair, schematic } from "./schematic_parts.ts";

export const fig7: NamedFigure<"birch-fig7"> = schematic("birch-fig7", {
  title: "BIRCH: correct, merge, compare",
  facts: [
    { step: "1", says: "each candidate answer is checked and corrected based on the image" },
    { step: "2", says: "the corrected answers are merged into an anchor" },
    { step: "3", says: "the candidate answers are compared with the anchor" },
  ],
  alt:
    "Three steps: two answers about an airliner are corrected against the image, Boeing 747 becoming a commercial " +
    "airliner; the corrected answers are merged into one anchor; the judge compares the answers with it.",
  caption:
    "The anchor has every detail that the picture bears out, and no other: a correct detail is not held against an answer, " +
    "and a false one earns it nothing.",
  footnotes: [
    "The paper prints Boeing 747, a commercial airliner and that the exact model cannot be confirmed; query, Answer A and the " +
    "rest of Answer B stand for its picture. It names no winner. Steps 1 and 2 are one call (Figure 20).",
  ],
  build: async (image) =>
    picture(stack([
      row([
        await image("birch-airliner"),
        stack([
          labelled("Query", "What is in the sky?"),
          pair(
            "An aeroplane with its wheels up, below some clouds.",
            "A {wrong:Boeing 747} in flight over scattered clouds.",
          ),
        ], { gap: 8 }),
      ], { gap: 14 }),
      arrow("down", { label: "image, query, both answers", length: 26 }),
      card(
        row([
          card(words("Unchanged: nothing in it contradicts the picture."), {
            title: "A, corrected",
            padding: 8,
          }),
          card(
            words(
              "A {right:commercial airliner} in flight over scattered clouds. {soft:Note: the exact model cannot be confirmed.}",
            ),
            { title: "B, corrected", padding: 8 },
          ),
        ], { gap: 8 }),
        {
          title: "Step 1 · Check and correct each candidate answer by the image, and say what was taken out",
          fill: GROUND.made,
        },
      ),
      arrow("down", { length: 20 }),
      card(
        words(
          "A {right:commercial airliner}, wheels up, in flight below and over scattered clouds; its exact model cannot be confirmed.",
        ),
        {
          title:
            "Step 2 · Merge the corrected answers into an anchor: truthful, and as informative as they are",
          fill: GROUND.made,
        },
      ),
      arrow("down", { label: "anchor, image, query, both answers", length: 26 }),
      card(
        row([
          card(words("{right:✓} in the anchor: aeroplane, wheels up, below clouds"), {
            title: "Answer A",
            padding: 8,
          }),
          card(
            words(
              "{right:✓} in the anchor: in flight, scattered clouds\n{wrong:✗} not in the anchor: {wrong:Boeing 747}",
            ),
            { title: "Answer B", padding: 8 },
          ),
        ], { gap: 8 }),
        {
          title:
            "Step 3 · Compare the candidate answers with the anchor: every detail can be looked up in it",
          fill: GROUND.judge,
        },
      ),
    ], { gap: 4 })),
});
