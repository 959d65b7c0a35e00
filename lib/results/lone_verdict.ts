import { ownFacts } from "../progress/own_facts.ts";

const WORDS = ownFacts<Record<string, string[]>>("replies");
const any = (...kinds: string[]) => `(?:${kinds.flatMap((kind) => WORDS[kind]).join("|")})`;
const anyOf = (...kinds: string[]) => new RegExp(any(...kinds), "i");

export const NOUN = any("nouns");

export const CONCLUDES = `(?:${any("concludes")}[,:]? )`;

/** What a verdict is called, alone or before its answer. */
export const HEAD = `(?:(?:the|my|our|final|overall) )*(?:${
  any("heads")
}|(?:preferred|selected|chosen|better|best)(?: ${NOUN}| one| choice)?)`;

/** A short line without an end that heads another verdict than that on all: one on a criterion, or somebody else's. */
const TITLE = new RegExp(
  `^(?=[^.!?:|;,[{]{3,60}:?$)(?=.*\\p{Script=Latin})(?:.*\\b(?:on|of|for) (?!(?:the|this|which)\\b)|(?!.*\\b(?:is|are|better|i|so|${HEAD}|final|overall|conclusion|summary|result|assessment|evaluation|analysis|reasoning|answer)\\b))`,
  "iu",
);

/** An answer where a text names it: by a letter alone, in capitals, by its letter or number behind a noun, or by its place. */
const NAMED = new RegExp(
  `${NOUN}[\\s_-]*[["'(]*(?<called>[ab12])(?![\\p{Script=Latin}\\p{N}])|(?<![\\p{Script=Latin}\\p{N}'])(?<alone>[AB])(?![\\p{Script=Latin}\\p{N}])|\\b(?:the )?(?<place>first|second|other)(?= (?:one|${NOUN})\\b|\\W*$| (?:is|was|has|wins|does)\\b)`,
  "giu",
);

const SIDES: Record<string, string> = { 1: "A", first: "A", 2: "B", second: "B", a: "A", b: "B" };
const sideOf = (name: string | null) => SIDES[name?.toLowerCase() ?? ""] ?? name;

/** Which answers a text names, and where. */
function namesIn(text: string) {
  return [...text.matchAll(NAMED)].flatMap(({ index, 0: all, groups }) => {
    const { called, alone = called, place = alone } = groups!;
    return /^[ab]$/.test(groups!.alone ?? "")
      ? []
      : [{ side: sideOf(place), from: index, end: index + all.length }];
  });
}

/** Whether a text names an answer that is not the one of this label. */
export const choosesOther = (text: string, label: string): boolean =>
  namesIn(text).some(({ side }) => side !== sideOf(label));

const JUDGES = new RegExp(
  `(${any("denies")}(?:\\W+\\w+){0,2}?\\W+)?\\b(?:${any("blames")}|(${any("praises")}))\\b|(${
    any("omits")
  })|${any("denies")}`,
  "giu",
);
const DECIDES = anyOf("decides"), DESCRIBES = new RegExp(`^\\W*${any("describes")}\\b`, "i");

/** What the last word that judges says of what a text speaks of: 1 for it, -1 against it, 0 where none does. */
function judged(text: string, { omits: counts = true, words = /./ } = {}): number {
  let sign = 0;
  for (const [word, not, praises, omits] of text.matchAll(JUDGES)) {
    if ((counts || omits === undefined) && words.test(word)) sign = (not ? -1 : 1) * (praises ? 1 : -1);
  }
  return sign;
}

/** Whether a question or task asks for the answer that is the worse one. */
export const asksWorse = (task: string): boolean =>
  (judged(task, { words: DECIDES }) || judged(task, { omits: false })) < 0;

/** What stands before an answer that the one before it is compared with, or preferred to, or that something is conceded to. */
const COMPARED = new RegExp(`\\b${any("compared")}\\W{0,3}(?:the )?$`, "i"),
  INSTEAD = new RegExp(`\\b${any("instead")} (?:the )?$`, "i"),
  CONCEDES = new RegExp(`\\b${any("concedes")}\\b[^,]*$`, "i"),
  CONCEDED = new RegExp(`\\b${any("conceded")}\\b`, "i");

