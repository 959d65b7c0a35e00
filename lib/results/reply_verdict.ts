import { isPlain } from "../progress/told.ts";
import {
  choosesOther,
  CONCLUDES,
  HEAD,
  isMeant,
  NOUN,
  plainLines,
  takesBack,
  WORSE,
} from "./lone_verdict.ts";
import { chosenBy, jsonReply, labelOf, praisesOther, withLines, withoutThinking } from "./reply_text.ts";
import { type BothScores, lowerWins, scoresInJson, scoresOfBoth } from "./reply_score.ts";

/** What a whole reply says of two answers: A, B, tie or a sign that its reader was told of, with the scores of both; or why it says none. */
export type FoundVerdict = {
  verdict?: string;
  fault?: "none" | "several" | "worse";
  scores?: BothScores;
};

/** A verdict in a form of its own, null where that holds no label, and where it stands; what counts beside others alone is aside. */
interface Form {
  verdict: string | null;
  from: number;
  end: number;
  isAside?: boolean;
}

const NONE: FoundVerdict = { fault: "none" }, SEVERAL: FoundVerdict = { fault: "several" };

const MARK =
  /\[\[\s*([^[\]\n]{1,25}?)\s*\]\]|<(answer|verdict|choice|winner|judge?ment)>([^<\n]{0,80})<\/\2>|\$?\\boxed\{((?:[^{}]|\{[^{}]{0,40}\}){0,60})\}\$?/g;

/** What heads a verdict, the worse answer, or weakly whatever is answered; with what it says, unless that stands below. */
const HEADING = new RegExp(
  `^[^\\p{L}[<\\\\$("']*${CONCLUDES}?(?:${HEAD}|(?:(?:the|my|final|overall) )*(?:(?<worse>${WORSE}(?: ${NOUN}| one)?)|(?<weak>answer|overall|result|conclusion|final|ranking(?=.*[<>]))))(?::?$|\\s*(?:[:=-]>?\\s|[:=]>?|[–—]|\\b(?:is|was)\\b(?: that)?:?)\\s*(?<content>.*)$)`,
  "iu",
);

const ASKS_WORSE =
  /(?:^|[.:\n]\s*)(?:which|name|choose|pick|select)\b[^.!?\n]{0,60}\b(?:worse|worst|less|least)\b|worst (?:first|to best)|\bthe (?:wrong|worse) one\b/i;

/** What says that a letter alone, or a sentence, is no choice; and what weighs a sentence that is one. */
const UNSURE = /\bi (?:can(?:not|'t)|do(?:n't| not) know|am not sure)\b|\bat random\b|\bguess|\bcoin\b/i,
  WEIGHS =
    /\b(?:equal\w*|tie|draw|neither|both|but|however|probably|would|said|depends|if|or|not)\b|\?|^\W*[AB]\.?$|^(?:choose|pick)\b/im,
  NO_ANSWER = /\b(?:neither|none|nobody|unclear|unknown|undecided)\b/i;

