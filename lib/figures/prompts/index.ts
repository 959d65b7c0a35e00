import type { FigureSpec } from "../figure_spec.ts";
import { promptFigure } from "./prompt_figure.ts";

type Entry = [place: string, prompt: string, title: string, kept: string, footnote?: string];

const SCORE = "duties, order of the parts, headings and scale";

/** What the paper leaves open. */
const IMAGE = "Where the image stands in the message is our choice: the paper does not say.";

/** How a template of Markdown is shown. */
const BOLD = "What is bold stands between double asterisks in the message.";

const MM_JUDGEBIAS: Entry[] = [
  [
    "8",
    "query_generation",
    "Prompt for three queries about an image",
    "requirements, order and headings",
    IMAGE,
  ],
  ["9", "query_selection", "Prompt for the best of three queries", "criteria, order and headings", IMAGE],
  ["10", "text_query", "Prompt for a query without an image", "requirements, order and headings"],
  ["11", "score", "Prompt for the score of a response", SCORE, IMAGE],
  [
    "12",
    "pairwise",
    "Prompt for the better of two responses",
    "duties, order of the parts and headings",
    IMAGE,
  ],
  [
    "13",
    "knowledge_guideline",
    "Prompt part: knowledge of a reference question",
    "place, heading and purpose",
    "It stands in the slot knowledge of Figure 8’s prompt, for images of Factual/Commonsense alone.",
  ],
  ["14", "abstention", "Abstention-aware prompt for a score", SCORE, IMAGE],
  ["15", "score_guided", "Score-guided prompt for a score", `${SCORE}, and what each score means`, IMAGE],
  ["16", "constraints", "Modality constraints in a prompt for a score", SCORE, IMAGE],
  [
    "17",
    "reasoning",
    "Modality reasoning in a prompt for a score",
    "steps, order of the parts, headings and scale",
    IMAGE,
  ],
];

const BIRCH: Entry[] = [
  [
    "18",
    "informativeness",
    "Prompt for the more informative answer",
    "dimensions, order of the parts and verdict",
  ],
  ["19", "reference", "Prompt for a reference answer", "purpose and order of the parts"],
  [
    "20",
    "anchor",
    "Prompt for the anchor: correct, then merge",
    "steps, order of the parts and headings",
  ],
  [
    "21",
    "reference_judgement",
    "Prompt for a judgement with a reference",
    "dimensions, order of the parts and verdict",
    "The reference is BIRCH’s anchor or Standard Ref’s own answer.",
  ],
];

const CAPTION = "criteria, steps, order of the parts, scale and closing sentence";

/** Prompts of the papers as figures, by paper, drawn from the templates that `lib/judge` sends. */
export const promptFigures: Record<
  "birch" | "mm-judgebias" | "philautia" | "multi-crit",
  readonly FigureSpec[]
> = {
  birch: BIRCH.map((entry) => numbered("birch", "Figure", entry)),
  "mm-judgebias": MM_JUDGEBIAS.map((entry) => numbered("mm-judgebias", "Figure", entry)),
  philautia: [
    promptFigure({
      id: "philautia-prompt-ref-based",
      paper: "philautia",
      number: "Appendix C",
      title: "Prompt for a caption’s rating with references",
      prompt: "caption_ref_based",
      kept: CAPTION,
    }),
    promptFigure({
      id: "philautia-prompt-ref-free",
      paper: "philautia",
      number: "Appendix C",
      title: "Prompt for a caption’s rating without references",
      prompt: "caption_ref_free",
      kept: CAPTION,
    }),
  ],
  "multi-crit": [
    numbered("multi-crit", "Table", [
      "9",
      "criteria_single",
      "Prompt for the better of two responses on one criterion",
      "task, order of the parts and verdict",
      `${IMAGE} ${BOLD}`,
    ]),
    numbered("multi-crit", "Table", [
      "17",
      "criteria_joint",
      "Prompt for all criteria at once",
      "task, order of the parts and blocks",
      `${IMAGE} ${BOLD}`,
    ]),
  ],
};

function numbered(
  paper: "birch" | "mm-judgebias" | "multi-crit",
  word: "Figure" | "Table",
  [place, prompt, title, kept, footnote]: Entry,
): FigureSpec {
  return promptFigure({
    id: `${paper}-${word === "Figure" ? "fig" : "table"}${place}`,
    paper,
    number: `${word} ${place}`,
    title,
    prompt,
    kept,
    footnotes: footnote ? [footnote] : undefined,
  });
}
