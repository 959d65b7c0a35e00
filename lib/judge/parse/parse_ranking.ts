import type { ReplyVerdict } from "../protocol.ts";
import { lastField } from "./field.ts";
import { noVerdict } from "./settle_reply.ts";

/** Headings of the reply; none of them is the value of another. */
const HEADINGS = "overall assessment|summary|final ranking|rationale|selected question";

const RANKING = /^[[("'“]*([A-C])\s*>\s*([A-C])\s*>\s*([A-C])[\])"'”]*\.?$/i;

/**
 * The selection among questions A, B and C: `{ selected, ranking, summary, rationale, consistent }`. The letter behind the
 * last `### Selected Question:` counts; `ranking` (like `B > A > C`) is null where it is no order of all three, and
 * `consistent` says whether it begins with the selected letter.
 */
export function parseRanking(text: string): ReplyVerdict {
  const field = lastField(text, "selected question", HEADINGS) ?? "";
  const match = /^[[("'“<]*(?:question\s+)?([A-C])[\])"'”>]*\.?$/i.exec(field);
  if (!match) return noVerdict("unparsable", "not one letter behind Selected Question:");
  const selected = match[1].toUpperCase();
  const letters = RANKING.exec(lastField(text, "final ranking", HEADINGS) ?? "")?.slice(1)
    .map((letter) => letter.toUpperCase());
  const ranking = letters && new Set(letters).size === 3 ? letters : null;
  return {
    status: "ok",
    values: {
      selected,
      ranking: ranking?.join(" > ") ?? null,
      summary: lastField(text, "summary", HEADINGS),
      rationale: lastField(text, "rationale", HEADINGS),
      consistent: ranking === null ? null : ranking[0] === selected,
    },
  };
}