/** What ends what a heading says. */
const CLAUSE = /[,;:–—]|\s\(|\.(?!\d)|\s-\s|\b(?:because|since|as)\b/;

const linesOf = (text: string) =>
  plainLines(text).filter((line) => /[\p{L}\p{N}]/u.test(line) && line !== "json").join("\n");

type Label = (said: string) => string | null;

/**
 * The verdict in a whole reply to a question which of two answers is better, settled by its plain forms, which must all agree
 * (`settled`); where there is none, by a first or last sentence that chooses and does nothing else. Thinking is passed over.
 *
 * @param told codes that the caller's values give a meaning, and words of its own before a verdict
 */
export function replyVerdict(
  reply: string,
  { signs, behind }: { signs?: ReadonlySet<string>; behind?: RegExp } = {},
): FoundVerdict {
  const whole = withoutThinking(reply);
  if (whole === null) return NONE;
  const plain = withLines(whole).normalize("NFKC").replace(/[\u200b-\u200d\ufeff]/g, "").replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"').replace(/\be\.g\./gi, "for example").trim()
    .replace(/<\|[^<>|]{1,40}\|>$|<\/s>$/, "");
  const label = (said: string) => labelOf(said, signs);
  const told = behind ? [...plain.matchAll(behind)] : [];
  if (told.length > 0) return behindOwn(plain, told, label);
  const from = plain.search(/\{\s*"[^"\n]*"\s*:/), to = from < 0 ? -1 : plain.lastIndexOf("}") + 1;
  const json = from < 0 ? {} : jsonReply(plain.slice(from, to));
  if (!json || plain.includes("<|") || from >= 0 && plain.includes("{", to)) return NONE;
  const before = from < 0 ? "" : linesOf(plain.slice(0, from));
  const text = from < 0 ? linesOf(plain) : `${before}\n${linesOf(plain.slice(to))}`;
  if (ASKS_WORSE.test(text)) return { fault: "worse" };
  const { own, beside } = fieldsIn(json, label), inJson = scoresInJson(json), sided = scoresOfBoth(text);
  const forms = formsIn(text, label), at = { from: before.length, end: before.length };
  forms.push(...own.map((verdict) => ({ verdict, ...at })));
  if (own.length > 0) forms.push(...beside.map((verdict) => ({ verdict, ...at })));
  const scores = inJson ?? sided?.scores;
  if (scores) {
    if (inJson && sided || sided && scoresOfBoth(text.slice(sided.end)) || lowerWins(plain)) {
      return forms.length > 0 ? SEVERAL : NONE;
    }
    const [a, b] = scores, won = a > b ? "A" : a < b ? "B" : "tie";
    const { end } = sided ?? at;
    if (forms.length === 0 || won !== "tie") forms.push({ verdict: won, from: end, end });
  }
  const found = settled(text, forms);
  return found.verdict === undefined ? found : { ...found, ...scores && { scores } };
}

/** What right behind a verdict questions or denies it; what only sets an answer aside, or gives a reason against it, does not. */
const DOUBTS = /^[^\n]*\?|^\P{L}*(?:or\b|(?:no|nope|not|never)(?: [\p{L}']+){0,2}[^\p{L}\n]*(?:[.!\n]|$))/iu,
  SETS_ASIDE = ["A", "B"].map((name) =>
    new RegExp(
      `(?:\\b(?:[Nn]ot|because|since|as|while|whereas)|[–—](?=[^.,;]* \\p{Ll})) (?:\\p{L}+ )?${name}\\b[^.,;)\\n]*`,
      "gu",
    )
  );

/** The verdict behind words of the caller's own, each time that they stand there: what follows may explain it, but neither questions it nor takes it back, and no plain form of it says another. */
function behindOwn(text: string, own: readonly RegExpExecArray[], label: Label): FoundVerdict {
  const behind = own.map(({ index, 0: words }, i) =>
    text.slice(index + words.length, own[i + 1]?.index).replace(/^[\s:="*_]+/, "")
  );
  const [verdict, ...others] = new Set(behind.flatMap((one) => {
    const [said] = one.split(/[\n.!;\]]/, 1), [clause] = said.split(CLAUSE, 1);
    const whole = label(said), verdict = whole ?? labelIn(clause, label);
    if (verdict === null) return [null];
    const rest = one.slice((whole ? said : clause).length).replace(SETS_ASIDE[verdict === "A" ? 1 : 0], "");
    if (DOUBTS.test(rest) || !whole && !isMeant(clause + rest, 0, clause.length)) return [null];
    const later = formsIn(linesOf(rest.replace(/^[^\p{L}\p{N}[]+/u, "")), label);
    return [verdict, ...later.flatMap((form) => form.isAside || form.verdict === null ? [] : form.verdict)];
  }));
  if (others.length > 0 || takesBack(behind.at(-1)!)) return SEVERAL;
  return verdict === null ? NONE : { verdict };
}

const labelIn = (clause: string, label: Label) => label(clause) ?? chosenBy(clause.trim())?.verdict ?? null;

/** Sentences of a text of plain lines, none of which goes over a line, where they stand, and whether they begin a line and are all of it. */
const sentencesOf = (text: string) =>
  [...text.matchAll(/(?<=^|\s)\S[^\n]*?(?:[.!?;](?=\s)|(?=\n|$))/g)].map(({ index, 0: said }) => {
    const end = index + said.length, begins = index === 0 || text[index - 1] === "\n";
    return { said, from: index, end, begins, isLine: begins && (end === text.length || text[end] === "\n") };
  });

/** What forms of a text settle: all that are meant name one verdict, behind the last nothing is taken back, and none stands that is not meant. */
function settled(text: string, all: readonly Form[]): FoundVerdict {
  const forms = all.toSorted((one, other) => one.from - other.from);
  const meant = forms.filter(({ from, end }) => from === end || isMeant(text, from, end));
  if (meant.every(({ isAside }) => isAside)) return all.length > 1 ? SEVERAL : NONE;
  const { end } = meant.at(-1)!, [verdict, ...others] = new Set(meant.map((one) => one.verdict));
  if (others.length > 0 || forms.at(-1)!.end > end || takesBack(text.slice(end))) return SEVERAL;
  if (praisesOther(text.slice(meant.find(({ isAside }) => !isAside)!.end), verdict)) return SEVERAL;
  return verdict === null ? NONE : { verdict };
}

/** The one label that a global pattern's first group finds in a text, spelt by `nameOf`, where that is settled (`settled`); or why there is none. */
export function loneLabel(
  text: string,
  pattern: RegExp,
  nameOf: (found: string) => string = (found) => found,
): { label: string } | { fault: string } {
  const forms = [...text.matchAll(pattern)].map(({ index, 0: all, 1: said }) => ({
    verdict: nameOf(said),
    from: index,
    end: index + all.length,
  }));
  if (forms.length === 0) return { fault: "no label" };
  const { verdict, fault } = settled(text, forms);
  if (verdict !== undefined) return { label: verdict };
  return { fault: fault === "none" ? "not a label alone" : "more than one label" };
}

const isHeadOf = (letter: string, behind: string) =>
  /\b(?:not|invents|misses|wrong|incorrect)\b/.test(behind) || choosesOther(behind, letter);

/** The verdicts that a text of plain lines says, each in a form of its own; of weak ones, where there is no other. */
function formsIn(text: string, label: Label): Form[] {
  const forms: Form[] = [...text.matchAll(MARK)].flatMap(
    ({ index, 0: all, 1: bracketed, 3: tagged, 4: boxed }) => {
      const verdict = label(bracketed ? all : tagged ?? boxed);
      return verdict === null && boxed !== undefined
        ? []
        : [{ verdict, from: index, end: index + all.length }];
    },
  );
  const sentences = sentencesOf(text), last = sentences.length - 1, isOpen = UNSURE.test(text);
  const isList = /^\(?[AB](?:[.):] | because\b)/m.test(text);
  const alone = new Set(sentences.flatMap(({ said, isLine }) => isLine && label(said) || []));
  for (const [i, { said, from, end, begins, isLine }] of sentences.entries()) {
    const { worse, weak, content = sentences[i + 1]?.said } = HEADING.exec(said)?.groups ?? { content: "" };
    if (!content || weak && !said.includes(content)) {
      const verdict = isLine && !isList && !isOpen && !said.match(MARK) ? label(said) : null;
      const isAside = alone.size > 1 || i > 0 && i < last ||
        verdict !== null && i < last && isHeadOf(verdict, text.slice(end));
      if (verdict && (!isAside || /^\W*[AB]\W*$/.test(said))) forms.push({ verdict, from, end, isAside });
      continue;
    }
    const [clause] = content.split(CLAUSE, 1);
    const chosen = labelIn(clause, label);
    // A heading of a sentence says why, and one of no answer heads another thing.
    const isOther = clause.split(" ").length > 4 || !choosesOther(clause, "") && !NO_ANSWER.test(clause);
    if (chosen === null && (content.match(MARK) || isOther || worse || weak)) continue;
    forms.push({
      verdict: worse && chosen ? chosen === "A" ? "B" : "A" : chosen,
      from,
      end: text.indexOf(content, from) + clause.trimEnd().length,
      // `Answer: A` alone on its line, which the next does not go on with.
      isAside: !!worse ||
        i < last &&
          !(begins && (!weak || isLine && label(content) && !/^\p{Ll}/u.test(sentences[i + 1].said))),
    });
  }
  if (forms.length > 0 || isOpen) return forms;
  const chosen = (one?: { said: string }) => one && chosenBy(one.said);
  const { verdict, concludes } = chosen(sentences[0]) ?? chosen(sentences[last]) ?? {};
  const others = sentences.filter((one) => chosen(one)?.verdict !== verdict).map(({ said }) => said).join(
    "\n",
  );
  if (!verdict || !concludes && (WEIGHS.test(others) || praisesOther(others, verdict))) return forms;
  const { end } = sentences.findLast((one) => chosen(one)?.verdict === verdict)!;
  return [{ verdict, from: end, end }];
}

const KEY = new RegExp(`^${HEAD}$`, "i"),
  LIKE_KEY = new RegExp(HEAD, "i"),
  LOSER = /\b(?:worse|worst|loser|rejected|weaker)\b/;

/** The verdicts in fields of an object whose names say so, else in its field `answer`, null where one holds no label; and those that must not say otherwise. */
function fieldsIn(
  json: Record<string, unknown>,
  label: Label,
): Record<"own" | "beside", (string | null)[]> {
  const fields = Object.entries(json).map(([key, value]) => ({
    name: key.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase(),
    verdict: typeof value === "object" ? null : label(String(value)),
  }));
  const named = fields.filter(({ name }) => KEY.test(name));
  const own = named.length > 0 ? named : fields.filter(({ name }) => /^(?:final )?answer$/.test(name));
  const lost = fields.filter(({ name, verdict }) =>
    LOSER.test(name) && own.some((one) => one.verdict === verdict)
  );
  // `winner_after_review`, and what is said of a criterion; scores without a name may be ranks.
  const alike = fields.filter(({ name, verdict }) =>
    verdict !== null && LIKE_KEY.test(name) && !LOSER.test(name)
  );
  const nested = Object.values(json).flatMap((value) => isPlain(value) ? fieldsIn(value, label).own : []);
  const isOpen = lost.length > 0 || typeof json.A === "number" && typeof json.B === "number";
  const beside = [...alike.map(({ verdict }) => verdict), ...nested, ...isOpen ? [null] : []];
  return { own: own.map(({ verdict }) => verdict), beside };
}
