import type { FigureSpec } from "../figure_spec.ts";
import { labelled } from "../schematic/labelled.ts";
import { arrow, type Block, card, picture, row, stack, words } from "../schematic/layout.ts";
import { GROUND, OURS, pair, PARK, schematic } from "./schematic_parts.ts";

const fig2 = schematic({
  number: "Figure 2",
  title: "The more informative answer misleads a judge that knows better",
  facts: [
    { who: "human", says: "Answer A" },
    { who: "judge", says: "Answer B" },
    { who: "same model, asked directly", says: "the name cannot be told" },
  ],
  alt:
    "A query about a park's name with two answers. People prefer Answer A, which says that the name cannot be told; " +
    "the judge prefers Answer B, which makes one up; asked directly, the same model says that it cannot be told.",
  caption:
    `Benchmarks hold (A) and (B). (C) against (D) is the gap that the paper is about: what the model recognises ` +
    `and what it rewards as a judge. ${OURS}, choices are as published.`,
  build: async (image) =>
    picture(stack([
      card(
        row([
          await image("bench"),
          stack([labelled("Query", PARK.query), pair(PARK.a, PARK.b)], { gap: 8 }),
        ], { gap: 14 }),
        { title: "(A) What the judge is given", fill: GROUND.input },
      ),
      row([
        card(stack([words("**Answer A**"), words("It claims nothing that the picture does not show.")]), {
          title: "(B) People choose",
          fill: GROUND.human,
        }),
        card(
          stack([
            words("{wrong:Answer B}"),
            words("It gives the name that was asked for: more informative, and made up."),
          ]),
          { title: "(C) The model as a judge chooses", fill: GROUND.wrong },
        ),
        card(
          stack([
            words("{right:The name cannot be told.}"),
            words("Asked the same query without answers to judge."),
          ]),
          { title: "(D) The same model, asked directly", fill: GROUND.made },
        ),
      ]),
    ], { gap: 12 })),
});

const fig7 = schematic({
  number: "Figure 7",
  title: "BIRCH: correct, merge, compare",
  facts: [
    { step: "1", says: "each answer is corrected against the image" },
    { step: "2", says: "the corrected answers are merged into the anchor" },
    { step: "3", says: "the answers are compared with the anchor" },
  ],
  alt:
    "Three steps: two answers about an airliner are corrected against the image, Boeing 747 becoming a commercial " +
    "airliner; the corrected answers are merged into one anchor; the judge compares the answers with it.",
  caption:
    "The anchor keeps every detail of the answers that the picture bears out, so that a correct detail is not held " +
    `against an answer and a false one does not earn it anything. Steps 1 and 2 are one call. ${OURS}; query and Answer A, which the paper’s text does not give, are made up by us.`,
  build: async (image) =>
    picture(stack([
      row([
        await image("airliner"),
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
          title: "Step 1 · Correct each answer by the picture, and say what was taken out",
          fill: GROUND.made,
        },
      ),
      arrow("down", { length: 20 }),
      card(
        words(
          "A {right:commercial airliner}, wheels up, in flight below and over scattered clouds; its exact model cannot be confirmed.",
        ),
        {
          title: "Step 2 · Merge both into the anchor: truthful, and as informative as the answers",
          fill: GROUND.made,
        },
      ),
      arrow("down", { label: "anchor, image, query, both answers", length: 26 }),
      card(
        words("Every detail of A is in the anchor; B’s model is not. Judgement: {right:[[A]]}"),
        { title: "Step 3 · Compare the answers with the anchor", fill: GROUND.judge },
      ),
    ], { gap: 4 })),
});

const fig12 = schematic({
  number: "Figure 12",
  title: "Standard Ref: where a reference of its own helps, and where it harms",
  facts: [
    { panel: "A", case: "park", chosen: "Answer A", outcome: "success" },
    { panel: "B", case: "No Stop sign", chosen: "Answer B", outcome: "failure" },
  ],
  alt:
    "Two examples of judging with the judge's own answer as reference: for the park it exposes a made-up name; for the " +
    "No Stop sign a correct detail is rejected because the reference lacks it.",
  caption:
    "The judge first answers the query itself, then compares both answers with that reference. (A) It exposes what is " +
    `made up. (B) It also punishes what is right but not in it. ${OURS}; the query of (B), which the paper’s text does not give, is made up by us.`,
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
          pair(a, b),
          arrow("down", { label: "image and query alone", length: 26 }),
          card(words(ref), { title: "Reference, by the judge itself", fill: GROUND.made, padding: 8 }),
          arrow("down", { label: "with both answers", length: 26 }),
          end,
        ], { gap: 8 }),
        { title },
      );
    return picture(row([
      column(
        "(A) It helps",
        await image("bench"),
        PARK.query,
        PARK.a,
        PARK.b,
        "Nothing in the picture, {right:no sign}, tells the park’s name.",
        card(words("B’s name is not in the picture. Judgement: {right:[[A]]}"), {
          fill: GROUND.human,
          padding: 8,
        }),
      ),
      column(
        "(B) It harms",
        await image("noStop"),
        "What does the sign say?",
        "No Stop; it stands {right:on the right of the picture}, by the road.",
        "No Stop.",
        "The sign says No Stop. {soft:Nothing about its place.}",
        card(words("A’s place for the sign is called unsupported. Judgement: {wrong:[[B]]}"), {
          fill: GROUND.wrong,
          padding: 8,
        }),
      ),
    ], { gap: 14 }));
  },
});

const fig13 = schematic({
  number: "Figure 13",
  title: "Image Caption: a caption need not hold what the answers claim",
  facts: [
    { step: "1", says: "the judge's model captions the image" },
    { step: "2", says: "the caption joins the judge's input" },
    { step: "3", says: "the judge chooses Answer B, people chose Answer A" },
  ],
  alt:
    "The model captions the image of a park without a word about signs; given this caption, the judge still believes the " +
    "answer that makes up the park's name.",
  caption:
    "The caption is written without the answers and does not say whether a name is to be seen, so the judge has nothing " +
    `to check the made-up name by. ${OURS}.`,
  build: async (image) =>
    picture(stack([
      row([
        await image("bench"),
        arrow("right", { label: "describe", length: 60 }),
        card(
          words(
            "A wooden bench on a lawn between trees, on a fine day. {soft:Nothing about a sign or a name.}",
          ),
          {
            title: "Step 1 · Caption, by the judge’s own model",
            fill: GROUND.made,
          },
        ),
      ], { gap: 8 }),
      arrow("down", { label: "image, query, both answers and the caption", length: 26 }),
      card(stack([labelled("Query", PARK.query), pair(PARK.a, PARK.b)], { gap: 8 }), {
        title: "Step 2 · What is judged",
      }),
      arrow("down", { length: 22 }),
      card(
        words("B answers the query and nothing speaks against it. Judgement: {wrong:[[B]]}; people chose A."),
        {
          title: "Step 3 · Judgment",
          fill: GROUND.wrong,
        },
      ),
    ], { gap: 4 })),
});

/** How judging goes and fails, drawn with examples: Figures 2, 7, 12 and 13. */
export const schematicFigures: readonly FigureSpec[] = [fig2, fig7, fig12, fig13];
