import { behindField, isDenied, loneNumber, plainLines } from "./lone_verdict.ts";
import { jsonReply, withLines, withoutEnds, withoutThinking } from "./reply_text.ts";
import { CRITERION, ONE_CRITERION, RECONSIDERS } from "./reply_words.ts";

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

const MARKER = "(?:final |overall )?score", MENDED = "revised|corrected|updated|adjusted";

/** What heads what is said of all. */
const WHOLE =
  /^\W*(?:\d+[.)]\s*)?(?:the |my )?(?:overall|final|total|conclusion|summary|verdict)\b[^.:]{0,30}:?$/i;

/** A line with a score of its own, to a prompt that nobody knows; of several the last counts only where it alone is said to be that of all. */
const STATED = new RegExp(
  `^(?:(?<last>final|overall|${MENDED}) )?(?:score|rating|grade|(?<whole>overall))\\s*[:：][\\s*_[(]*(?<number>\\d+(?:\\.\\d+)?)`,
  "i",
);

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
  // A tag, and a heading above its number.
  [/<(score|rating|grade)>([^<\r\n]{1,20})<\/\1>/gi, "\n$1: $2\n"],
  [
    /^([^\p{L}\r\n]{0,20}(?:final |overall )?(?:score|rating|grade))[^\p{L}\p{N}\r\n]{0,6}[\r\n]+(?=[^\S\r\n]*[*_`[(]{0,4}\d)/gimu,
    "$1: ",
  ],
  [
    /(?<=\d[*_\]]{0,4}) ?\(out of(?: an?)?(?: maximum| total| max)?(?: of)? (\d+)(?: points)?\)/gi,
    " out of $1",
  ],
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
  // `On a scale of 1 to 5, I rate it 4`
  [
    /(?<=^|[.!?]\s{1,3})on (?:a|the) scale (?:of|from) \d+ ?(?:to|[-–—]) ?(\d+),? i(?: would|'d)? (?:rate|score|give) (?:(?:it|(?:this|the)(?: \w+)?) )?(?:an? |as |at )?[*_]*(\d+(?:\.\d+)?)(?![\d/])/gim,
    "\nScore: $2/$1",
  ],
  // `4 stars`, `4 - good`
  [/(?<=[:：]\s{0,3}[*_[]{0,4}\d{1,4}(?:\.\d{1,4})?[*_\]]{0,4}) ?(?:stars?\b|(?=\s[-–—]\s+\p{L}))/giu, ". "],
];

/** Lines that begin with a criterion. */
const CRITERIA = new RegExp(`^[^\\p{L}\\r\\n]{0,20}${CRITERION}(?!\\p{L})`, "gimu");

/** What is said of a score again, in percent. */
const PERCENT = /(?<![\d.])(\d{1,4}(?:\.\d{1,4})?) ?\/ ?(\d{1,4})([*_]{0,4}) \((\d{1,3}(?:\.\d{1,4})?) ?%\)/g;

const none = (reason: string): FoundScore => ({ fault: "unparsable", reason });

/** A reply to a prompt that nobody knows with the scores in it behind headings, and without what ends it. */
const withHeadings = (text: string) =>
  SAID.reduce((said, [form, to]) => said.replace(form, to), withoutEnds(text).text)
    .replace(
      PERCENT,
      (all, one, of, end, percent) => 100 * one === of * percent ? `${one}/${of}${end}` : all,
    );

/** A reply of several criteria, in which a score below one of them is no line of its own. */
const ofCriteria = (text: string) =>
  (text.match(CRITERIA)?.length ?? 0) > 1 ? text.replace(ONE_CRITERION, "$<head> = ") : text;

/** What a judge that changes its mind says behind the last turn, where it says a score there. */
function behindTurn(text: string): string | undefined {
  const turn = [...text.matchAll(RECONSIDERS)].at(-1);
  const behind = turn && text.slice(turn.index + turn[0].length);
  return behind !== undefined && /score|rating|grade|\[\[/i.test(behind) ? behind : undefined;
}

/**
 * The score in a whole reply: behind the last `Score:`, or where there is none behind one `Rating:` or `Overall:`, in a field of JSON, in
 * double brackets at the end, or a number alone. Thinking is passed over; a range, a list, words and a number in running text are none.
 */
export function replyScore(reply: string, scale: ReplyScale): FoundScore {
  const whole = withoutThinking(reply);
  if (whole === null) return none("thinking that never ended");
  const plain = withLines(whole).replace(/[‘’]/g, "'"), turned = scale.unknown && behindTurn(plain);
  const again = turned ? replyScore(turned, scale) : none("");
  if ("score" in again) return again;
  const said = scale.unknown ? withHeadings(ofCriteria(plain)) : whole;
  const bare = said.trim(), from = scale.unknown ? bare.indexOf("{") : 0;
  const isEnd = from > 0 && /^[\s`]*$/.test(bare.slice(bare.lastIndexOf("}") + 1));
  const json = jsonReply(isEnd ? bare.slice(from, bare.lastIndexOf("}") + 1) : bare);
  if (json) {
    const found = inField(json, scale), before = isEnd ? replyScore(bare.slice(0, from), scale) : none("");
    const isOther = "score" in before && !("score" in found && found.score === before.score);
    return isOther ? none("another score before that of the JSON") : found;
  }
  const lines = plainLines(said), isRated = new Set(lines.filter((line) => RATED.test(line))).size === 1;
  if (scale.unknown && isSeveral(lines)) return none("several scores");
  const behind = behindField(said, scale.unknown ? `${MARKER}|(?:${MENDED}) score` : MARKER) ??
    (isRated ? behindField(said, RATING) : null);
  if (behind) return scoreAlone(behind, scale);
  const marks = [...bare.matchAll(BRACKETED)], [[, mark] = [], ...others] = marks, last = marks.at(-1);
  const isLast = last && /^[\s.*"'`]*$/.test(bare.slice(last.index + last[0].length));
  if (isLast && others.every(([, one]) => one === mark)) {
    return marks.some(({ index }) => isDenied(bare, index))
      ? none("a score that is denied, or somebody else's")
      : scoreAlone(mark!, scale);
  }
  return BARE.test(bare) || scale.unknown && BEGUN.test(bare)
    ? scoreAlone(bare, scale)
    : none("nothing behind Score:");
}

/** Whether lines say several scores, the last of which is not the only one said to be that of all, in its words or a heading above it. */
function isSeveral(lines: readonly string[]): boolean {
  const stated = lines.flatMap((line, i) => {
    const { last, whole, number } = STATED.exec(line)?.groups ?? {};
    return number === undefined ? [] : [{ number, isLast: !!(last ?? whole) || isBelowWhole(lines, i) }];
  });
  if (new Set(stated.map(({ number }) => number)).size < 2) return false;
  return stated.filter(({ isLast }) => isLast).length !== 1 || !stated.at(-1)!.isLast;
}

/** Whether the line above a score, but for sentences, heads what is said of all. */
const isBelowWhole = (lines: readonly string[], at: number) =>
  WHOLE.test(lines.slice(0, at).findLast((line) => line !== "" && !/[.!?]["')]?$/.test(line)) ?? "");

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
