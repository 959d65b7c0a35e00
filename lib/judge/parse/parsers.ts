import { requireNamed, requireText } from "../../progress/require.ts";
import { type FoundScore, type ReplyScale, replyScore, scoreAlone } from "../../results/reply_score.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { noVerdict, unread } from "./settle_reply.ts";
import { behindField, plainLine, plainLines } from "../../results/lone_verdict.ts";
import { betterResponse, loneLabel, replyVerdict } from "../../results/reply_verdict.ts";

/** Options of `parseScore`. */
export interface ScoreScale extends Pick<ReplyScale, "abstention" | "whole" | "marker"> {
  /** Lowest score of the scale. */
  low: number;
  /** Highest score of the scale; anything outside is `out_of_range`. */
  high: number;
}

/**
 * The score behind the last `### Score:`, or where there is none behind `Rating:` or `Overall:`, in a field of JSON (`{"score": 4}`) or in
 * double brackets at the end; a bare number is one too: `{ score }`. Thinking is passed over. Decimals are read as they stand. A value
 * off the scale, or with another denominator, is `out_of_range`; a range, a list or words are `unparsable`: no number is
 * ever picked from running text. N/A is `abstained` where the prompt offers it and `unparsable` where not.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseScore } from "judgebias/judge";
 *
 * const scale = { low: 1, high: 10 };
 * assert.deepEqual(
 *   parseScore("### Feedback: 9 of 10 items.\n### Score: 7", scale).values,
 *   { score: 7 },
 * );
 * assert.equal(parseScore("### Score: 11", scale).status, "out_of_range");
 * assert.equal(parseScore("### Score: 7-8", scale).status, "unparsable");
 * assert.equal(
 *   parseScore("### Score: N/A", { ...scale, abstention: true }).status, "abstained",
 * );
 * ```
 */
export function parseScore(text: string, scale: ScoreScale): ReplyVerdict {
  requireText("parseScore", "a reply", text);
  requireNamed("parseScore", scale, "a scale", "; say { low: 1, high: 5 }");
  return scored(replyScore(text, scale));
}

export const scoreOf = (text: string, scale: ScoreScale): ReplyVerdict => scored(scoreAlone(text, scale));

function scored(found: FoundScore): ReplyVerdict {
  if ("score" in found) return { status: "ok", values: { score: found.score } };
  return found.fault === "unparsable" ? unread(found.reason) : noVerdict(found.fault, found.reason);
}

export const FINAL_SCORE = /final\s+score\s+is/gi;

/** Before it in its sentence: words by which it is somebody else's, or that of an answer that is not this one. */
const SUPPOSED =
  /(?:^|[.!?\n])[^\S\n]*(?:if|unless)\b[^.!?\n]{0,300}$|\b(?:says?|said|reads)\b[^.!?\n]{0,300}$/i;

const SCALE = { low: 0, high: 100, whole: true, marker: "the final score" };

/** The whole number from 0 to 100 in the last sentence `The final score is $N$.`; one that could be another (`72,5`, `85–90`) is unparsable. */
export function parseFinalScore(text: string): ReplyVerdict {
  const last = [...text.matchAll(FINAL_SCORE)].at(-1);
  if (!last) return unread("no final score");
  if (SUPPOSED.test(text.slice(0, last.index))) return unread("a final score that is supposed");
  return finalScore(text.slice(last.index + last[0].length));
}

export function finalScore(text: string): ReplyVerdict {
  const verdict = scoreOf(text, SCALE);
  return verdict.status === "ok" ? { status: "ok", values: { parsed: verdict.values.score } } : verdict;
}

const MARKER = "(?:final )?judge?ment";

const BRACKETED = /\[\[\s*(?:assistant |answer |response )?(A|B|C|tie)\s*\]\]/gi;

const LETTER =
  /^["'“”‘’([]*(?:(?:[Aa]ssistant|[Rr]esponse|[Oo]ption|(?:[Tt]he )?[Aa]nswer(?: is)?:?) [(["'“‘]*)?(A|B|[Tt]ie|TIE)["'“”‘’)\]]*\.?$/;

/**
 * The verdict of a pairwise reply in the letters that the judge saw, behind the last `Judgement:` or in the whole: all letters in double
 * brackets must agree (`loneLabel`); without brackets a letter counts where nothing else stands there.
 */
export function parseBracketChoice(text: string): ReplyVerdict {
  const behind = behindField(text, MARKER, "analysis|judge?ment");
  if (behind === "") return unread("nothing behind Judgement:");
  const found = loneLabel(behind ?? plainLines(text).join("\n"), BRACKETED, letterOf);
  if ("label" in found) return chosen(found.label);
  if (found.fault !== "no label") return unread(`${found.fault} in double brackets`);
  return alone(behind ?? text, { only: behind === null }) ?? unread("no bracketed letter");
}

