import type { Prompts } from "../protocol.ts";
import { CAPTION_PROMPTS } from "./caption.ts";
import { CONSTRUCTION_PROMPTS } from "./construction.ts";
import { CRITERIA_PROMPTS } from "./criteria.ts";
import { PAIRWISE_PROMPTS } from "./pairwise.ts";
import { SCORE_PROMPTS } from "./score.ts";

const ALL = [
  PAIRWISE_PROMPTS,
  SCORE_PROMPTS,
  CAPTION_PROMPTS,
  CRITERIA_PROMPTS,
  CONSTRUCTION_PROMPTS,
].flat();

/**
 * Every prompt by id, in own words; `source` names the paper's figure or table that it stands for.
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
export const PROMPTS: Prompts = Object.fromEntries(ALL.map((prompt) => [prompt.id, prompt]));
