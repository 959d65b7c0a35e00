import { isPlain } from "../progress/told.ts";
import {
  asksWorse,
  choosesOther,
  isHeading,
  isTitle,
  pattern,
  plainLine,
  takesBack,
  withoutNumber,
} from "./lone_verdict.ts";
import type { BothScores, FoundScore, FoundVerdict } from "./reply_score.ts";
import { chosenBy, jsonReply, labelOf } from "./reply_text.ts";

const KEY = pattern("key_heads"),
  LIKE_KEY = pattern("like_key"),
  LOSER = /\b(?:worse|worst|loser|rejected|weaker)\b/,
  UNREAD: FoundVerdict = { fault: "unknown wording" },
  OF_ONE = /(?:^|[ _-])([ab12])$/i,
  ONE_ASPECT = /^(?:criterion|aspect|dimension|category|metric|measure)$/;

/** Texts in a part of an object, those of one answer by its name. */
function textsIn(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, name));
  if (isPlain(value)) {
    return Object.entries(value).flatMap(([key, one]) => textsIn(one, OF_ONE.test(key) ? key : name));
  }
  const [, side] = OF_ONE.exec(name) ?? [], said = typeof value === "string" ? value : "";
  return side && said
    ? said.split(/(?<=[.!?;\n])\s+/).map((one) => `Response ${side.toUpperCase()}: ${one}`)
    : [said];
}

