import type { ReplyVerdict } from "../protocol.ts";
import { sections } from "./field.ts";
import { declines, noVerdict } from "./settle_reply.ts";

/** The whole reply as the answer: `{ text }`; a short reply that declines is `refused`. */
export function parseWhole(text: string): ReplyVerdict {
  return declines(text)
    ? noVerdict("refused", "declines the task")
    : { status: "ok", values: { text: text.trim() } };
}

/**
 * Sections behind headings, by the keys given: `{ merged: "Merged Response" }` → `{ merged: "…" }`. A required section that
 * is missing, empty or still a placeholder makes the reply unparsable; another is null.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseSections } from "@/judge/parse/parse_text.ts";
 *
 * const headings = { a: "Revised Response A", merged: "Merged Response" };
 * assert.deepEqual(parseSections("**Merged Response:** A cat.", headings, ["merged"]).values, { a: null, merged: "A cat." });
 * ```
 */
export function parseSections(
  text: string,
  headings: Readonly<Record<string, string>>,
  required: readonly string[] = Object.keys(headings),
): ReplyVerdict {
  const found = sections(text, Object.values(headings));
  const values = Object.fromEntries(Object.entries(headings).map(([key, name]) => [key, found[name]]));
  const missing = required.filter((key) => values[key] === null);
  return missing.length === 0
    ? { status: "ok", values }
    : noVerdict("unparsable", `nothing behind ${missing.map((key) => `${headings[key]}:`).join(", ")}`);
}
