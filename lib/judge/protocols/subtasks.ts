import { z } from "zod";
import { publishedTable } from "../../papers/published_tables.ts";
import { idText, textSeed } from "../../perturb/sample.ts";
import { ownFacts } from "../../progress/own_facts.ts";
import { grouped } from "../../stats/grouped.ts";
import { random } from "../../stats/random.ts";
import { parseSections } from "../parse/settle_reply.ts";
import type { ProtocolOptions } from "../protocol.ts";
import { runConditions } from "./orders.ts";
import { protocol } from "./protocol.ts";

/**
 * What a query generator is told about an image by its source benchmark (the 29 of MM-JudgeBias, Table 10, in own words), and the
 * categories of subtasks (Table 18) by the task type that they belong to, and what difficulties mean without an image.
 */
export const { sources: IMAGE_SOURCES, task_types: TASK_TYPES, text_difficulties: RULES } = ownFacts<{
  sources: Readonly<Record<string, string>>;
  task_types: Readonly<Record<string, readonly string[]>>;
  text_difficulties: Readonly<Record<string, string>>;
}>("query_sources");

/** Subtasks by category, by kind of query; read on first use, since every sample asks for them. */
const read = new Map<"multimodal" | "text", ReadonlyMap<string, readonly string[]>>();

/** The paper's subtasks of queries with an image (Table 18, by category) or of text alone (Table 12, by domain). */
export function publishedSubtasks(kind: "multimodal" | "text"): ReadonlyMap<string, readonly string[]> {
  const known = read.get(kind);
  if (known) return known;
  const groups = kind === "multimodal"
    ? grouped(publishedTable("mm-judgebias-table18-subtasks"), (row) => row.task_category)
    : grouped(publishedTable("mm-judgebias-table12-text-subtasks"), (row) => row.domain_type);
  const made = new Map([...groups].map(([name, rows]) => [name, rows.map(({ subtask }) => subtask)]));
  read.set(kind, made);
  return made;
}

export const DIFFICULTIES = ["Easy", "Moderate", "Hard"] as const;

/** Draws different subtasks at random, and one difficulty for the whole call, by seed, sample and run alone. */
export function drawTasks(
  { seed = 1 }: ProtocolOptions,
  id: string,
  subtasks: readonly string[],
  count: number,
): { subtasks: string[]; difficulty: string } {
  const generator = random(textSeed(`${seed}\n${id}`));
  const difficulty = DIFFICULTIES[generator.integer(DIFFICULTIES.length)];
  return { subtasks: generator.shuffle([...subtasks]).slice(0, count), difficulty };
}

const textTask = z.looseObject({
  id: idText,
  domain_type: z.string().min(1),
  subtask: z.string().min(1).optional(),
  difficulty: z.enum(DIFFICULTIES).optional(),
}).refine(({ domain_type, subtask }) => subtask !== undefined || publishedSubtasks("text").has(domain_type), {
  path: ["domain_type"],
  error: () => `one of ${[...publishedSubtasks("text").keys()].join(", ")}, or a subtask`,
});

/** Text-only queries of MM-JudgeBias (Figure 10), the material of Unnecessary-Image: one per call for a drawn subtask. */
export const textQuery = protocol({
  name: "text_query",
  sample: textTask,
  sampleId: ({ id }) => id,
  options: ["seed"],
  conditions: (options, sample) =>
    runConditions(options, false).map((condition) => {
      const listed = sample.subtask === undefined
        ? publishedSubtasks("text").get(sample.domain_type)!
        : [sample.subtask];
      const id = `${sample.id}\n${condition.run}`;
      const { subtasks: [subtask], difficulty } = drawTasks(options, id, listed, 1);
      return { ...condition, subtask, difficulty: sample.difficulty ?? difficulty };
    }),
  asks: [{
    name: "query",
    prompt: "text_query",
    slots: ({ domain_type }, { subtask, difficulty }) => ({
      domain: domain_type,
      subtask: String(subtask),
      difficulty: String(difficulty),
      difficulty_rule: RULES[String(difficulty)],
    }),
    read: (text) => parseSections(text, { query: "Instruction" }),
  }],
  row: ({ id, domain_type }, { query = null }, { judge, run, subtask, difficulty, status }) => ({
    ...{ id, domain_type, subtask, difficulty, query },
    ...{ generator: judge, run, status },
  }),
});
