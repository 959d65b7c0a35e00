import type { NamedFigure } from "../figure.ts";
import { labelled } from "../schematic/labelled.ts";
import { card, picture, row, stack, words } from "../schematic/layout.ts";
import { GROUND, pair, PARK, PARK_NOTE, schematic } from "./schematic_parts.ts";

export const fig2: NamedFigure<"birch-fig2"> = schematic("birch-fig2", {
  title: "A more informative answer misleads a judge",
  facts: [
    { who: "human", says: "Answer A" },
    { who: "judge", says: "Answer B" },
    { who: "same model, asked directly", says: "the name cannot be told" },
  ],
  alt:
    "A query about a park's name with two answers. The human preference is Answer A, which says that the name cannot be told; " +
    "the judge prefers Answer B, which makes one up; asked directly, the same model says that it cannot be told.",
  caption:
    "Benchmarks hold (A) and (B). The gap between (D) and (C) is the paper’s subject: what the model recognises when it is " +
    "asked, and what it rewards as a judge.",
  footnotes: [PARK_NOTE],
  build: async (image) =>
    picture(stack([
      card(
        row([
          await image("birch-bench"),
          stack([labelled("Query", PARK.query), pair(PARK.a, PARK.b)], { gap: 8 }),
        ], { gap: 14 }),
        { title: "(A) VLM-as-a-Judge input", fill: GROUND.input },
      ),
      row([
        card(stack([words("{right:Answer A}"), words("It claims nothing that the picture does not show.")]), {
          title: "(B) Human preference",
          fill: GROUND.human,
        }),
        card(
          stack([
            words("{wrong:Answer B}"),
            words("It gives a name, as the query wants: more informative, and made up."),
          ]),
          { title: "(C) VLM-as-a-Judge decision", fill: GROUND.wrong },
        ),
        card(
          stack([
            words("{right:The name cannot be told.}"),
            words("Asked the same query without answers to judge."),
          ]),
          { title: "(D) Direct model response", fill: GROUND.made },
        ),
      ]),
    ], { gap: 12 })),
});
