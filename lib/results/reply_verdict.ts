import { isPlain } from "../progress/told.ts";
import {
  asksWorse,
  choosesOther,
  CONCLUDES,
  HEAD,
  isMeant,
  leavesOpen,
  plainLines,
  UNSURE,
} from "./lone_verdict.ts";
import { chosenBy, jsonReply, labelOf, withLines, withoutThinking } from "./reply_text.ts";
import { type BothScores, lowerWins, saysScore, scoresInJson, scoresOfBoth } from "./reply_score.ts";

/** What a whole reply says of two answers: A, B, tie or a sign that its reader was told of, with the scores of both; or why it says none. */
export type FoundVerdict = {
  verdict?: string;
  fault?: "unknown wording" | "names several" | "says which is worse";
  scores?: BothScores;
};

/** A verdict in a form of its own, null where that holds no label, and where it stands; what counts beside others alone is aside, a sentence is said where all else is a mark. */
interface Form {
  verdict: string | null;
  from: number;
  end: number;
  isAside?: boolean;
  isSaid?: boolean;
}

const NONE: FoundVerdict = { fault: "unknown wording" }, SEVERAL: FoundVerdict = { fault: "names several" };

const MARK =
  /\[\[\s*([^[\]\n]{1,25}?)\s*\]\]|<(answer|verdict|choice|winner|judge?ment)>\n?([^<\n]{0,80})\n?<\/\2>|\$?\\boxed\{((?:[^{}]|\{[^{}]{0,40}\}){0,60})\}\$?/g;

/** What heads a verdict, or weakly whatever is answered; with what it says, unless that stands below. */
const HEADING = new RegExp(
  `^[^\\p{L}[<\\\\$("']*${CONCLUDES}?(?:${HEAD}|(?:(?:the|my|final|overall) )*(?<weak>answer|overall|result|conclusion|final|ranking(?=.*[<>])))(?::?$|\\s*(?:[:=-]>?\\s|[:=]>?|[–—]|\\b(?:is|was|goes to)\\b(?: that)?:?)\\s*(?<content>.*)$)`,
  "iu",
);

/** A question or task, and what ranks from the worse one on. */
const TASK = /(?:^|[.:\n]\s*)(?:which|name|choose|pick|select|identify)\b([^.!?\n]{0,200})/gi,
  WORSE_FIRST = /worst (?:first|to best)|\bthe (?:wrong|worse) one\b/i;

/** What makes a sentence that is a choice one that concludes, whatever else is said. */
const CONCLUDING = new RegExp(`^(?:i think|${CONCLUDES})`, "i");

