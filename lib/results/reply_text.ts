import { ownFacts } from "../progress/own_facts.ts";
import { choosesOther, leavesOpen, pattern } from "./lone_verdict.ts";

/** Marks around the thinking that some open models write into their text. */
const THINKING = /[<◁](\/?)(?:think|thinking|thought|thoughts|reasoning)[>▷]|\[(\/?)think\]/gi,
  CHANNELS = /^(?:<\|start\|>assistant)?<\|channel\|>/,
  LAST_CHANNEL = "<|channel|>final<|message|>";

/** The text after the thinking, which begins a line or had begun before the text; null where it never ended. Marks in a line or in quotes are part of what is said. */
export function withoutThinking(reply: string): string | null {
  const at = CHANNELS.test(reply) ? reply.lastIndexOf(LAST_CHANNEL) : 0;
  if (at < 0) return null;
  const text = CHANNELS.test(reply) ? reply.slice(at + LAST_CHANNEL.length) : reply;
  let isOpen = false, isQuoted = false, start = 0;
  for (const { 0: mark, 1: slash, index } of text.matchAll(THINKING)) {
    if (slash === "") {
      const beginsLine = /(?:^|[\r\n])[^\S\r\n]*$/.test(text.slice(Math.max(start, index - 20), index));
      isOpen ||= beginsLine;
      isQuoted = !isOpen;
    } else {
      isQuoted ||= /["'`“‘]/.test(text.charAt(index - 1));
      if (!isQuoted) [isOpen, start] = [false, index + mark.length];
      isQuoted = false;
    }
  }
  return isOpen ? null : text.slice(start);
}

/** The object that a reply consists of, also in a fence of Markdown; undefined for no such JSON, null for a name given twice. */
export function jsonReply(text: string): Record<string, unknown> | null | undefined {
  const whole = text.trim();
  const [, fenced = whole] = /^```(?:json)?\s([\s\S]*)\s```$/i.exec(whole) ?? [], json = fenced.trim();
  if (!json.startsWith("{")) return undefined;
  let value: Record<string, unknown>;
  let names = 0;
  try {
    value = JSON.parse(json, (_, part) => {
      if (typeof part === "object" && part !== null && !Array.isArray(part)) {
        names += Object.keys(part).length;
      }
      return part;
    });
  } catch {
    return undefined;
  }
  const written = json.match(/"(?:[^"\\]|\\.)*"(?:\s*:)?/g)?.filter((part) => part.endsWith(":")).length ?? 0;
  return written === names ? value : null;
}

/** A reply on one line with the line breaks that its table wrote as two signs. */
export const withLines = (reply: string): string =>
  /[\r\n{]/.test(reply) ? reply : reply.replace(/\\n(?![a-z])/g, "\n");

const IS_NAME = pattern("is_name"),
  IS_A = /[a1]\W*$|^the first/i,
  RELATION = pattern("relation"),
  TIE = pattern("tie");

const sideOf = (name: string): "A" | "B" => IS_A.test(name) ? "A" : "B";

/** The one verdict that a text names: `(A)`, `Response 2`, `A>B`, `tie`, `[[C]]`, a sign of the caller's; null for whatever else. */
export function labelOf(said: string, signs?: ReadonlySet<string>): string | null {
  if (said.length > 100) return null;
  const bare = said.replace(/\\(?:text|mathrm|textbf)\s*\{/g, "")
    .replace(/^[\s"'`*_$([{]+|[\s"'`*_$)\]}.!。;,✅✓✔🏆]+$/gu, "");
  if (signs?.has(bare)) return bare;
  if (TIE.test(bare) || /^\[\[\s*c\s*\]\]$/i.test(said.trim())) return "tie";
  const [, one, sign, other] = RELATION.exec(bare) ?? [];
  if (sign !== undefined && sideOf(one) !== sideOf(other)) {
    return sign.startsWith("=") ? "tie" : sideOf(sign.startsWith("<") ? other : one);
  }
  return IS_NAME.test(bare) ? sideOf(bare) : null;
}

/** What chooses an answer, and the reason that may stand behind it; what leads to a choice, and what makes it none. */
const CHOOSES = pattern("choosing"), LEAD = /^(.{1,200}),? (so|but) (?=i )/i, NO_LEAD = pattern("no_lead");

/** Which answer a sentence chooses, where it does nothing else but say why. */
export function chosenBy(sentence: string): "A" | "B" | null {
  const said = sentence.slice(0, 300), [led = "", lead = "", joint] = LEAD.exec(said) ?? [];
  const { reason = "", ...names } = CHOOSES.exec(said.slice(led.length))?.groups ?? {};
  const [pick, over] = Object.values(names).filter((one) => one);
  if (pick === undefined || over && sideOf(over) === sideOf(pick) || NO_LEAD.test(lead)) return null;
  return [joint === "but" ? "" : lead, reason].some((text) => leavesOpen(text, sideOf(pick), false))
    ? null
    : sideOf(pick);
}

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

/** From how many characters on a text without an end was cut: shorter ones are words alone. */
const SENTENCE = 40;

/** Why a reply in which nothing was found has no verdict: one that ends within a sentence, its thinking or an object was cut, unless it is known that it ended by itself. */
export function whyUnread(
  reply: string,
  { ended = false }: { ended?: boolean } = {},
): "refusal" | "cut off" | "unknown wording" {
  const text = withoutThinking(reply)?.trim() ?? "";
  const isWeighed = choosesOther(text, "") || /\b(?:both|neither|equal\w*|ties?)\b/i.test(text);
  if (declines(text) && !isWeighed) return "refusal";
  const isOpen = /^(?:```(?:json)?\s*)?\{/i.test(text) && !text.includes("}") ||
    text.length >= SENTENCE && !/[\p{P}\p{S}\p{N}]$|\b[AB]$|[:：]\s*\d+(?:\.\d+)? \p{L}+$/u.test(text) &&
      !chosenBy(text.split(/[\n.:!?]\s*/).at(-1)!);
  return !ended && isOpen || text === "" ? "cut off" : "unknown wording";
}
