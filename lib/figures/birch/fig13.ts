import type { NamedFigure } from "../figure.ts";
import { labelled } from "../schematic/labelled.ts";
import { arrow, card, picture, row, stack, words } from "../schematic/layout.ts";
import { GROUND, pair, PARK, PARK_NOTE, schematic } from "./schematic_parts.ts";

export const fig13: NamedFigure<"birch-fig13"> = schematic("birch-fig13", {
  title: "Image Caption: what it leaves out cannot be checked",
  facts: [
    {
      step: "1",
      says: "the same VLM captions the image; the caption does not say whether the park's name is visible",
    },
    { step: "2", says: "query, image, both answers and the caption are the judge's input" },
    { step: "3", says: "the judge accepts the unsupported name in Answer B; human preference: Answer A" },
  ],
  alt:
    "The model captions the image of a park without a word on whether its name is visible; given this caption, the judge " +
    "still accepts the answer that makes up the park's name.",
  caption:
    "The caption is written before the answers are known and says nothing of the name, so nothing contradicts Answer B. An " +
    "anchor made from the answers has to take the name up.",
  footnotes: [PARK_NOTE],
  build: async (image) =>
    picture(stack([
      card(
        row([
          await image("birch-bench"),
          arrow("right", { label: "describe", length: 60 }),
          stack([
            card(words("What is to be seen: the bench and where it stands."), {
              title: "The caption tells",
              fill: GROUND.human,
              padding: 8,
            }),
            card(words("{wrong:Whether the park’s name is to be seen.}"), {
              title: "The caption does not tell",
              fill: GROUND.wrong,
              padding: 8,
            }),
          ], { gap: 8 }),
        ], { gap: 10 }),
        {
          title: "Step 1 · The VLM that will judge captions the image, without the answers",
          fill: GROUND.made,
        },
      ),
      arrow("down", { label: "image and caption", length: 26 }),
      card(stack([labelled("Query", PARK.query), pair(PARK.a, PARK.b)], { gap: 8 }), {
        title: "Step 2 · Query and both answers join them",
      }),
      arrow("down", { length: 22 }),
      card(
        row([
          card(words("Accepts the name that B gives: the caption holds nothing against it."), {
            title: "VLM-as-a-Judge: {wrong:✗} Answer B",
            fill: GROUND.wrong,
            padding: 8,
          }),
          card(words("A claims nothing that the picture does not show."), {
            title: "Human preference: Answer A",
            fill: GROUND.human,
            padding: 8,
          }),
        ], { gap: 8 }),
        { title: "Step 3 · Judgement" },
      ),
    ], { gap: 4 })),
});
