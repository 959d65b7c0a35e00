import { isPlain } from "../progress/told.ts";
import {
  choosesOther,
  CONCLUDES,
  HEAD,
  isTitled,
  leavesAsItIs,
  NOUN,
  plainLead,
  plainLines,
  takesBack,
} from "./lone_verdict.ts";
import { chosenBy, jsonReply, labelOf, withLines, withoutThinking } from "./reply_text.ts";
import { type BothScores, lowerWins, scoresInJson, scoresOfBoth } from "./reply_score.ts";

/** What a whole reply says of two answers: A, B, tie or a sign that its reader was told of, with the scores of both; or why it says none. */
export type FoundVerdict = {
  verdict?: string;
  fault?: "none" | "several" | "worse";
  scores?: BothScores;
};

/** A verdict in a form of its own, and where that ends: null where the form holds no label. Weak ones count at the end of a reply alone, those aside beside others. */
interface Form {
  verdict: string | null;
  end: number;
  isWeak?: boolean;
  isAside?: boolean;
}

const NONE: FoundVerdict = { fault: "none" }, SEVERAL: FoundVerdict = { fault: "several" };

/** A verdict in double brackets, a tag or a box. */
const MARK =
  /\[\[\s*([^[\]\n]{1,25}?)\s*\]\]|<(answer|verdict|choice|winner|judge?ment)>([^<\n]{0,80})<\/\2>|\$?\\boxed\{((?:[^{}]|\{[^{}]{0,40}\}){0,60})\}\$?/g;

/** What heads a verdict, and what may head other things too. */
const SAYS = "\\s*(?:[:=-]>?\\s|[:=]>?|[–—]|\\b(?:is|was)\\b:?)\\s*(?<content>.*)$";
const HEADED = new RegExp(`^${CONCLUDES}?${HEAD}(?:$|${SAYS})`, "i"),
  ANSWERED = new RegExp(
    `^${CONCLUDES}?(?:(?:the|my|final|overall) )*(?:answer|overall|result|conclusion|final)${SAYS}`,
    "i",
  );

/** What heads the worse answer, or asks for it. */
const WORSE = new RegExp(
  `(?:^|[.:\\n]\\s*)(?:(?:the|my|final|overall) )*(?:(?:worse|worst|loser|weaker|rejected|dispreferred|eliminated|inferior|less \\w+|(?:${NOUN} )?not (?:chosen|preferred))(?: ${NOUN}| one)?\\s*(?:[:=-]|\\bis\\b)|(?:which|name|choose|pick|select)\\b[^.!?\\n]{0,60}\\b(?:worse|worst|less|least)\\b)|worst (?:first|to best)`,
  "i",
);

/** Words that compare, beside which a sentence at the end is one of several. */
const COMPARES =
  /\b(?:better|best|prefer\w*|superior|stronger|wins?|choose|pick|worse|equal\w*|tie|draw|neither|correct|right|beats|outperforms|lean|vote)\b/i;

/** Lines of a text with words, plain. */
const linesOf = (text: string) =>
  plainLines(text).filter((line) => /[\p{L}\p{N}]/u.test(line) && line !== "json").join("\n");

/** The label that a text names, null for whatever else. */
type Label = (said: string) => string | null;

