import { z } from "zod";
import { idText } from "../../perturb/id_text.ts";
import { parseSections } from "../parse/parse_text.ts";
import { runConditions } from "./conditions.ts";
import { protocol } from "./protocol.ts";
import { DIFFICULTIES, type Difficulty, drawTasks, publishedSubtasks } from "./subtasks.ts";

/** What the difficulties mean for queries without an image. */
const RULES: Record<Difficulty, string> = {
  Easy: "Short sentences. Everything needed stands in the question, and the answer follows directly.",
  Moderate: "Longer sentences. The answer takes some thought; the question gives few hints.",
  Hard: "Long sentences or several clauses. The answer takes a deep inference in several steps, without " +
    "knowledge from outside.",
};

/** A text-only query to be written: its `id` and, where they are not to be drawn, its domain, subtask and difficulty. */
const textTask = z.object({
  id: idText,
  domain_type: z.string().min(1),
  subtask: z.string().min(1).optional(),
  difficulty: z.enum(DIFFICULTIES).optional(),
}).loose().superRefine(({ domain_type, subtask }, context) => {
  if (subtask === undefined && !publishedSubtasks("text").has(domain_type)) {
    context.addIssue({
      code: "custom",
      path: ["domain_type"],
      message: `one of ${[...publishedSubtasks("text").keys()].join(", ")}, or a subtask`,
    });
  }
});

/**
 * Text-only queries of MM-JudgeBias (Figure 10), the material of Unnecessary-Image: one query per call for a subtask of the
 * domain (drawn at random, option `seed`). Rows: `id, domain_type, subtask, difficulty, query, generator, run, status`.
 */
export const textQuery = protocol({
  name: "text_query",
  summary: "A query that text alone is enough to answer",
  sample: textTask,
  sampleId: ({ id }) => id,
  options: ["seed", "difficulty_per"],
  conditions: (options, sample) =>
    runConditions(options, false).map((condition) => {
      const listed = sample.subtask === undefined
        ? publishedSubtasks("text").get(sample.domain_type)!
        : [sample.subtask];
      const [{ subtask, difficulty }] = drawTasks(options, `${sample.id}\n${condition.run}`, listed, 1);
      return { ...condition, subtask, difficulty: sample.difficulty ?? difficulty };
    }),
  asks: [{
    name: "query",
    prompt: "text_query",
    slots: ({ domain_type }, { subtask, difficulty }) => ({
      domain: domain_type,
      subtask: String(subtask),
      difficulty: String(difficulty),
      difficulty_rule: RULES[difficulty as Difficulty],
    }),
    read: (text) => parseSections(text, { query: "Instruction" }),
  }],
  row: ({ id, domain_type }, { query = null }, { judge, run, subtask, difficulty, status }) => ({
    ...{ id, domain_type, subtask, difficulty, query },
    ...{ generator: judge, run, status },
  }),
});
