import type { ReplyVerdict } from "../protocol.ts";
import { hasField, lastField } from "./field.ts";
import { plainLines } from "./plain_line.ts";
import { noVerdict } from "./settle_reply.ts";

const MARKER = "(?:final )?judge?ment";

/** A bracketed verdict: `[[A]]`, `[[Assistant B]]`, and `[[C]]` or `[[tie]]`, the benchmark's own sign for a tie. */
const BRACKETED = /\[\[\s*(?:assistant |answer |response )?(A|B|C|tie)\s*\]\]/gi;

/**
 * The verdict of a pairwise reply in the letters that the judge saw: `{ shown: "A" | "B" | "tie" }`. Read from the text
 * behind the last `Judgement:`, or where no such marker is, from the last line with double brackets. Both letters there
 * (an echo of the format, an undecided judge) are unparsable, never the first or last of them. Behind the marker a letter
 * without its double brackets counts where nothing else stands there.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseBracketChoice } from "@/judge/parse/parse_choice.ts";
 *
 * assert.deepEqual(parseBracketChoice("Analysis: B is vague.\n**Judgement:** [[A]]").values, { shown: "A" });
 * assert.equal(parseBracketChoice("Judgement: [[A]] or [[B]]").status, "unparsable");
 * assert.equal(parseBracketChoice("A is better").status, "unparsable");
 * ```
 */
export function parseBracketChoice(text: string): ReplyVerdict {
  const field = lastField(text, MARKER, "analysis|judge?ment");
  if (field === null && hasField(text, MARKER)) return noVerdict("unparsable", "nothing behind Judgement:");
  const line = field ?? plainLines(text).findLast((line) => line.match(BRACKETED)) ?? "";
  const letters = new Set([...line.matchAll(BRACKETED)].map((match) => letterOf(match[1])));
  if (letters.size === 1) return chosen([...letters][0]);
  if (letters.size > 1) return noVerdict("unparsable", "more than one bracketed letter");
  return (field !== null ? alone(field) : null) ?? noVerdict("unparsable", "no bracketed letter");
}

/**
 * The verdict behind the last `### Selection:`, A or B and nothing else: `{ shown: "A" | "B" }`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseSelection } from "@/judge/parse/parse_choice.ts";
 *
 * assert.deepEqual(parseSelection("### Feedback: …\n### Selection: B").values, { shown: "B" });
 * assert.equal(parseSelection("### Selection: A or B").status, "unparsable");
 * ```
 */
export function parseSelection(text: string, heading = "selection"): ReplyVerdict {
  const field = lastField(text, heading);
  if (field === null) return noVerdict("unparsable", `nothing behind ${heading}:`);
  const verdict = alone(field);
  return verdict?.values.shown === "tie"
    ? noVerdict("unparsable", "a tie, which the prompt does not offer")
    : verdict ?? noVerdict("unparsable", "not one letter alone");
}

/** A letter with nothing but brackets, quotes and the word for an answer around it. */
function alone(field: string): ReplyVerdict | null {
  const match = /^["'“”‘’([]*(?:assistant |answer |response )?(A|B|tie)["'“”‘’)\]]*\.?$/i.exec(field.trim());
  return match && (match[1] === match[1].toUpperCase() || match[1].length > 1)
    ? chosen(letterOf(match[1]))
    : null;
}

function letterOf(text: string): string {
  const upper = text.toUpperCase();
  return upper === "A" || upper === "B" ? upper : "tie";
}

function chosen(shown: string): ReplyVerdict {
  return { status: "ok", values: { shown } };
}
