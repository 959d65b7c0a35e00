import { changedMind } from "./changed_mind.ts";
import { loneLabel, plainLines, takesBack } from "./lone_verdict.ts";
import {
  asChoice,
  fieldsOf,
  isOutscored,
  isSupported,
  outscoring,
  ownChoice,
  reasoned,
} from "./reply_choice.ts";
import {
  chosenBy,
  isKept,
  jsonReply,
  type Label,
  labelOf,
  labelUnder,
  LONGEST,
  namesOther,
  sentencesIn,
  withLines,
  withoutEnds,
  withoutThinking,
} from "./reply_text.ts";
import * as WORDS from "./reply_words.ts";
import { type FoundVerdict, scoredVerdict } from "./scored_verdict.ts";

export type { FoundVerdict };

/** What the caller has said of replies: codes that its values give a meaning, and words that stand before the verdict. */
export interface ToldOfReplies {
  signs?: ReadonlySet<string>;
  behind?: RegExp;
}

/** The lines of a reply, none empty. */
type Lines = readonly string[];

const NONE: FoundVerdict = { fault: "none" }, SEVERAL: FoundVerdict = { fault: "several" };
/** A sign of no text, around sentences that show several marks. */
const SHOWN = "\ue000", BETWEEN = /\ue000[^\ue000]*\ue000 ?/g;

/**
 * The verdict in a whole reply to a question which of two answers is better. What is no word of the judge's own is taken away: its
 * thinking, a first thought, what others may say, how to answer. The rest says its verdict for sure in double brackets (all alike), a
 * field of JSON, a tag or a box, behind a heading (`Winner: B`), as a letter alone, at the reply's end or with what speaks for it behind
 * it, or in a sentence that chooses (`Response A is better`) and neither denies, asks nor supposes. What stands beside it must leave it
 * so, clause by clause (`isKept`). What says more than one thing, or none of these, has none; neither of the two is a tie.
 */
export function replyVerdict(reply: string, told: ToldOfReplies = {}): FoundVerdict {
  const bare = withLines(reply).normalize("NFKC").replace(WORDS.WIDTHLESS, "").replace(WORDS.TURN, "\n")
    .replace(WORDS.MISSED, "").replace(WORDS.ONE_CRITERION, "$<head> = ")
    .replace(WORDS.RANKED, "Verdict: $<one> > $<two>");
  const plainly = bare.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\be\.g\./gi, "for example")
    .replace(WORDS.TAGGED, (all, _, inner = "") => /^\s*\[\[[^[\]]+\]\]\s*$/.test(inner) ? inner : all)
    .replace(/\[\[\s*c\s*\]\]/gi, "[[tie]]").replace(/(\[\[[^[\]]+\]\])(?: ?\1)+/g, "$1")
    .replace(WORDS.SAYS_ON, ". ").replace(/\]\] (?=(?:actually|let me correct|correction)\b)/gi, "]]\n");
  const { text, losers } = withoutEnds(withoutThinking(plainly) ?? "");
  const own = (said: string) => verdictIn(said, told);
  const read = (said: string) => scoredVerdict(said, own) ?? own(said),
    found = changedMind(text, read) ?? read(text);
  return losers.includes(found.verdict ?? "") ? SEVERAL : found;
}

