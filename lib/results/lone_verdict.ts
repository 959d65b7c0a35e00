/**
 * What may stand around a number or a label that a judge gives as its verdict: one rule for all that reads replies. Whatever
 * could mean something else is no verdict, and is counted as one that could not be read; nothing is guessed.
 *
 * @module
 */

/** What Markdown, TeX and quotation put around a verdict, but not between two digits: `8*5` is no 85. */
const DRESS = /(?<!\p{N})[*_`\\{}"“”$]+|[*_`\\{}"“”$]+(?!\p{N})/gu;

/** A number in plain digits, a point before decimals, at the start but for a colon, quotes and brackets. */
const NUMBER = /^[:：]?[\s"'“‘([]*([-+−]?\d+(?:\.\d+)?)([\s\S]*)$/;

/** `points`, `/100`, `out of 100`, each once and in either order. */
const UNIT = /^\s*(?:points?|pts?)\b/i;
const OUT_OF = /^\s*(?:\/|out\s+of\b)\s*(\d+)(?:\.0+)?(?!\.?\d)/i;

/** The end of the text or of the sentence, a remark in brackets, a reason. */
const NUMBER_ENDS =
  /^["'”’)\]\s]*(?:$|[.!。．](?=$|[\s"'”’)\]])|\(|(?<=\s)(?:because|since|as|given|due|which|reflecting|indicating)\b|[,;]\s+(?:because|since|as|given|due|which|reflecting|indicating)\b)/i;

/** The same behind a label, which dashes cannot turn into a range, and what says that it wins. */
const LABEL_ENDS =
  /^["'”’)\]*]*\s*(?:$|[.!。．](?=$|[\s"'”’)\]*])|(?![-–—,(\s]*(?:not|no|nor|or|if|unless|but|los(?:es|t|er)|worse|weaker|inferior|rejected|wrong|incorrect|inaccurate|bad|fails?|lacking)\b)(?:\(|[-–—]\s|,\s|because\b|since\b|as\b|wins\b|is (?:clearly |slightly |much |far )?(?:the )?(?:better|best|stronger|superior|preferred|winner|more \w+)\b))/i;

/** Words before a label by which its sentence does not choose it. */
const DENIES =
  /n['’]t\b|\b(?:not|never|neither|nor|cannot|either|if|unless|whether|less|worse|worst|weaker|inferior|los(?:es|er|ing)|lost|reject\w*|incorrect|inaccurate|bad|dislike|fails|please|rather than|instead of|except|(?:anything|nothing|all) but|wrong|no(?=\W*$)|or(?=\W*$))\b|(?:不是?|并非|\b(?:nicht|keineswegs|niemals|ni|jamais|nunca))[^\p{L}\p{N}]*$|(?:\b(?:over|than|beats?|avoid|against)\b|[<>])[^\p{L}\p{N}]*(?:(?:the|answer|assistant|response)\s+)*$|\b(?:said|says|wrote|writes|contains|reads)\b[^"'“‘]*["'“‘]/iu;

/** Behind a label: it as the worse one, in its line. */
const BELITTLES =
  /^[^.!?]*?\b(?:because it|which|that|as|,) (?:is |was )?(?:an? |the )?(?:worse|worst|weaker|inferior|loser|rejected|wrong)\b/i;

/** An answer that is said to win. */
const WINS =
  /\b([AB12])\s+(?:wins|(?:is|was)\s+(?:\w+\s+){0,2}(?:better|best|stronger|superior|preferred|winner|correct))\b/g;

/** An answer that is chosen by its letter. */
const CHOSEN =
  /\b(?:[Ii] (?:choose|pick|prefer|select)|go with|[Ff]inal(?: (?:answer|verdict|choice|judge?ment))?:|(?:better|best|correct|final|stronger) (?:(?:answer|one|response|choice|verdict) )?is:?)\s+(?:[Aa]nswer |[Aa]ssistant |[Rr]esponse )?([AB12])\b/g;

/** Words by which a text takes back what it has said. */
const TAKES_BACK =
  /\bcorrection\s*[:,;–—-]|\bi mean(?:t\b|,)|\b(?:scratch|strike) that\b|\blet me reconsider\b|\bedit:|\bon (?:second thoughts?|reflection)\b|\bchanged? my mind\b|\btake (?:it|that) back\b|\b(?:wait|actually|no|sorry)\s*[,:;!–—]|\brevised (?:score|judge?ment|verdict|choice)\b|\b(?:lower|raise|reduce|increase|change|adjust) (?:it|this|that|the (?:score|verdict)) to\b|\bjust kidding\b/i;

/** Behind a number: another one in words, or words that lead to it. */
const NUMBER_IN_WORDS =
  /\bi['’]?d (?:say|go|give)\b|\bi would (?:say|go|give)\b|\b(?:or rather|closer to|more like)\b|\([^()]*\b(?:ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)\b/i;

/** A verdict's number, and the number that it is out of where that is said; or why there is none. */
export type LoneNumber = { number: string; outOf: number | null } | { fault: string };

/**
 * The number that a text begins with, where it can be nothing but that number: in plain digits, and behind it only `points`,
 * what it is out of, and then the end of the sentence, a bracket or a reason, without another number in the line. A range, a
 * decimal comma, an exponent, a percentage, digits of other scripts and a text that takes the number back are faults.
 */
export function loneNumber(text: string): LoneNumber {
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

/**
 * The label in a text, where all that the pattern finds are the same one and none stands in a sentence that does not choose
 * it (`not [[A]]`, `[[A]] loses`); or why there is none.
 *
 * @param pattern a global expression whose first group is the label
 * @param labelOf the label's one spelling
 */
export function loneLabel(
  text: string,
  pattern: RegExp,
  labelOf: (found: string) => string = (found) => found,
): { label: string } | { fault: string } {
  const found = [...text.matchAll(pattern)];
  const [label, ...others] = new Set(found.map((match) => labelOf(match[1])));
  if (label === undefined) return { fault: "no label" };
  if (others.length > 0) return { fault: "more than one label" };
  if (takesBack(text)) return { fault: "a label that is taken back" };
  const stands = ({ index, 0: { length } }: RegExpExecArray) =>
    !DENIES.test(sentenceBefore(text, index)) && LABEL_ENDS.test(lineAfter(text, index + length));
  const last = found[found.length - 1], behind = text.slice(last.index + last[0].length);
  if (choosesOther(behind, label, labelOf) || BELITTLES.test(lineAfter(behind, 0))) {
    return { fault: "a label and then the other" };
  }
  return found.every(stands) ? { label } : { fault: "not a label alone" };
}

/** Whether a text says that something said was not meant. */
export function takesBack(text: string): boolean {
  return TAKES_BACK.test(text);
}

/** Whether a text chooses another answer than the one of this label. */
export function choosesOther(text: string, label: string, labelOf: (found: string) => string): boolean {
  return [...text.matchAll(WINS), ...text.matchAll(CHOSEN)].some((match) => labelOf(match[1]) !== label);
}

/** How far around a label its sentence is looked at, in characters. */
const LOOKED_AT = 300;

/** The part of a sentence before a place; `so`, `thus` and the like begin a new one. */
function sentenceBefore(text: string, end: number): string {
  const near = text.slice(Math.max(0, end - LOOKED_AT), end);
  return near.split(/[\r\n]|[.!?。;]\s|\b(?:so|therefore|thus|hence)\b/i).at(-1)!;
}

function lineAfter(text: string, start: number): string {
  return text.slice(start, start + LOOKED_AT).split(/[\r\n]/, 1)[0];
}

/**
 * A line without what Markdown puts around it: `> ## **Score:** \`8\`` → `Score: 8`. Brackets stay, and so does every word;
 * escaped characters (`\[`, `\$`) lose the backslash. A mark between two digits stays: `8*5` is no 85.
 */
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
