import { readFileSync } from "node:fs";
import type { Prompt, Prompts } from "../protocol.ts";

/** The text of a file of the prompts' folder, wherever the library is used from. */
function read(name: string): string {
  return readFileSync(new URL(`../../../data/prompts/${name}`, import.meta.url), "utf8");
}

/** Versions, which a changed text raises, and what of a paper a prompt stands for. */
const LIST: Record<string, Pick<Prompt, "version" | "source">> = JSON.parse(read("prompts.json"));

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
export const PROMPTS: Prompts = Object.fromEntries(
  Object.entries(LIST).map(([id, about]) => [id, { id, ...about, text: read(`${id}.txt`).trimEnd() }]),
);