/** The verdict behind the last `### Selection:` or as the whole reply, A or B and nothing else: `{ shown: "A" | "B" }`. */
export function parseSelection(text: string, heading = "selection"): ReplyVerdict {
  const behind = behindField(text, heading);
  if (behind === "") return unread(`nothing behind ${heading}:`);
  return withoutTie(alone(behind ?? text, { only: behind === null }));
}

function withoutTie(verdict: ReplyVerdict | null): ReplyVerdict {
  return verdict?.values.shown === "tie"
    ? unread("a tie, which the prompt does not offer")
    : verdict ?? unread("not one letter alone");
}

/** A letter alone but for brackets, quotes and the word for an answer: the first line with text behind a heading, or a whole reply (`Answer: B`). */
function alone(text: string, { only }: { only: boolean }): ReplyVerdict | null {
  const lines = plainLines(text).filter((line) => line !== "");
  if (!LETTER.test(lines[0]) || only && lines.length > 1) return null;
  const found = loneLabel(lines.join("\n"), new RegExp(LETTER, "gm"), letterOf);
  return "label" in found ? chosen(found.label) : null;
}

export function letterInJson(value: Record<string, unknown>, { tie }: { tie: boolean }): ReplyVerdict {
  const own = Object.entries(value).filter(([name]) => /^(?:judge?ment|verdict|selection)$/.test(name))
    .map(([name, said]) => [name, said === "C" ? "[[C]]" : said]);
  const { verdict } = replyVerdict(JSON.stringify(Object.fromEntries(own)));
  if (verdict === undefined) return unread("no letter, or more than one, in the JSON");
  return tie ? chosen(verdict) : withoutTie(chosen(verdict));
}

const letterOf = (text: string) => /^[ab]$/i.test(text) ? text.toUpperCase() : "tie";

const chosen = (shown: string): ReplyVerdict => ({ status: "ok", values: { shown } });

/** Which response a reply prefers, `{ shown: 1 | 2 }`: its last line that is or ends with `Response X is better.` */
export function parseBetter(text: string): ReplyVerdict {
  const shown = Number(betterResponse(text));
  return shown === 1 || shown === 2
    ? { status: "ok", values: { shown } }
    : unread("no line that says which response is better, or more than one");
}

/**
 * Which response a joint reply prefers on each criterion, 1 or 2, in blocks of `Criterion: name`, the last of a name; null for one that
 * is left out or open.
 */
export function parseJointBetter(text: string, names: Readonly<Record<string, string>>): ReplyVerdict {
  const lines = text.split(/\r\n|\r|\n/);
  const heading = /^(?:\d+[.)] ?)?criterion(?: \d+)?\s*[:：]\s*(.+)$/i;
  // What else stands in a heading (its number, a translation) is no part of a name of plain letters.
  const isPlain = Object.values(names).every((name) => !/[\p{N}\u0080-\uffff]/u.test(name));
  const simplified = (name: string) =>
    (isPlain ? name : name.replace(/^\d+[.)] ?/, ""))
      .replace(isPlain ? /[^a-z]+/gi : /[^\p{L}\p{M}\p{N}]+/gu, " ").trim().toLowerCase();
  const known = Object.values(names).map(simplified);
  let current = "";
  const starts = lines.flatMap((line, i) => {
    const plain = plainLine(line), match = heading.exec(plain);
    const [, about = ""] = /^(?:(?:on|for|regarding|as for) )?([^:：]*)[:：]/i.exec(plain) ?? [];
    const other = simplified(about) !== current && known.includes(simplified(about));
    if (!match && !other) return [];
    // A quoted heading, or one in other words, ends a block and begins none.
    current = match && !/^\s*>/.test(line) ? simplified(match[1]) : "";
    return [{ line: i, name: current }];
  });
  return jointVerdict(names, (key) => {
    const own = simplified(names[key]);
    // What is said under a heading of several, or of one once more in other words, may say otherwise.
    const shared = known.filter((name) => name === own).length > 1 ||
      starts.some(({ name }) => !known.includes(name) && ` ${name} `.includes(` ${own} `));
    if (shared) return null;
    const block = starts.findLastIndex(({ name }) => name === own);
    const body = block < 0
      ? ""
      : lines.slice(starts[block].line + 1, starts[block + 1]?.line ?? lines.length).join("\n");
    const said = body.split("\n").filter((line) => parseBetter(line).status === "ok");
    return said.length > 1 ? null : parseBetter(body).values.shown ?? null;
  });
}

export function jointVerdict(
  names: Readonly<Record<string, string>>,
  shownOn: (key: string) => ReplyVerdict["values"][string],
): ReplyVerdict {
  const values = Object.fromEntries(Object.keys(names).map((key) => [key, shownOn(key)]));
  const open = Object.keys(values).filter((key) => values[key] === null), all = Object.keys(values).length;
  if (open.length === all) return unread("no criterion with a judgment");
  return { status: "ok", values, ...open.length > 0 && { reason: `no judgment on ${open.join(", ")}` } };
}
