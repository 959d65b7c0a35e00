import { ownFacts } from "../progress/own_facts.ts";
import type { FoundVerdict } from "./reply_verdict.ts";
import { namesOther, withoutThinking } from "./reply_text.ts";
import { NAME, NOUN, WEIGHS } from "./reply_words.ts";

const WORDS = ownFacts<Record<"declines" | "undecided" | "refuses", string | readonly string[]>>("endpoints");
const [DECLINES, UNDECIDED, REFUSES] = [WORDS.declines, WORDS.undecided, WORDS.refuses]
  .map((words) => new RegExp([words].flat().join("|"), "i"));

/** Longest reply that its opening words alone make a refusal, in characters: longer ones may quote such words and still judge. */
const LONGEST_REFUSAL = 400;

/** Whether a short reply turns the task down; one that took it up and cannot decide between the answers does not. */
export function declines(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= LONGEST_REFUSAL && !UNDECIDED.test(trimmed) && DECLINES.test(trimmed);
}

/** From how many characters on a text without an end was cut; shorter ones are words alone, and a letter that no noun stands before is an end, like a number behind a colon. */
const SENTENCE = 40,
  ENDS = /[\p{P}\p{S}]$|\b[AB]$|[:：]\s*\d+(?:\.\d+)?(?: \p{L}+)?$/u,
  NAMING = new RegExp(`${NOUN}[\\s_-]*[AB]$`, "iu");

/** The question which is better, said again, and the word for what is not given. */
const WHICH = new RegExp(
  `\\bwhether ${NAME} or ${NAME} is (?:the )?(?:better|best)(?: one| ${NOUN})?|\\b(?:refuse|decline) to (?:choose|pick|select)|\\b(?:refuse|decline) to give (?:a|any|my) verdict`,
  "giu",
);

/** Why a reply has no verdict, as far as its own words tell: one that ends within a sentence, its thinking or an object was cut. */
export function whyUnread(
  reply: string,
  fault: FoundVerdict["fault"],
): "names several" | "refusal" | "cut off" | "unknown wording" {
  if (fault === "several") return "names several";
  const text = withoutThinking(reply)?.trim() ?? "";
  // `I cannot determine which is better` weighs nothing.
  const asked = text.replace(WHICH, "");
  const isWeighed = WEIGHS.test(asked) && (!REFUSES.test(text) || namesOther(asked, ""));
  if (declines(text) && !isWeighed) return "refusal";
  const isOpen = /^(?:```(?:json)?\s*)?\{/i.test(text) && !text.includes("}") ||
    text.length >= SENTENCE && (!ENDS.test(text) || NAMING.test(text));
  return text === "" || isOpen ? "cut off" : "unknown wording";
}
