import { createHash } from "node:crypto";
import { publishedTable } from "../../papers/published_table.ts";
import { ownFacts } from "../../progress/own_facts.ts";
import { grouped } from "../../stats/grouped.ts";
import { random } from "../../stats/random.ts";
import { requireOneOf } from "../../stats/require_value.ts";
import type { ProtocolOptions } from "../protocol.ts";

/**
 * What a query generator is told about an image by its source benchmark (the 29 of MM-JudgeBias, Table 10, in own words), and the
 * categories of subtasks (Table 18) by the task type that they belong to.
 */
export const { sources: IMAGE_SOURCES, task_types: TASK_TYPES } = ownFacts<
  { sources: Readonly<Record<string, string>>; task_types: Readonly<Record<string, readonly string[]>> }
>("query_sources");

/** Subtasks by category, by kind of query; read on first use, since every sample asks for them. */
const read = new Map<"multimodal" | "text", ReadonlyMap<string, readonly string[]>>();

/**
 * The subtasks that MM-JudgeBias lists for queries with an image (Table 18, by category) or for queries of text alone (Table
 * 12, by domain), in the paper's order.
 */
export function publishedSubtasks(kind: "multimodal" | "text"): ReadonlyMap<string, readonly string[]> {
  const known = read.get(kind);
  if (known) return known;
  const rows: { group: string; subtask: string }[] = kind === "multimodal"
    ? publishedTable("mm-judgebias-table18-subtasks").map((row) => ({ ...row, group: row.task_category }))
    : publishedTable("mm-judgebias-table12-text-subtasks").map((row) => ({ ...row, group: row.domain_type }));
  const groups = [...grouped(rows, ({ group }) => group)];
  const made = new Map(groups.map(([group, rows]) => [group, rows.map(({ subtask }) => subtask)]));
  read.set(kind, made);
  return made;
}

export const DIFFICULTIES = ["Easy", "Moderate", "Hard"] as const;

export type Difficulty = (typeof DIFFICULTIES)[number];

/** Options of data construction: the seed of its draws, and whether a call has one difficulty (the text) or one per query. */
interface DrawOptions extends ProtocolOptions {
  seed?: number;
  difficulty_per?: "call" | "query";
}

/**
 * Draws different subtasks at random and their difficulty, one for the whole call (the paper's text) or one each (its prompt
 * has a place for each). The draw belongs to sample and run: it does not depend on what else is drawn.
 *
 * @param count at most as many as there are subtasks
 * @throws {RangeError} for other options
 */
export function drawTasks(
  { seed = 1, difficulty_per = "call" }: DrawOptions,
  id: string,
  subtasks: readonly string[],
  count: number,
): { subtask: string; difficulty: Difficulty }[] {
  requireOneOf("judge", "difficulty_per as", difficulty_per, ["call", "query"]);
  const hash = createHash("sha256").update(`${seed}\n${id}`).digest("hex");
  const generator = random(parseInt(hash.slice(0, 12), 16));
  const common = DIFFICULTIES[generator.integer(DIFFICULTIES.length)];
  return generator.shuffle([...subtasks]).slice(0, count).map((subtask) => ({
    subtask,
    difficulty: difficulty_per === "call" ? common : DIFFICULTIES[generator.integer(DIFFICULTIES.length)],
  }));
}
