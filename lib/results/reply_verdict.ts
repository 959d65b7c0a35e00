import { choosesOther, loneLabel, plainLines, takesBack } from "./lone_verdict.ts";
import { jsonReply, withoutThinking } from "./reply_text.ts";

/** What a whole reply says: A, B, tie or a sign that its reader was told of; or why it says none. */
export type FoundVerdict = { verdict?: string; fault?: "none" | "several" };

/** What the caller has said of replies: codes that its values give a meaning, and words that stand before the verdict. */
export interface ToldOfReplies {
  signs?: ReadonlySet<string>;
  behind?: string;
}

/** Longest sentence that is looked at, in characters. */
const LONGEST = 600;
const NONE: FoundVerdict = { fault: "none" }, SEVERAL: FoundVerdict = { fault: "several" };

/** Words for one of the two, and the two by letter, by number behind such a word, by place. */
const NOUN =
  "(?:answer|response|assistant|model|option|output|candidate|caption|description|image|picture|video|text|antwort|assistent|bild|回答|回复|答案|助手|选项|模型)";
const NAME =
  `(?:(?:the )?(?:${NOUN}[\\s_#-]*)?["'([{]*[ab]["')\\]}]*|(?:the )?${NOUN}[\\s_#-]*[12]|the (?:first|second)(?: one| ${NOUN})?)`;
const HAS_NOUN = new RegExp(NOUN, "i"),
  IS_A = new RegExp(`^(?:.*[^\\p{L}]|${NOUN})?(?:a|1)["')\\]}]*$|^the first`, "iu");

