import { ownFacts } from "../progress/own_facts.ts";
import type { FoundVerdict } from "./reply_verdict.ts";
import { withoutThinking } from "./reply_text.ts";
import { WEIGHS } from "./reply_words.ts";

const WORDS = ownFacts<Record<"declines" | "undecided", string | readonly string[]>>("endpoints");
const [DECLINES, UNDECIDED] = [WORDS.declines, WORDS.undecided]
  .map((words) => new RegExp([words].flat().join("|"), "i"));

/** Longest reply that its opening words alone make a refusal, in characters: longer ones may quote such words and still judge. */
const LONGEST_REFUSAL = 400;

/** Whether a short reply turns the task down; one that took it up and cannot decide between the answers does not. */
export function declines(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= LONGEST_REFUSAL && !UNDECIDED.test(trimmed) && DECLINES.test(trimmed);
}

/** From how many characters on a text without an end was cut; shorter ones are words alone. */
const SENTENCE = 40, ENDS = /[\p{P}\p{S}]$/u;

/** Why a reply has no verdict, as far as its own words tell: one that ends within a sentence, its thinking or an object was cut. */
export function whyUnread(
  reply: string,
  fault: FoundVerdict["fault"],
): "names several" | "refusal" | "cut off" | "unknown wording" {
  if (fault === "several") return "names several";
  const text = withoutThinking(reply)?.trim() ?? "";
  if (declines(text) && !WEIGHS.test(text)) return "refusal";
  const isOpen = /^(?:```(?:json)?\s*)?\{/i.test(text) && !text.includes("}") ||
    text.length >= SENTENCE && !ENDS.test(text);
  return text === "" || isOpen ? "cut off" : "unknown wording";
}
