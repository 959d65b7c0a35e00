import { behindField, loneNumber, plainLines, takesBack } from "./lone_verdict.ts";
import {
  isKept,
  jsonReply,
  labelOf,
  LONGEST,
  sentencesIn,
  withLines,
  withoutThinking,
} from "./reply_text.ts";
import { HEADING, NAME } from "./reply_words.ts";

/** What is known of the scores in replies. */
export interface ReplyScale {
  /** Lowest score of the scale, where one is known; anything outside is `out_of_range`. */
  low?: number;
  /** Highest score of the scale, where one is known. */
  high?: number;
  /** Whether the prompt offers `N/A` in place of a score. */
  abstention?: boolean;
  /** Whether a score must be a whole number. */
  whole?: boolean;
  /** What the score stands behind, for the reason why there is none. */
  marker?: string;
  /** Whether the replies are to a prompt that nobody knows: a field `rating` is a score too, and so is one behind a sentence. */
  unknown?: boolean;
}

/** A score and the number that it is out of where that is said, or why there is none. */
export type FoundScore =
  | { score: number; outOf: number | null }
  | { fault: "abstained" | "out_of_range" | "unparsable"; reason: string };

const MARKER = "(?:final |overall )?score";

/** Other headings, of which one alone is a score: of several each may be of another thing. */
const RATING = "(?:final |overall )?(?:rating|grade)|overall",
  RATED = new RegExp(`^(?:${RATING})\\s*[:：]`, "i");

