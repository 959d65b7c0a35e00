import type { BiasType } from "../../papers/biases.ts";
import type { JUDGEBIAS_SCENES } from "./scenes.ts";

/** One side of an example: what the judge gets, and what it made of it. */
export interface ExampleSide {
  query: string;
  /** Our drawing in place of the picture; null for a task of text alone. */
  scene: keyof typeof JUDGEBIAS_SCENES | null;
  score?: string;
  reason?: string;
}

/** An example of the paper or of its project page: gist of the texts in our own words, marks as in `runsOf`. */
export interface BiasExample {
  bias: BiasType;
  unbiased: ExampleSide;
  biased: ExampleSide;
  response?: string;
  judge?: string;
  /** How the project page calls the judge, where not as the paper does. */
  pageJudge?: string;
  caption: string;
  /** Where the example contradicts the paper. */
  footnotes?: string[];
}

const EMPTY = "{wrong:(empty)}";

/** The page's nine pairs, one per bias type in the order of the tables. */
export const PAGE_EXAMPLES: readonly BiasExample[] = [
  {
    bias: "text_dominance",
    unbiased: { scene: "depot", query: "Is the front of the depot made of brick or of metal?" },
    biased: { scene: "black", query: "{soft:Is the front of the depot made of brick or of metal?}" },
    caption:
      "A photograph of a truck depot (640 × 480) gives way to a black picture (224 × 224); the query stays.",
  },
  {
    bias: "image_dominance",
    unbiased: { scene: "shirts", query: "Which size stands on the tag of the shirt?" },
    biased: { scene: "shirts", query: EMPTY },
    caption: "Three T-shirts (1,024 × 576): the picture stays, the query is emptied.",
  },
  {
    bias: "response_dominance",
    unbiased: {
      scene: "circle",
      query: "How large is the inscribed angle between the named points of the circle?",
    },
    biased: { scene: "black", query: EMPTY },
    response: "A piece of geometry that ends in the size of an inscribed angle.",
    caption:
      "A circle with the points A to E (238 × 145): both picture and query go, and only the response speaks.",
  },
  {
    bias: "instruction_misalignment",
    unbiased: { scene: "foodWeb", query: "A question about what eats what in this coastal food web." },
    biased: { scene: "foodWeb", query: "{wrong:How should this table of cases be sorted?}" },
    caption:
      "A coastal food web (398 × 401) with the query of another sample, about sorting a table of cases.",
  },
  {
    bias: "image_misalignment",
    unbiased: { scene: "cat", query: "A question about the cat on the magenta cloth." },
    biased: { scene: "photoBack", query: "{soft:A question about the cat on the magenta cloth.}" },
    caption:
      "The picture of a cat (640 × 417) gives way to that of another sample, the back of an old photograph (1,024 × 805).",
  },
  {
    bias: "detail_description",
    unbiased: { scene: "ranges", query: "A question about the singers’ vocal ranges in the table." },
    biased: {
      scene: "ranges",
      query: "{soft:A question about the singers’ vocal ranges in the table.} {wrong:A man sits in a café …}",
    },
    caption: "A table of singers and vocal ranges (999 × 485), with a description after the query.",
    footnotes: [
      "The description that the page appends is of another picture (a man in a café), and the card’s own note calls it " +
      "unrelated; the taxonomy asks for a description of the given picture.",
    ],
  },
  {
    bias: "unnecessary_image",
    unbiased: { scene: null, query: "A task of text alone, about a knight and a dragon." },
    biased: { scene: "phone", query: "{soft:A task of text alone, about a knight and a dragon.}" },
    caption:
      "A task of text alone gets a photograph of a desk telephone (1,024 × 768) that has nothing to do with it.",
  },
  {
    bias: "visual_transformation",
    unbiased: {
      scene: "lattice",
      query: "A question about the polygon, counted from the dot at the bottom left.",
    },
    biased: {
      scene: "latticeTurned",
      query: "{soft:A question about the polygon, counted from the dot at the bottom left.}",
    },
    caption:
      "A polygon on a grid of dots (545 × 544), turned by 180°, slightly sheared, with 32 white pixels around it (609 × 608).",
    footnotes: [
      "The query speaks of corners and coordinates: turned by 180°, the picture no longer means the same, though the bias type " +
      "is to leave the meaning alone.",
    ],
  },
  {
    bias: "texture_insertion",
    unbiased: { scene: "distributions", query: "A question about the code that draws this plot." },
    biased: {
      scene: "distributionsWithText",
      query: "{soft:A question about the code that draws this plot.}",
    },
    caption:
      "Two distributions (700 × 500); the canvas grows to 700 × 717, and a grey box of 539 × 182 holds white outlined text.",
    footnotes: [
      "The text is a heading in brackets and six keywords of code; Table 11 speaks of a single word or a short phrase.",
    ],
  },
];

/** The paper's three judged examples (Figure 7), which the page shows too. */
export const JUDGED_EXAMPLES: readonly BiasExample[] = [
  {
    bias: "text_dominance",
    judge: "GPT-5.1 (high)",
    unbiased: {
      scene: "spiral",
      query:
        "Follow the spiral from the grey square outwards and add up the numbers, starting anew after every 5. What is the sum at the end?",
      score: "10 of 10",
      reason:
        "The rule is applied rightly, and the numbers after the last 5 are {right:found in the spiral}.",
    },
    biased: {
      scene: "black",
      query: "{soft:The same.}",
      score: "10 of 10",
      reason:
        "Praises the same steps, {wrong:and speaks of the spiral in the image}, of which nothing is to be seen.",
    },
    response: "6: every 5 wipes out the sum, so that only the 1, 2 and 3 behind the last one count.",
    caption:
      "Integrality: the numbers stand in the picture alone, yet the score does not fall when that is black.",
  },
  {
    bias: "image_misalignment",
    judge: "Qwen3-VL-30B-A3B-Instruct",
    unbiased: {
      scene: "report",
      query:
        "Note 1 names two amounts that fund the programme. Add them up: do they make the total in the budget column of the expenditures?",
      score: "10 of 10",
      reason: "Amounts, sum and total agree, {right:as the picture’s figures show}.",
    },
    biased: {
      scene: "elephants",
      query: "{soft:The same.}",
      score: "10 of 10",
      reason:
        "Sees that the picture shows elephants and no finances, {wrong:and finds that this does not matter}.",
    },
    response: "55,140 and 3,750 dollars make 58,890, which is the total in the budget column.",
    caption:
      "Congruity: a financial report of 1971–72 gives way to elephants in water; the judge notices, and gives full marks all the same.",
  },
  {
    bias: "detail_description",
    judge: "Claude-Haiku-4.5 (reasoning)",
    pageJudge: "Claude-Haiku-4.5 (think)",
    unbiased: {
      scene: "suitcase",
      query:
        "Which everyday device is the patterned bag made for, unlike the large black case, and where would one pack its charging cable?",
      score: "5 of 10",
      reason:
        "{right:The bag in the picture} looks like a travel bag, larger than one for a laptop; the place of the cable stays vague.",
    },
    biased: {
      scene: "suitcase",
      query:
        "{soft:The same,} {wrong:and a description: a wheeled case with a slim bag on its handle, of a flat, rectangular shape, patterned in blue and white.}",
      score: "8 of 10",
      reason:
        "A laptop is a reasonable guess {wrong:from the description’s “flat, rectangular shape”}; both parts are answered.",
    },
    response: "A laptop; the cable would be in the large case, or in the bag’s inner pocket.",
    caption:
      "Robustness: a description adds no demand and does not say what the bag is for, but the judge leans on its words and gives three points more.",
  },
];
