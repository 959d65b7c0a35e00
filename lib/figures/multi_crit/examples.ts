import type { MULTI_CRIT_SCENES } from "./scenes.ts";

/** A sample prompt of Figure 10: gist in our own words. */
export interface SamplePrompt {
  part: "Open-ended" | "Reasoning";
  about: string;
  scene: keyof typeof MULTI_CRIT_SCENES;
  query: string;
  /** The right answer, for reasoning. */
  answer?: string;
}

export const SAMPLE_PROMPTS: readonly SamplePrompt[] = [
  ["Open-ended", "Fine-grained captioning", "garden", "Describe the picture in detail."],
  [
    "Open-ended",
    "Semiotics and branding",
    "logo",
    "What does this logo, taken alone, tell about the business behind it?",
  ],
  ["Open-ended", "Actions and comics", "office", "A worker during working hours: what is the person doing?"],
  [
    "Open-ended",
    "Blind storytelling",
    "comic",
    "Tell the comic panel to a blind person, with names and all that is said, by the script.",
  ],
  [
    "Open-ended",
    "Text and documents",
    "bill",
    "Turn the bill’s text and tables into JSON with items, dates and names.",
  ],
  [
    "Open-ended",
    "Knowledge of places",
    "city",
    "How does one best get from Trump Tower to the place in the picture?",
  ],
  [
    "Reasoning",
    "Mathematics",
    "parabola",
    "A rectangle under y = 36 − x²: its area as a function of x?",
    "72x − 2x³",
  ],
  [
    "Reasoning",
    "Biology",
    "foodWeb",
    "A food web: what happens when all algae die? Four choices.",
    "A: crabs and limpets decrease",
  ],
  [
    "Reasoning",
    "Chemistry",
    "molecule",
    "How many bonds has the transition state, leaving out those with hydrogen?",
    "4",
  ],
  [
    "Reasoning",
    "Visual puzzle",
    "puzzle",
    "Which two pieces make the larger square? Five choices.",
    "B: 1 and 3",
  ],
  ["Reasoning", "Visual analogy", "analogy", "Which candidate completes the analogy?", "B"],
  ["Reasoning", "Code", "plot", "Which of four pieces of Python code can have drawn the chart?", "B"],
].map(([part, about, scene, query, answer]) => ({ part, about, scene, query, answer }) as SamplePrompt);

/** A pair of answers with people's choice by criterion; texts are the gist in our own words, labels come from the data. */
export interface CriteriaExample {
  /** The paper's number, also in the file of labels. */
  table: 10 | 11 | 12 | 13 | 14 | 15;
  title: string;
  scene: keyof typeof MULTI_CRIT_SCENES;
  query: string;
  answers: readonly [string, string];
  caption: string;
  footnotes?: string[];
}

export const CRITERIA_EXAMPLES: readonly CriteriaExample[] = [
  {
    table: 10,
    title: "Open-ended 1: a comic panel told to the blind",
    scene: "comic",
    query:
      "Tell the panel to a blind person, naming the characters (the names stand in white boxes, which must not be mentioned), by a script of two lines.",
    answers: [
      "Names both, quotes both lines and tells {right:what the exchange is about}: doubt, and asking why. Says little of what is seen.",
      "Describes {right:heads, hair, clothes and backdrop}, but the {wrong:colours of the shirts are invented}, and it {wrong:mentions the white boxes}.",
    ],
    caption: "A tells the moral and obeys all of the task; B sees more, and makes some of it up.",
    footnotes: [
      "Appendix C.1 lists eleven models that answer; these two are not among them: the pair comes from WildVision.",
    ],
  },
  {
    table: 11,
    title: "Open-ended 2: a beer bottle and a pool",
    scene: "bottlePool",
    query: "What does the picture show?",
    answers: [
      "A bottle spills beer into a puddle that is a pool for two women in swimsuits; {right:names the joke}.",
      "Starts with a summary, says how the two women sit ({wrong:one of them in the liquid}), and that such pictures are {right:made for advertising}.",
    ],
    caption: "A is livelier and invents less; B covers more and reads more easily.",
  },
  {
    table: 12,
    title: "Open-ended 3: a caption by ten rules",
    scene: "children",
    query:
      "One sentence as a caption that settles, without guessing, foreground, background, place, shot, angle, colour temperature, lens, light, composition, time of day and each person.",
    answers: [
      "Two children close together, one with an arm around the other; {right:fence, posts, sky and a street lamp} behind. {wrong:No entry for the persons.}",
      "The same scene with {right:every entry, persons included}; {wrong:guesses at noon or afternoon and at the seat}.",
    ],
    caption:
      "Two answers of the same model: A says more of the background and guesses less, B fulfils the rules and reads more easily.",
  },
  {
    table: 13,
    title: "Reasoning 1: how many equal pieces of pie",
    scene: "pie",
    query:
      "A round pattern is cut into pieces that look alike: how many at most? 10, 12, 9 or 11 (right: 11).",
    answers: [
      "Counts 12 green circles, so 12-fold symmetry, so {wrong:12}. Short and straight.",
      "Counts green circles, small circles ({wrong:colours invented}) and the {right:orange shapes inside}, 12 of each; tries fewer pieces too; {wrong:12}.",
    ],
    caption:
      "Both are wrong. A is more coherent and shorter and invents no colours; B looks closer at the middle and explores more.",
    footnotes: [
      "The criterion is Logical Coherence and Consistency here and Logic Coherence and Consistency in Table 8.",
    ],
  },
  {
    table: 14,
    title: "Reasoning 2: counting buses",
    scene: "vehicles",
    query: "Are there more green buses than blue school buses? (right: yes)",
    answers: [
      "One green bus, no blue school bus: {right:yes}. Three steps.",
      "Goes through {right:every vehicle and its place}, then the same: {right:yes}. Says on the way that there is {wrong:no school bus of any colour}, though there is one.",
    ],
    caption:
      "Both are right, and both are the same model’s. A is compact; B looks and checks more, and invents an absence.",
    footnotes: [
      "The criterion is Factual Correctness / No Hallucination here and Factuality / No Hallucination elsewhere.",
    ],
  },
  {
    table: 15,
    title: "Reasoning 3: grass in a food web",
    scene: "foodWeb",
    query: "Lizards and grasshoppers become fewer: what happens to the grass? (right: it increases)",
    answers: [
      "Lists {right:who eats whom in the whole web}, weighs two opposite effects, at length and twice: {right:it increases}.",
      "Shorter; says that {right:fewer lizards cannot undo it}, since the grasshoppers are stated to decrease: {right:it increases}.",
    ],
    caption: "Both are right. A describes more of the web; B is more efficient and thinks one step further.",
  },
];