/** The verdict in a reply's own words, in plain signs. */
function verdictIn(text: string, told: ToldOfReplies): FoundVerdict {
  if (text === "") return NONE;
  const label = (said: string) => labelOf(said, told.signs);
  const from = text.indexOf("{"), to = text.lastIndexOf("}") + 1;
  const json = from >= 0 && /^[\s`]*$/.test(text.slice(to)) ? jsonReply(text.slice(from, to)) : undefined;
  if (json === null) return NONE;
  if (json !== undefined) {
    const found = inJson(json, told), before = replyVerdict(text.slice(0, from), told).verdict;
    return before === undefined || found.verdict === undefined || before === found.verdict ? found : SEVERAL;
  }
  // A first thought is none; what shows several marks, or one on a condition, says how to answer.
  const given = plainLines(text).map((line) =>
    sentencesIn(line).map((one) => {
      const said = one.replace(WORDS.OPEN, "");
      if (new Set((said || one).match(WORDS.MARK)).size > 1) return SHOWN + one + SHOWN;
      return said.includes("[[") && /\bif\b/i.test(said) ? "" : said;
    }).filter(Boolean).join(" ")
  ).join("\n");
  if (given.includes(SHOWN) && isLeftOpen(given.split(SHOWN), told)) return SEVERAL;
  const lines = given.replace(BETWEEN, "").split("\n").map((line) => line.trim()).filter(Boolean);
  const plain = lines.join("\n");
  if (lines.length === 0) return SEVERAL;
  if (WORDS.WORSE_ASKED.test(plain)) return NONE;
  const headed = behindHeadings(lines, WORDS.HEADING, label, told.behind);
  const tags = [...text.matchAll(WORDS.TAGGED)], tagged = tags.map((tag) => label(tag[2] ?? tag[3]));
  const alone = lines.flatMap((line, i) =>
    label(line) === null || /\[\[|boxed/.test(line) ? [] : [{ i, verdict: label(line)! }]
  );
  const [one = { i: -1, verdict: "" }] = alone, others = lines.toSpliced(one.i, 1);
  const isAlike = alone.every(({ verdict }) => verdict === one.verdict);
  // What is said in another form may say nothing else; both answers as lines of their own head what is said of each.
  const isForm = isAlike && one.i >= 0 && !/:$/.test(lines[one.i - 1] ?? "");
  const forms = isForm ? [...tagged, one.verdict] : tagged;
  const isSaid = (verdict?: string) => forms.every((form) => form === null || form === verdict);
  const settled = (verdict: string, beside: string, isBefore = false): FoundVerdict =>
    headed && headed.verdict !== verdict || !isSaid(verdict) || !isKept(beside, verdict, isBefore)
      ? SEVERAL
      : { verdict };
  const marks = [...plain.matchAll(WORDS.MARK)].map(([, one]) => label(one) ?? "");
  if (marks.length > 0) {
    if (new Set(marks).size > 1) {
      // The last may be one behind a heading.
      const last = sentencesIn(plain).filter((one) => one.includes("[[")).slice(-1);
      const isLast = headed?.verdict === marks.at(-1) && behindHeadings(last, WORDS.HEADING, label);
      // `Let me correct myself: [[A]]`, and nothing behind it.
      const mended = WORDS.CORRECTED.exec(lines.at(-1)!)?.[1], verdict = mended && label(mended);
      return isLast ? headed! : verdict ? { verdict } : SEVERAL;
    }
    const behind = lines.slice(lines.findIndex((line) => line.includes("[["))).join("\n");
    const found = loneLabel(behind, WORDS.MARK, (one) => label(one) ?? "");
    if (!("label" in found) || found.label === "" || !isOwn(lines, found.label)) return NONE;
    return settled(found.label, plain.slice(plain.lastIndexOf("]]") + 2));
  }
  if (tagged.some((one) => one !== null)) {
    if (new Set(tagged).size > 1) return SEVERAL;
    const behind = text.slice(tags.at(-1)!.index + tags.at(-1)![0].length);
    const rest = plainLines(behind).join("\n").replace(/^[ $]+/, ""), [end] = rest.split("\n", 1);
    if (!WORDS.LABEL_ENDS.test(end) || WORDS.HEARSAY.test(end.replace(/^\W+/, ""))) return NONE;
    return settled(tagged[0]!, rest);
  }
  const answered = headed ?? behindHeadings(lines, WORDS.ANSWER, label);
  if (headed || answered && answered !== NONE) {
    return answered!.verdict && !isSaid(answered!.verdict) ? SEVERAL : answered!;
  }
  if (!isAlike) return SEVERAL;
  if (alone.length > 1) return alone.length === lines.length ? { verdict: one.verdict } : SEVERAL;
  if (one.i > 0 && one.i === lines.length - 1 && !isListed(others, one.verdict)) {
    const first = verdictAt(lines[0], label).verdict ?? one.verdict;
    return first === one.verdict ? settled(one.verdict, others.join("\n"), true) : SEVERAL;
  }
  if (one.i > 0) return NONE;
  const { verdict, behind } = verdictAt(lines[0], label);
  if (verdict === null || chosenBy(sentencesIn(lines[0])[0])) return inSentences(plain);
  const why = [behind, ...lines.slice(1)].join("\n").trim();
  return isSupported(why, verdict) ? { verdict } : namesOther(why, verdict) ? SEVERAL : NONE;
}

/** Whether a verdict before a sentence that shows several marks is neither said again behind it nor left by it as it is. */
function isLeftOpen(parts: Lines, told: ToldOfReplies): boolean {
  let verdict = "", open = "";
  parts.forEach((part, i) => {
    if (i % 2 === 0) verdict = replyVerdict(part, told).verdict ?? verdict;
    else if (WORDS.EITHER.test(part) || !isKept(part.replace(/[[\]]/g, ""), verdict)) open = verdict;
  });
  return open !== "" && replyVerdict(parts.at(-1)!, told).verdict !== open;
}

/**
 * Whether one of a reply's marks in double brackets is its verdict: alone, behind a heading or a sentence that weighs the two, or part of
 * one that chooses; and not somebody else's, or an example.
 */
function isOwn(lines: Lines, verdict: string): boolean {
  return lines.some((line, i) =>
    sentencesIn(line).some((sentence, j) => {
      const [mark] = sentence.match(WORDS.MARK) ?? [];
      if (mark === undefined) return false;
      const [start, behind] = sentence.split(mark, 2);
      // What the line before leads to stands below it.
      const isLed = start === "" && j === 0 && /:$/.test(lines[i - 1] ?? "");
      const said = isLed ? sentencesIn(lines[i - 1]).at(-1)! : start;
      const before = said.split(/\b(?:so|therefore|thus|hence)\b/i).at(-1)!.replace(/^[\s,:]+/, "");
      if (WORDS.OTHERS.test(before) || WORDS.OTHERS.test(behind)) return false;
      if (WORDS.OWN_MARK.test(before)) return true;
      return [before + behind, before + verdict + behind].some((one) => chosenBy(one)?.verdict === verdict);
    })
  );
}

/** The verdict in fields of an object whose names say so. */
function inJson(json: Record<string, unknown>, told: ToldOfReplies): FoundVerdict {
  const fields = fieldsOf(json).map(([key, value]) => {
    const name = key.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();
    return { name, own: typeof value === "object" ? "" : String(value) };
  });
  const named = fields.filter(({ name }) => WORDS.KEY.test(name));
  const all = named.length > 0 ? named : fields.filter(({ name }) => WORDS.FIELD.test(name));
  const said = new Set(all.map(({ name, own }) => {
    const found = labelUnder(named.length > 0 ? name : "", own, (said) => labelOf(said, told.signs));
    return found ?? (/^(?:label|response)$/.test(name) ? undefined : replyVerdict(own, told).verdict);
  }));
  const { verdict: won, scores } = outscoring(json), [verdict = all.length === 0 ? won : undefined] = said;
  if (said.size > 1 || isOutscored(json, verdict)) return SEVERAL;
  return verdict ? { verdict, ...scores && { scores } } : NONE;
}

/** The verdict behind headings, the last where it alone is called final: null where there is no such heading. */
function behindHeadings(lines: Lines, headings: RegExp, label: Label, own?: RegExp): FoundVerdict | null {
  const found = lines.flatMap((line, i) => {
    const told = own ? [...line.matchAll(own)] : [], said = told.map((one) => ownChoice(line, one));
    // Of several on a line the last counts, unless words follow what it names.
    const ofOwn = said.at(-1) === null || new Set(said).size === 1 ? told.slice(-1) : told;
    return [...line.matchAll(headings), ...ofOwn].map((one) => {
      const { index, 0: all, groups: { heading = "" } = {} } = one;
      const rest = line.slice(index + all.length).replace(/^[\s:="]+/, ""), below = rest === "" ? 1 : 0;
      const found = verdictAt(below ? lines[i + 1] ?? "" : rest, label, heading), { behind } = found;
      const verdict = found.verdict ?? (ofOwn.includes(one) ? ownChoice(line, one) : null);
      return { verdict, behind, heading, all, before: line.slice(0, index), i, below, next: i + 1 + below };
    });
    // One may head a remark, or another heading that says the verdict.
  }).filter(({ verdict, heading, i, below }, at, all) => {
    const isOver = below === 1 && all[at + 1]?.i === i + 1 && all[at + 1].before === "";
    return verdict !== null || !(isOver || WORDS.REMARK.test(heading));
  });
  if (found.length === 0) return null;
  const finals = found.filter(({ verdict, all }) => verdict !== null && /\bfinal|最终/i.test(all));
  const last = found.at(-1)!, [first, ...others] = finals.length === 1 && finals[0] === last ? [last] : found;
  const { verdict } = first, isAnswer = headings === WORDS.ANSWER, at = isAnswer ? last : first;
  if (others.some((one) => one.verdict !== verdict)) return SEVERAL;
  if (verdict === null) return NONE;
  const behind = [at.behind, ...lines.slice(at.next)].join("\n").trim();
  const before = isAnswer ? [...lines.slice(0, at.i), at.before].join("\n") : "";
  const isRead = !isAnswer || isSupported(behind, verdict) && isKept(before, verdict, true);
  return isRead && isKept(behind, verdict) ? { verdict } : SEVERAL;
}

/** The verdict that a text begins with, and what stands behind it: of one that no heading leads to nothing but its reason may. */
function verdictAt(text: string, label: Label, heading?: string): { verdict: string | null; behind: string } {
  const [whole = ""] = sentencesIn(text.slice(0, LONGEST)), behind = text.slice(whole.length);
  // Words before a mark say their own, which the mark is compared with.
  const first = whole.replace(/(?<=[^\s:,–—-])[\s:,–—-]+\[\[[^[\]]{1,25}\]\][\s"'.]*$/, "");
  const verdict = labelUnder(heading ?? "", first, label) ?? reasoned(first, label, heading !== undefined) ??
    (heading === undefined ? null : chosenBy(first)?.verdict ?? null);
  return { verdict, behind };
}

/** Whether a list ends with a verdict as its last mark: `A. a dog`, `B.` */
function isListed(lines: Lines, verdict: string): boolean {
  const begun = new Set(lines.flatMap((line) => /^\(?([AB])[.):]/.exec(line)?.[1] ?? []));
  return begun.size === 1 && !begun.has(verdict);
}

/** The verdict of sentences that choose: the last one's where it concludes, else that of all that weigh the two. */
function inSentences(text: string): FoundVerdict {
  const sentences = sentencesIn(text);
  // Beside more, the right one may be a question's own, and what is to be chosen stand in the prompt.
  const isAll = sentences.length === 1, told = isAll ? sentences.map(asChoice) : sentences;
  const chosen = told.map(chosenBy);
  const said = chosen.filter((one) => one !== null), last = chosen.at(-1);
  const [verdict] = new Set(said.map((one) => one.verdict));
  if (verdict === undefined) return NONE;
  if (said.some((one) => one.verdict !== verdict) || takesBack(text)) return SEVERAL;
  if (last?.isLast) return { verdict };
  return isKept(isAll ? told[0] : text, verdict) ? { verdict } : NONE;
}
