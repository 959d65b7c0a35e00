import { ownFacts } from "../progress/own_facts.ts";

/**
 * The words of replies that say which of two answers is better, as `data/facts/replies.json` has them: a text is a pattern, a
 * list one of words, each whole where its script has capitals, and `{NAME}` stands for the other of that name.
 *
 * @module
 */

const { SENTENCES: FORMS, ...PARTS } = ownFacts<Record<string, string | readonly string[]>>("replies");

const filled = (text: string): string => text.replace(/\{([A-Z_]{3,})\}/g, (_, name) => source(name));
const source = (name: string): string => {
  const part = PARTS[name];
  return typeof part === "string"
    ? filled(part)
    : part.map((one) => /^(?:\\w|\p{Ll})/u.test(one) ? `\\b${one}\\b` : one).join("|");
};
const pattern = (name: string, flags = "iu") => new RegExp(source(name), flags);
const ALL = Object.fromEntries(Object.keys(PARTS).map((name) => [name, pattern(name)]));

/** One of the two, and words for it; what stands before the caller's own words, before a verdict on its line, and before a choice; a criterion. */
export const NOUN = source("NOUN"),
  NAME = source("NAME"),
  LED = source("LED"),
  CRITERION = source("CRITERION");
export const IS_NAME = new RegExp(`^${NAME}$`, "iu");
/** What may stand in a text more than once: headings, marks, tags, what is no part of it, where a judge reconsiders, what an answer misses. */
export const [HEADING, ANSWER, THAN, MARK, TAGGED, WIDTHLESS, TURN, RECONSIDERS, MISSED] =
  "HEADING ANSWER THAN MARK TAGGED WIDTHLESS TURN RECONSIDERS MISSED".split(" ")
    .map((name) => pattern(name, "giu"));
/** What heads the verdict on one criterion alone, and where a sentence goes on behind a mark in double brackets without an end. */
export const [ONE_CRITERION, SAYS_ON] = ["ONE_CRITERION", "SAYS_ON"].map((name) => pattern(name, "giu"));
/** An answer that is said to win, or chosen by its letter. */
export const WINS = pattern("WINS", "gu"), CHOSEN = pattern("CHOSEN", "gu");

/** Sentences that choose, from where such words end, and how they may go on. */
export const SENTENCES = [...FORMS].map((form) => new RegExp(filled(form), "iuy")),
  TAIL = pattern("TAIL", "iuy");

/**
 * What the others find. Names: A rather than B, a tie, fields that hold a verdict. A text: a first thought or what others may say, up
 * to what is held against it (`OPEN`); what leaves a verdict as it is (`ENDS`); a question for the worse one. A sentence: one that chooses in its second part (`CLAUSE`); a reason,
 * or the word of one; a verdict of one's own or somebody else's before double brackets, or what leaves
 * open which is meant. A clause: where one begins, what is conceded before it, words that weigh, deny, suppose, leave open or unsettle, that praise or find fault, and that sway towards the other.
 */
export const { IS_A, TIE, FIELD, KEY, OPEN, WORSE_ASKED, LEADS, CLAUSE, REASON, REASONED, SUPPORTS } = ALL;
export const { OWN_MARK, OTHERS, EITHER, CONTRAST, CONCEDED, CONCEDES, WEIGHS, DENIES, SUPPOSES } = ALL;
export const { UNSETTLES, HEARSAY, TIES, TRAILS, EVENS, ASIDE, REMARK, LOSES, FAULTED, GOOD, FAULTY } = ALL;
export const { PRAISES, LOWER_WINS, OF_ANOTHER, DOUBTS, SWAYS, PYTHON, ENDS, BIDS, IS_RIGHT, EVENLY } = ALL;
export const { BOTH_BUT, BOTH_FAIL, NOT_ONE, IN_ALL, FOLLOWS, LEAVES, RANKED } = ALL;
/** Around a number or a label: what ends it, what denies or belittles it, takes it back or puts another in its place, another number. */
export const { NUMBER_ENDS, LABEL_ENDS, DENIED, BELITTLES, NUMBER_IN_WORDS, TAKES_BACK, CORRECTED } = ALL;
