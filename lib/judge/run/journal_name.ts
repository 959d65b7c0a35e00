import { hashOf } from "../journal/call_key.ts";
import { fileNamePart } from "../journal/file_name_part.ts";

/**
 * File name of the journal of a protocol and a judge. A judge's name with characters that file systems dislike gets a
 * few digits of its hash, so that two judges never share a journal.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { journalName } from "@/judge/run/journal_name.ts";
 *
 * assert.equal(journalName({ protocol: { name: "base" }, judge: "gpt-4o" }), "base--gpt-4o.jsonl");
 * assert.match(journalName({ protocol: { name: "base" }, judge: "org/model" }), /^base--org-model-[0-9a-f]{6}\.jsonl$/);
 * ```
 */
export function journalName({ protocol, judge }: { protocol: { name: string }; judge: string }): string {
  const name = fileNamePart(judge);
  // Case counts too: many file systems ignore it.
  const suffix = name === judge && judge !== judge.toLowerCase() ? `-${hashOf(judge).slice(0, 6)}` : "";
  return `${protocol.name}--${name}${suffix}.jsonl`;
}