/** What the fields of an object say: the verdicts of those whose names say so, else of its field `answer`, `result` or `overall`, null where one holds no label; those that must not say otherwise; and its reasons, before and behind the last of these. */
export function fieldsIn(json: Record<string, unknown>, label: (said: string) => string | null) {
  const fields = Object.entries(json).map(([key, value]) => {
    const name = inWords(key).replace(/-+/g, " ").toLowerCase(), said = String(value);
    const verdict = typeof value === "object"
      ? null
      : label(said) ?? (KEY.test(name) ? chosenBy(said) : null);
    return { name, verdict, value };
  });
  const named = fields.filter(({ name }) => KEY.test(name));
  const isLike = (name: string, verdict: unknown) =>
    /^(?:final )?answer$/.test(name) || /^(?:overall|result)$/.test(name) && verdict;
  const own = named.length > 0 ? named : fields.filter(({ name, verdict }) => isLike(name, verdict));
  const said = own.map(({ verdict }) => verdict);
  const isLost = fields.some(({ name, verdict }) => LOSER.test(name) && said.includes(verdict));
  // `winner_after_review`, and what is said of a criterion; scores without a name may be ranks.
  const alike = fields.filter(({ name, verdict, value }) =>
    verdict !== null && !LOSER.test(name) && (LIKE_KEY.test(name) || /\[\[/.test(`${value}`))
  );
  const nested: (string | null)[] = Object.values(json).flatMap((value) =>
    isPlain(value) ? fieldsIn(value, label).own : []
  );
  const isOpen = isLost || typeof json.A === "number" && typeof json.B === "number";
  const beside = [...alike.map(({ verdict }) => verdict), ...nested, ...isOpen ? [null] : []];
  const last = fields.findLastIndex((one) => own.includes(one) || /score|rating|^[ab]$/.test(one.name));
  const texts = fields.map((one) => one.verdict || KEY.test(one.name) ? [] : textsIn(one.value, one.name));
  const reasons = [texts.slice(0, last), texts.slice(last)].map((some) => some.flat().join("\n"));
  const isOfOne = fields.some(({ name, value }) => ONE_ASPECT.test(name) && !/overall/i.test(String(value)));
  return { own: said, beside, reasons, isOfOne };
}

/** What a line, cell, field or section says under a name of its own, and where it stands. */
type Named = { name: string; said: string; from: number; end: number; isSection?: boolean };

const TAG = /<([a-z][\w -]{0,40})>([^<\n]{0,200})<\/\1>/gi,
  CHOICES = pattern("column_heads"),
  FIELD = /^([^{:]+): (\{.*\})$/,
  SEGMENT = /[,;|.]\s+(?![\p{L} ]+ [AB]\b)(?=\p{L}[\p{L} _-]{1,40}?\s?(?:[:=]|->|→)\s*\S)/u,
  SAID = /^([^:：=→|]{2,60}?)\s*(?:->|[:：=→]|\s[-–—]\s)\s*(.+)$/,
  HEADS = pattern("head_words", "gi"),
  LONGEST = 80;

const inWords = (name: string) => name.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");

/** A name without its number, brackets and words for a verdict: `1. **Clarity** (A or B)` and `clarityWinner` are `clarity`. */
const nameOf = (text: string) =>
  withoutNumber(plainLine(inWords(text.slice(0, LONGEST)).replace(/\[[^\]]*\]/g, ""))).replace(HEADS, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)?.join(" ") ?? "";

/** The columns of a table, by their headings, that name who is better; else the first, unless it names who is worse. */
function choicesIn(headings: readonly string[]): number[] {
  const own = headings.flatMap((one, at) => CHOICES.test(one) && !asksWorse(one) ? [at] : []);
  return own.length > 0 ? own : [asksWorse(headings[0]) ? -1 : 0];
}

/** The lines, cells and fields of a text, and the sections below headings and names that are known. */
function namedIn(text: string, known: ReadonlySet<string>): Named[] {
  const all = [...text.matchAll(/.+/g)];
  const lines = all.map(({ index: from, 0: line }) => ({ line, from, end: from + line.length }));
  const heads = lines.flatMap(({ line }, i) =>
    isHeading(line) || line.length < LONGEST && known.has(nameOf(line)) ? [i] : []
  );
  const sections = heads.map((at, i) => {
    const { line, from, end: start } = lines[at], { end } = lines[(heads[i + 1] ?? lines.length) - 1];
    return { name: nameOf(line), said: text.slice(start, end), from, end, isSection: true };
  });
  let choices = [0];
  const parts = lines.flatMap(({ line, from, end }, i) => {
    const [title, ...cells] = line.startsWith("|") ? line.split("|").slice(1) : [], whole = FIELD.exec(line);
    const isTop = lines[i - 1]?.line[0] !== "|" || /^[|:\s-]+$/.test(lines[i + 1]?.line);
    if (cells.length > 0 && isTop) choices = known.has(nameOf(title)) ? [0] : choicesIn(cells);
    const said = whole ? [whole] : plainLine(line).split(SEGMENT).map((one) => SAID.exec(one));
    const own = cells.length > 0 ? choices.map((at) => ["", title, cells[at] ?? "–"]) : said;
    return own.flatMap((one) => one ? [{ name: nameOf(one[1]), said: one[2].trim(), from, end }] : []);
  });
  return [...parts, ...sections].filter(({ said }) => said.trim() !== "");
}

/**
 * The verdict (or with the head `Score` the score) of a reply on one criterion, read by `read`: that of what stands under its name, where all of that agrees and nothing behind is taken
 * back. A reply that names other criteria alone says nothing of it; one that names none speaks of all.
 */
export function onCriterion(
  reply: string,
  criterion: string,
  criteria: Iterable<string>,
  read: (text: string) => FoundVerdict,
  head = "Verdict",
): FoundVerdict {
  const at = reply.search(/\{\s*"[^"\n]*"\s*:/), to = at < 0 ? -1 : reply.lastIndexOf("}") + 1;
  const json = at < 0 ? {} : jsonReply(reply.slice(at, to));
  if (!json) return UNREAD;
  const known = new Set([...criteria].map(nameOf)), own = nameOf(criterion);
  const isOfSome = (value: unknown) =>
    isPlain(value) && Object.keys(value).some((key) => known.has(nameOf(key)));
  const fields = Object.entries(json).flatMap((one) => isOfSome(one[1]) ? Object.entries(one[1]!) : [one])
    .map(([key, value]) => `${inWords(key)}: ${isPlain(value) ? JSON.stringify(value) : value}`);
  const beside = at < 0 ? [reply] : [reply.slice(0, at), ...fields, reply.slice(to)];
  const text = beside.join("\n").replace(TAG, "\n$1: $2\n"), named = namedIn(text, known);
  const verdictOf = ({ said, isSection }: Named) => read(isSection ? said : `${head}: ${said}`);
  const isLabel = ({ said, isSection }: Named) => {
    const [label] = said.split(/[,;.(]|\s[-–—]\s/);
    return !isSection && (head === "Score" ? /^\d/.test(label) : labelOf(label) !== null);
  };
  const [first, ...more] = named.filter(({ name }) => name === own);
  const rest = named.filter(({ name }) => name !== own);
  const others = rest.filter((one) => known.has(one.name) || isLabel(one) && isTitle(one.name));
  const verdicts = [first, ...more].map((one) => one ? verdictOf(one) : UNREAD), [found] = verdicts;
  if (others.length === 0 && verdicts.every(({ verdict }) => !verdict)) return read(reply);
  if (!first) return UNREAD;
  const start = others.reduce((least, { from }) => Math.min(least, from), first.from);
  const above = text.slice(0, start).trim().split("\n").at(-1)!;
  const isTask = /[:?]\W*$/.test(above) || !/[.!]\W*$/.test(above) && !choosesOther(above, "");
  if (isTask && asksWorse(above)) return { fault: "says which is worse" };
  // What ends the last section may be said of all; what names the criterion again may change it.
  const { end, isSection } = more.at(-1) ?? first, isLast = isSection && others.every((one) => one.end < end);
  if (isLast && others.length > 0 && !others.some((one) => verdictOf(one).verdict)) return UNREAD;
  const again = rest.filter((one) => isLabel(one) && ` ${one.name} `.includes(` ${own} `));
  const isOpen = [...verdicts, ...again.map(verdictOf)].some(({ verdict }) => verdict !== found.verdict);
  return isOpen || takesBack(text.slice(end)) ? { fault: "names several" } : found;
}

/** The score of a reply on one criterion, read by `read`, by the same rule. */
export function scoreOnCriterion(
  reply: string,
  criterion: string,
  criteria: Iterable<string>,
  read: (text: string) => FoundScore,
): FoundScore {
  const found: Record<string, FoundScore> = {};
  const { verdict = "", fault = "" } = onCriterion(reply, criterion, criteria, (text) => {
    const one = read(text);
    if (!("score" in one)) return UNREAD;
    found[one.score] = one;
    return { verdict: `${one.score}` };
  }, "Score");
  return found[verdict] ?? { fault: "unparsable", reason: fault };
}

/** The scores of both answers in an object: in fields named after them, or within one of scores or of each answer. */
export function scoresInJson(json: Record<string, unknown>): BothScores | undefined {
  const found: Record<string, Set<number>> = { A: new Set(), B: new Set() };
  const nested = [json.scores, json.ratings, json.overall].flatMap((one) => Object.entries(Object(one)));
  const all = Object.entries(json), named = all.filter(([key]) => /score|rating/i.test(key));
  for (const [key, own] of [...named, ...nested, ...all.filter(([, value]) => isPlain(value))]) {
    const value = isPlain(own) ? own.score ?? own.rating : own;
    const side = labelOf(key.replace(/_?(?:scores?|ratings?)_?/i, "").replaceAll("_", " "));
    if (side !== null && (typeof value === "number" || /^\d+(?:\.\d+)?$/.test(String(value)))) {
      found[side]?.add(Number(value));
    }
  }
  const [[a], [b]] = [[...found.A], [...found.B]];
  return found.A.size === 1 && found.B.size === 1 ? [a, b] : undefined;
}
