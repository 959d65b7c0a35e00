import { refusing, said } from "../results/said.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cut, told } from "../progress/told.ts";
import { hashOfText } from "./store/call_key.ts";
import type { Message, Part, Prompt, Prompts } from "./protocol.ts";

function read(name: string): string {
  return readFileSync(new URL(`../../data/prompts/${name}`, import.meta.url), "utf8");
}

const LIST: Record<string, Pick<Prompt, "version" | "source">> = JSON.parse(read("prompts.json"));

/**
 * Every prompt by id, in own words with the rubric, steps, scale and markers of the paper's; `source` names the figure or
 * table that it stands for, `own: …` what else. The texts are files, `data/prompts/<id>.txt`.
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

/**
 * The prompts of all protocols, those replaced for which `folder` holds `<id>.txt`: the whole template with the same `{{slots}}`. Its version is
 * `custom-` and the first 12 digits of its SHA-256.
 */
export function loadPrompts(folder?: string): Prompts {
  if (folder === undefined) return PROMPTS;
  const prompts = { ...PROMPTS };
  if (!existsSync(folder)) throw refusing("prompts_folder", { folder });
  const names = readdirSync(folder).filter((name) => name.endsWith(".txt")).sort();
  if (names.length === 0) throw refusing("prompts_files", { folder });
  for (const name of names) {
    const id = name.slice(0, -".txt".length), path = join(folder, name);
    if (!Object.hasOwn(PROMPTS, id)) {
      throw refusing("prompt_names", { known: Object.keys(PROMPTS).join(", "), path });
    }
    prompts[id] = custom(PROMPTS[id], path, readFileSync(path, "utf8").replaceAll("\r\n", "\n").trimEnd());
  }
  return prompts;
}

function custom(original: Prompt, path: string, text: string): Prompt {
  const wanted = slotsOf(original.text), found = slotsOf(text);
  const missing = wanted.filter((slot) => !found.includes(slot));
  const unknown = found.filter((slot) => !wanted.includes(slot));
  if (missing.length + unknown.length > 0) {
    const list = (slots: string[]) => slots.map((slot) => `{{${slot}}}`).join(", ");
    throw refusing("prompt_slots", { path, wanted: list(wanted), found: list(found) || "none" });
  }
  return { id: original.id, version: `custom-${hashOfText(text).slice(0, 12)}`, source: path, text };
}

export type SlotValue = string | { image: string } | null;

export const SLOT = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g;

export function slotsOf(text: string): string[] {
  return [...new Set([...text.matchAll(SLOT)].map((match) => match[1]))];
}

/** Refuses what would be sent as it stands in the place of what it names: `{{Query}}`, and `{query}` of a slot that is known. */
export function requireSlots(where: string, text: string, known: readonly string[]): void {
  const rest = text.replaceAll(SLOT, ""), wrong = known.find((name) => rest.includes(`{${name}}`));
  const [found = wrong && `{${wrong}}`] = /\{\{.*?\}\}?/s.exec(rest) ?? [];
  if (!found) return;
  const wanted = wrong ? `{{${wrong}}}` : "slots of small letters, digits and _ ({{answer_a}})";
  throw new RangeError(`${where}: wanted ${wanted} in the prompt, found ${cut(found)}`);
}

/** A prompt with its slots filled, once: one user message in the template's order. A slot that is null disappears with its line. */
export function fillPrompt({ id: prompt, text }: Prompt, slots: Record<string, SlotValue>): Message[] {
  requireSlots(`prompt ${prompt}`, text, Object.keys(slots));
  const filled: Part[] = [{ type: "text", text: "" }];
  const pieces = text.split(SLOT);
  pieces.forEach((piece, i) => {
    const last = filled.at(-1) as Part & { type: "text" };
    if (i % 2 === 0) {
      last.text += piece;
      return;
    }
    if (!Object.hasOwn(slots, piece)) {
      const hint = piece === "image" ? said("picture_of_pair") : "";
      throw refusing("slots_among", { prompt, slots: Object.keys(slots).join(", "), name: piece, hint });
    }
    const value = slots[piece], found = { prompt, name: piece, value: told(value) };
    if (typeof value === "string") {
      if (/^image(?:_?[a-z0-9])?$/.test(piece)) throw refusing("picture_in_slot", found);
      last.text += value;
    } else if (value === null) {
      if (last.text === "" || last.text.endsWith("\n")) pieces[i + 1] = pieces[i + 1].replace(/^\n/, "");
    } else if (typeof value?.image !== "string") throw refusing("text_in_slot", found);
    else filled.push({ type: "image", image: value.image }, { type: "text", text: "" });
  });
  const content = filled.map((part) =>
    part.type === "image" ? part : { ...part, text: part.text.replace(/^\n+/, "").trimEnd() }
  );
  return [{ role: "user", content: content.filter((part) => part.type === "image" || part.text !== "") }];
}
