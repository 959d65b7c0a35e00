import type { ReplyVerdict } from "../protocol.ts";
import { lastField } from "./field.ts";
import { noVerdict } from "./settle_reply.ts";

/**
 * True or False behind the last `### Answer:`, or as the whole reply: `{ answer }`. Anything more than the one word, and
 * words such as yes, is unparsable.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseFlag } from "@/judge/parse/parse_flag.ts";
 *
 * assert.deepEqual(parseFlag("### Answer: **False**").values, { answer: false });
 * assert.equal(parseFlag("### Answer: True or False").status, "unparsable");
 * ```
 */
export function parseFlag(text: string): ReplyVerdict {
  const field = lastField(text, "answer", "answer") ?? (/\n/.test(text.trim()) ? "" : text.trim());
  const match = /^["'“(<[]*(true|false)["'”)>\]]*\.?$/i.exec(field.replace(/[*_`]+/g, ""));
  return match
    ? { status: "ok", values: { answer: match[1].toLowerCase() === "true" } }
    : noVerdict("unparsable", "neither True nor False behind Answer:");
}
