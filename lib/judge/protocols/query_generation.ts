import { z } from "zod";
import { idText } from "../../perturb/id_text.ts";
import { fillPrompt } from "../fill_prompt.ts";
import { parseSections } from "../parse/parse_text.ts";
import type { Message, Prompt } from "../protocol.ts";
import { runConditions } from "./conditions.ts";
import { protocol } from "./protocol.ts";
import { DIFFICULTIES, drawTasks, IMAGE_SOURCES, publishedSubtasks, TASK_TYPES } from "./subtasks.ts";

/** The category whose queries must rest on the knowledge of the source's own question. */
const KNOWLEDGE_CATEGORY = "Factual/Commonsense";

const CATEGORIES = Object.values(TASK_TYPES).flat();

/**
 * An image to make queries for: `image_id, image, category` (of the subtasks' table), and either its `source` benchmark or a
 * `domain` text of one's own. `reference_question` is the source's question; only factual and commonsense images need it, and
 * only they use it. `subtasks` and `difficulties` (three each) take the place of the draw.
 */
const querySource = z.object({
  image_id: idText,
  image: z.string().min(1),
  category: z.enum(CATEGORIES as [string, ...string[]]),
  source: z.enum(Object.keys(IMAGE_SOURCES) as [string, ...string[]]).optional(),
  domain: z.string().min(1).optional(),
  reference_question: z.string().min(1).optional(),
  subtasks: z.array(z.string().min(1)).length(3).optional(),
  difficulties: z.array(z.enum(DIFFICULTIES)).length(3).optional(),
}).loose()
  .refine(({ source, domain }) => (source ?? domain) !== undefined, "a source or a domain text")
  .refine(
    ({ category, reference_question }) => category !== KNOWLEDGE_CATEGORY || reference_question !== undefined,
    `a reference_question, which images of ${KNOWLEDGE_CATEGORY} need`,
  );

const HEADINGS = { question_a: "Question 1", question_b: "Question 2", question_c: "Question 3" };

/** The text of a prompt that goes into another one. */
function textOf(prompt: Prompt, slots: Record<string, string>): string {
  const [{ content }]: Message[] = fillPrompt(prompt, slots);
  return content.map((part) => part.type === "text" ? part.text : "").join("");
}

/**
 * Query generation of MM-JudgeBias (Figure 8): three queries per image in one call, each for a subtask of the category that
 * is drawn at random (options `seed`, `difficulty_per`), with the knowledge guideline (Figure 13) for factual and commonsense
 * images. Rows are samples of `query_selection`: `image_id, image, domain_type, task_type, question_a … question_c, subtask_a
 * …, difficulty_a …, generator, run, status`.
 */
export const queryGeneration = protocol({
  name: "query_generation",
  summary: "Three queries for an image that need both image and text",
  sample: querySource,
  sampleId: ({ image_id, category }) => `${image_id}/${category}`,
  options: ["seed", "difficulty_per"],
  conditions(options, sample) {
    const listed = sample.subtasks ?? publishedSubtasks("multimodal").get(sample.category)!;
    return runConditions(options).map((condition) => {
      const id = `${sample.image_id}\n${sample.category}\n${condition.run}`;
      const drawn = drawTasks(options, id, listed, 3);
      const tasks = drawn.flatMap(({ subtask, difficulty }, i) => [
        [`subtask_${i + 1}`, sample.subtasks?.[i] ?? subtask],
        [`difficulty_${i + 1}`, sample.difficulties?.[i] ?? difficulty],
      ]);
      return { ...condition, ...Object.fromEntries(tasks) };
    });
  },
  asks: [{
    name: "queries",
    prompt: "query_generation",
    includes: ["knowledge_guideline"],
    slots({ category, domain, source, image, reference_question = "" }, condition, _earlier, prompts) {
      const tasks = [1, 2, 3].flatMap((place) => [`subtask_${place}`, `difficulty_${place}`]);
      return {
        domain: domain ?? IMAGE_SOURCES[source!],
        knowledge: category === KNOWLEDGE_CATEGORY
          ? textOf(prompts.knowledge_guideline, { reference_question })
          : null,
        image: { image },
        ...Object.fromEntries(tasks.map((slot) => [slot, String(condition[slot])])),
      };
    },
    read: (text) => parseSections(text, HEADINGS),
  }],
  row({ image_id, image, category }, values, { judge, run, status, ...condition }) {
    const [task_type] = Object.entries(TASK_TYPES).find(([, list]) => list.includes(category))!;
    return {
      ...{ image_id, image, domain_type: category, task_type },
      ...Object.fromEntries(["a", "b", "c"].flatMap((letter, i) => [
        [`question_${letter}`, values[`question_${letter}`] ?? null],
        [`subtask_${letter}`, condition[`subtask_${i + 1}`]],
        [`difficulty_${letter}`, condition[`difficulty_${i + 1}`]],
      ])),
      ...{ generator: judge, run, status },
    };
  },
});