/** A verdict that ties. */
const TIE =
  /^(?:(?:it(?:'s| is) )?(?:an? )?(?:tie|tied|draw|equal|neither|both|same|both (?:are )?(?:equal|equally (?:good|bad)|the same))|unentschieden|gleichstand|gleich(?: gut| schlecht)?|平局|平手|一样好|不分上下)$/i;
const RELATION = /^([ab])\s*(>{1,3}|={1,2}|<{1,3})\s*([ab])$/i;

/** What stands before a sentence's verdict and adds nothing, and what says that it is the last word. */
const LEAD =
  "(?:(?:and|so|thus|therefore|hence|overall|finally|ultimately|all in all|on balance|all things considered|in (?:conclusion|summary|total|short|the end)|to (?:sum up|conclude|summarize)|for (?:this|these|those) reasons?|(?:based on|given|considering) (?:this|that|these|the above)(?: \\w+){0,3}|insgesamt|daher|deshalb|somit|also|zusammenfassend|alles in allem|因此|所以|综上所述|综上|总体来说|总的来说|总体而言)[\\s,:]*)";
const THINK =
  "(?:(?:in my (?:opinion|view)|(?:i|we)(?: would|'d| do)? (?:say|think|believe|find|feel|conclude)(?: that)?|ich (?:denke|finde|glaube|meine)|我认为|我觉得)[\\s,:]*)?";
const ADVERB =
  "(?:(?:much|clearly|slightly|far|a bit|marginally|significantly|overall|definitely|somewhat|etwas|deutlich|klar|viel|insgesamt) ){0,2}";
const BETTER =
  `(?:the )?${ADVERB}(?:better|best|superior|stronger|preferable|preferred|winner|die bessere|besser)(?: one| ${NOUN}| choice)?`;
const TAIL =
  `(?: overall)?(?:,? (?:than|over|to|als) (?:${NAME}|the other(?: one| ${NOUN})?))?(?: by a \\w+ margin)?(?<why>,? (?:because|since|due to|weil)\\b.*|, (?:as|da)\\b.*|,?因为.*)?`;
const SENTENCES = [
  `(?<one>${NAME}) (?:is|was|ist) ${ADVERB}${BETTER}${TAIL}`,
  `(?<one>${NAME}) ${ADVERB}(?:wins|gewinnt)${TAIL}`,
  `(?:i|we|ich)(?: would|'d|'ll| will)? (?:clearly |slightly |strongly )?(?:prefer|choose|pick|select|favou?r|go with|opt for|vote for|bevorzuge|wähle|nehme) (?<one>${NAME})${TAIL}`,
  `${NAME} is (?:${ADVERB})worse than (?<one>${NAME})`,
  `(?<one>${NAME})(?:明显|略|稍)?(?:更好|更优|更佳|胜出|获胜)(?<why>,?因为.*)?`,
  `(?<one>${NAME})比${NAME}(?:更)?好(?<why>,?因为.*)?`,
  `我(?:会|更)?(?:选择|选|喜欢)(?<one>${NAME})(?<why>,?因为.*)?`,
  `(?<tie>(?:it(?:'s| is)|this is|es ist) (?:an? )?(?:tie|draw|unentschieden)|both(?: \\w+)? are (?:equal|equally (?:good|bad))|beide(?: \\p{L}+)? sind gleich (?:gut|schlecht)|unentschieden|(?:两个|两者)(?:${NOUN})?(?:都)?一样好(?:,平局)?|平局)${TAIL}`,
].map((form) => new RegExp(`^(?<lead>${LEAD}{0,3})${THINK}${form}$`, "iu"));

/** Words of a sentence that weighs the two; that takes something away from what is said; that denies or supposes. */
const WEIGHS =
  /\b(?:better|best|superior|stronger|prefer\w*|wins?|won|winner|choose|chose|choice|pick\w*|select\w*|go(?:ing)? with|opt for|favou?r\w*|vote|verdict|worse|worst|inferior|los(?:es|er)|ties?|tied|draw|equal\w*|besser\w*|bevorzug\w*|wähl\w*|gewinn\w*|unentschieden|schlechter)\b|更|胜|选|平局|一样|不如/i;
const TURNS =
  /\b(?:but|however|although|though|while|whereas|except|yet|still|instead|despite|aber|jedoch|obwohl|allerdings|sondern)\b|但|不过|虽然|然而/i;
const DENIES =
  /n't\b|\?|\b(?:not|never|neither|nor|no|none|nobody|cannot|hardly|barely|if|unless|were|whether|nicht|kein\w*|weder|wenn|falls)\b|不|没|如果/i;

/** What stands before a verdict on its line. */
const HEADINGS =
  `verdict|winner|judge?ment|decision|choice|preference|selection|overall|final|(?:better|best|preferred|stronger|winning|chosen|selected)(?: ${NOUN}| one| choice)?|urteil|gewinner|entscheidung|wahl|besser|(?:bessere|beste) ${NOUN}|判决|判断|结论|胜者|选择|更好的${NOUN}`;
const BEFORE =
  `(?:^|[.!。;]\\s+)["'{]*${LEAD}{0,2}(?:(?:my|the|final|overall|mein|meine|der|die|das|最终|我的)\\s*){0,3}`;
const SAYS = `["']*\\s*(?:[:=]+|(?:is|was|ist|goes to)\\b:?|是|为|$)\\s*`;
const HEADING = new RegExp(`${BEFORE}(?<heading>${HEADINGS})${SAYS}`, "giu");
const ANSWER = new RegExp(`${BEFORE}(?:answer|antwort|答案)${SAYS}`, "iu");
const KEY = new RegExp(`^(?:(?:my|the|final|overall) )*(?:${HEADINGS})$`, "iu");
const TAGGED =
  /<(answer|verdict|choice|winner|judge?ment|preference|decision)>([^<]{0,80})<\/\1>|\\boxed\{((?:[^{}]|\{[^{}]{0,40}\}){0,60})\}/gi;
const REASON = /^(?:reason|explanation|because|rationale|begründung|weil|理由|因为)/i;
const MARK = /\[\[\s*([^[\]\n]{1,25}?)\s*\]\]/g;

/**
 * The verdict in a whole reply to a question which of two answers is better. It is read where it is said for sure: in double
 * brackets (all alike), in a field of JSON, in a tag or a box, behind a heading (`Winner: B`), as a letter alone, in a sentence
 * that chooses (`Response A is better`) and neither denies, asks nor supposes. What says more than one thing, or none of these, has none.
 */
export function replyVerdict(reply: string, told: ToldOfReplies = {}): FoundVerdict {
  const text = withoutThinking(reply.normalize("NFKC").replace(/[‘’]/g, "'").replace(/[“”]/g, '"'))?.trim();
  if (!text) return NONE;
  const label = (said: string) => labelOf(said, told.signs);
  const lines = plainLines(text).filter((line) => line !== ""), plain = lines.join("\n");
  const headed = behindHeadings(lines, label, told.behind);
  const settled = (verdict: string, beside: string, isBefore = false): FoundVerdict =>
    headed && headed.verdict !== verdict || !isKept(beside, verdict, isBefore) ? SEVERAL : { verdict };
  const marks = [...plain.matchAll(MARK)].map(([, one]) => markOf(one, label));
  if (marks.length > 0) {
    if (new Set(marks).size > 1) {
      const last = sentencesIn(plain).findLast((one) => one.includes("[["))!;
      const isLast = last.match(MARK)?.length === 1 && behindHeadings([last], label) !== null;
      return isLast && headed !== null && headed.verdict === marks.at(-1) ? headed : SEVERAL;
    }
    const found = loneLabel(plain, MARK, (one) => markOf(one, label));
    if (!("label" in found) || found.label === "") return NONE;
    return settled(found.label, plain.slice(plain.lastIndexOf("]]") + 2));
  }
  const from = text.indexOf("{"), to = text.lastIndexOf("}") + 1;
  const json = from >= 0 && /^[\s`]*$/.test(text.slice(to)) ? jsonReply(text.slice(from, to)) : undefined;
  if (json === null) return NONE;
  if (json !== undefined) return inJson(json, label);
  const tags = [...text.matchAll(TAGGED)];
  const tagged = tags.map((tag) => label(tag[2] ?? tag[3]));
  if (tagged.some((one) => one !== null)) {
    if (new Set(tagged).size > 1) return SEVERAL;
    return settled(tagged[0]!, text.slice(tags.at(-1)!.index + tags.at(-1)![0].length));
  }
  if (headed) return headed;
  const alone = lines.flatMap((line, i) => label(line) === null ? [] : [{ i, verdict: label(line)! }]);
  if (alone.length > 1) return SEVERAL;
  if (alone.length === 1) {
    const [{ i, verdict }] = alone, isFirst = i === 0 && REASON.test(lines[1] ?? "");
    if (!isFirst && i < lines.length - 1) return NONE;
    return settled(verdict, lines.toSpliced(i, 1).join("\n"));
  }
  const end = lines.at(-1)!, answer = ANSWER.exec(end);
  const given = answer && label(end.slice(answer.index + answer[0].length));
  return given ? settled(given, lines.slice(0, -1).join("\n"), true) : inSentences(plain);
}

/** The one verdict that a text names: `(A)`, `Response 2`, `A>B`, `tie`; null for whatever else. */
function labelOf(said: string, signs?: ReadonlySet<string>): string | null {
  if (said.length > 100) return null;
  const bare = said.replace(/\\(?:text|mathrm|textbf|boxed)\s*\{/g, "")
    .replace(/^[\s"'`*_$([{]+|[\s"'`*_$)\]}.!。;,]+$/g, "");
  if (signs?.has(bare)) return bare;
  if (TIE.test(bare)) return "tie";
  const [, one, sign, other] = RELATION.exec(bare) ?? [];
  if (sign !== undefined && one.toLowerCase() !== other.toLowerCase()) {
    return sign.startsWith("=") ? "tie" : (sign.startsWith(">") ? one : other).toUpperCase();
  }
  return new RegExp(`^${NAME}$`, "iu").test(bare) ? sideOf(bare) : null;
}

const sideOf = (name: string) => IS_A.test(name.trim()) ? "A" : "B";

/** A verdict in double brackets, where C is a tie; empty for what is none. */
const markOf = (one: string, label: (said: string) => string | null) =>
  label(one) ?? (/^c$/i.test(one) ? "tie" : "");

/** The verdict in fields of an object whose names say so. */
function inJson(json: Record<string, unknown>, label: (said: string) => string | null): FoundVerdict {
  const named = (key: string) => key.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();
  const fields = Object.entries(json).filter(([key]) => KEY.test(named(key)));
  const all = fields.length > 0
    ? fields
    : Object.entries(json).filter(([key]) => /^(?:final )?answer$/.test(named(key)));
  const said = new Set(all.map(([key, value]) => {
    const own = String(value ?? "");
    // A number is that of an answer where the field's name says so.
    const isNumbered = /^[12]$/.test(own) && HAS_NOUN.test(named(key)) && fields.length > 0;
    return label(own) ?? (isNumbered ? label(`response ${own}`) : null);
  }));
  const [verdict] = said;
  return said.size > 1 ? SEVERAL : verdict ? { verdict } : NONE;
}

/** The verdict behind headings of verdicts: null where there is no such heading. */
function behindHeadings(
  lines: readonly string[],
  label: (said: string) => string | null,
  behind?: string,
): FoundVerdict | null {
  const own = behind === undefined ? undefined : behind.normalize("NFKC").toLowerCase();
  const found = lines.flatMap((line, i) => {
    const at = own === undefined ? -1 : line.toLowerCase().lastIndexOf(own);
    const ends = [...line.matchAll(HEADING)].map(({ index, 0: all, groups }) => ({
      end: index + all.length,
      heading: groups!.heading,
    }));
    return (at < 0 ? ends : [...ends, { end: at + own!.length, heading: "" }]).map(({ end, heading }) => {
      const rest = line.slice(end).replace(/^[\s:=]+/, ""), isBelow = rest === "";
      const [first = ""] = sentencesIn((isBelow ? lines[i + 1] ?? "" : rest).slice(0, LONGEST));
      const numbered = HAS_NOUN.test(heading) ? label(`response ${first}`) : null;
      const verdict = label(first) ?? numbered ?? reasoned(first, label) ?? chosenBy(first)?.verdict ?? null;
      const after = () => [(isBelow ? "" : rest).slice(first.length), ...lines.slice(i + (isBelow ? 2 : 1))];
      return { verdict, after };
    });
  });
  if (found.length === 0) return null;
  const [{ verdict, after }, ...others] = found;
  if (others.some((one) => one.verdict !== verdict)) return SEVERAL;
  if (verdict === null) return NONE;
  return isKept(after().join("\n"), verdict) ? { verdict } : SEVERAL;
}

/** A verdict with its reason behind it, which names nothing else. */
function reasoned(said: string, label: (said: string) => string | null): string | null {
  const [, name, why] =
    /^([^,(–—-]{1,40}?)(?:\s*[,(–—]\s*|\s+-\s+|\s+(?=because\b|since\b|due to\b|weil\b))(.*)$/.exec(said) ??
      [];
  const verdict = name === undefined ? null : label(name);
  return verdict === null || TURNS.test(why) || DENIES.test(why) || WEIGHS.test(why) ||
      namesOther(why, verdict)
    ? null
    : verdict;
}

/** Sentences of a text, none of which goes over a line. */
const sentencesIn = (text: string) =>
  text.split(/(?<=[.!?;])\s+|(?<=。)|[\r\n]+/).map((one) => one.trim()).filter((one) => one !== "");

/** What a sentence chooses, where it does nothing else. */
function chosenBy(sentence: string): { verdict: string; isLast: boolean } | null {
  if (sentence.length > LONGEST) return null;
  const bare = sentence.replace(/[.!。;,\s]+$/, "");
  for (const form of SENTENCES) {
    const { one, tie, why = "", lead = "" } = form.exec(bare)?.groups ?? {};
    if (one === undefined && tie === undefined) continue;
    const verdict = tie === undefined ? sideOf(one.replace(/["'()[\]{}]/g, "")) : "tie";
    const head = why === "" ? bare : bare.slice(0, -why.length);
    const isUnsure = DENIES.test(head) || TURNS.test(why) || /[?]/.test(why) ||
      choosesOther(why, verdict, sideOf);
    return isUnsure ? null : { verdict, isLast: /\p{L}/u.test(lead) };
  }
  return null;
}

/** Whether a text names an answer that is not this one. */
function namesOther(text: string, verdict: string): boolean {
  const others = verdict === "A" ? "B" : verdict === "B" ? "A" : "AB";
  return [...others].some((one) => {
    const [low, number, place] = one === "A" ? ["a", "1", "first|former"] : ["b", "2", "second|latter|other"];
    return new RegExp(`(?<![\\p{L}\\p{N}])${one}(?![\\p{L}\\p{N}])`, "u").test(text) ||
      new RegExp(`${NOUN}[\\s_-]*(?:${low}|${number})(?![a-z\\d])|\\b(?:${place})\\b`, "i").test(text);
  });
}

/** Whether what stands beside a verdict leaves it as it is; a text before it may also deny what it says of the other. */
function isKept(text: string, verdict: string, isBefore = false): boolean {
  if (takesBack(text)) return false;
  return sentencesIn(text).every((sentence) => {
    const chosen = chosenBy(sentence);
    if (chosen) return chosen.verdict === verdict;
    if (!WEIGHS.test(sentence)) return !(TURNS.test(sentence) && namesOther(sentence, verdict)) || isBefore;
    return isBefore ? true : !DENIES.test(sentence) && !namesOther(sentence, verdict);
  });
}

/** The verdict of sentences that choose: the last one's where it concludes, else that of all that weigh the two. */
function inSentences(text: string): FoundVerdict {
  const sentences = sentencesIn(text), chosen = sentences.map(chosenBy);
  const said = chosen.filter((one) => one !== null), last = chosen.at(-1);
  const [verdict] = new Set(said.map((one) => one.verdict));
  if (verdict === undefined) return NONE;
  if (said.some((one) => one.verdict !== verdict) || takesBack(text)) return SEVERAL;
  if (last?.isLast) return { verdict };
  return isKept(text, verdict) ? { verdict } : NONE;
}
