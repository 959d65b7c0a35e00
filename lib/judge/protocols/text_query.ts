import { z } from "zod";
import { idText } from "../../perturb/id_text.ts";
import { fillPrompt } from "../fill_prompt.ts";
import { parseSections } from "../parse/parse_text.ts";
import { settleReply } from "../parse/settle_reply.ts";
import type { Protocol } from "../protocol.ts";
import { runConditions } from "./conditions.ts";
import { DIFFICULTIES, type Difficulty, drawTasks } from "./draw_tasks.ts";
import { lastVerdict } from "./pair_steps.ts";
import { publishedSubtasks } from "./published_subtasks.ts";

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

/** A checked line. */
export type TextTask = z.infer<typeof textTask>;

/**
 * Text-only queries of MM-JudgeBias (Figure 10), the material of Unnecessary-Image: one query per call for a subtask of the
 * domain (drawn at random, option `seed`). Rows: `id, domain_type, subtask, difficulty, query, generator, run, status`.
 */
export const textQuery: Protocol<TextTask> = {
  name: "text_query",
  summary: "A query that text alone is enough to answer",
  frame: null,
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
  decoding: {},
  steps: [{
    name: "query",
    promptId: "text_query",
    messages: (sample, { subtask, difficulty }, prompts) =>
      fillPrompt(prompts.text_query, {
        domain: sample.domain_type,
        subtask: String(subtask),
        difficulty: String(difficulty),
        difficulty_rule: RULES[difficulty as Difficulty],
      }),
    parse: (reply) => settleReply(reply, (text) => parseSections(text, { query: "Instruction" })),
  }],
  rows(sample, { run, subtask, difficulty }, verdicts, judge) {
    const { status, values } = lastVerdict(["query"], verdicts);
    return [{
      id: sample.id,
      domain_type: sample.domain_type,
      subtask,
      difficulty,
      query: values.query ?? null,
      generator: judge,
      run,
      status,
    }];
  },
};
