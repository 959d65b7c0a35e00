import { ownFacts } from "../progress/own_facts.ts";

const WORDS = ownFacts<Record<string, (string | [pattern: string, instead: string])[]>>("replies");

const withWords = (words: string): string => words.replace(/\{([a-z_]{2,})\}/g, (_, other) => any(other));

/** Words of `replies.json` as a regular expression in brackets; `{nouns}` in them are others of it. */
const any = (kind: string): string => `(?:${withWords(WORDS[kind].join("|"))})`;

/** What makes a text plainer by the pairs of `replies.json`: what is said, and what instead. */
export function plainer(kind: string): (text: string) => string {
  const pairs = (WORDS[kind] as [string, string][]).map(([words, instead]) =>
    [new RegExp(withWords(words), "gim"), instead] as const
  );
  return (text) => pairs.reduce((said, [words, instead]) => said.replace(words, instead), text);
}

/** What a text says in such words. */
export const pattern = (kind: string, flags = "i"): RegExp => new RegExp(any(kind), flags);

/** A short line without an end that heads another verdict than that on all: one on a criterion, or somebody else's; and what says the verdict itself: `Winner: A`. */
const TITLE = pattern("criterion_title", "iu"), SAYS = pattern("heading", "iu");

/** A short line that heads what follows; one that says no more than that these are scores. */
const HEADLINE = /^(?=.*\p{L})[^.!?:;,[{]{3,60}:?$/u,
  SCORES = /^(?:(?:the|my|our|final|overall) )*(?:scores?|ratings?):?$/i,
  NUMBERING = pattern("numbering", "gi");

export const withoutNumber = (line: string) => line.replace(NUMBERING, "").trim();

export const isTitle = (line: string) => !SCORES.test(line) && TITLE.test(withoutNumber(line));

/** Whether a line heads what follows it: by a colon at its end, or as a heading of Markdown that says no verdict. */
export const isHeading = (line: string): boolean =>
  (/^\s*#/.test(line) || !/:./.test(plainLine(line)) || !SAYS.exec(plainLine(line))?.groups?.content) &&
  /^\s*#+\s|^[-+*\s]*(?:\d+[.)]\s*)?\*\*[^*]+\*\*:?\s*$|^[^.!?:]{2,60}:[\s*_]*$/.test(line);

/** A bullet, or what a blank line follows, but no heading of Markdown: a unit of its own, whatever comes next. */
const UNIT = /^(?![^\S\n]*#|[-+* ]*\*\*[^*\n]*\*\*:?[^\S\n]*$)(?:[^\S\n]*[-+*•]\s.*|.+(?=\n[^\S\n]*\n))$/gm;

/** A text whose bullets and paragraphs are closed by a full stop where they could be read as a heading of what follows. */
export const withStops = (text: string): string =>
  text.replace(UNIT, (line) => {
    const plain = plainLine(line), isBullet = /^\s*[-+*•]\s/.test(line);
    return isTitle(plain) && !/:\W*$/.test(line) && (isBullet || / .*\D$/.test(withoutNumber(plain)))
      ? `${line}.`
      : line;
  });

/** Whether what stands above heads one criterion: the last short line without an end that names no answer. */
export function isHeaded(above: string): boolean {
  const line = above.split("\n").map((one) => one.trim()).findLast((one) =>
    HEADLINE.test(withoutNumber(one)) && !SCORES.test(one) && namesIn(one).length === 0
  );
  return line !== undefined && isTitle(line);
}

/** An answer where a text names it: by a letter alone, in capitals, by its letter or number behind a noun, or by its place. */
const NAMED = pattern("named", "giu");

const SIDES: Record<string, string> = { 1: "A", first: "A", 2: "B", second: "B", a: "A", b: "B" };
const sideOf = (name: string | null) => SIDES[name?.toLowerCase() ?? ""] ?? name;

/** Which answers a text names, and where. */
const namesIn = (text: string) =>
  [...text.matchAll(NAMED)].filter(({ groups }) => !/^[ab]$/.test(groups!.alone ?? ""))
    .map(({ index, 0: all, groups }) => {
      const { called, alone = called, place = alone } = groups!;
      return { side: sideOf(place), from: index, end: index + all.length };
    });

/** Whether a text names an answer that is not the one of this label. */
export const choosesOther = (text: string, label: string): boolean =>
  namesIn(text).some(({ side }) => side !== sideOf(label));

const JUDGES = pattern("judges", "giu"),
  DECIDES = pattern("deciding", "iuy"),
  DESCRIBES = pattern("describing");

/** What the last word that judges, or decides, says of what a text speaks of: 1 for it, -1 against it, 0 where none does. */
function judged(text: string, { omits: counts = true, decides = false } = {}): number {
  let sign = 0;
  for (const { 1: not = "", 2: praises, 3: omits, index } of text.matchAll(JUDGES)) {
    DECIDES.lastIndex = index + not.length;
    if ((counts || !omits) && (!decides || DECIDES.test(text))) sign = (not ? -1 : 1) * (praises ? 1 : -1);
  }
  return sign;
}

/** Whether a question or task asks for the answer that is the worse one. */
export const asksWorse = (task: string): boolean =>
  (judged(task, { decides: true }) || judged(task, { omits: false })) < 0;

/** What stands before an answer that the one before it is preferred to, or that something is conceded to; the last one of a concession that begins a sentence, and no comma ends, is what it says. */
const [INSTEAD, CONCEDES, CONCEDED, CONCEDES_FIRST, CONTRASTS] =
  "instead_of conceding is_conceded conceding_first contrasting".split(" ").map((one) => pattern(one));

/** What judges an answer from before its name: `Loser: B`, `I choose B`. */
const JUDGED_BEFORE = pattern("judged_before");

/** How far around a label its sentence is looked at, in characters. */
export const LOOKED_AT = 300;

/** An answer alone on its line, which heads the next one. */
const HEADS = pattern("heads_line", "gimu");

/** What leads to an answer behind which nothing but points stand, where that is no verdict: `the style of B`, `A and B`. */
const NAMED_ALONE = pattern("named_alone", "iu"),
  LEADS = /^(?:\W*\w+){0,3}\W*$|(?:[:=>→—–]|\bor)\W*$/;

/** What a text says of the answer of a verdict and of others, part by part: what names none speaks of the verdict's. */
function saidOf(text: string, verdict: string | null) {
  const before = (text: string, to: number) => text.slice(Math.max(0, to - LOOKED_AT), to);
  const isHeaded = [...text.matchAll(HEADS)].some(([line]) => namesIn(line)[0]?.side === verdict);
  return (isHeaded ? text.replace(HEADS, "$1: ") : text).split(/[.!?;\n]+/).flatMap((line) => {
    const sentence = namesIn(line).reduceRight((text, { side, from, end }) => {
      const [words] = side === verdict ? [] : INSTEAD.exec(before(text, from)) ?? [];
      return words ? text.slice(0, from - words.length) + text.slice(end) : text;
    }, line);
    const found = namesIn(sentence).map((name, i, names) => {
      const last = names[i - 1]?.end ?? 0, lead = sentence.slice(last, name.from);
      const led = JUDGED_BEFORE.exec(lead), leads = led ? judged(led[0]) > 0 : LEADS.test(lead);
      return { ...name, lead, leads, start: last + (led?.index ?? lead.length) };
    });
    const parts = [{ side: verdict, start: 0, from: 0, end: 0, lead: undefined, leads: false }, ...found];
    return parts.map(({ side, start, from, end, lead, leads }, i) => {
      const isOwn = side === verdict, behind = sentence.slice(end, parts[i + 1]?.start);
      const said = `${sentence.slice(start, from)} ${behind}`.replace(CONCEDES, "");
      const isConceding = CONCEDES.test(before(sentence, from)) &&
        (parts[i + 1] || !CONCEDES_FIRST.test(sentence));
      const isConceded = isConceding || CONCEDED.test(said);
      const isNamed = !isOwn && !isConceded && leads && NAMED_ALONE.test(behind);
      const sign = judged(said, { omits: !isOwn });
      const isSaid = lead !== undefined && /\p{L}/u.test(behind);
      const isFor = isOwn ? sign > 0 || sign === 0 && isSaid : sign < 0;
      return { side, isOwn, isConceded, isNamed, isFor, said, sign };
    });
  });
}

export const UNSURE = pattern("unsure");
const [DOUBTS, TIES, TAKES_BACK] = ["leaves_open", "ties", "takes_back"].map((one) => pattern(one)),
  NO_TIE = /^,? [AB]\b(?! and)|\bnot an? (?:tie|draw)\b|\bnot equal/;

export const takesBack = (text: string): boolean => TAKES_BACK.test(text);

/** What a sentence concludes from what stands before it: `A misses the dog, so B is better.` */
const CONCLUSION = /(?:^|[,;:] )(?:so|thus|therefore|hence),? (.*)$/i;

/** Whether a sentence (or `only` what it concludes) decides for the other answer, or names it in a conclusion and finds no fault with it. */
export const prefersOther = (text: string, label: string | null, only = false): boolean =>
  (only ? CONCLUSION.exec(text)?.[1] ?? "" : text).split(/[.!?;\n]+/).some((one) =>
    saidOf(one, sideOf(label)).some(({ isOwn, isConceded, said, sign }) =>
      !isOwn && !isConceded &&
      (CONTRASTS.test(one) ? sign >= 0 : sign > 0 && judged(said, { decides: true }) > 0)
    )
  );

/** Whether what is said of both answers, but how long they are or what they say, is praise of each, blame of each or neither. */
function isEven(parts: ReturnType<typeof saidOf>): boolean {
  const own = parts.filter(({ isOwn, said }) => !isOwn && !DESCRIBES.test(said));
  const [a, b] = ["A", "B"].map((name) => own.filter(({ side }) => side === name));
  const sum = (some: typeof own) => Math.sign(some.reduce((all, { sign }) => all + sign, 0));
  return Math.sign(a.length) === Math.sign(b.length) && sum(a) === sum(b);
}

/**
 * Whether what stands behind a verdict, or around it, leaves it open: it doubts, takes back, names or prefers the other answer, or speaks against the
 * verdict alone. Against it speaks what runs the chosen answer down; against one that has no mark, what praises or only names the other too.
 */
export function leavesOpen(text: string, label: string | null, isMarked: boolean): boolean {
  const verdict = sideOf(label), isTie = verdict === "tie";
  if (DOUBTS.test(text) || (isTie ? NO_TIE : TIES).test(text)) return true;
  const parts = saidOf(text, verdict);
  const isOther = parts.some(({ isOwn, isConceded, isNamed, said }) => {
    const decided = isConceded ? 0 : judged(said, { decides: true });
    return isTie ? decided !== 0 : isNamed || decided === (isOwn ? -1 : 1);
  });
  if (isOther || isTie) return isOther || !isMarked && !isEven(parts);
  if (!isMarked && prefersOther(text, label)) return true;
  if (parts.some(({ isFor }) => isFor)) return false;
  return parts.some(({ isOwn, isConceded, said, sign }) =>
    isOwn ? sign < 0 : !isMarked && !isConceded && (sign > 0 || !DESCRIBES.test(said))
  );
}

/**
 * What makes a sentence one of instruction, condition, doubt, example or quotation, whatever verdict stands in it; a denial right before a verdict,
 * one before it in its part of the sentence, what undoes it right behind; what leads to a conclusion; what begins a reason, whose words say nothing
 * of the verdict before it; what ends the part of a sentence before a verdict; what heads the one on all; what begins
 * what is said of a criterion; and what in a sentence of its own behind a verdict tells what an answer says.
 */
const [UNMEANT, DENIED, DENIED_BEFORE, UNDONE, LED, REASON, PART, FINAL, ITEM] =
  "is_unmeant denied denied_before undone led_to reason_begins part_ends heads_all criterion_item"
    .split(" ").map((one) => pattern(one));
const TOLD = pattern("told_of", "gu");

/** What leads to a verdict in its sentence, or in the line above, and whether that line or the beginning of its own heads a criterion: `Accuracy: A sees it. Winner: A`. */
export function leadOf(text: string, from: number) {
  const lines = text.slice(Math.max(0, from - LOOKED_AT), from).split(/[\r\n]+/), line = lines.pop()!;
  const before = /[\p{L}\p{N}]/u.test(line) ? undefined : lines.at(-1)?.trim();
  const lead = (before && /:[\s*_]*$/.test(before) ? before : line).split(/[.!?。;]["')*]*\s+/).at(-1)!;
  const start = text.lastIndexOf("\n", from - 1) + 1,
    isSaid = lead !== line && !FINAL.test(lead + text.slice(from));
  const [, item] = isSaid && ITEM.exec(text.slice(start, Math.min(from, start + LOOKED_AT))) || [];
  const titles = [before, /^(.*):\W*$/.exec(plainLine(lead))?.[1], item && namesIn(item)[0] ? "" : item];
  return { lead, isOfCriterion: titles.some((line = "") => isTitle(plainLine(line))) };
}

/**
 * Whether a verdict that stands in a text is meant there: its sentence is none of instruction, condition, doubt or quotation, nor denies it,
 * nor heads a criterion; and where its label is given, what leads to it does not run that answer down.
 */
export function isMeant(text: string, from: number, to: number, label?: string | null): boolean {
  const { lead, isOfCriterion } = leadOf(text, from);
  const rest = text.slice(to, to + LOOKED_AT).split(/[\r\n]|(?<!\.)[.!。](?:[\s"')]|$)/, 1)[0];
  const part = lead.split(PART).at(-1)!.split(",").findLast((one) => /\w/.test(one)) ?? "";
  const isRunDown = label === undefined ? DENIED_BEFORE.test(lead) : part.search(JUDGES) >= 0 &&
    saidOf(part, sideOf(label)).some(({ isOwn, said }) => isOwn && judged(said) < 0);
  const own = rest.slice(0, namesIn(rest)[0]?.from).split(REASON, 1)[0].replace(TOLD, "");
  return !isOfCriterion && !isRunDown && !UNMEANT.test(lead.replace(LED, "")) && !UNMEANT.test(own) &&
    !DENIED.test(lead) &&
    !UNDONE.test(rest);
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
