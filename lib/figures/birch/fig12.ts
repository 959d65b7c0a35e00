import type { NamedFigure } from "../figure.ts";
import { labelled } from "../schematic/labelled.ts";
import { arrow, type Block, card, level, picture, row, stack, words } from "../schematic/layout.ts";
import { GROUND, pair, PARK, PARK_NOTE, schematic } from "./schematic_parts.ts";

export const fig12: NamedFigure<"birch-fig12"> = schematic("birch-fig12", {
  title: "Standard Ref: where its own reference helps, and harms",
  facts: [
    { panel: "A", case: "park", chosen: "Answer A", outcome: "success" },
    { panel: "B", case: "No Stop sign", chosen: "Answer B", outcome: "failure" },
  ],
  alt:
    "Two examples of judging with the judge's own answer as reference: for the park it exposes a made-up name; for the " +
    "No Stop sign a correct detail is rejected because the reference lacks it.",
  caption:
    "The judge first answers the query itself, then compares both answers with that reference. (A) It exposes what is made " +
    "up. (B) It also punishes what is right but not in it.",
  footnotes: [PARK_NOTE, "The query of (B) is ours: the paper’s text does not print it."],
  build: async (image) => {
    const column = (
      title: string,
      drawing: Block,
      query: string,
      a: string,
      b: string,
      ref: string,
      end: Block,
    ) =>
      card(
        stack([
          drawing,
          labelled("Query", query),
          arrow("down", { label: "image and query alone", length: 26 }),
          card(words(ref), { title: "Reference, by the judge itself", fill: GROUND.made, padding: 8 }),
          arrow("down", { label: "now with both answers", length: 26 }),
          pair(a, b),
          arrow("down", { label: "against the reference", length: 26 }),
          end,
        ], { gap: 8 }),
        { title },
      );
    const [helped, harmed] = level([
      card(words("B’s name is not in the picture. Judgement: {right:[[A]]}"), {
        fill: GROUND.human,
        padding: 8,
      }),
      card(words("A’s place for the sign is called unsupported. Judgement: {wrong:[[B]]}"), {
        fill: GROUND.wrong,
        padding: 8,
      }),
    ]);
    return picture(row([
      column(
        "(A) Successful case",
        await image("birch-bench"),
        PARK.query,
        PARK.a,
        PARK.b,
        "There are {right:no signs} that tell the name of the park.",
        helped,
      ),
      column(
        "(B) Failed case",
        await image("birch-no-stop"),
        "What does the sign say?",
        "No Stop; it stands {right:on the right of the picture}, by the road.",
        "No Stop.",
        "The sign says No Stop. {soft:Nothing about its place.}",
        harmed,
      ),
    ], { gap: 14 }));
  },
});