/** A number alone, in the signs of Markdown, with what it is out of; one in double brackets, and one at the reply's end; a field of JSON. */
const BARE = /^[*_`"'([]*[-+]?\d+(?:\.\d+)?(?:\s*(?:\/|out of)\s*\d+)?[*_`"')\].]*$/,
  BRACKETED = /\[\[\s*([-+]?\d+(?:\.\d+)?)\s*\]\]/g,
  FIELD = /^(?:(?:final|overall)[ _]?)?(?:score|rating|grade)$|^overall$/i;

/** A number that begins a reply to a prompt that nobody knows, with what follows a score: `4 (good)`, `4 out of 5, for it names the dog`. */
const BEGUN = /^[*_"'`([]{0,4}\d{1,4}(?:\.\d{1,4})?[*_]{0,2}\s?(?:\(\p{L}|\/|(?:out of|points?|stars?)\b)/iu;

/** A second score behind the first, or a number alone: which of both is meant cannot be told. */
const ANOTHER =
  /\n(?:[^\n]*\b(?:score|grade|rating|overall)\b[^\n\d]{0,20}\d|[^\n\p{L}\p{N}]*\d+(?:\.\d+)?[^\n\p{L}\p{N}]*(?:\n|$))/iu;

const NOT_APPLICABLE = /^["'(]*(?:n\s*\/\s*a|n\.a\.|not applicable)["')]*\.?(?:\s|$)/i;

/** How replies to a prompt that nobody knows say a score otherwise, and the same behind a heading of its own. */
const SAID: readonly (readonly [RegExp, string])[] = [
  // Behind a sentence, and after what its scale is.
  [
    /(?<=[.!?。]["'*_)]{0,4})[^\S\r\n]{1,3}(?=[*_#[(]*(?:final |overall )?(?:score|rating|grade)[*_]*\s*[:：=(])/gi,
    "\n",
  ],
  [/\b(score|rating|grade)\s*\((?:out of |\d+\s*(?:[-–—]|to)\s*)\d+\)(?=[*_]*\s*[:：])/gi, "$1"],
  // `The score is 4`, `Score = 4`, `I would rate it 4 out of 5`
  [
    /^([^\p{L}\r\n]{0,20})(?:(?:the|my) )?((?:final |overall )?(?:score|rating|grade))[*_]*(?:\s*=\s*|\s+(?:is|of)\s*:?\s+)/gimu,
    "$1$2: ",
  ],
  [
    /(?<=^|[.!?]\s{1,3})(?:(?:overall|so),? )?i(?: would|'d)? (?:rate|score|give) (?:(?:it|(?:this|the)(?: \w+)?) )?(?:an? |as |at )?[*_]*(?=\d+(?:\.\d+)?\s*(?:\/|out of)\s*\d)/gim,
    "\nScore: ",
  ],
  // `4 stars`, `4 - good`
  [/(?<=[:：]\s{0,3}[*_[]{0,4}\d{1,4}(?:\.\d{1,4})?[*_\]]{0,4}) ?(?:stars?\b|(?=\s[-–—]\s+\p{L}))/giu, ". "],
];

const none = (reason: string): FoundScore => ({ fault: "unparsable", reason });

/**
 * The score in a whole reply: behind the last `Score:`, or where there is none behind one `Rating:` or `Overall:`, in a field of JSON, in
 * double brackets at the end, or a number alone. Thinking is passed over; a range, a list, words and a number in running text are none.
 */
export function replyScore(reply: string, scale: ReplyScale): FoundScore {
  const whole = withoutThinking(reply);
  if (whole === null) return none("thinking that never ended");
  const plain = withLines(whole).replace(/[‘’]/g, "'");
  const said = scale.unknown ? SAID.reduce((text, [form, to]) => text.replace(form, to), plain) : whole;
  const bare = said.trim(), from = scale.unknown ? bare.indexOf("{") : 0;
  const isEnd = from > 0 && /^[\s`]*$/.test(bare.slice(bare.lastIndexOf("}") + 1));
  const json = jsonReply(isEnd ? bare.slice(from, bare.lastIndexOf("}") + 1) : bare);
  if (json) {
    const found = inField(json, scale), before = isEnd ? replyScore(bare.slice(0, from), scale) : none("");
    const isOther = "score" in before && !("score" in found && found.score === before.score);
    return isOther ? none("another score before that of the JSON") : found;
  }
  const isRated = new Set(plainLines(said).filter((line) => RATED.test(line))).size === 1;
  const behind = behindField(said, MARKER) ?? (isRated ? behindField(said, RATING) : null);
  if (behind) return scoreAlone(behind, scale);
  const marks = [...bare.matchAll(BRACKETED)], [[, mark] = [], ...others] = marks, last = marks.at(-1);
  const isLast = last && /^[\s.*"'`]*$/.test(bare.slice(last.index + last[0].length));
  if (isLast && others.every(([, one]) => one === mark)) return scoreAlone(mark!, scale);
  return BARE.test(bare) || scale.unknown && BEGUN.test(bare)
    ? scoreAlone(bare, scale)
    : none("nothing behind Score:");
}

/** The score in the one field of an object that has such a name. */
function inField(json: Record<string, unknown>, scale: ReplyScale): FoundScore {
  const [[name, value] = [""], ...others] = Object.entries(json).filter(([name]) => FIELD.test(name));
  const isOne = others.length === 0 && (scale.unknown ? name !== "" : /score$/i.test(name)) &&
    ["number", "string"].includes(typeof value);
  return isOne ? scoreAlone(`${value}`, scale) : none("no one field score");
}

/** The score that a text begins with, where it can be nothing else. */
export function scoreAlone(
  text: string,
  { low = -Infinity, high = Infinity, abstention, whole = false, marker = "Score:" }: ReplyScale,
): FoundScore {
  if (NOT_APPLICABLE.test(text.trimStart())) {
    return abstention ? { fault: "abstained", reason: "N/A" } : none("N/A, which the prompt does not offer");
  }
  const begun = text.trimStart(), line = begun.search(/[\r\n]/);
  if (line >= 0 && ANOTHER.test(begun.slice(line).replaceAll("\r", "\n"))) {
    return none(`another score behind ${marker}`);
  }
  const found = loneNumber(text);
  if ("fault" in found) return none(`${found.fault} behind ${marker}`);
  const { outOf } = found, end = Number.isFinite(high) ? high : outOf ?? high;
  if (outOf !== null && outOf !== end) {
    return { fault: "out_of_range", reason: `a score out of ${outOf}, not ${high}` };
  }
  const score = Number(found.number) + 0;
  if (whole && !Number.isInteger(score)) return none("not a whole number");
  return score >= low && score <= end
    ? { score, outOf }
    : { fault: "out_of_range", reason: `${found.number} is not from ${low} to ${end}` };
}

/** What a whole reply says of two answers: A, B, tie or a sign that its reader was told of, with the scores of both; or why it says none. */
export type FoundVerdict = {
  verdict?: string;
  fault?: "none" | "several";
  scores?: readonly [a: number, b: number];
};

/** One answer's score: `Score A: 7`, `Response B's rating: 5/10`, `A: 7`, `Answer 1 (score: 6)`. */
const SIDED = new RegExp(
  "(?<=^|[,;|.:：(]\\s*|\\band\\s+)(?:(?:the|final|overall) )*" +
    `(?:(?<word>(?:score|rating|grade)s?)(?: (?:for|of))?\\s*(?<one>${NAME})|(?<other>${NAME})(?:'s)?(?<named> (?:final |overall )?(?:score|rating|grade))?)` +
    "(?:\\s*[:：=]\\s*|\\s*\\((?<within>score|rating|grade)\\s*[:：=]?\\s*)" +
    "\\[{0,2}(?<number>\\d+(?:\\.\\d+)?)\\]{0,2}(?:\\s*(?:/|out of)\\s*(?<outOf>\\d+))?(?: points?)?\\)?" +
    "(?=\\s*(?:$|[,;|)]|\\.(?!\\d)|(?:and|because|since|as)\\b|[-–—]\\s|\\())",
  "giu",
);

/** What heads the scores of both: `Scores:`, `| Rating | A: 7 | B: 5 |`. */
const HEADED = new RegExp(
  `^\\W*(?:(?:the|my|final|overall) )*(?:scores?|ratings?|grades?)\\W*(?:$|(?=${NAME}))`,
  "iu",
);

/**
 * The verdict of a reply that gives each answer one score, the larger of which wins: what it says beside them must leave that as it is. A verdict
 * in words goes before equal scores, and says otherwise than unequal ones nowhere. Null for a reply without two such scores.
 *
 * @param read the verdict in what stands beside the scores
 */
export function scoredVerdict(text: string, read: (rest: string) => FoundVerdict): FoundVerdict | null {
  const lines = plainLines(text).flatMap(sentencesIn);
  const found = lines.flatMap((line) => line.length > LONGEST ? [] : [...line.matchAll(SIDED)]);
  const isWorded = found.every(({ groups = {} }) => groups.word ?? groups.named ?? groups.within) ||
    found.every(({ groups = {} }) => groups.outOf) || lines.some((line) => HEADED.test(line));
  if (found.length < 2 || !isWorded) return null;
  const said = found.map(({ groups = {} }) => ({
    side: labelOf(groups.one ?? groups.other ?? ""),
    score: Number(groups.number),
    outOf: groups.outOf ?? "",
  }));
  const [a, b] = ["A", "B"].map((side) =>
    new Set(said.filter((one) => one.side === side).map(({ score }) => score))
  );
  if (a.size === 0 || b.size === 0) return null;
  const several: FoundVerdict = { fault: "several" };
  const ends = new Set(said.map(({ outOf }) => outOf)), [end] = ends;
  if (a.size > 1 || b.size > 1 || ends.size > 1 || takesBack(text)) return several;
  const scores = [[...a][0], [...b][0]] as const;
  if (end !== "" && scores.some((score) => score > Number(end))) return several;
  const won = scores[0] > scores[1] ? "A" : scores[0] < scores[1] ? "B" : "tie";
  const parts = lines.map((line) => line.length > LONGEST ? line : line.replace(SIDED, "\ue001")).join("\n")
    .split("\ue001");
  const isAlone = parts.every((part) => !/\p{L}/u.test(part.replace(/\band\b/gi, "")));
  const { verdict, fault }: FoundVerdict = isAlone ? {} : read(parts.join(" ")), behind = parts.pop()!;
  if (verdict !== undefined) return verdict === won || won === "tie" ? { verdict, scores } : several;
  // A verdict that cannot be read may be any.
  const isHeaded = behind.split("\n").some((line) => line.match(HEADING));
  const isLeft = fault !== "several" && !isHeaded && isKept(parts.join(" "), won, true) &&
    isKept(behind, won);
  return isLeft ? { verdict: won, scores } : several;
}
