import { createHash } from "node:crypto";
import { random } from "../../stats/random.ts";
import type { ProtocolOptions } from "../protocol.ts";
import { requireOneOf } from "../../stats/require_value.ts";

/** The three levels of difficulty. */
export const DIFFICULTIES = ["Easy", "Moderate", "Hard"] as const;

/** A level of difficulty. */
export type Difficulty = (typeof DIFFICULTIES)[number];

/** What a query shall be about and how hard it shall be. */
export interface Task {
  subtask: string;
  difficulty: Difficulty;
}

/** Options of data construction: the seed of its draws, and whether a call has one difficulty (the text) or one per query. */
export interface DrawOptions extends ProtocolOptions {
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
): Task[] {
  requireOneOf("judge", "difficulty_per as", difficulty_per, ["call", "query"]);
  const hash = createHash("sha256").update(`${seed}\n${id}`).digest("hex");
  const generator = random(parseInt(hash.slice(0, 12), 16));
  const common = DIFFICULTIES[generator.integer(DIFFICULTIES.length)];
  return generator.shuffle([...subtasks]).slice(0, count).map((subtask) => ({
    subtask,
    difficulty: difficulty_per === "call" ? common : DIFFICULTIES[generator.integer(DIFFICULTIES.length)],
  }));
}
