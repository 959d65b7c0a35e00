import { plainLine } from "./lone_verdict.ts";
import type { FoundVerdict } from "./scored_verdict.ts";
import { chosenBy, namesOther, sentencesIn } from "./reply_text.ts";
import { ANSWER, HEADING, MARK, RECONSIDERS, TAGGED } from "./reply_words.ts";

/** How a text says its verdict: in double brackets, a tag, a box or behind a heading (2), in a sentence that chooses (1), or not (0). */
function marking(text: string): number {
  if ([MARK, TAGGED, HEADING, ANSWER].some((form) => text.match(form) !== null)) return 2;
  return Number(sentencesIn(text).some((one) => chosenBy(plainLine(one)) !== null));
}

/** Of how many turns it is asked whether they stand in a quotation. */
const MOST = 20;

/** Whether a place stands within quotation marks. */
const isQuoted = (text: string, end: number) => (text.slice(0, end).match(/"/g)?.length ?? 0) % 2 === 1;

/**
 * The verdict of a reply whose judge changes its mind (`Verdict: A. Wait, I missed the dog. Verdict: B`): what it says behind the last such turn,
 * where that is marked as a verdict no less than what it said before. Where it is not, and speaks of the other answer, the reply says none
 * for sure. Null for a reply without a turn.
 *
 * @param read the verdict in a text without one
 */
export function changedMind(text: string, read: (said: string) => FoundVerdict): FoundVerdict | null {
  const turns = [...text.matchAll(RECONSIDERS)].slice(-MOST);
  const turn = turns.findLast(({ index }) => !isQuoted(text, index));
  if (turn === undefined || text.includes("{")) return null;
  const before = text.slice(0, turn.index), after = text.slice(turn.index + turn[0].length);
  const whole = read(text), next = read(after), several: FoundVerdict = { fault: "several" };
  if (next.verdict !== undefined && marking(after) >= Math.max(1, marking(before))) {
    return whole.verdict === undefined || whole.verdict === next.verdict ? next : several;
  }
  const isOpen = whole.verdict !== undefined && read(before).verdict === whole.verdict &&
    namesOther(after, whole.verdict);
  return isOpen ? several : whole;
}
