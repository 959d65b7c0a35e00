import type { Example, Verdict } from "../cards/example_card.ts";
import type { BIRCH_SCENES } from "./scenes.ts";

/** An example of the informativeness-bias paper. */
export interface BirchExample extends Example {
  /** The figure's number in the paper. */
  figure: number;
  title: string;
  scene: keyof typeof BIRCH_SCENES;
  benchmark: "MLLM-as-a-Judge" | "VL-RewardBench";
  /** What people chose, as printed. */
  human: "Answer A" | "Answer B";
  caption: string;
  /** Contradictions within the paper's figure. */
  footnotes?: string[];
}

const answers = (a: string, b: string) => [{ name: "Answer A", text: a }, { name: "Answer B", text: b }];

/** A figure that shows a wrong human label, B in all of them. */
function labelError(
  { shown, ...example }: Omit<BirchExample, "human" | "verdicts"> & { shown: string },
): BirchExample {
  return {
    ...example,
    human: "Answer B",
    verdicts: [{
      by: "What the picture shows, according to the paper",
      verdict: "Answer A is the better one",
      reason: shown,
    }],
  };
}

/** A figure of a judge in two ways of judging; the letters are the printed preferences. */
function judged(
  { judge, views, ...example }: Omit<BirchExample, "verdicts"> & {
    judge: string;
    views: { way: string; choice: "A" | "B"; given?: Verdict["given"]; reason: string }[];
  },
): BirchExample {
  const verdicts = views.map(({ way, choice, given, reason }): Verdict => ({
    by: `${judge}, ${way}`,
    verdict: `Answer ${choice}`,
    given,
    reason,
    right: `Answer ${choice}` === example.human,
  }));
  return { ...example, verdicts };
}

const WITHOUT = "without a reference",
  WITH = "with its own reference",
  STANDARD = "Standard Ref",
  BIRCH = "BIRCH";
const reference = (text: string) => ({ label: "Reference, written by the judge", text });
const anchor = (text: string) => ({ label: "Anchor, written by the judge", text });

/**
 * The examples of the informativeness-bias paper (Figures 14 to 17 and 22 to 30): gist of query, answers and reasons in our
 * own words; choices as printed.
 */
