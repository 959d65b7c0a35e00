import { answers, type BirchExample, judged, reference } from "./birch_example.ts";

const WITHOUT = "without a reference", WITH = "with its own reference";

/** Figures 22 to 24: a judge without a reference and with its own. */
export const REFERENCE_EXAMPLES: readonly BirchExample[] = [
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
];
