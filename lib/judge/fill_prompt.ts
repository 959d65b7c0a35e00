import type { Message, Part, Prompt } from "./protocol.ts";

/** What goes into a slot: text, an image by its name, or null for an image that is not shown. */
export type SlotValue = string | { image: string } | null;

/** A slot in a template. */
export const SLOT = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g;

/** Names of a template's slots, each once, in order of first appearance. */
export function slotsOf(text: string): string[] {
  return [...new Set([...text.matchAll(SLOT)].map((match) => match[1]))];
}

/**
 * A prompt with its slots filled: one user message whose parts stand in the template's order, images between texts. What
 * is filled in is never searched for slots again, so an answer may hold braces. A slot that is null (no image) disappears
 * with its line.
 *
 * @throws {RangeError} for a slot of the template that has no value
 */
export function fillPrompt(prompt: Prompt, slots: Record<string, SlotValue>): Message[] {
  const content: Part[] = [];
  let text = "";
  const flush = () => {
    const trimmed = text.replace(/^\n+/, "").trimEnd();
    if (trimmed !== "") content.push({ type: "text", text: trimmed });
    text = "";
  };
  let end = 0;
  for (const match of prompt.text.matchAll(SLOT)) {
    const name = match[1];
    if (!Object.hasOwn(slots, name)) {
      throw new RangeError(
        `prompt ${prompt.id}: wanted slots among ${Object.keys(slots).join(", ")}, found {{${name}}}`,
      );
    }
    text += prompt.text.slice(end, match.index);
    end = match.index + match[0].length;
    const value = slots[name];
    if (typeof value === "string") text += value;
    else if (value === null) {
      if (prompt.text[end] === "\n" && (text === "" || text.endsWith("\n"))) end++;
    } else {
      flush();
      content.push({ type: "image", image: value.image });
    }
  }
  text += prompt.text.slice(end);
  flush();
  return [{ role: "user", content }];
}
