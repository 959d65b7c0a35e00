import { choosesOther, plainLine, takesBack } from "./lone_verdict.ts";
import * as WORDS from "./reply_words.ts";

/** Marks around the thinking that some open models write into their text. */
const THINKING = /[<◁](\/?)(?:think|thinking|thought|thoughts|reasoning)[>▷]/gi;

/**
 * The reply's text after the thinking in it; null where the thinking never ended. Thinking begins a line, or had begun before
 * the text: a mark within a line, the end that belongs to it, and an end in quotation marks are part of what is said.
 */
export function withoutThinking(text: string): string | null {
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

/**
 * The object that a reply consists of, also within a fence of Markdown (` ```json `) or as Python prints it: undefined for a reply that is no such
 * JSON, null for an object that gives one name twice, of which `JSON.parse` would take the last.
 */
export function jsonReply(text: string): Record<string, unknown> | null | undefined {
  const whole = text.trim();
  const [, fenced = whole] = /^```(?:json)?\s([\s\S]*)\s```$/i.exec(whole) ?? [];
  const json = WORDS.PYTHON.test(fenced) ? fenced.replaceAll("'", '"') : fenced.trim();
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

/** Longest sentence that is looked at, in characters. */
export const LONGEST = 600;

const RELATION = /^([ab])\s*(>{1,3}|={1,2}|<{1,3})\s*([ab])$/i;

/** The one verdict that a text names: `(A)`, `Response 2`, `A>B`, `tie`; null for whatever else. */
export function labelOf(said: string, signs?: ReadonlySet<string>): string | null {
  if (said.length > 100) return null;
  const bare = said.replace(/\\(?:text|mathrm|textbf|boxed)\s*\{/g, "")
    .replace(/^[\s"'`*_$([{]+|[\s"'`*_$)\]}.!。;,]+$/g, "");
  if (signs?.has(bare)) return bare;
  if (WORDS.TIE.test(bare)) return "tie";
  const [, one, sign, other] = RELATION.exec(bare) ?? [];
  if (sign !== undefined && one.toLowerCase() !== other.toLowerCase()) {
    return sign.startsWith("=") ? "tie" : (sign.startsWith(">") ? one : other).toUpperCase();
  }
  return WORDS.IS_NAME.test(bare) ? sideOf(bare) : null;
}

const sideOf = (name: string) => WORDS.IS_A.test(name.trim()) ? "A" : "B";

/** Sentences of a text, none of which goes over a line. */
export const sentencesIn = (text: string) =>
  text.split(/(?<=[.!?;])\s+|(?<=。)|[\r\n]+/).map((one) => one.trim()).filter((one) => one !== "");

/** What a sentence chooses, where it does nothing else. */
export function chosenBy(sentence: string): { verdict: string; isLast: boolean } | null {
  if (sentence.length > LONGEST) return null;
  const bare = sentence.replace(/[.!。;,\s]+$/, "");
  for (const form of WORDS.SENTENCES) {
    const { one, tie, neither, than, why = "", lead = "" } = form.exec(bare)?.groups ?? {};
    if ((one ?? tie ?? neither) === undefined) continue;
    const verdict = one === undefined ? "tie" : sideOf(one.replace(/["'()[\]{}]/g, ""));
    const head = why === "" ? bare : bare.slice(0, -why.length);
    const isUnsure = neither === undefined && WORDS.DENIES.test(head) || WORDS.TURNS.test(why) ||
      /[?]/.test(why) ||
      choosesOther(why, verdict, sideOf) || than !== undefined && sideOf(than) === verdict ||
      praisesOther(why, verdict);
    return isUnsure ? null : { verdict, isLast: /\p{L}/u.test(lead) };
  }
  // `A is more accurate, so I choose A`, `both are fine, but A is better`
  const { before, clause } = WORDS.CLAUSE.exec(bare)?.groups ?? {};
  const chosen = before === undefined || WORDS.SUPPOSES.test(before) ? null : chosenBy(clause);
  return chosen && [null, chosen.verdict].includes(chosenBy(before!)?.verdict ?? null)
    ? { ...chosen, isLast: true }
    : null;
}

/** Whether a text names an answer that is not this one. */
export function namesOther(text: string, verdict: string): boolean {
  const others = verdict === "A" ? "B" : verdict === "B" ? "A" : "AB";
  return [...others].some((one) => {
    const [low, number, place] = one === "A"
      ? ["a", "1", "first|former|other"]
      : ["b", "2", "second|latter|other"];
    return new RegExp(`(?<![\\p{L}\\p{N}])${one}(?![\\p{L}\\p{N}])`, "u").test(text) ||
      new RegExp(`${WORDS.NOUN}[\\s_-]*(?:${low}|${number})(?![a-z\\d])|\\b(?:${place})\\b`, "i").test(text);
  });
}

/** Whether a text finds fault with the other answer, and with nothing else. */
export const faultsOther = (text: string, verdict: string) =>
  /^[AB]$/.test(verdict) && sideOf(WORDS.FAULTED.exec(text)?.[1] ?? verdict) !== verdict;

/** Whether a text says something good of the other answer, and nothing bad. */
export const praisesOther = (text: string, verdict: string) =>
  namesOther(text.replace(WORDS.THAN, ""), verdict) && WORDS.GOOD.test(text) && !WORDS.FAULTY.test(text);

/** Whether what stands beside a verdict leaves it as it is; a text before it may also weigh the two otherwise. */
export function isKept(text: string, verdict: string, isBefore = false): boolean {
  if (takesBack(text) || WORDS.UNSETTLES.test(text)) return false;
  return sentencesIn(text).every((sentence) => {
    const named = labelOf(sentence.replace(WORDS.HEADING, "").replace(WORDS.ANSWER, ""));
    if (named !== null) return isBefore || named === verdict;
    const chosen = chosenBy(sentence), loser = WORDS.LOSES.exec(sentence)?.slice(1).find(Boolean);
    if (chosen) return chosen.verdict === verdict;
    if (loser !== undefined) return /^[AB]$/.test(verdict) && sideOf(loser) !== verdict;
    if (faultsOther(sentence, verdict)) return true;
    const isOther = namesOther(sentence.replace(WORDS.THAN, ""), verdict);
    return isBefore || !(isOther && WORDS.SWAYS.test(sentence)) &&
        (!WORDS.WEIGHS.test(sentence) || !isOther && !WORDS.DENIES.test(sentence));
  });
}

/**
 * The answer that a text's last line which is or ends with a sentence that chooses one (`Response 1 is better.`) chooses, as the prompt
 * of Multi-Crit wants its last line: null where there is none, or that line or one behind it says otherwise. By its letter or number, as it is named.
 */
export function betterResponse(text: string): string | null {
  const lines = text.split(/\r\n|\r|\n/).map(plainLine);
  for (let i = lines.length - 1; i >= 0; i--) {
    const [, before = "", end = ""] = /^(?:(.*)[.!?:)]\s+)?["'“]?([^.!?:)]+?[.!]?["'”]?)$/.exec(lines[i]) ??
      [];
    const [, name] = /\bresponse \[?([12ab])\b/i.exec(end) ?? [];
    const verdict = name && chosenBy(end.replace(/["'”]+$/, ""))?.verdict;
    if (verdict !== "A" && verdict !== "B") continue;
    const isOpen = /\b(?:not|never|no)$/i.test(before) || !isKept(before, verdict, true) ||
      !isKept(lines.slice(i + 1).join("\n"), verdict);
    return isOpen ? null : /\d/.test(name!) ? `${1 + +(verdict === "B")}` : verdict;
  }
  return null;
}
