import { isPlain } from "../progress/told.ts";
import {
  clausesIn,
  faultsOther,
  isKept,
  type Label,
  labelOf,
  namesOther,
  praisesOther,
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
  (verdict === "tie" ? WORDS.TIES : WORDS.SUPPORTS).test(text) &&
  (WORDS.GOOD.test(text) || verdict !== "tie" && WORDS.PRAISES.test(text));

/** Whether what stands behind a mere letter is its reason, which says nothing good of the other. */
export function isSupported(text: string, verdict: string): boolean {
  if (text === "") return true;
  // A sentence may add what the other says instead.
  const said = sentencesIn(text).map((one) => one.split(/,? (?:while|whereas) /, 1)[0]), [first] = said;
  if (faultsOther(first, verdict)) return isKept(text, verdict);
  if (WORDS.FAULTY.test(first) && !namesOther(first.replace(/\bthan\b.*/i, ""), verdict)) return false;
  const isReason = WORDS.REASON.test(text)
    ? !said.some((one) => praisesOther(one, verdict))
    : supports(first, verdict) && !said.some((one) => namesOther(one, verdict));
  return isReason && isKept(text, verdict);
}

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
    isPlain(value) && /^(?:overall|final|evaluation|comparison|result|judge?ment)$/i.test(key)
      ? fieldsOf(value)
      : [[key, value]]
  );

/** The scores that an object gives the two answers (`"scores": {"A": 4, "B": 9}`, `"score_a": 4`), and whether a name says that they are. */
function scoresIn(json: Record<string, unknown>): Record<"A" | "B", { score: number; isNamed: boolean }> {
  const { scores: own = json.ratings } = json,
    found: Record<string, { score: number; isNamed: boolean }> = {};
  for (const [key, value] of [...Object.entries(json), ...Object.entries(Object(own))]) {
    const bare = key.replace(/_?(?:scores?|ratings?)_?/i, ""), side = labelOf(bare.replaceAll("_", " "));
    const isNamed = bare !== key || Object.hasOwn(Object(own), key);
    const isNumber = typeof value === "number" || isNamed && /^\d+(?:\.\d+)?$/.test(String(value));
    if (side !== null && isNumber) found[side] = { score: Number(value), isNamed };
  }
  return found;
}

/** Whether scores beside a verdict put the other answer first. */
export function isOutscored(json: Record<string, unknown>, verdict?: string): boolean {
  const { A, B } = scoresIn(json);
  return verdict === "A" ? B?.score > A?.score : verdict === "B" && A?.score > B?.score;
}

/** The two scores of an object whose names say that they are, and the answer with the larger one. */
export function outscoring(
  json: Record<string, unknown>,
): { verdict?: string; scores?: readonly [a: number, b: number] } {
  const { A, B } = scoresIn(json);
  if (!A?.isNamed || !B?.isNamed || WORDS.LOWER_WINS.test(JSON.stringify(json))) return {};
  const verdict = A.score > B.score ? "A" : A.score < B.score ? "B" : "tie";
  return { verdict, scores: [A.score, B.score] };
}
