import { behindField, isHeaded, isMeant, pattern, plainer, plainLines, takesBack } from "./lone_verdict.ts";
import { jsonReply, withLines, withoutThinking } from "./reply_text.ts";

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
  /** Whether the replies are to a prompt that nobody knows: what they head so may be another thing's, and must agree. */
  unknown?: boolean;
}

/** A score and the number that it is out of where that is said, or why there is none. */
export type FoundScore =
  | { score: number; outOf: number | null }
  | { fault: "abstained" | "out_of_range" | "unparsable"; reason: string };

/** What heads a score, and other headings, of which one alone is a score; those of what is said of all. */
const MARKER = "(?:(?:the|my|final|overall|total) )*score",
  RATING = "(?:(?:the|my|final|overall|total) )*(?:rating|grade|judge?ment)|overall(?: quality)?|total";
const STATED = new RegExp(`^(?:${MARKER}|${RATING})\\s*[:：]`, "i"), OF_ALL = /^(?:final|overall|total)\b/i;

/** A scale before a score, and what else than a colon may stand before its number: `Score (1-5) = 2`, `The score is 4`. */
const SCALED = pattern("scaled", "gm"),
  NUMBERED = /^[^:：.!?]{1,60}[:：]\s*[*_[(]*\d/;

/** A number alone, in the signs of Markdown, with what it is out of; one in double brackets; a field of JSON. */
const BARE =
    /^[*_`"'([]*[-+]?\d+(?:\.\d+)?(?:\s*(?:\/|out of)\s*\d+)?(?: stars?)?[*_`"')\].]*(?:\s\([^()\d]{1,60}\))?$/,
  BRACKETED = /\[\[\s*([-+]?\d+(?:\.\d+)?)\s*\]\]/g,
  FIELD = /^(?:(?:final|overall|total)[ _]?)?(?:score|rating|grade)$|^overall$/i;

/** A second score behind the first, or a number alone: which of both is meant cannot be told. */
const ANOTHER = pattern("another_score", "iu"),
  NOT_APPLICABLE = /^["'(]*(?:n\s*\/\s*a|n\.a\.|not applicable)["')]*\.?(?:\s|$)/i;

const none = (reason: string): FoundScore => ({ fault: "unparsable", reason });

/** What gives the answer its number: a sentence, or a heading over a number alone; one of parts; one alone below sentences, none of which speaks of a score or heads a number. */
const GIVES = pattern("gives", "gim"),
  PARTS = pattern("parts", "gi"),
  OF_PART = /(?:^|[.!?]\s{1,3})(?:for|on|in|regarding|as (?:for|to)|concerning)\b/im,
  LAST = /(?<=[.!?])\s*\n[*_]*(\d+(?:\.\d+)?(?:\/\d+)?)[*_]*\s*$(?![^])/,
  OF_SCORE = /\b(?:scor|rat(?:e|ing)|grade|overall|points?\b)|[/:：]\s*\d|\d\s*[/=]/i;

const [plainScore, headedScore] = ["plain_score", "headed_score"].map(plainer);

/** A reply in plainer words: the one number that it gives stands behind `Score:`, where no heading or number precedes it, a sentence ends before it and nothing speaks of a part. */
function restated(reply: string): string {
  if (/\{\s*"/.test(reply)) return reply;
  const sum = (parts: string) => parts.match(/\d+(?:\.\d+)?/g)!.reduce((all, one) => all + Number(one), 0);
  const text = plainScore(reply)
    .replace(LAST, (all, number, at) => OF_SCORE.test(reply.slice(0, at)) ? all : `\nScore: ${number}`)
    .replace(PARTS, (all, total, parts) => sum(parts) === Number(total) ? total : all).trim();
  const [one, ...more] = text.matchAll(GIVES);
  if (!one || more.length > 0) return text;
  const before = text.slice(0, one.index), behind = text.slice(one.index + one[0].length);
  const isOpen = /[:：#*\d]|[^.!?\s]\s*$/.test(before) || OF_PART.test(`${before}\n${behind}`);
  return isOpen ? text : `${before}\nScore: ${behind}`;
}

/**
 * The score in a whole reply: behind the last `Score:`, or one `Rating:` or `Overall:`, in a field of JSON, in double brackets at the end, or
 * a number alone. In a reply to an unknown prompt lines with different numbers leave one alone that is headed as overall, total or final.
 */
export function replyScore(reply: string, scale: ReplyScale): FoundScore {
  const whole = withoutThinking(reply);
  if (whole === null) return none("thinking that never ended");
  const text = scale.unknown ? headedScore(restated(withLines(whole))) : whole;
  const said = text.replace(SCALED, "$1: ");
  const bare = said.trim(), from = scale.unknown ? bare.search(/\{\s*"/) : 0, to = bare.lastIndexOf("}") + 1;
  const json = from < 0 ? undefined : jsonReply(bare.slice(from, scale.unknown ? to : undefined));
  if (json) {
    const beside = `\n${bare.slice(0, from)}\n${bare.slice(to)}`;
    return scale.unknown && (beside.includes("[[") || ANOTHER.test(beside) || takesBack(beside))
      ? none("another score beside that of the JSON")
      : inField(json, scale);
  }
  const lines = plainLines(said).filter((line) => line !== "");
  const stated = lines.filter((line) => STATED.test(line)),
    rated = new Set(stated).size === 1 ? RATING : null;
  const ofAll = stated.filter((line) => OF_ALL.test(line));
  const numbers = lines.filter((line) => NUMBERED.test(line)).map((line) =>
    /[:：]\D*(\d+(?:\.\d+)?)/.exec(line)![1]
  );
  if (scale.unknown && new Set(numbers).size > 1) {
    return ofAll.length === 1 && stated.at(-1) === ofAll[0]
      ? scoreAlone(lines.slice(lines.indexOf(ofAll[0])).join("\n").replace(STATED, ""), scale)
      : none("several scores");
  }
  const behind = behindField(said, MARKER) ?? (rated && behindField(said, rated));
  if (behind) return scoreAlone(behind, scale);
  const marks = [...bare.matchAll(BRACKETED)], [[, mark] = [], ...others] = marks, last = marks.at(-1);
  if (
    last && /^[\s.*"'`]*$/.test(bare.slice(last.index + last[0].length)) &&
    others.every(([, one]) => one === mark)
  ) {
    return marks.every(({ index, 0: all }) => isMeant(bare, index, index + all.length))
      ? scoreAlone(mark!, scale)
      : none("a score that may be somebody else's");
  }
  return BARE.test(bare) ? scoreAlone(bare, scale) : none("nothing behind Score:");
}

function inField(json: Record<string, unknown>, scale: ReplyScale): FoundScore {
  const [[name, value] = [""], ...others] = Object.entries(json).filter(([name]) => FIELD.test(name));
  const isOne = others.length === 0 && (scale.unknown ? name !== "" : /score$/i.test(name)) &&
    ["number", "string"].includes(typeof value);
  return isOne ? scoreAlone(`${value}`, scale) : none("no one field score");
}

/** What Markdown, TeX and quotation put around a verdict, but not between two digits: `8*5` is no 85. */
const DRESS = /(?<!\p{N})[*_`\\{}"“”$]+|[*_`\\{}"“”$]+(?!\p{N})/gu;

/** A number in plain digits, a point before decimals, at the start but for a colon, quotes and brackets. */
const NUMBER = /^[:：]?[\s"'“‘([]*([-+−]?\d+(?:\.\d+)?)([\s\S]*)$/;

const UNIT = /^\s*(?:points?|pts?|stars?)\b/i;
const OUT_OF = /^\s*(?:\/|out\s+of\b|\((?=out\s+of\b[^()]*\))out\s+of\b)\s*(\d+)(?:\.0+)?(?!\.?\d)\)?/i;

/** What may stand behind a number: an end, a bracket, a reason; and words for another number. */
const NUMBER_ENDS = pattern("number_ends"), NUMBER_IN_WORDS = pattern("number_in_words");

/** The number that a text begins with, where it can be nothing else: a range, a decimal comma, a percentage or one taken back is a fault. */
export function loneNumber(text: string): { number: string; outOf: number | null } | { fault: string } {
  const begun = text.trimStart();
  const [line] = begun.split(/[\r\n]/, 1);
  const plain = line.replace(/\\(?:boxed|text)(?=\s*\{)/g, "").replace(DRESS, "").trim();
  const match = NUMBER.exec(plain);
  if (!match) return { fault: "no number" };
  let rest = match[2].replace(UNIT, "");
  const outOf = OUT_OF.exec(rest);
  if (outOf) rest = rest.slice(outOf[0].length).replace(UNIT, "");
  if (!NUMBER_ENDS.test(rest) || /\p{N}/u.test(rest) || NUMBER_IN_WORDS.test(rest)) {
    return { fault: "more than one number alone" };
  }
  if (takesBack(rest) || takesBack(begun.slice(line.length))) return { fault: "a number that is taken back" };
  return { number: match[1].replace("−", "-"), outOf: outOf ? Number(outOf[1]) : null };
}

export function scoreAlone(
  text: string,
  { low = -Infinity, high = Infinity, abstention, unknown, whole = false, marker = "Score:" }: ReplyScale,
): FoundScore {
  const begun = text.trimStart(), line = begun.search(/[\r\n]/);
  if (NOT_APPLICABLE.test(begun)) {
    return abstention ? { fault: "abstained", reason: "N/A" } : none("N/A, which the prompt does not offer");
  }
  if (line >= 0 && ANOTHER.test(begun.slice(line).replaceAll("\r", "\n"))) {
    return none(`another score behind ${marker}`);
  }
  const found = loneNumber(text), [percent] = /^[\s*_]*\d+(?:\.\d+)?\s*%(?=[\s*_.]*$)/.exec(text) ?? [];
  if (unknown && percent) {
    return { fault: "out_of_range", reason: `${percent.trim()} is a share of an unknown scale` };
  }
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

export type BothScores = readonly [a: number, b: number];

/** What a whole reply says of two answers: A, B, tie or a sign that its reader was told of, with the scores of both; or why it says none. */
export type FoundVerdict = {
  verdict?: string;
  fault?: "unknown wording" | "names several" | "says which is worse";
  scores?: BothScores;
};

/** One answer's score: `Score A: 7`, `Response B's rating: 5/10`, `B: 5`. */
const SIDED = pattern("sided", "giu"), LOWER_WINS = pattern("lower_is_better");

export const lowerWins = (text: string): boolean => LOWER_WINS.test(text.replaceAll("_", " "));

/**
 * The scores that a text gives the two answers, each once, on one scale, where the word is said, and where they stand: side by side, on lines
 * of their own (`isPlain`; where another form says the verdict one line may hold both), or among other words. Null for plain ones among others.
 */
export function scoresOfBoth(text: string) {
  const all = [...text.matchAll(SIDED)].map(({ index, 0: said, groups: { score, outOf } = {} }) => {
    const side = /[a1]/i.test(/\b[ab12]\b/i.exec(said)![0]) ? "A" : "B",
      isWorded = /score|rating|\/|out of/i.test(said) || / an? \d/.test(said);
    return { side, isWorded, from: index, end: index + said.length, score: Number(score), outOf };
  });
  const worded = all.filter(({ isWorded }) => isWorded);
  const [one, other, ...more] = worded.length > 1 ? worded : all;
  if (!other) return undefined;
  const above = text.slice(Math.max(0, one.from - 100), one.from), between = text.slice(one.end, other.from);
  if (!one.isWorded && !/\b(?:scores?|ratings?):?\s+$/i.test(above)) return undefined;
  const isBeside = /(?:^|\n)(?:(?:(?:the|my|final|overall) )*(?:scores?|ratings?):?\s+)?$/i.test(above) &&
    /^(?:[,;.\n]| \|| and) *$/.test(between);
  const isPlain = isBeside && between[0] !== "." && /^\.?(?:\n|$)/.test(text.slice(other.end));
  if (more.length > 0) return isPlain && !isHeaded(text.slice(0, one.from)) ? null : undefined;
  const isOn = [one, other].every(({ score, outOf = score }) => score <= Number(outOf));
  if (!isOn || one.outOf !== other.outOf || one.side === other.side) return undefined;
  const [a, b] = one.side === "A" ? [one.score, other.score] : [other.score, one.score];
  const end = other.end + Number(text[other.end] === "."); // what it ends
  const isOwn = isPlain || isBeside && /^[.,;] /.test(text.slice(other.end));
  return { scores: [a, b] as BothScores, from: one.from, end, isPlain, isOwn };
}
