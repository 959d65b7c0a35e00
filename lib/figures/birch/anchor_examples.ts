import { anchor, answers, type BirchExample, judged, reference } from "./birch_example.ts";

const STANDARD = "Standard Ref", BIRCH = "BIRCH";

/** Figures 25 to 30: a judge with a reference in the usual form and with the anchor of BIRCH, or with the anchor alone. */
export const ANCHOR_EXAMPLES: readonly BirchExample[] = [
  judged({
    figure: 25,
    title: "Standard Ref against BIRCH: street signs",
    scene: "signs",
    benchmark: "MLLM-as-a-Judge",
    human: "Answer B",
    judge: "GPT-4o",
    query: "What do the red street signs mean?",
    answers: answers(
      "They forbid vehicles to enter the street.",
      "They forbid vehicles to enter; they stand {right:where the street begins}, in view of drivers, and regulate traffic for safety.",
    ),
    views: [
      {
        way: STANDARD,
        choice: "A",
        given: reference("Round, with a white bar: no entry."),
        reason: "Calls the place of the signs speculation: the reference has nothing about it.",
      },
      {
        way: BIRCH,
        choice: "B",
        given: anchor(
          "No entry, at the beginning of the street, in drivers’ view, for traffic control and safety.",
        ),
        reason: "B says more, and all of it is in the anchor.",
      },
    ],
    caption:
      "A reference written without the answers lacks what a good answer adds; an anchor made from them holds it.",
  }),
  judged({
    figure: 26,
    title: "Standard Ref against BIRCH: the highlighted country",
    scene: "map",
    benchmark: "MLLM-as-a-Judge",
    human: "Answer A",
    judge: "Llama-3.2-Vision-90B",
    query: "Which country is highlighted?",
    answers: answers(
      "On this map of Oceania {right:Australia} is in green, and so are New Zealand’s two islands in the south-east.",
      "New Zealand.",
    ),
    views: [
      {
        way: STANDARD,
        choice: "B",
        given: reference("New Zealand, with its two main islands."),
        reason: "Takes Australia for a mistake, since the reference does not name it.",
      },
      {
        way: BIRCH,
        choice: "A",
        given: anchor("Australia and New Zealand are both in green."),
        reason: "A names both; B leaves Australia out.",
      },
    ],
    caption:
      "The reference has only one of the two countries and turns the judge against the fuller answer; the anchor has both.",
  }),
  judged({
    figure: 27,
    title: "Standard Ref against BIRCH: the make of the car",
    scene: "charging",
    benchmark: "MLLM-as-a-Judge",
    human: "Answer B",
    judge: "Gemini-2.5-Flash",
    query: "Of what make is the car on the left?",
    answers: answers(
      "A Volkswagen, by the logo on its front.",
      "A Volkswagen, by grille and logo; about the maker; the model is not to be told, but {right:cable and plug} mean an electric or hybrid car.",
    ),
    views: [
      {
        way: STANDARD,
        choice: "A",
        given: reference("A Volkswagen, by the logo on the grille."),
        reason: "Calls electric or hybrid a guess.",
      },
      {
        way: BIRCH,
        choice: "B",
        given: anchor(
          "A Volkswagen on a charging cable, so likely electric or hybrid; the model cannot be told.",
        ),
        reason: "B’s additions are in the anchor and make it the fuller answer.",
      },
    ],
    caption: "What the charging cable tells is missing from the reference, and kept by the anchor.",
  }),
  judged({
    figure: 28,
    title: "Standard Ref against BIRCH: the animal at the feeding station",
    scene: "boar",
    benchmark: "VL-RewardBench",
    human: "Answer B",
    judge: "LLaVA-OneVision-1.5-8B",
    query: "Which of these animals is in the picture: boar, badger, bird, unknown?",
    answers: answers(
      "A boar.",
      "A boar: it looks for food {right:at a feeding station}, in a forest by night.",
    ),
    views: [
      {
        way: STANDARD,
        choice: "B",
        given: reference("The animals are boars."),
        reason: "Holds the feeding station against B: this speaks for A.",
      },
      {
        way: BIRCH,
        choice: "A",
        given: anchor("A boar at a feeding station, in a dark forest by night."),
        reason: "Praises B for describing the scene: this speaks for B.",
      },
    ],
    caption: "According to the paper, Standard Ref rejects the fuller Answer B and BIRCH chooses it.",
    footnotes: [
      "The printed preferences contradict this: Standard Ref B, BIRCH A. Both reasons and the caption fit the opposite letters, so the two seem exchanged.",
    ],
  }),
  judged({
    figure: 29,
    title: "Where BIRCH fails: 5,200 million likes",
    scene: "bars",
    benchmark: "MLLM-as-a-Judge",
    human: "Answer A",
    judge: "GPT-4o",
    query: "How many likes has this person’s content on TikTok, according to the chart?",
    answers: answers(
      "{right:5,200 million}.",
      "{wrong:5.2 million}, with a description of the chart and of the person’s place in it.",
    ),
    views: [{
      way: BIRCH,
      choice: "B",
      given: anchor("{wrong:5.2 million}, the first and longest bar."),
      reason: "B agrees with the anchor.",
    }],
    caption:
      "An anchor can be wrong: here it takes over the number of the wrong answer, and the judgment follows it.",
    footnotes: ["The paper’s caption says that the judge prefers A; the printed preference is B."],
  }),
  judged({
    figure: 30,
    title: "Where BIRCH fails: what fills the balloon",
    scene: "balloon",
    benchmark: "MLLM-as-a-Judge",
    human: "Answer A",
    judge: "GPT-4o",
    query: "What fills the oval thing that the boy holds?",
    answers: answers(
      "It looks like a balloon, filled with {right:a light gas} that lets it float.",
      "A balloon, told at length by shape, string, shine and lightness; {wrong:what fills it is not said}.",
    ),
    views: [{
      way: BIRCH,
      choice: "B",
      given: anchor("A white balloon on a string, filled with gas, likely helium."),
      reason: "B describes more.",
    }],
    caption: "The anchor answers the query, and still the judge prefers the longer answer that does not.",
  }),
];
