import type { Prompts } from "../protocol.ts";
import { readPrompts } from "./read_prompts.ts";

/**
 * Every prompt by id, in own words with the rubric, steps, scale and markers of the paper's; `source` names the figure or
 * table that it stands for. The texts are files, `data/prompts/<id>.txt`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { PROMPTS } from "judgebias/judge";
 *
 * assert.equal(PROMPTS.anchor.source, "birch: Figure 20");
 * assert.ok(PROMPTS.score.text.includes("{{response}}"));
 * ```
 */
export const PROMPTS: Prompts = readPrompts();