/** What judges an answer from before its name: `Loser: B`, `I choose B`. */
const JUDGED_BEFORE = new RegExp(
  `(?:${any("denies")} )?\\b${
    any("blames", "praises")
  }(?: (?:one|${NOUN}))?(?:\\W*|\\W+(?:is|was|in|of|by)\\W+)(?:the )?$`,
  "i",
);

/** How far around a label its sentence is looked at, in characters. */
export const LOOKED_AT = 300;

/** What a text says of the answer of a verdict and of others, part by part: what names none speaks of the verdict's. */
function saidOf(text: string, verdict: string | null) {
  const before = (text: string, to: number) => text.slice(Math.max(0, to - LOOKED_AT), to);
  return text.split(/[.!?;\n]+/).flatMap((line) => {
    const sentence = namesIn(line).reduceRight((text, { side, from, end }) => {
      const [words] = side === verdict ? [] : INSTEAD.exec(before(text, from)) ?? [];
      return words ? text.slice(0, from - words.length) + text.slice(end) : text;
    }, line);
    const names = namesIn(sentence).filter(({ from }) => !COMPARED.test(before(sentence, from)));
    const parts = names.map((name, i) => {
      const last = names[i - 1]?.end ?? 0, led = JUDGED_BEFORE.exec(sentence.slice(last, name.from));
      return { ...name, start: last + (led?.index ?? name.from - last) };
    });
    return [{ side: verdict, start: 0, from: 0, end: 0 }, ...parts].map(({ side, start, from, end }, i) => ({
      isOwn: side === verdict,
      isConceded: CONCEDES.test(before(sentence, from)),
      said: `${sentence.slice(start, from)} ${sentence.slice(end, parts[i]?.start)}`.replace(CONCEDES, ""),
    }));
  });
}

export const UNSURE = anyOf("unsure");
const NO_TIE = /^,? [AB]\b(?! and)|\bnot an? (?:tie|draw)\b|\bnot equal/;
const DOUBTS = anyOf("takes_back", "unsure", "doubts"),
  TIES = anyOf("ties"),
  TAKES_BACK = anyOf("takes_back");

export const takesBack = (text: string): boolean => TAKES_BACK.test(text);

/** From how many characters on what speaks of both answers is an explanation that may find good and bad in each. */
const EXPLAINED_AT = 100;

/**
 * Whether what stands behind a verdict leaves it open: it doubts, takes back, runs the chosen answer down, or names the other and neither
 * runs it down nor describes it nor concedes something to it. Of a longer explanation of both only words of preference count, and that it
 * finds the chosen one bad and the other good.
 */
export function leavesOpen(
  behind: string,
  label: string | null,
  isTwoSided = behind.length > EXPLAINED_AT && choosesOther(behind, "A") && choosesOther(behind, "B"),
): boolean {
  const verdict = sideOf(label), isTie = verdict === "tie";
  if (DOUBTS.test(behind) || (isTie ? NO_TIE : TIES).test(behind)) return true;
  const parts = saidOf(behind, verdict);
  if (!isTwoSided && !isTie) {
    return parts.some(({ isOwn, isConceded, said }) => {
      const sign = judged(said, { omits: !isOwn });
      if (isOwn) return sign < 0;
      return !isConceded && !CONCEDED.test(said) && (sign > 0 || sign === 0 && !DESCRIBES.test(said));
    });
  }
  const sum = (ofOwn: boolean) =>
    parts.reduce((sum, { isOwn, said }) => isOwn === ofOwn ? sum + judged(said, { omits: !isOwn }) : sum, 0);
  return !isTie && sum(true) < 0 && sum(false) > 0 ||
    parts.some(({ isOwn, isConceded, said }) => {
      const sign = isConceded ? 0 : judged(said, { words: DECIDES });
      return isTie ? sign !== 0 : sign === (isOwn ? -1 : 1);
    });
}

/** What makes a sentence one of instruction, condition, doubt, example or quotation, whatever verdict stands in it. */
const UNMEANT = new RegExp(`\\b${any("unmeant")}\\b|\\?|\\.\\.\\.|…|~~`, "i");

