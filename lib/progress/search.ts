import { type Declared, signatureOf } from "./declared.ts";
import { ownFacts } from "./own_facts.ts";
import { nearest } from "./nearest.ts";

/** The questions that people come with, and words of theirs that our texts may lack, each with the functions that answer them. */
const { questions: QUESTIONS, words: WORDS } = ownFacts<
  Record<"questions" | "words", Record<string, string[]>>
>("help");

/** What a question is put with, and nothing is found by. */
export const FILLING = new Set(stems(
  "a am an and any are as at be been can could did do does for from had happens has have how i if in into is it its me my need not of on or our s so that the their them there they this to was what when which who why will with would you your",
));

/** What stands around a habit of pandas in code and in words: a frame, any of its columns. */
const AROUND = stems(
  "df pd np plt dataframe data frame column row value label verdict accuracy ib lb share only several two one my item id judge benchmark domain word human choice image answer text by per each function model name",
);

/** From this weight on a word is what something is called by, below it is mentioned. */
const CALLED = 8;

/** A public name with the door that it is imported from, what is declared under it, and its options as texts. */
export interface Known {
  name: string;
  door: string;
  declared: Declared;
  options: string[];
  /** The words that it is found by, those that count most first. */
  texts: { weight: number; said: string[] }[];
}

export function textsOf(
  { name, declared: { text, code } }: Pick<Known, "name" | "declared">,
): Known["texts"] {
  const questions = Object.keys(QUESTIONS).filter((one) => QUESTIONS[one].includes(name));
  return [
    { weight: 32, said: stems(name) },
    { weight: 16, said: stems(questions.join(" ")) },
    { weight: 8, said: stems((signatureOf(code).match(/"\w+"/g) ?? []).join(" ")) },
    { weight: 4, said: stems(firstSentence(text)) },
    { weight: 1, said: stems(text.split(/^@/m)[0]) },
  ];
}

/** The words of a text without their endings: plurals, `-ed`, `-ing`; those of a name one by one. */
export function stems(text: string): string[] {
  const words = text.replace(/([a-z]{2})([A-Z][a-z])/g, "$1 $2").toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== "").map((word) =>
    word.replace(/(?<=\p{L}{4})(ed|ing)$|(?<=\p{L}{3})(ies|es|e|y|(?<![aisu])s)$/u, "")
  );
}

function telling(question: string): string[] {
  const all = [...new Set(stems(question))], own = all.filter((word) => !FILLING.has(word));
  return own.length > 0 ? own : all;
}

/** Whether a question is one of some phrases and nothing beside their words, whatever stands around in code: `df.head(10)` is `head`. */
export function isAmong(question: string, phrases: string): boolean {
  // Signs (`===`) are no words: they are asked for as they stand.
  const all = phrases.split(", "), own = all.map(telling).filter(({ length }) => length > 0);
  if (all.includes(question.trim())) return true;
  const asked = telling(question.replace(/\b\d+\b/g, " "));
  const isSaid = (word: string, text: readonly string[]) =>
    text.some((one) => one === word || one.length > 4 && word.startsWith(one));
  return own.some((phrase) => phrase.every((word) => isSaid(word, asked))) &&
    asked.every((word) => speaksOf(word, AROUND) || own.flat().some((one) => isSaid(one, [word])));
}

/** The phrases of `data/facts/help.json`, read once. */
let phrases: { key: string[]; names: string[] }[] | undefined;

/** Whether a stem begins a word of a text (a short one is a whole word). */
function speaksOf(stem: string, text: readonly string[]): boolean {
  return text.some((one) => one === stem || stem.length > 3 && one.startsWith(stem));
}

/**
 * The names that have to do with a question, the nearest first: what a phrase of `data/facts/help.json` that stands in it names outweighs
 * what a function is called, that the question that it answers, that its columns, that what is said of it. A word counts for more
 * the fewer speak of it; one that nothing speaks of, nor is among `others`, is taken for the nearest that something does (`isGuess`):
 * `meant` is the question then.
 */
