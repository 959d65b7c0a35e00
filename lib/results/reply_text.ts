import { plainLine, takesBack } from "./lone_verdict.ts";
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

/** Line breaks and tabs as two signs (`\\n`), as tables without either hold them; commands of LaTeX begin like them. */
const ESCAPED =
  /(?:\\n(?!(?:abla|eq?|eg|[iu]|ot(?:in)?|[gl]e[qs]?\w*|[ew]arrow|ew\w*|oindent)\b)|\\[rt](?![a-z]))+/g;

/** A reply on one line with the line breaks that its table wrote as two signs; JSON has them so itself. */
export function withLines(reply: string): string {
  if (!/\\[nrt]/.test(reply) || /[\r\n]/.test(reply)) return reply;
  const json = jsonReply(reply.slice(reply.indexOf("{"), reply.lastIndexOf("}") + 1));
  return json === undefined ? reply.replace(ESCAPED, "\n") : reply;
}

/** Longest sentence that is looked at, in characters. */
export const LONGEST = 600;

/** The one verdict that a text names, null for whatever else. */
export type Label = (said: string) => string | null;

const RELATION = new RegExp(`^(${WORDS.NAME})\\s*(>{1,3}|={1,2}|<{1,3})\\s*(${WORDS.NAME})$`, "iu");