/** A denial right before a verdict, one before it in its part of the sentence, and what undoes it right behind. */
const DENIED = /(?:\b(?:not|no|over|than|against|instead of|anything but|nicht)|不是|>)\W*$/i,
  DENIED_BEFORE = /(?:\b(?:not|never|nor)\b|n't\b)[^,;:.]{0,20}$/i,
  UNDONE =
    /^\W*(?:or|if|not(?! [AB]\b)|no|it depends)\b|^,? (?:but|rather)\b|\bonly\W*$|^,? as (?:\w+ ){1,3}(?:says?|said)\b/i;

/** What begins a reason, whose words say nothing of the verdict before it; and what ends the part of a sentence before a verdict. */
const REASON = /\b(?:because|since|as|while|whereas|although|though|even)\b|[(–—]| - /i,
  PART = /;|\b(?:so|thus|therefore|hence|and|but)\b/i;

/**
 * Whether a verdict that stands in a text is meant there: its sentence is none of instruction, condition, doubt or quotation, nor denies it,
 * nor heads a criterion; and where its label is given, what leads to it does not run that answer down.
 */
export function isMeant(text: string, from: number, to: number, label?: string | null): boolean {
  const lines = text.slice(Math.max(0, from - LOOKED_AT), from).split(/[\r\n]+/), line = lines.pop()!;
  // What a line with a colon leads to stands below it.
  const before = /[\p{L}\p{N}]/u.test(line) ? undefined : lines.at(-1)?.trim();
  const lead = (before && /:[\s*_]*$/.test(before) ? before : line).split(/[.!?。;]["')*]*\s+/).at(-1)!;
  const rest = text.slice(to, to + LOOKED_AT).split(/[\r\n]|(?<!\.)[.!。](?:[\s"')]|$)/, 1)[0];
  const titles = [before, /^(.*):\W*$/.exec(plainLine(lead))?.[1]].map((line = "") =>
    plainLine(line).replace(/\([^()]*\)|^\d+[.)] ?/g, "").trim()
  );
  if (titles.some((title) => TITLE.test(title))) return false;
  const part = lead.split(PART).at(-1)!.split(",").findLast((one) => /\w/.test(one)) ?? "";
  const isRunDown = label === undefined ? DENIED_BEFORE.test(lead) : part.search(JUDGES) >= 0 &&
    saidOf(part, sideOf(label)).some(({ isOwn, said }) => isOwn && judged(said) < 0);
  const own = rest.slice(0, namesIn(rest)[0]?.from).split(REASON, 1)[0];
  return ![UNMEANT.test(lead), UNMEANT.test(own), DENIED.test(lead), UNDONE.test(rest), isRunDown].includes(
    true,
  );
}

/** A line without what Markdown puts around it: `> ## **Score:** \`8\`` → `Score: 8`; a mark between two digits stays (`8*5`). */
export function plainLine(line: string): string {
  if (line === "") return line;
  return line
    .replace(/\\([[\]$*_{}#(). -])/g, "$1")
    .replace(/^(?:[\s>#]+|[-+*]\s+)+/, "") // a bullet, but not the sign of -3
    .replace(/(?<!\d)[*_`]+|[*_`]+(?!\d)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The lines of a text, plain; a heading in the middle of a line (`good. ### Score: 8`) begins one of its own. */
export function plainLines(text: string): string[] {
  return text.replace(/(?<!#)(#{2,4}\s*(?:\*+\s*)?[A-Z])/g, "\n$1").split(/\r\n|\r|\n/).map(plainLine);
}

/** All behind the last heading that `name` (a regular expression) fits; null without one, empty where one of `before` follows at once. */
export function behindField(text: string, name: string, before = "feedback|score|selection"): string | null {
  const heading = new RegExp(`^(?:${name})\\s*[:：]\\s*`, "i");
  const lines = plainLines(text), last = lines.findLastIndex((line) => heading.test(line));
  if (last < 0) return null;
  const behind = [lines[last].replace(heading, ""), ...lines.slice(last + 1)];
  const first = behind.findIndex((line) => line !== ""), next = new RegExp(`^(?:${before})\\s*[:：]`, "i");
  return first < 0 || first > 0 && next.test(behind[first]) ? "" : behind.join("\n");
}
