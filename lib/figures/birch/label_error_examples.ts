import { answers, type BirchExample, labelError } from "./birch_example.ts";

/** Figures 14 to 17: wrong human labels. */
export const LABEL_ERROR_EXAMPLES: readonly BirchExample[] = [
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
];
