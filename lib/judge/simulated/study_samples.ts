import type { StudyPair } from "./simulated_study.ts";

/** The query of another study: nothing to do with any picture. */
const UNRELATED = "How much is 17 plus 25?";

type Sample = Record<string, unknown>;

/** Perturbations that need no new picture: what becomes of query and picture. */
const PERTURBED: Record<string, (pair: StudyPair, other: StudyPair) => { query: string; image: string }> = {
  image_dominance: ({ image }) => ({ query: "", image }),
  instruction_misalignment: ({ image }) => ({ query: UNRELATED, image }),
  image_misalignment: ({ query }, { image }) => ({ query, image }),
  detail_description: ({ query, image, answer_a }) => ({ query: `${query} ${answer_a}`, image }),
};

const right = ({ human, answer_a, answer_b }: StudyPair) => human === "A" ? answer_a : answer_b;
const writer = ({ human, generator_a, generator_b }: StudyPair) => human === "A" ? generator_a : generator_b;

function scored(pair: StudyPair, other: StudyPair, i: number): Sample {
  const types = Object.keys(PERTURBED), bias_type = types[i % types.length];
  const biased = PERTURBED[bias_type](pair, other), { item_id: id, query, image } = pair;
  return {
    ...{ id, bias_type, generator: writer(pair), response: right(pair) },
    ...{ unbiased_instruction: query, biased_instruction: biased.query },
    ...{ unbiased_image: image, biased_image: biased.image },
  };
}

const rated = (pair: StudyPair): Sample => {
  const { image_id, image, answer_a: caption, generator_a: generator } = pair;
  return { image_id, image, caption, generator, references: [right(pair)] };
};

const byCriteria = (pair: StudyPair): Sample => {
  const { item_id, image, query, answer_a, answer_b, human, more_informative } = pair;
  return {
    ...{ split: "open_ended", item_id, image, query, answer_a, answer_b },
    human: { completeness: more_informative, grounding: human, no_hallucination: human },
  };
};

/** Three queries on every picture. */
const CANDIDATES = {
  ...{ domain_type: "Math", task_type: "Reasoning" },
  ...{
    question_a: "Which shape is red?",
    question_b: "How many rings are there?",
    question_c: "What is left?",
  },
  ...{ subtask_a: "Recognition", subtask_b: "Counting", subtask_c: "Position" },
};

const question = ({ item_id, image, query }: StudyPair): Sample => ({ id: item_id, image, query });

/** Protocols whose samples are no pairs. */
const OTHERS: Record<string, (pair: StudyPair, other: StudyPair, i: number) => Sample> = {
  ...{ score: scored, abstention: scored, score_guided: scored, constraints: scored, reasoning: scored },
  formatting: ({ answer_a, ...pair }) => ({
    ...pair,
    response: answer_a.replaceAll(", there is", ". There is"),
  }),
  caption_generation: ({ image_id, image }) => ({ image_id, image }),
  ...{ caption_ref_based: rated, caption_ref_free: rated },
  ...{ criteria_single: byCriteria, criteria_joint: byCriteria },
  query_generation: ({ image_id, image }) => ({ image_id, image, category: "Math", domain: "Drawn shapes" }),
  query_selection: ({ image_id, image }) => ({ image_id, image, ...CANDIDATES }),
  text_query: ({ item_id }) => ({ id: item_id, domain_type: "Logic Reasoning" }),
  ...{ keyword_extraction: question, detail_description: question, relatedness: question },
};

/**
 * A simulated study as samples of any protocol: pairs for pairwise ones, the right answer as the response to score
 * (with four of MM-JudgeBias's perturbations in turn), answers as captions, pairs with labels by criterion, pictures
 * to make queries for.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulatedStudy, studySamples } from "judgebias/judge";
 *
 * const pairs = simulatedStudy({ pairs: 2, seed: 1, folder: Deno.makeTempDirSync() });
 * assert.equal(studySamples("base", pairs)[0].query, "What is in the picture?");
 * assert.equal(studySamples("score", pairs)[0].bias_type, "image_dominance");
 * ```
 */
export function studySamples(protocol: string, pairs: readonly StudyPair[]): Record<string, unknown>[] {
  const make = Object.hasOwn(OTHERS, protocol)
    ? OTHERS[protocol]
    : (pair: StudyPair): Sample => ({ ...pair });
  return pairs.map((pair, i) => make(pair, pairs[(i + 1) % pairs.length], i));
}
