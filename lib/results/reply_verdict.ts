import {
  asksWorse,
  choosesOther,
  isHeaded,
  isMeant,
  leadOf,
  leavesOpen,
  LOOKED_AT,
  pattern,
  plainer,
  plainLines,
  prefersOther,
  UNSURE,
  withStops,
} from "./lone_verdict.ts";
import { chosenBy, jsonReply, labelOf, withLines, withoutThinking } from "./reply_text.ts";
import { fieldsIn, scoresInJson } from "./reply_fields.ts";
import { type FoundVerdict, lowerWins, scoresOfBoth } from "./reply_score.ts";

/** A verdict in a form of its own, null where that holds no label, and where it stands; what counts beside others alone is aside, a sentence is said where all else is a mark. */
interface Form {
  verdict: string | null;
  from: number;
  end: number;
  isAside?: boolean;
  isSaid?: boolean;
}

const NONE: FoundVerdict = { fault: "unknown wording" }, SEVERAL: FoundVerdict = { fault: "names several" };

const MARK = pattern("mark", "g"), FURTHER = pattern("further_remark"), plainReply = plainer("plain_reply");

/** What heads a verdict, or weakly whatever is answered; with what it says, unless that stands below. */
const HEADING = pattern("heading", "iu");

/** A question or task, and what ranks from the worse one on. */
const TASK = /(?:^|[.:\n]\s*)(?:which|name|choose|pick|select|identify)\b([^.!?\n]{0,200})/gi,
  WORSE_FIRST = /worst (?:first|to best)|\bthe (?:wrong|worse) one\b/i;

/** What makes a sentence that is a choice one that concludes, whatever else is said; what ends what a heading says; a line's first word, or signs. */
const CONCLUDING = pattern("concluding"), CLAUSE = pattern("clause_end", ""), BEGINS = /^\W*(?:\p{L}{2,})?/u;

const linesOf = (text: string) =>
  plainLines(withStops(text)).filter((line) => /[\p{L}\p{N}]/u.test(line) && line !== "json").join("\n");

const lastOf = (text: string) => text.trim().split(/(?<=[.!?])\s+|\n/).at(-1)!;

/** A text in whose place from here to there nothing is said. */
function blank(text: string, from: number, end: number) {
  const filler = from === 0 || text[from - 1] === "\n" ? " " : ",";
  return `${text.slice(0, from)}${text.slice(from, end - 1).replace(/[^\n]/g, filler)}\n${text.slice(end)}`;
}

/**
 * The verdict in a whole reply to a question which of two answers is better, settled by its plain forms, which must all agree
 * (`settled`); where there is none, by a first or last sentence that chooses. Thinking is passed over. `signs` are codes that the caller's
 * values give a meaning, `behind` words of its own, each of which heads a verdict wherever it stands; what none of them reads is read without.
 */
export function replyVerdict(
  reply: string,
  { signs, behind = [] }: { signs?: ReadonlySet<string>; behind?: readonly RegExp[] } = {},
): FoundVerdict {
  const told = behind.flatMap((words) => verdictIn(reply, signs, words) ?? []);
  const found = told.filter(({ fault }) => fault !== NONE.fault);
  if (new Set(found.map(({ verdict }) => verdict)).size > 1) return SEVERAL;
  return found[0] ?? verdictIn(reply, signs)!;
}

