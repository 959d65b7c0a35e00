import type { Prompts } from "../protocol.ts";
import { CAPTION_PROMPTS } from "./caption.ts";
import { PAIRWISE_PROMPTS } from "./pairwise.ts";
import { SCORE_PROMPTS } from "./score.ts";

/** Every prompt by id. */
export const PROMPTS: Prompts = Object.fromEntries(
  [...PAIRWISE_PROMPTS, ...SCORE_PROMPTS, ...CAPTION_PROMPTS].map((prompt) => [prompt.id, prompt]),
);
