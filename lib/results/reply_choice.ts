import { isPlain } from "../progress/told.ts";
import {
  clausesIn,
  faultsOther,
  isKept,
  type Label,
  labelOf,
  namesOther,
  sentencesIn,
  sideOf,
} from "./reply_text.ts";
import * as WORDS from "./reply_words.ts";

/** A name before further words. */
const NAMED = new RegExp(`^${WORDS.NAME}(?=[ ,])`, "iu");

/** What chooses where nothing else is said (`Choose B`, `B is the correct choice`, `equally accurate`) in words that choose by themselves. */
export const asChoice = (said: string) =>
  said.replace(WORDS.BIDS, "I ").replace(WORDS.IS_RIGHT, "is better").replace(WORDS.EVENLY, "good")
    .replace(WORDS.BOTH_BUT, "$<one> is better").replace(WORDS.IN_ALL, "");

/** Whether a reason speaks for a verdict. */
export const supports = (text: string, verdict: string) =>
  (verdict === "tie" ? WORDS.TIES : WORDS.SUPPORTS).test(text) && WORDS.GOOD.test(text);

/** A verdict with its reason behind it in one sentence, which says nothing else. */
export function reasoned(said: string, label: Label, isHeaded: boolean): string | null {
  const { name, dash, why = "" } = WORDS.REASONED.exec(said)?.groups ?? {},
    verdict = name ? label(name) : null;
  const isReason = WORDS.REASON.test(why), reason = why.replace(WORDS.REASON, "").replace(WORDS.CONCEDES, "");
  const isTold = isHeaded || isReason || (dash || verdict === "tie") && supports(why, verdict!);
  // `TIE: both miss the sign`; `A, not B` behind a heading
  if (verdict === "tie" && WORDS.BOTH_FAIL.test(why)) return verdict;
  const nor = isHeaded && WORDS.NOT_ONE.exec(why)?.groups?.one;
  if (nor && /^[AB]$/.test(verdict ?? "") && sideOf(nor) !== verdict) return verdict;
  if (verdict === null || !isTold) return null;
  const speaks = (clause: string, i: number) =>
    (i > 0 || isHeaded || isReason) && faultsOther(clause, verdict) ||
    !namesOther(clause, verdict) && !WORDS.DOUBTS.test(clause);
  return clausesIn(reason, verdict).every(speaks) ? verdict : null;
}

/**
 * The answer that the caller's words name before further ones (`I crown B today`, `Option B is the correct choice`): none in a small
 * letter, behind a sign, where an A may be any word's, or before words that may turn the meaning (`I would take A down a notch`).
 */
export function ownChoice(line: string, { index, 0: told }: RegExpExecArray): string | null {
  const [said = ""] = sentencesIn(line.slice(index + told.length)), name = NAMED.exec(said)?.[0];
  if (name === undefined || /(?<!\p{L})[ab]\P{L}*$/u.test(name) || !/[\p{L}\p{N}]$/u.test(told)) return null;
  const verdict = sideOf(name), rest = said.slice(name.length).trim();
  const isOpen = WORDS.LEAVES.test(rest) || namesOther(rest, verdict) || !WORDS.FOLLOWS.test(rest);
  return !isOpen && isKept(said, verdict) ? verdict : null;
}

/** The fields of an object, those of what it says of all (`{"overall": {"winner": "A"}}`) in its place. */
export const fieldsOf = (json: Record<string, unknown>): [string, unknown][] =>
  Object.entries(json).flatMap(([key, value]) =>
    isPlain(value) && /^(?:overall|final)$/i.test(key) ? fieldsOf(value) : [[key, value]]
  );

/** Whether scores beside a verdict (`"scores": {"A": 4, "B": 9}`, `"score_a": 4`) put the other answer first. */
export function isOutscored(json: Record<string, unknown>, verdict?: string): boolean {
  const scores: Record<string, number> = {};
  for (const [key, value] of Object.entries({ ...json, ...Object(json.scores ?? json.ratings) })) {
    const side = labelOf(key.replace(/_?(?:scores?|ratings?)_?/i, "").replaceAll("_", " "));
    if (side !== null && typeof value === "number") scores[side] = value;
  }
  return verdict === "A" ? scores.B > scores.A : verdict === "B" && scores.A > scores.B;
}
