import { choosesOther, loneLabel, plainLines, takesBack } from "./lone_verdict.ts";
import {
  ANSWER,
  DENIES,
  HAS_NOUN,
  HEADING,
  IS_A,
  KEY,
  NAME,
  NOUN,
  OTHERS,
  OWN_MARK,
  REASONED,
  SENTENCES,
  TURNS,
  WEIGHS,
} from "./reply_words.ts";
import { jsonReply, withoutThinking } from "./reply_text.ts";

/** What a whole reply says: A, B, tie or a sign that its reader was told of; or why it says none. */
export type FoundVerdict = { verdict?: string; fault?: "none" | "several" };

/** What the caller has said of replies: codes that its values give a meaning, and words that stand before the verdict. */
export interface ToldOfReplies {
  signs?: ReadonlySet<string>;
  behind?: string;
}

/** Longest sentence that is looked at, in characters. */
const LONGEST = 600;
const NONE: FoundVerdict = { fault: "none" }, SEVERAL: FoundVerdict = { fault: "several" };

/** A verdict that ties. */
const TIE =
  /^(?:(?:it(?:'s| is) )?(?:an? )?(?:tie|tied|draw|equal|neither|both|same|both (?:are )?(?:equal|equally (?:good|bad)|the same))|unentschieden|gleichstand|gleich(?: gut| schlecht)?|平局|平手|一样好|不分上下)$/i;
const RELATION = /^([ab])\s*(>{1,3}|={1,2}|<{1,3})\s*([ab])$/i;

const TAGGED =
  /<(answer|verdict|choice|winner|judge?ment|preference|decision)>([^<]{0,80})<\/\1>|\\boxed\{((?:[^{}]|\{[^{}]{0,40}\}){0,60})\}/gi;
const REASON = /^(?:reason|explanation|because|rationale|begründung|weil|理由|因为)/i;
const MARK = /\[\[\s*([^[\]\n]{1,25}?)\s*\]\]/g;

/**
 * The verdict in a whole reply to a question which of two answers is better. It is read where it is said for sure: in double
 * brackets (all alike), in a field of JSON, in a tag or a box, behind a heading (`Winner: B`), as a letter alone, in a sentence
 * that chooses (`Response A is better`) and neither denies, asks nor supposes. What says more than one thing, or none of these, has none.
 */
export function replyVerdict(reply: string, told: ToldOfReplies = {}): FoundVerdict {
  const text = withoutThinking(reply.normalize("NFKC").replace(/[‘’]/g, "'").replace(/[“”]/g, '"'))?.trim();
  if (!text) return NONE;
  const label = (said: string) => labelOf(said, told.signs);
  const lines = plainLines(text).filter((line) => line !== ""), plain = lines.join("\n");
  const headed = behindHeadings(lines, label, told.behind);
  const settled = (verdict: string, beside: string, isBefore = false): FoundVerdict =>
    headed && headed.verdict !== verdict || !isKept(beside, verdict, isBefore) ? SEVERAL : { verdict };
  const marks = [...plain.matchAll(MARK)].map(([, one]) => markOf(one, label));
  if (marks.length > 0) {
    if (new Set(marks).size > 1) {
      const last = sentencesIn(plain).findLast((one) => one.includes("[["))!;
      const isLast = last.match(MARK)?.length === 1 && behindHeadings([last], label) !== null;
      return isLast && headed !== null && headed.verdict === marks.at(-1) ? headed : SEVERAL;
    }
    const found = loneLabel(plain, MARK, (one) => markOf(one, label));
    if (!("label" in found) || found.label === "" || !isOwn(lines, found.label)) return NONE;
    return settled(found.label, plain.slice(plain.lastIndexOf("]]") + 2));
  }
  const from = text.indexOf("{"), to = text.lastIndexOf("}") + 1;
  const json = from >= 0 && /^[\s`]*$/.test(text.slice(to)) ? jsonReply(text.slice(from, to)) : undefined;
  if (json === null) return NONE;
  if (json !== undefined) return inJson(json, label);
  const tags = [...text.matchAll(TAGGED)];
  const tagged = tags.map((tag) => label(tag[2] ?? tag[3]));
  if (tagged.some((one) => one !== null)) {
    if (new Set(tagged).size > 1) return SEVERAL;
    return settled(tagged[0]!, text.slice(tags.at(-1)!.index + tags.at(-1)![0].length));
  }
  if (headed) return headed;
  const alone = lines.flatMap((line, i) => label(line) === null ? [] : [{ i, verdict: label(line)! }]);
  if (alone.length > 1) return SEVERAL;
  if (alone.length === 1) {
    const [{ i, verdict }] = alone, isFirst = i === 0 && REASON.test(lines[1] ?? "");
    if (!isFirst && i < lines.length - 1) return NONE;
    return settled(verdict, lines.toSpliced(i, 1).join("\n"));
  }
  const end = lines.at(-1)!, answer = ANSWER.exec(end);
  const given = answer && label(end.slice(answer.index + answer[0].length));
  return given ? settled(given, lines.slice(0, -1).join("\n"), true) : inSentences(plain);
}

/** The one verdict that a text names: `(A)`, `Response 2`, `A>B`, `tie`; null for whatever else. */
function labelOf(said: string, signs?: ReadonlySet<string>): string | null {
  if (said.length > 100) return null;
  const bare = said.replace(/\\(?:text|mathrm|textbf|boxed)\s*\{/g, "")
    .replace(/^[\s"'`*_$([{]+|[\s"'`*_$)\]}.!。;,]+$/g, "");
  if (signs?.has(bare)) return bare;
  if (TIE.test(bare)) return "tie";
  const [, one, sign, other] = RELATION.exec(bare) ?? [];
  if (sign !== undefined && one.toLowerCase() !== other.toLowerCase()) {
    return sign.startsWith("=") ? "tie" : (sign.startsWith(">") ? one : other).toUpperCase();
  }
  return new RegExp(`^${NAME}$`, "iu").test(bare) ? sideOf(bare) : null;
}

const sideOf = (name: string) => IS_A.test(name.trim()) ? "A" : "B";

/** A verdict in double brackets, where C is a tie; empty for what is none. */
const markOf = (one: string, label: (said: string) => string | null) =>
  label(one) ?? (/^c$/i.test(one) ? "tie" : "");

/**
 * Whether one of a reply's marks in double brackets is its verdict: alone, behind a heading or a sentence that weighs the two, or part of
 * one that chooses; and not somebody else's, or an example.
 */
function isOwn(lines: readonly string[], verdict: string): boolean {
  return lines.some((line, i) =>
    sentencesIn(line.replace(/\be\.g\./gi, "for example")).some((sentence, j) => {
      const [mark] = sentence.match(MARK) ?? [];
      if (mark === undefined) return false;
      const [start, behind] = sentence.split(mark, 2);
      // What the line before leads to stands below it.
      const led = start === "" && j === 0 && /:$/.test(lines[i - 1] ?? "")
        ? sentencesIn(lines[i - 1]).at(-1)!
        : "";
      const before = (led || start).split(/\b(?:so|therefore|thus|hence)\b/i).at(-1)!.replace(/^[\s,:]+/, "");
      if (OTHERS.test(before) || OTHERS.test(behind)) return false;
      if (!/[\p{L}\p{N}]/u.test(before) || OWN_MARK.test(before) || REASONED.test(before)) return true;
      if (/[,;:–—-]\s*["'(]*$/.test(before) && WEIGHS.test(before)) return true;
      return [before + behind, before + verdict + behind].some((one) => chosenBy(one)?.verdict === verdict);
    })
  );
}

/** The verdict in fields of an object whose names say so. */
function inJson(json: Record<string, unknown>, label: (said: string) => string | null): FoundVerdict {
  const named = (key: string) => key.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();
  const fields = Object.entries(json).filter(([key]) => KEY.test(named(key)));
  const all = fields.length > 0
    ? fields
    : Object.entries(json).filter(([key]) => /^(?:final )?answer$/.test(named(key)));
  const said = new Set(all.map(([key, value]) => {
    const own = String(value ?? "");
    // A number is that of an answer where the field's name says so.
    const isNumbered = /^[12]$/.test(own) && HAS_NOUN.test(named(key)) && fields.length > 0;
    return label(own) ?? (isNumbered ? label(`response ${own}`) : null);
  }));
  const [verdict] = said;
  return said.size > 1 ? SEVERAL : verdict ? { verdict } : NONE;
}

/** The verdict behind headings of verdicts: null where there is no such heading. */
function behindHeadings(
  lines: readonly string[],
  label: (said: string) => string | null,
  behind?: string,
): FoundVerdict | null {
  const own = behind === undefined ? undefined : behind.normalize("NFKC").toLowerCase();
  const found = lines.flatMap((line, i) => {
    const at = own === undefined ? -1 : line.toLowerCase().lastIndexOf(own);
    const ends = [...line.matchAll(HEADING)].map(({ index, 0: all, groups }) => ({
      end: index + all.length,
      heading: groups!.heading,
    }));
    return (at < 0 ? ends : [...ends, { end: at + own!.length, heading: "" }]).map(({ end, heading }) => {
      const rest = line.slice(end).replace(/^[\s:=]+/, ""), isBelow = rest === "";
      const [first = ""] = sentencesIn((isBelow ? lines[i + 1] ?? "" : rest).slice(0, LONGEST));
      const numbered = HAS_NOUN.test(heading) ? label(`response ${first}`) : null;
      const verdict = label(first) ?? numbered ?? reasoned(first, label) ?? chosenBy(first)?.verdict ??
        marked(first, label);
      const after = () => [(isBelow ? "" : rest).slice(first.length), ...lines.slice(i + (isBelow ? 2 : 1))];
      return { verdict, after };
    });
  });
  if (found.length === 0) return null;
  const [{ verdict, after }, ...others] = found;
  if (others.some((one) => one.verdict !== verdict)) return SEVERAL;
  if (verdict === null) return NONE;
  return isKept(after().join("\n"), verdict) ? { verdict } : SEVERAL;
}

/** A verdict in words with the same one in double brackets behind it: `Response A is slightly better: [[A>B]]`. */
function marked(said: string, label: (said: string) => string | null): string | null {
  const [, words, mark] = /^(.{1,60}?)[\s:,–—-]+\[\[([^[\]]{1,25})\]\][\s"'.]*$/.exec(said) ?? [];
  const verdict = mark === undefined ? null : markOf(mark, label);
  return verdict !== null && (label(words) ?? chosenBy(words)?.verdict) === verdict ? verdict : null;
}

/** A verdict with its reason behind it, which names nothing else. */
function reasoned(said: string, label: (said: string) => string | null): string | null {
  const [, name, why] =
    /^([^,(–—-]{1,40}?)(?:\s*[,(–—]\s*|\s+-\s+|\s+(?=because\b|since\b|due to\b|weil\b))(.*)$/.exec(said) ??
      [];
  const verdict = name === undefined ? null : label(name);
  return verdict === null || TURNS.test(why) || DENIES.test(why) || WEIGHS.test(why) ||
      namesOther(why, verdict)
    ? null
    : verdict;
}

/** Sentences of a text, none of which goes over a line. */
const sentencesIn = (text: string) =>
  text.split(/(?<=[.!?;])\s+|(?<=。)|[\r\n]+/).map((one) => one.trim()).filter((one) => one !== "");

/** What a sentence chooses, where it does nothing else. */
function chosenBy(sentence: string): { verdict: string; isLast: boolean } | null {
  if (sentence.length > LONGEST) return null;
  const bare = sentence.replace(/[.!。;,\s]+$/, "");
  for (const form of SENTENCES) {
    const { one, tie, why = "", lead = "" } = form.exec(bare)?.groups ?? {};
    if (one === undefined && tie === undefined) continue;
    const verdict = tie === undefined ? sideOf(one.replace(/["'()[\]{}]/g, "")) : "tie";
    const head = why === "" ? bare : bare.slice(0, -why.length);
    const isUnsure = DENIES.test(head) || TURNS.test(why) || /[?]/.test(why) ||
      choosesOther(why, verdict, sideOf);
    return isUnsure ? null : { verdict, isLast: /\p{L}/u.test(lead) };
  }
  return null;
}

/** Whether a text names an answer that is not this one. */
function namesOther(text: string, verdict: string): boolean {
  const others = verdict === "A" ? "B" : verdict === "B" ? "A" : "AB";
  return [...others].some((one) => {
    const [low, number, place] = one === "A" ? ["a", "1", "first|former"] : ["b", "2", "second|latter|other"];
    return new RegExp(`(?<![\\p{L}\\p{N}])${one}(?![\\p{L}\\p{N}])`, "u").test(text) ||
      new RegExp(`${NOUN}[\\s_-]*(?:${low}|${number})(?![a-z\\d])|\\b(?:${place})\\b`, "i").test(text);
  });
}

/** Whether what stands beside a verdict leaves it as it is; a text before it may also deny what it says of the other. */
function isKept(text: string, verdict: string, isBefore = false): boolean {
  if (takesBack(text)) return false;
  return sentencesIn(text).every((sentence) => {
    const chosen = chosenBy(sentence);
    if (chosen) return chosen.verdict === verdict;
    if (!WEIGHS.test(sentence)) return !(TURNS.test(sentence) && namesOther(sentence, verdict)) || isBefore;
    return isBefore ? true : !DENIES.test(sentence) && !namesOther(sentence, verdict);
  });
}

/** The verdict of sentences that choose: the last one's where it concludes, else that of all that weigh the two. */
function inSentences(text: string): FoundVerdict {
  const sentences = sentencesIn(text), chosen = sentences.map(chosenBy);
  const said = chosen.filter((one) => one !== null), last = chosen.at(-1);
  const [verdict] = new Set(said.map((one) => one.verdict));
  if (verdict === undefined) return NONE;
  if (said.some((one) => one.verdict !== verdict) || takesBack(text)) return SEVERAL;
  if (last?.isLast) return { verdict };
  return isKept(text, verdict) ? { verdict } : NONE;
}
