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
export const pattern = (name: string, flags = "iu") => new RegExp(source(name), flags);

/** Words for one of the two, and the two by letter, by number behind such a word, by place. */
export const NOUN = source("NOUN"), NAME = source("NAME");
export const HAS_NOUN = pattern("NOUN"), IS_NAME = new RegExp(`^${NAME}$`, "iu"), IS_A = pattern("IS_A");

/** A verdict that ties, and sentences that choose, also in the second of two parts, whose first may not suppose. */
export const TIE = pattern("TIE"), CLAUSE = pattern("CLAUSE"), SUPPOSES = pattern("SUPPOSES");
export const SENTENCES = [...FORMS].map((form) =>
  new RegExp(filled(`^(?<lead>{LEAD}{0,3}){THINK}${form}$`), "iu")
);

/** Words of a sentence that weighs the two; that takes something away from what is said; that denies or supposes. */
export const WEIGHS = pattern("WEIGHS"), TURNS = pattern("TURNS"), DENIES = pattern("DENIES");

/** A sentence that says which answer is the worse one; what says that the other may be better, and where it is compared as the worse one; what finds a fault in one, and nothing good behind it. */
export const LOSES = pattern("LOSES"), SWAYS = pattern("SWAYS"), THAN = pattern("THAN", "giu");
export const FAULTED = pattern("FAULTED"), HEARSAY = pattern("HEARSAY"), PYTHON = pattern("PYTHON");

/** What gives a verdict for one side of the matter alone; what gives none, or asks for the worse one. */
export const LIMITS = pattern("LIMITS"),
  UNSETTLES = pattern("UNSETTLES"),
  WORSE_ASKED = pattern("WORSE_ASKED");

/** What gives the reason of a letter before it: by its first word, by what it says in its favour; and what speaks against it. */
export const REASON = pattern("REASON"), SUPPORTS = pattern("SUPPORTS");
export const GOOD = pattern("GOOD"), FAULTY = pattern("FAULTY");

/** What stands before the caller's words; before a verdict on its line, and the name of a field that holds one. */
export const LED = source("LED"),
  HEADING = pattern("HEADING", "giu"),
  ANSWER = pattern("ANSWER", "giu"),
  KEY = pattern("KEY"),
  FIELD = pattern("FIELD");

/** What stands before a verdict in double brackets: of a reply's own, also behind a reason and what weighs the two, or of somebody else's and an example. */
export const OWN_MARK = pattern("OWN_MARK"), OTHERS = pattern("OTHERS");