export const BIRCH_EXAMPLES: readonly BirchExample[] = [
  labelError({
    figure: 14,
    title: "A wrong human label: the white food",
    scene: "plate",
    benchmark: "VL-RewardBench",
    query: "Does the white food lie to the right of the meat that is on the right-hand side?",
    answers: answers(
      "No: it is rice, and it lies {right:to the left} of that meat.",
      "Yes: it is rice, and it lies {wrong:to the right} of the meat on the plate’s right-hand side.",
    ),
    shown: "The rice is to the left of the meat.",
    caption:
      "One of four label errors that the paper found in VL-RewardBench: people chose the answer that the picture refutes.",
  }),
  labelError({
    figure: 15,
    title: "A wrong human label: which way to push the car",
    scene: "carAndFlag",
    benchmark: "VL-RewardBench",
    query:
      "Which way must the red car be pushed to come nearer to the American flag: up, down, left or right?",
    answers: answers(
      "To the left.",
      "The flag is said to be {wrong:to the right} of the car, and yet the answer is left, after a longer look at where things are.",
    ),
    shown: "Answer B contradicts itself; Answer A gives the direction and nothing false.",
    caption: "A label error in VL-RewardBench: the longer answer was chosen in spite of its false step.",
    footnotes: [
      "The paper’s caption says that Answer B puts the flag to the left of the car; the printed Answer B puts it to the right and concludes left.",
    ],
  }),
  labelError({
    figure: 16,
    title: "A wrong human label: how many flags",
    scene: "flags",
    benchmark: "VL-RewardBench",
    query: "How many flags are to be seen?",
    answers: answers(
      "Too many to count: a long line of them hangs along the road.",
      "{wrong:27 flags}, on poles in a line along the street up to the clock tower.",
    ),
    shown: "There are clearly more than 27; Answer A claims no number that is false.",
    caption:
      "A label error in VL-RewardBench: an exact number that is wrong against an answer that commits to none.",
    footnotes: [
      "The printed label is B, and the caption calls A the better answer, but the caption’s last sentence says that people chose A. The benchmark is named in the caption only.",
    ],
  }),
  labelError({
    figure: 17,
    title: "A wrong human label: tracks in the snow",
    scene: "snow",
    benchmark: "VL-RewardBench",
    query: "How many tracks are there in the snow?",
    answers: answers(
      "{right:Many}: other skiers have been here, though only the boy is in the picture.",
      "{wrong:A single one}: perhaps the skier is alone or the first on this slope.",
    ),
    shown: "Several tracks are visible, as Answer A says.",
    caption: "A label error in VL-RewardBench: people chose the answer that the picture refutes.",
    footnotes: ["The benchmark is named in the caption only."],
  }),
  judged({
    figure: 22,
    title: "A reference of its own sets the judge right: the open book",
    scene: "book",
    benchmark: "MLLM-as-a-Judge",
    human: "Answer A",
    judge: "GPT-4o",
    query: "What is written at the top of the left-hand page? Look closely, and give reasons.",
    answers: answers(
      "The title alone: {right:Traditions and Foods of the Orthodox Catholic Church}.",
      "A description of both pages that puts this title {wrong:on the right-hand page} and takes {wrong:the photograph’s caption} for the top of the left one.",
    ),
    views: [
      { way: WITHOUT, choice: "B", reason: "Takes over B’s mistake about the page, and praises its detail." },
      {
        way: WITH,
        choice: "A",
        given: reference("The title stands at the top of the left-hand page."),
        reason: "A agrees with the reference; B has taken a caption for the heading.",
      },
    ],
    caption:
      "The judge can read the page, as its own reference shows, but follows the more detailed answer until it is given that reference.",
  }),
  judged({
    figure: 23,
    title: "A reference of its own sets the judge right: the cigarette",
    scene: "motorcycle",
    benchmark: "MLLM-as-a-Judge",
    human: "Answer B",
    judge: "Llama-3.2-Vision-90B",
    query: "Make up a question about the picture whose answer is: cigarette.",
    answers: answers(
      "A long description of the rider, with the cigarette {wrong:in the right hand}; asks what the person holds in it.",
      "Asks what the man on the motorcycle holds {right:in his mouth}, and says why it is a cigarette.",
    ),
    views: [
      {
        way: WITHOUT,
        choice: "B",
        reason: "Praises A’s description and doubts that the cigarette is in the mouth: this speaks for A.",
      },
      {
        way: WITH,
        choice: "B",
        given: reference("A question about what the rider holds in the mouth."),
        reason: "A puts the cigarette into the wrong place, B into the right one.",
      },
    ],
    caption:
      "According to the paper, the judge prefers the more detailed Answer A until it has its own reference to compare with.",
    footnotes: [
      "Without a reference the printed preference is B, which people chose; the printed reason and the caption say A.",
    ],
  }),
  judged({
    figure: 24,
    title: "A reference of its own sets the judge right: the cat",
    scene: "cat",
    benchmark: "VL-RewardBench",
    human: "Answer A",
    judge: "Phi-4-multimodal",
    query: "Describe the picture with great care for its details.",
    answers: answers(
      "A black cat, white below, lies stretched out over the keys of an open laptop.",
      "A black cat with a white patch, ears up, on a laptop whose {wrong:silver} sets off its fur.",
    ),
    views: [
      { way: WITHOUT, choice: "B", reason: "B has more details, the laptop’s silver among them." },
      {
        way: WITH,
        choice: "A",
        given: reference("A black cat, white on the belly, on a {right:black} laptop with a blue screen."),
        reason: "B’s silver contradicts the picture and the reference.",
      },
    ],
    caption: "The judge knows the laptop’s colour, and yet rewards the wrong one for being a detail.",
  }),
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