export function search(question: string, all: readonly Known[], others = "") {
  const texts = all.map((one) => one.texts);
  phrases ??= Object.entries(WORDS).flatMap(([keys, names]) =>
    keys.split(", ").map((key) => ({ key: telling(key), names }))
  );
  const named = phrases.flatMap(({ key }) => key).concat(texts.flatMap(([name]) => name.said), stems(others));
  const known = texts.flat().flatMap(({ said }) => said).concat(named);
  const asked = telling(question);
  const taken = asked.map((word) => speaksOf(word, known) ? [word] : nearest(word, named, slips(word)));
  const words = taken.flat();
  const isGuess = asked.some((word) => !words.includes(word));
  // `replies` is no beginning of `replicate`.
  const isOf = (word: string, one: string) => one === word || word.length > 4 && speaksOf(word, [one]);
  const told = phrases.filter(({ key }) => key.every((one) => words.some((word) => isOf(word, one))));
  const weights = words.map((word) => {
    const own = texts.map((text) =>
      text.reduce((sum, { weight, said }) => speaksOf(word, said) ? sum + weight : sum, 0)
    );
    const rarity = Math.log(1 + all.length / Math.max(1, own.filter((weight) => weight > 0).length));
    return all.map(({ name }, i) => {
      const shares = told.filter(({ key, names }) => speaksOf(word, key) && names.includes(name))
        .map(({ key, names }) =>
          key.length * (key.length / words.length) ** 2 * (96 - 32 * names.indexOf(name) / names.length)
        );
      const weight = own[i] / 2 + Math.max(0, ...shares);
      return { sum: rarity * weight, hit: Math.min(1, weight / CALLED) };
    });
  });
  const found = all.map((one, i) => {
    const own = weights.map((word) => word[i]);
    const of = (value: "sum" | "hit") => own.reduce((sum, word) => sum + word[value], 0);
    return { one, sum: of("sum") * of("hit") };
  }).sort((a, b) => b.sum - a.sum);
  return {
    found: found.filter(({ sum }) => sum > found[0].sum / 8).map(({ one }) => one),
    isGuess,
    meant: isGuess ? words.join(" ") : question,
  };
}

/** How far a slip of the hand may be from what is meant: a letter of four. */
export const slips = (word: string) => ({ count: 1, within: Math.floor(word.length / 4) });

/** The sentence that introduces a text. */
export function firstSentence(text: string): string {
  return text.replace(/\s+/g, " ").split(/(?<=[.?])(?<!\b(?:al|e\.g|i\.e|vs|Fig|cf|ca|approx)\.) /)[0];
}

/** What each column of results holds (`n_ids`), those that end alike together (`_low`), and phrases that ask for what is no function. */
const COLUMNS = new Map(
  Object.entries(ownFacts<Record<string, string>>("columns"))
    .flatMap(([names, said]) => names.split(", ").map((name) => [name, said] as const)),
);

/** What a question for a column is put with beside the words that any question is. */
const ASKING = /^(mean|means|meaning|column|stands?|explain)$/i;

/** What a column of a result holds, in a sentence; undefined for what is none. */
export function columnSentence(name: string): string | undefined {
  const [, of = "", ending = ""] = /^(\w+)(_(?:low|high|clusters|df|warning))$/.exec(name) ?? [];
  return COLUMNS.get(name) ?? (COLUMNS.has(of) ? COLUMNS.get(ending)?.replace("…", of) : undefined);
}

/** The columns that a question asks for and for nothing else (`what does low mean`, `n_ids or n_cds`), each with its sentence. */
export function columnsMeant(question: string): (readonly [name: string, said: string])[] {
  const words = (question.match(/\w+/g) ?? []).filter((one) => stems(one).some((stem) => !FILLING.has(stem)));
  const own = words.length > 1 ? words.filter((word) => !ASKING.test(word)) : words;
  // Several words are several columns where no one could mean anything else by them.
  const several = own.filter((one) => one.includes("_") && columnSentence(one));
  const isList = own.every((one) => several.includes(one) || one === "columns");
  const named = isList ? several : [own.join("_"), own.join("_").toLowerCase()].filter(columnSentence);
  const names = [...COLUMNS.keys()].filter((key) => key.includes(" ") && isAmong(question, key)).slice(0, 1)
    .concat(isList ? named : named.slice(0, 1));
  return names.map((name) => [name, columnSentence(name)!]);
}
