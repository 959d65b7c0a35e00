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
  `${NOUN}[\\s_-]*[["'(]*(?<called>[ab12])(?![\\p{Script=Latin}\\p{N}])|(?<![\\p{Script=Latin}\\p{N}'])(?<alone>[AB])(?![\\p{Script=Latin}\\p{N}])|\\b(?:the )?(?<place>first|second|other|former|latter)(?= (?:one|${NOUN})\\b|\\W*$| (?:is|was|has|wins|does)\\b)`,
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
  })|(${any("denies")})|(\\b(?:but|yet|however)\\b(?=\\W+\\w))`,
  "giu",
);
const DECIDES = new RegExp(`\\W*\\b${any("decides")}\\b`, "iuy"),
  DESCRIBES = new RegExp(`^\\W*${any("describes")}\\b`, "i");

/** What the last word that judges, or decides, says of what a text speaks of: 1 for it, -1 against it, 0 where none does. */
function judged(
  text: string,
  { omits: counts = true, denials = counts, decides = false }: Record<string, boolean> = {},
): number {
  let sign = 0;
  for (
    const { 0: word, 1: not = "", 2: praises, 3: omits, 4: denial, 5: but, index } of text.matchAll(JUDGES)
  ) {
    if (but && !decides) sign = 0;
    // A denial that denies nothing takes back where it begins or ends a sentence (`Not really.`).
    const isBare = denial && !denials && /\w/.test(text.slice(0, index)) &&
      /\w/.test(text.slice(index + word.length));
    const isCounted = !but && !isBare && (counts || omits === undefined);
    DECIDES.lastIndex = index + not.length;
    if (isCounted && (!decides || DECIDES.test(text))) {
      sign = (not ? -1 : 1) * (praises ? 1 : -1);
    }
  }
  return sign;
}

/** Whether a question or task asks for the answer that is the worse one. */
export const asksWorse = (task: string): boolean =>
  (judged(task, { decides: true }) || judged(task, { omits: false, denials: true })) < 0;

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

/** An answer alone on its line, which heads the next one. */
const HEADS = new RegExp(`^([^\\p{L}\\n]*${NOUN} \\[?[ab12]\\b[^\\p{L}\\n]*)\\n(?=.)`, "gimu");

/** What leads to an answer behind which nothing but points stand, where that is no verdict: `the style of B`, `A and B`. */
const NAMED_ALONE = new RegExp(
    `^(?:\\W*\\d+(?:\\.\\d+)?(?:\\W*$| points|\\W*/| out of)|(?: one| ${NOUN})?[^\\p{L}\\p{N}:]*$)`,
    "iu",
  ),
  LEADS = /^(?:\W*\w+){0,3}\W*$|(?:[:=>→—–]|\bor)\W*$/,
  BELONGS =
    /\b(?:and|of|in|for|on|by|from|with|like|at|as|(?:compared|contrast|next|relative|opposed) to)\W*$/i;

/** What concedes to the answer before it, as the chosen one follows: `A is longer, but B is right`. */
const BUT = /\b(?:but|yet|however|whereas|while|although|though)\b\W*$/i;

/** What a text says of the answer of a verdict and of others, part by part: what names none speaks of the verdict's. */
function saidOf(text: string, verdict: string | null) {
  const before = (text: string, to: number) => text.slice(Math.max(0, to - LOOKED_AT), to);
  const isHeaded = [...text.matchAll(HEADS)].some(([line]) => namesIn(line)[0]?.side === verdict);
  return (isHeaded ? text.replace(HEADS, "$1: ") : text).split(/[.!?;\n]+/).flatMap((line) => {
    const sentence = namesIn(line).reduceRight((text, { side, from, end }) => {
      const [words] = side === verdict ? [] : INSTEAD.exec(before(text, from)) ?? [];
      return words ? text.slice(0, from - words.length) + text.slice(end) : text;
    }, line);
    const names = namesIn(sentence).filter(({ from }) => !COMPARED.test(before(sentence, from)));
    const found = names.map((name, i) => {
      const last = names[i - 1]?.end ?? 0, lead = sentence.slice(last, name.from);
      const led = JUDGED_BEFORE.exec(lead), leads = led ? judged(led[0]) > 0 : LEADS.test(lead);
      return { ...name, lead, leads, start: last + (led?.index ?? lead.length) };
    });
    const parts = [{ side: verdict, start: 0, from: 0, end: 0, lead: undefined, leads: false }, ...found];
    return parts.map(({ side, start, from, end, lead, leads }, i) => {
      const isOwn = side === verdict, behind = sentence.slice(end, parts[i + 1]?.start);
      const said = `${sentence.slice(start, from)} ${behind}`.replace(CONCEDES, "");
      const next = parts[i + 1], rest = next && sentence.slice(next.end), nextSign = judged(rest ?? "");
      const isBut = rest && /\p{L}/u.test(rest) && BUT.test(behind) &&
        (isOwn ? nextSign <= 0 : next.side === verdict && nextSign > 0);
      const isConceded = isBut || CONCEDES.test(before(sentence, from)) || CONCEDED.test(said);
      const isNamed = !isOwn && !isConceded && leads && NAMED_ALONE.test(behind) && !BELONGS.test(lead!);
      const sign = isOwn && isBut ? 0 : judged(said, { omits: !isOwn });
      const isSaid = lead !== undefined && /\p{L}/u.test(behind);
      const isFor = isOwn ? sign > 0 || sign === 0 && isSaid : sign < 0;
      return { isOwn, isConceded, isNamed, isFor, said, sign };
    });
  });
}

export const UNSURE = anyOf("unsure");
const NO_TIE = /^,? [AB]\b(?! and)|\bnot an? (?:tie|draw)\b|\bnot equal/;
const DOUBTS = anyOf("takes_back", "unsure", "doubts"),
  TIES = anyOf("ties"),
  TAKES_BACK = anyOf("takes_back");

export const takesBack = (text: string): boolean => TAKES_BACK.test(text);

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
  if (isOther || isTie || parts.some(({ isFor }) => isFor)) return isOther;
  return parts.some(({ isOwn, isConceded, said, sign }) =>
    isOwn ? sign < 0 : !isMarked && !isConceded && (sign > 0 || !DESCRIBES.test(said))
  );
}

/** What makes a sentence one of instruction, condition, doubt, example or quotation, whatever verdict stands in it. */
const UNMEANT = new RegExp(`\\b${any("unmeant")}\\b|\\?|\\.\\.\\.|…|~~`, "i");

/** A denial right before a verdict, one before it in its part of the sentence, and what undoes it right behind. */
const DENIED = /(?:\b(?:not|no|over|than|against|instead of|anything but|nicht)|不是|>)\W*$/i,
  DENIED_BEFORE = /(?:\b(?:not|never|nor)\b|n't\b)[^,;:.]{0,20}$/i,
  UNDONE =
    /^\W*(?:or|if|not(?! [AB]\b)|no|it depends)\b|^,? (?:rather|but [c-z])\b|\bonly\W*$|^,? as (?:\w+ ){1,3}(?:says?|said)\b/i;

/** What in a sentence of its own behind a verdict tells what an answer says. */
const TOLD =
  /(?<=^\W*\s\p{Lu}\p{Ll}.*)\b(?:what|says|said|claims?|contains?|they|their|itself|or|may|might|could|should|must)\b/gu;

/** What leads to a conclusion: its words say what an answer says. */
const LED = /^(?!\W*(?:if|unless)\b).*[,;] (?:so|thus|therefore|hence)\b/i;

/** What begins a reason, whose words say nothing of the verdict before it; and what ends the part of a sentence before a verdict. */
const REASON = /\b(?:because|since|as|which|but|while|whereas|although|though|even)\b|[(–—]| - /i,
  PART = /;|\b(?:so|thus|therefore|hence|and|but)\b/i;

/**
 * Whether a verdict that stands in a text is meant there: its sentence is none of instruction, condition, doubt or quotation, nor denies it,
 * nor heads a criterion; and where its label is given, what leads to it does not run that answer down.
 */
export function isMeant(text: string, from: number, to: number, label?: string | null): boolean {
  const lines = text.slice(Math.max(0, from - LOOKED_AT), from).split(/[\r\n]+/), line = lines.pop()!;
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
  const own = rest.slice(0, namesIn(rest)[0]?.from).split(REASON, 1)[0].replace(TOLD, "");
  return ![
    UNMEANT.test(lead.replace(LED, "")),
    UNMEANT.test(own),
    DENIED.test(lead),
    UNDONE.test(rest),
    isRunDown,
  ].includes(
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