/** The one verdict that a text names: `(A)`, `Response 2`, `A>B`, `tie`; null for whatever else. */
export function labelOf(said: string, signs?: ReadonlySet<string>): string | null {
  if (said.length > 100) return null;
  const bare = said.replace(/\\(?:text|mathrm|textbf|boxed)\s*\{/g, "")
    .replace(/^[\s"'`*_$([{]+|[\s"'`*_$)\]}.!。;,]+$/g, "");
  if (signs?.has(bare)) return bare;
  if (WORDS.TIE.test(bare)) return "tie";
  const [, one, sign, other] = RELATION.exec(bare) ?? [];
  if (sign !== undefined && sideOf(one) !== sideOf(other)) {
    return sign.startsWith("=") ? "tie" : sideOf(sign.startsWith(">") ? one : other);
  }
  return WORDS.IS_NAME.test(bare) ? sideOf(bare) : null;
}

/** Which of the two a name is of. */
export const sideOf = (name: string) => WORDS.IS_A.test(name.trim()) ? "A" : "B";

/** Sentences of a text, none of which goes over a line. */
export const sentencesIn = (text: string) =>
  text.split(/(?<=[.!?;])\s+|(?<=。)|[\r\n]+/).map((one) => one.trim()).filter((one) => one !== "");

/** The verdict that stands alone under a name, which may say that a number or a place is that of an answer, or that none wins. */
export function labelUnder(
  name: string,
  said: string,
  label: (said: string) => string | null,
): string | null {
  if (/winner/i.test(name) && /^["'\s]*none[\s"'.!]*$/i.test(said)) return "tie";
  return label(said) ?? (new RegExp(WORDS.NOUN, "iu").test(name) ? label(`response ${said}`) : null) ??
    (/better|best|prefer|winner|chosen/i.test(name) ? label(`the ${said}`) : null);
}

/**
 * A reply without what may end it and leaves its verdict as it is: polite words, a concession, what would have been otherwise, whose
 * winner is none.
 */
export function withoutEnds(reply: string): { text: string; losers: string[] } {
  const losers: string[] = [];
  for (let text = reply.trim();;) {
    const last = sentencesIn(text.slice(-LONGEST)).at(-1) ?? "", ended = WORDS.ENDS.exec(plainLine(last));
    if (last === "" || !ended) return { text, losers };
    if (ended.groups!.other) losers.push(sideOf(ended.groups!.other));
    text = text.slice(0, -last.length).trimEnd();
  }
}

/** What a sentence chooses, where it does nothing else. */
export function chosenBy(sentence: string): { verdict: string; isLast: boolean } | null {
  if (sentence.length > LONGEST) return null;
  const bare = sentence.replace(/[.!。;:,\s]+$/, "");
  const { 0: led, groups } = WORDS.LEADS.exec(bare)!;
  for (const form of WORDS.SENTENCES) {
    form.lastIndex = led.length;
    const said = form.exec(bare);
    WORDS.TAIL.lastIndex = form.lastIndex;
    const tail = said && WORDS.TAIL.exec(bare)?.groups;
    if (!tail) continue;
    const { one = "", neither, than = tail.than ?? tail.nor } = said.groups ?? {}, { whole, why = "" } = tail;
    const verdict = one === "" ? "tie" : sideOf(one.replace(/["'()[\]{}]/g, ""));
    const reason = tail.nor ? "" : why.replace(/^[,:\s]+/, ""),
      head = bare.slice(0, bare.length - why.length);
    const isSure = (neither !== undefined || !WORDS.DENIES.test(head)) && !/[?]/.test(why) &&
      (than === undefined || one !== "" && sideOf(than) !== verdict) &&
      !WORDS.HEARSAY.test(reason) && isKept(reason, verdict);
    return isSure ? { verdict, isLast: whole !== undefined || /\p{L}/u.test(groups!.lead) } : null;
  }
  // `A is more accurate, so I choose A`, `although B is longer, A is better`
  const { before, clause } = WORDS.CLAUSE.exec(bare.slice(groups!.lead.length))?.groups ?? {};
  if (before === undefined || WORDS.SUPPOSES.test(before)) return null;
  const chosen = chosenBy(clause), first = chosenBy(before.replace(WORDS.CONCEDES, "").trim()) ?? chosen;
  return chosen && first?.verdict === chosen.verdict ? { ...chosen, isLast: true } : null;
}

/** What parts a letter from others: in scripts without blanks it stands alone. */
const LATIN = "\\p{Script=Latin}\\p{N}";

/** What names either answer in a text. */
const NAMED = [["A", "a|1", "first|former", "一"], ["B", "b|2", "second|latter", "二"]].map((
  [A, a, place, nth],
) => [
  new RegExp(`(?<![${LATIN}])${A}(?![${LATIN}])`, "u"),
  new RegExp(`${WORDS.NOUN}[\\s_-]*(?:${a})(?![a-z\\d])|\\b(?:${place}|other)\\b|第${nth}`, "i"),
]);

/** Whether a text names an answer that is not this one. */
export const namesOther = (text: string, verdict: string) =>
  NAMED.some((names, i) => "AB"[i] !== verdict && names.some((name) => name.test(text)));

/** Whether a text finds fault with the other answer, and with nothing else. */
export function faultsOther(text: string, verdict: string): boolean {
  const [said = "", name] = WORDS.FAULTED.exec(text) ?? [], side = name && sideOf(name);
  return side !== undefined && /^[AB]$/.test(verdict) && side !== verdict && !namesOther(said, side);
}

/** Whether a text says something good of the other answer, and nothing bad. */
export const praisesOther = (text: string, verdict: string) =>
  namesOther(text.replace(WORDS.THAN, ""), verdict) && WORDS.GOOD.test(text) && !WORDS.FAULTY.test(text);

/**
 * The clauses of a sentence that count: not what it concedes (`while B is longer, it is wrong`, `B is longer, but wrong`), whose
 * subject stays that of what is said against it.
 */
export const clausesIn = (sentence: string, verdict: string) =>
  sentence.replace(WORDS.TRAILS, "").split(WORDS.CONTRAST).map((part) => {
    const [said = ""] = WORDS.CONCEDED.exec(part) ?? [];
    if (said === "" || WORDS.DENIES.test(said)) return part;
    const main = part.slice(said.length), isOf = namesOther(said, verdict) && !namesOther(main, "");
    return isOf ? `${verdict === "A" ? "B" : "A"} is ${main.replace(/^it\s/i, "")}` : main;
  });

/** Whether what stands beside a verdict leaves it as it is; a text before it may also weigh the two otherwise. */
export function isKept(text: string, verdict: string, isBefore = false): boolean {
  if (takesBack(text) || WORDS.UNSETTLES.test(text)) return false;
  return sentencesIn(text).every((whole) => {
    const sentence = whole.replace(WORDS.REASON, "");
    const named = labelOf(sentence.replace(WORDS.HEADING, "").replace(WORDS.ANSWER, ""));
    if (named !== null) return isBefore || named === verdict;
    const chosen = chosenBy(whole) ?? chosenBy(sentence);
    if (chosen) return chosen.verdict === verdict;
    return clausesIn(sentence, verdict).every((clause, i, all) => {
      const loser = WORDS.LOSES.exec(clause)?.slice(1).find(Boolean);
      if (loser !== undefined) return /^[AB]$/.test(verdict) && (labelOf(loser) ?? sideOf(loser)) !== verdict;
      if (isBefore || faultsOther(clause, verdict)) return true;
      const isOther = namesOther(clause.replace(WORDS.THAN, ""), verdict) ||
        verdict !== "tie" && WORDS.EVENS.test(clause);
      // `while B names it`, of an answer that nothing speaks for.
      const isNeutral = verdict !== "tie" && i > 0 && WORDS.ASIDE.test(sentence) &&
        !WORDS.FAULTY.test(clause) && !WORDS.GOOD.test(all[0]);
      if (isOther && (WORDS.SWAYS.test(clause) || isNeutral)) return false;
      return !WORDS.WEIGHS.test(clause) || !isOther && !WORDS.DENIES.test(clause);
    });
  });
}

/**
 * The answer that a text's last line which is or ends with a sentence that chooses one (`Response 1 is better.`) chooses, as the prompt
 * of Multi-Crit wants its last line: null where there is none, or that line or one behind it says otherwise. By its letter or number, as it is named.
 */
export function betterResponse(text: string): string | null {
  const lines = text.split(/\r\n|\r|\n/).map(plainLine);
  for (let i = lines.length - 1; i >= 0; i--) {
    const parts = /^(?:(.*)[.!?:)]\s+)?["'“]?([^.!?:)]+?[.!]?["'”]?)$/.exec(lines[i]);
    const [, before = "", end = ""] = parts ?? [], [, name] = /\bresponse \[?([12ab])\b/i.exec(end) ?? [];
    const verdict = name && chosenBy(end.replace(/["'”]+$/, ""))?.verdict;
    if (verdict !== "A" && verdict !== "B") continue;
    const isOpen = /\b(?:not|never|no)$/i.test(before) || !isKept(before, verdict, true) ||
      !isKept(lines.slice(i + 1).join("\n"), verdict);
    return isOpen ? null : /\d/.test(name!) ? `${1 + +(verdict === "B")}` : verdict;
  }
  return null;
}