/**
 * The verdict in a whole reply to a question which of two answers is better, read only where it is plain: in double brackets
 * (`[[A]]`), a field of JSON, a tag or a box, behind a heading (`Winner: B`), as a letter alone in the first or last line, or in a first or
 * last sentence that chooses and does nothing else (`Response A is better.`); of one score for each answer the larger wins. All that
 * are found must agree, none may hold anything else, and what follows must leave them so (`leavesAsItIs`). Thinking is passed over.
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
  const from = plain.search(/\{\s*"/), to = from < 0 ? -1 : plain.lastIndexOf("}") + 1;
  const json = from < 0 ? {} : jsonReply(plain.slice(from, to));
  if (!json || plain.includes("<|")) return NONE;
  const said = from < 0 ? plain : `${plain.slice(0, from)}\n${plain.slice(to)}`;
  const text = linesOf(said);
  if (WORSE.test(text)) return { fault: "worse" };
  const { own: fields, beside } = fieldsIn(json, label),
    forms = formsIn(text, label),
    found = forms.map((one) => one.verdict);
  const inJson = scoresInJson(json), sided = scoresOfBoth(text), scores = inJson ?? sided?.scores;
  const all = [...fields, ...found, ...fields.length + found.length > 0 ? beside : []];
  if (scores) {
    if (inJson && sided || lowerWins(plain)) return all.length > 0 ? SEVERAL : NONE;
    const [a, b] = scores, won = a > b ? "A" : a < b ? "B" : "tie";
    if (all.length === 0 || won !== "tie") all.push(won);
  }
  const [verdict, ...others] = new Set(all);
  if (others.length > 0 || verdict === null && all.length > 1) return SEVERAL;
  if (verdict === undefined || verdict === null) return NONE;
  const start = fields.length > 0 || inJson ? linesOf(plain.slice(0, from)).length : Infinity;
  const rest = text.slice(Math.min(start, ...forms.map(({ end }) => end), sided?.end ?? Infinity)).trim();
  if (!leavesAsItIs(rest, verdict)) return SEVERAL;
  const isWeak = fields.length === 0 && !scores && forms.every((form) => form.isWeak);
  return isWeak && forms.at(-1)!.end < text.length ? NONE : { verdict, ...scores && { scores } };
}

/** The verdict behind words of the caller's own, each time that they stand there, whatever follows but a change of mind. */
function behindOwn(text: string, own: readonly RegExpExecArray[], label: Label): FoundVerdict {
  const behind = own.map(({ index, 0: words }) =>
    text.slice(index + words.length).replace(/^[\s:="*_]+/, "")
  );
  const [verdict, ...others] = new Set(behind.map((one) => label(one.split(/[\n.!?;\]]/, 1)[0])));
  if (others.length > 0 || takesBack(behind.at(-1)!)) return SEVERAL;
  return verdict === null ? NONE : { verdict };
}

/** What says that a letter alone, or a sentence, is no choice. */
const UNSURE = /\bi (?:can(?:not|'t)|do(?:n't| not) know|am not sure)\b|\bat random\b|\bguess/i;

/** What one of a text's sentences says, none of which goes over a line. */
interface Sentence {
  part: string;
  end: number;
  /** Whether it begins its line, and whether it is all of it. */
  begins: boolean;
  isLine: boolean;
  /** The line before it, where it begins one. */
  before?: string;
}

/** Sentences of a text of plain lines. */
const sentencesOf = (text: string): Sentence[] => {
  let start = 0, before: string | undefined;
  return text.split("\n").flatMap((line) => {
    const above = before, parts = line.split(/(?<=[.!?;])\s+/);
    before = line;
    return parts.map((part, i) => {
      const end = text.indexOf(part, start) + part.length;
      start = end;
      return { part, end, begins: i === 0, isLine: parts.length === 1, ...i === 0 && { before: above } };
    });
  });
};

/** The verdicts that a text of plain lines says, each in a form of its own: those within a line, or beside others, count where they say otherwise. */
function formsIn(text: string, label: Label): Form[] {
  const sentences = sentencesOf(text), isOpen = UNSURE.test(text), last = sentences.length - 1;
  const marks = [...text.matchAll(MARK)].map(({ index, 0: all, 1: bracketed, 3: tagged, 4: boxed }): Form => {
    const end = index + all.length, lead = plainLead(text, index, end);
    const verdict = label(bracketed ? all : tagged ?? boxed);
    const worded = lead && (chosenBy(lead.replace(/[\s:*_]+$/, ""))?.verdict ?? "tie");
    return { verdict: lead === null || worded && worded !== verdict ? null : verdict, end };
  });
  // Several letters alone, or that begin lines, head what is said of each answer.
  const isList = sentences.filter(({ part, isLine }) => isLine && label(part) !== null).length > 1 ||
    sentences.some(({ part, begins, isLine }) =>
      begins && /^\(?[AB](?:[.):]| because\b)/.test(part) && !(isLine && label(part))
    );
  const others = (i: number) => sentences.some(({ part }, j) => j !== i && COMPARES.test(part));
  let taken = -1;
  const said = sentences.flatMap(({ part, end, begins, isLine, before }, i): Form[] => {
    const bare = part.replace(/^[^\p{L}\p{N}[<\\$("']+/u, ""), headed = HEADED.exec(bare);
    const { content = headed ? "" : undefined } = (headed ?? ANSWERED.exec(bare))?.groups ?? {},
      below = content === "" ? sentences[i + 1] : undefined;
    const said = below?.part ?? content;
    if (part.match(MARK) || said?.match(MARK)) return [];
    const isTitle = headed && headed.groups!.content === undefined;
    if (said !== undefined && !(isTitle && label(said) === null)) {
      const verdict = isTitled(before) ? null : label(said), isWeak = !headed;
      if (below) taken = i + 1;
      // A heading of a sentence says why, where it does not name the other answer alone.
      const isWhy = verdict === null && said.split(" ").length > 4 && marks.length > 0 &&
        marks.every(({ verdict: mark }) =>
          mark !== null && (choosesOther(said, mark === "A" ? "B" : "A") || !choosesOther(said, mark))
        );
      return headed && !isWhy || verdict !== null
        ? [{ verdict, end: below?.end ?? end, isWeak, isAside: !begins && !(headed && i === last) }]
        : [];
    }
    const chosen = chosenBy(part), alone = label(part);
    const isEnd = chosen
      ? i === 0 || i === last && (chosen.concludes || !others(i))
      : isLine && (i === 0 || i === last);
    if (chosen) return [{ verdict: isOpen ? null : chosen.verdict, end, isAside: !isEnd || isList }];
    if (alone === null || !isLine || taken === i) return [];
    // A name within a reply heads what is said of it, a letter decides.
    if (isList || !isEnd) return /^\W*[AB]\W*$/.test(part) ? [{ verdict: alone, end, isAside: true }] : [];
    return [{ verdict: isTitled(before) || isOpen ? null : alone, end, isWeak: true }];
  });
  const all = [...marks, ...said];
  return all.every(({ isAside }) => isAside) ? all.map((form) => ({ ...form, verdict: null })) : all;
}

/** What a field of an object that holds a verdict is called, and one of the worse answer. */
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