/** The verdict of a reply, behind such words where some are given; undefined where these do not stand in it. */
function verdictIn(reply: string, signs?: ReadonlySet<string>, behind?: RegExp): FoundVerdict | undefined {
  const whole = withoutThinking(reply);
  if (whole === null) return NONE;
  const said = plainReply(withLines(whole).normalize("NFKC").trim())
    .replace(/^\{\s*'[^"]*\}$/, (dict) => dict.replaceAll("'", '"'));
  const words = behind && new RegExp(`(?:${behind.source})[\\s:="*_]*`, behind.flags);
  const told = words ? [...said.matchAll(words)] : [];
  if (words && told.length === 0) return undefined;
  const plain = told.length > 0 ? said.slice(told[0].index).replace(words!, "\nVerdict: ") : said;
  const label = (said: string) => labelOf(said, signs);
  const from = plain.search(/\{\s*"[^"\n]*"\s*:/), to = from < 0 ? -1 : plain.lastIndexOf("}") + 1;
  const json = from < 0 ? {} : jsonReply(plain.slice(from, to));
  if (!json || plain.includes("<|") || from >= 0 && plain.includes("{", to)) return NONE;
  const inJson = scoresInJson(json), { own, beside, reasons, isOfOne } = fieldsIn(json, label);
  const before = from < 0 ? "" : linesOf(plain.slice(0, from));
  const lines = from < 0 ? linesOf(plain) : `${before}\n${linesOf(plain.slice(to))}`,
    sided = scoresOfBoth(lines);
  const text = sided ? blank(lines, sided.from, sided.end) : lines;
  const tasks = [...`${text}\n${reasons.join("\n")}`.matchAll(TASK)];
  if (WORSE_FIRST.test(text) || tasks.some(([, task]) => asksWorse(task))) {
    return { fault: "says which is worse" };
  }
  const forms = formsIn(text, label), at = { from: before.length, end: before.length };
  if (own.length > 0 || inJson) forms.push(...[...own, ...beside].map((verdict) => ({ verdict, ...at })));
  // A word behind which no answer stands heads nothing here.
  const isNoHead = told.length > 0 && forms.some(({ verdict }) => verdict === null);
  if (isNoHead || forms.length < told.length || isOfOne) return NONE;
  const found = inJson ? { ...at, scores: inJson, isPlain: true, isOwn: true } : sided;
  if (sided === null || inJson && sided || found?.isPlain && lowerWins(plain)) {
    return forms.length > 0 ? SEVERAL : NONE;
  }
  const above = text.slice(0, found?.from);
  const isOne = isHeaded(above);
  const isScored = found && !lowerWins(plain) && (inJson || !isOne && isMeant(text, found.from, found.end));
  if (isScored) {
    const { scores: [a, b], end } = found, verdict = a > b ? "A" : a < b ? "B" : "tie";
    const isPlain = inJson ? !isOne : found.isPlain && !/^\n+\(/.test(text.slice(end));
    if (forms.length === 0 && prefersOther(lastOf(above), verdict)) return SEVERAL;
    if (verdict !== "tie" || forms.length === 0) {
      forms.push({ verdict, from: end, end, isAside: !isPlain, isSaid: true });
    }
  }
  const one = settled(text, forms), { verdict } = one, [led, rest] = reasons;
  if (verdict === undefined) return one;
  const others = sentencesOf(`${led}\n${rest}`).map((sentence) => chosenBy(sentence.said) ?? verdict);
  const lead = lastOf(text.slice(0, Math.min(...forms.map(({ from }) => from))));
  const isLed = prefersOther(lastOf(led), verdict, own.length > 0) || prefersOther(lead, verdict, true) ||
    others.some((other) => other !== verdict);
  if (isLed || leavesOpen(rest, verdict, own.length > 0)) return SEVERAL;
  return isScored && found.isOwn ? { ...one, scores: found.scores } : one;
}

/** A reply of one sentence that is a letter with its reason. */
const EXPLAINED = /^(\W*[AB]\W*?)(?: \([^()]+\)\W*$|, (?:because|since|as)\b)/;

/** Sentences of a text of plain lines, none of which goes over a line, where they stand, and whether they begin a line and are all of it. */
const sentencesOf = (text: string) =>
  [...text.matchAll(/(?<=^|\s)\S[^\n]*?(?:[.!?;](?=\s)|(?=\n|$))/g)].map(({ index, 0: said }) => {
    const end = index + said.length, begins = index === 0 || text[index - 1] === "\n";
    return { said, from: index, end, begins, isLine: begins && (end === text.length || text[end] === "\n") };
  });

/** What forms of a text settle: all that are meant name one verdict, behind the last nothing is taken back, and none stands that is not meant. */
function settled(text: string, all: readonly Form[]): FoundVerdict {
  const forms = all.toSorted((one, other) => one.from - other.from);
  const meant = forms.filter(({ from, end, verdict }) => from === end || isMeant(text, from, end, verdict));
  if (meant.every(({ isAside }) => isAside)) return all.length > 1 ? SEVERAL : NONE;
  const last = meant.at(-1)!, { end } = last, [verdict, ...others] = new Set(meant.map((one) => one.verdict));
  const isOther = (form: Form) => !meant.includes(form) && (form.end > end || form.verdict !== verdict);
  // Below a criterion's heading a second verdict in the words of its own may be another criterion's, or that on all.
  const wordsOf = ({ from }: Form) => BEGINS.exec(text.slice(text.lastIndexOf("\n", from - 1) + 1))![0];
  const isAlike = (form: Form) => leadOf(text, form.from).isOfCriterion && wordsOf(form) === wordsOf(last);
  const isBelow = all.some((form) => form.verdict !== verdict && isAlike(form)) &&
    isHeaded(text.slice(0, last.from));
  // The other answer with a remark of its own: in a list, or on its own where that finds no fault with it.
  const { listed, further = listed ?? "", remark } = FURTHER.exec(text.slice(end))?.groups ?? {};
  const isShared = verdict && verdict !== "tie" && choosesOther(further, verdict) &&
    (listed !== undefined || !leavesOpen(remark, verdict === "A" ? "B" : "A", true));
  const isOpen = isShared || isBelow || others.length > 0 ||
    forms.slice(forms.indexOf(meant[0])).some(isOther);
  if (isOpen || leavesOpen(text.slice(end), verdict, !meant.every(({ isSaid }) => isSaid))) return SEVERAL;
  return verdict === null ? NONE : { verdict };
}

/** The one label that a global pattern's first group finds in a text, spelt by `nameOf`, where that is settled (`settled`); or why there is none. */
export function loneLabel(
  text: string,
  pattern: RegExp,
  nameOf: (found: string) => string = (found) => found,
): { label: string } | { fault: string } {
  const forms = [...text.matchAll(pattern)].map(({ index: from, 0: all, 1: said }) => (
    { verdict: nameOf(said), from, end: from + all.length }
  ));
  if (forms.length === 0) return { fault: "no label" };
  const { verdict, fault } = settled(text, forms);
  if (verdict !== undefined) return { label: verdict };
  return { fault: fault === NONE.fault ? "not a label alone" : "more than one label" };
}

/** The answer, as it is named, of which sentences of a reply say that `Response 1 is better.` or its like; null where that is not settled. */
export function betterResponse(reply: string): string | null {
  const text = plainLines(reply).join("\n");
  const forms = sentencesOf(text).flatMap(({ said, end }) => {
    const [, lead = "", choice] = /^(.*[:)] )?["'“]?(.*?)["'”]?$/.exec(said)!;
    const names = [...choice.matchAll(/\bresponse \[?([12ab])\b/gi)], chosen = chosenBy(choice);
    const [, name] = names.find(([name]) => labelOf(name) === chosen) ?? [];
    const isChoice = name && !/\b(?:not|never|no)\b/i.test(lead);
    return isChoice ? [{ verdict: name.toUpperCase(), from: end, end, isSaid: true }] : [];
  });
  return settled(text, forms).verdict ?? null;
}

/** What answers of a question that a judge solves itself are said to have reached; and what heads a reason. */
const SOLVES = pattern("solving"), REASONED = pattern("heads_reason"), HEADED = pattern("headed");

/** Whether sentences behind a letter in `the answer is`, a box or `Answer:` speak of the responses to a question whose own answer it was. */
function isSolved(letter: string, behind: string, isSentence: boolean) {
  const text = behind.replace(/^[^.;\n]*[.;\s]*/, ""), own = letter.replace(/\W/g, "");
  return /^[A-F]$/.test(own) && choosesOther(text, "") && !REASONED.test(text) &&
    (isSentence || SOLVES.test(text));
}

/** The verdicts that a text of plain lines says, each in a form of its own; of weak ones, where there is no other. */
function formsIn(text: string, label: (said: string) => string | null): Form[] {
  const forms: Form[] = [...text.matchAll(MARK)].flatMap(
    ({ index, 0: all, 1: bracketed, 3: tagged, 4: boxed }) => {
      const verdict = label(bracketed ? all : tagged ?? boxed), end = index + all.length;
      const isAside = boxed !== undefined &&
        !HEADED.test(text.slice(Math.max(0, index - LOOKED_AT), index)) &&
        isSolved(boxed, text.slice(end), true);
      return verdict === null && boxed !== undefined ? [] : [{ verdict, from: index, end, isAside }];
    },
  );
  const sentences = sentencesOf(text), last = sentences.length - 1, isOpen = UNSURE.test(text);
  const above = sentences.slice(0, -1).filter(({ isLine, said }) => isLine && /\p{L}{2}/u.test(said));
  const heads = new Set(above.map(({ said }) => label(said)));
  const areHeads = heads.has("A") && heads.has("B"), isList = /^\(?[AB](?:[.):] | because\b)/m.test(text);
  const isEven = (said: string) => !isList && /\b(?:is|are|call|it's)\b/i.test(said) && label(said) === "tie";
  const choiceIn = (said: string) => isEven(said) ? "tie" : chosenBy(said);
  const others = sentences.filter(({ said }) => !choiceIn(said)).map(({ said }) => said).join("\n");
  for (const [i, { said, from, end, begins, isLine }] of sentences.entries()) {
    const { weak, content = sentences[i + 1]?.said } = HEADING.exec(said)?.groups ?? { content: "" };
    if (!content || weak && !said.includes(content)) {
      const bare = last === 0 && EXPLAINED.exec(said)?.[1] || said;
      const choice = choiceIn(said), isAside = i > 0 && i < last;
      const verdict = isLine && !isList && !(areHeads && i < last) && !isOpen && !said.match(MARK)
        ? label(bare)
        : null;
      if (verdict && (!isAside || /^\W*[AB]\W*$/.test(said))) {
        forms.push({ verdict, from, end: from + bare.length, isAside });
      } else if (!isOpen && choice && !leadOf(text, from).isOfCriterion) {
        const at = choice === "tie" ? from + said.replace(/[.!;]$/, "").length : end;
        forms.push({
          ...{ verdict: choice, from: at, end: at, isSaid: true },
          isAside: isAside ||
            !(isLine && i === last) && !CONCLUDING.test(said) && leavesOpen(others, choice, choice !== "tie"),
        });
      }
      continue;
    }
    const [clause] = content.split(CLAUSE, 1);
    const chosen = label(clause) ?? chosenBy(clause.trim());
    const isOther = clause.split(" ").length > 4 || !choosesOther(clause, "");
    if (chosen === null && (content.match(MARK) || isOther || weak)) continue;
    const start = said.endsWith(content) ? end - content.length : sentences[i + 1].from;
    // `Answer: A` alone on its line, which the next does not go on with, or before what finds fault with the other.
    const next = sentences[i + 1]?.said ?? "", other = chosen === "A" ? "B" : "A";
    const isAlone = isLine && label(content) && !/^\p{Ll}/u.test(next) ||
      chosen && choosesOther(next, chosen) && leavesOpen(next, other, true);
    forms.push({
      ...{ verdict: chosen, from, end: start + clause.trimEnd().length },
      isAside: i < last && !(begins && (!weak || isAlone)) ||
        /answer/i.test(weak ?? "") && isSolved(clause, text.slice(end), / (?:is|was)\b/.test(said)),
    });
  }
  return forms;
}
