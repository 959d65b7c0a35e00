const PAIR = {
  item_id: "p",
  image: "cat.png",
  query: "What is it?",
  answer_a: "A cat.",
  answer_b: "It is a large grey cat on a red mat beside the door.",
  human: "A",
};
const SCORED = {
  id: 12,
  bias_type: "response_dominance",
  response: "It is 42.",
  unbiased_instruction: "What is the sum?",
  biased_instruction: "",
  unbiased_image: "sum.png",
  biased_image: "black.png",
};
const CAPTION = {
  image_id: "7",
  image: "7.jpg",
  caption: "A cat.",
  generator: "GPT-4o",
  references: ["A cat on a mat."],
};
const CRITERIA = {
  split: "reasoning",
  item_id: "c",
  image: "c.png",
  query: "How many?",
  answer_a: "Two, since …",
  answer_b: "Three.",
  human: { logic: "A", efficiency: "B" },
};
const CHECKED = { id: "k", image: "k.png", query: "Which sign?" };

/** A line of data for every protocol, by the protocol's name. */
export const SAMPLES: Record<string, Record<string, unknown>> = {
  base: PAIR,
  image_caption: PAIR,
  standard_ref: PAIR,
  birch: PAIR,
  informativeness: PAIR,
  length_equalizing: PAIR,
  anchor_quality: { ...PAIR, anchors: { "GPT-4o": "A grey cat." } },
  score: SCORED,
  abstention: SCORED,
  score_guided: SCORED,
  constraints: SCORED,
  reasoning: SCORED,
  pairwise: PAIR,
  formatting: { item_id: "f", image: "cat.png", query: "What is it?", response: "A cat. It sleeps." },
  caption_generation: { image_id: "7", image: "7.jpg" },
  caption_ref_based: CAPTION,
  caption_ref_free: CAPTION,
  criteria_single: CRITERIA,
  criteria_joint: CRITERIA,
  query_generation: { image_id: "q", image: "q.png", category: "Math", source: "MathVista" },
  query_selection: {
    image_id: "q",
    image: "q.png",
    domain_type: "Math",
    task_type: "Reasoning",
    question_a: "First?",
    question_b: "Second?",
    question_c: "Third?",
    subtask_a: "Counting",
    subtask_b: "Ratios",
    subtask_c: "Units",
  },
  text_query: { id: "t", domain_type: "Logic Reasoning" },
  keyword_extraction: CHECKED,
  detail_description: CHECKED,
  relatedness: CHECKED,
};