/** What ends what a heading says. */
const CLAUSE = /[,;:–—]|\s\(|\.(?!\d)|\s-\s|\b(?:because|since|as)\b/;

const linesOf = (text: string) =>
  plainLines(text).filter((line) => /[\p{L}\p{N}]/u.test(line) && line !== "json").join("\n");

type Label = (said: string) => string | null;

/**
 * The verdict in a whole reply to a question which of two answers is better, settled by its plain forms, which must all agree
 * (`settled`); where there is none, by a first or last sentence that chooses. Thinking is passed over. `signs` are codes that the caller's
 * values give a meaning, `behind` words of its own that head a verdict each time that they stand there.
 */
export function replyVerdict(
  reply: string,
  { signs, behind }: { signs?: ReadonlySet<string>; behind?: RegExp } = {},
): FoundVerdict {
  const whole = withoutThinking(reply);
  if (whole === null) return NONE;
  const said = withLines(whole).normalize("NFKC").replace(/[\u200b-\u200d\ufeff]/g, "").replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"').replace(/\be\.g\./gi, "for example").replace(/\[RESULT\]:?/g, "\nVerdict:").trim()
    .replace(/^\{\s*'[^"]*\}$/, (dict) => dict.replaceAll("'", '"'))
    .replace(/<\|[^<>|]{1,40}\|>$|<\/s>$/, "");
  const words = behind && new RegExp(`(?:${behind.source})[\\s:="*_]*`, behind.flags);
  const told = words ? [...said.matchAll(words)] : [];
  const plain = told.length > 0 ? said.slice(told[0].index).replace(words!, "\nVerdict: ") : said;
  const label = (said: string) => labelOf(said, signs);
  const from = plain.search(/\{\s*"[^"\n]*"\s*:/), to = from < 0 ? -1 : plain.lastIndexOf("}") + 1;
  const json = from < 0 ? {} : jsonReply(plain.slice(from, to));
  if (!json || plain.includes("<|") || from >= 0 && plain.includes("{", to)) return NONE;
  const before = from < 0 ? "" : linesOf(plain.slice(0, from));
  const text = from < 0 ? linesOf(plain) : `${before}\n${linesOf(plain.slice(to))}`;
  if (WORSE_FIRST.test(text) || [...text.matchAll(TASK)].some(([, task]) => asksWorse(task))) {
    return { fault: "says which is worse" };
  }
  const { own, beside } = fieldsIn(json, label), inJson = scoresInJson(json), sided = scoresOfBoth(text);
  const forms = formsIn(text, label), at = { from: before.length, end: before.length };
  forms.push(...own.map((verdict) => ({ verdict, ...at })));
  if (own.length > 0) forms.push(...beside.map((verdict) => ({ verdict, ...at })));
  if (forms.length < told.length) return NONE;
  const scores = inJson ?? sided?.scores;
  if (scores) {
    if (inJson && sided || sided && saysScore(text.slice(sided.end)) || lowerWins(plain)) {
      return forms.length > 0 ? SEVERAL : NONE;
    }
    const [a, b] = scores, won = a > b ? "A" : a < b ? "B" : "tie";
    const { end } = sided ?? at;
    if (forms.length === 0 || won !== "tie") forms.push({ verdict: won, from: end, end });
  }
  const found = settled(text, forms);
  return found.verdict === undefined ? found : { ...found, ...scores && { scores } };
}

/** A reply of one sentence that is a letter with its reason. */
const EXPLAINED = /^(\W*[AB]\W*?)(?: \([^()]+\)\W*$|, (?:because|since|as)\b)/;

const labelIn = (clause: string, label: Label) => label(clause) ?? chosenBy(clause.trim());

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
  const { end } = meant.at(-1)!, [verdict, ...others] = new Set(meant.map((one) => one.verdict));
  const isOther = (form: Form) => !meant.includes(form) && (form.end > end || form.verdict !== verdict);
  const isOpen = others.length > 0 || forms.slice(forms.indexOf(meant[0])).some(isOther);
  if (isOpen || leavesOpen(text.slice(end), verdict, !meant.every(({ isSaid }) => isSaid))) return SEVERAL;
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
  return { fault: fault === NONE.fault ? "not a label alone" : "more than one label" };
}

/** The answer, as it is named, of which sentences of a reply say that `Response 1 is better.` or its like; null where that is not settled. */
export function betterResponse(reply: string): string | null {
  const text = plainLines(reply).join("\n");
  const forms = sentencesOf(text).flatMap(({ said, end }) => {
    const [, lead = "", choice] = /^(.*[:)] )?["'“]?(.*?)["'”]?$/.exec(said)!;
    const [, name = null] = /\bresponse \[?([12ab])\b/i.exec(choice) ?? [];
    const isChoice = name && chosenBy(choice) && !/\b(?:not|never|no)\b/i.test(lead);
    return isChoice ? [{ verdict: name.toUpperCase(), from: end, end, isSaid: true }] : [];
  });
  return settled(text, forms).verdict ?? null;
}

/** The verdicts that a text of plain lines says, each in a form of its own; of weak ones, where there is no other. */
function formsIn(text: string, label: Label): Form[] {
  const forms: Form[] = [...text.matchAll(MARK)].flatMap(
    ({ index, 0: all, 1: bracketed, 3: tagged, 4: boxed }) => {
      const verdict = label(bracketed ? all : tagged ?? boxed), end = index + all.length;
      return verdict === null && boxed !== undefined ? [] : [{ verdict, from: index, end }];
    },
  );
  const sentences = sentencesOf(text), last = sentences.length - 1, isOpen = UNSURE.test(text);
  const isList = /^\(?[AB](?:[.):] | because\b)/m.test(text);
  const others = sentences.filter(({ said }) => !chosenBy(said)).map(({ said }) => said).join("\n");
  for (const [i, { said, from, end, begins, isLine }] of sentences.entries()) {
    const { weak, content = sentences[i + 1]?.said } = HEADING.exec(said)?.groups ?? { content: "" };
    if (!content || weak && !said.includes(content)) {
      const bare = last === 0 && EXPLAINED.exec(said)?.[1] || said,
        choice = chosenBy(said),
        isAside = i > 0 && i < last;
      const verdict = isLine && !isList && !isOpen && !said.match(MARK) ? label(bare) : null;
      if (verdict && (!isAside || /^\W*[AB]\W*$/.test(said))) {
        forms.push({ verdict, from, end: from + bare.length, isAside });
      } else if (!isOpen && choice) {
        forms.push({
          verdict: choice,
          from: end,
          end,
          isSaid: true,
          isAside: isAside || !CONCLUDING.test(said) && leavesOpen(others, choice, true),
        });
      }
      continue;
    }
    const [clause] = content.split(CLAUSE, 1);
    const chosen = labelIn(clause, label);
    const isOther = clause.split(" ").length > 4 || !choosesOther(clause, "");
    if (chosen === null && (content.match(MARK) || isOther || weak)) continue;
    forms.push({
      verdict: chosen,
      from,
      end: (said.endsWith(content) ? end - content.length : sentences[i + 1].from) + clause.trimEnd().length,
      // `Answer: A` alone on its line, which the next does not go on with.
      isAside: i < last &&
        !(begins && (!weak || isLine && label(content) && !/^\p{Ll}/u.test(sentences[i + 1].said))),
    });
  }
  return forms;
}

const KEY = new RegExp(`^${HEAD}$`, "i"),
  LIKE_KEY = new RegExp(`^final$|${HEAD}`, "i"),
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
