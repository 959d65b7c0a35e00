import { type Declared, signatureOf } from "./declared.ts";
import { ownFacts } from "./own_facts.ts";
import { nearest } from "./nearest.ts";

const { questions: QUESTIONS, words: WORDS } = ownFacts<
  Record<"questions" | "words", Record<string, string[]>>
>("help");

export const FILLING = new Set(stems(
  "a all am an and any are as at be been can could did do does for from had happens has have how i if in into is it its just know me much my need not of on or our really s should so such tell that the their them there they thing this to want was what when which who why will with would you your",
));

const [JUDGE] = stems("judge");

const PHRASE = 400, COMMON = 0.5;

/** A public name with the door that it is imported from, what is declared under it, and its options as texts. */
export interface Known {
  name: string;
  door: string;
  declared: Declared;
  options: string[];
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

/** Whether one of some phrases stands in a question, which has at most one more word that tells something. */
export function isAmong(question: string, phrases: string): boolean {
  // Signs (`===`) are no words: they are asked for as they stand.
  const all = phrases.split(", "), asked = telling(question.replace(/^\w+\.|\(.*|\b\d+\b/g, " "));
  return all.includes(question.trim()) ||
    all.map(telling).some((phrase) =>
      phrase.length > 0 && phrase.length + 1 >= asked.length && phrase.every((word) => asked.includes(word))
    );
}

function speaksOf(stem: string, text: readonly string[]): boolean {
  return text.some((one) => one === stem || stem.length > 3 && one.startsWith(stem));
}

const PHRASES = Object.entries(WORDS).flatMap(([keys, names]) =>
  keys.split(", ").map((key) => ({ key: telling(key), names }))
);

/** Names that have to do with a question, the nearest first: by phrases of `data/facts/help.json`, then by rare words of names, questions, columns, documentation. */
export function search(question: string, all: readonly Known[]): Known[] {
  const texts = all.map((one) => one.texts);
  const named = [...PHRASES.flatMap(({ key }) => key), ...texts.flatMap(([name]) => name.said)];
  const known = [...texts.flat().flatMap(({ said }) => said), ...named];
  const asked = telling(question),
    words = asked.flatMap((word) => {
      if (speaksOf(word, known)) return [word];
      return word.length > 4 || asked.length === 1 ? nearest(word, named, slips(word)) : [];
    });
  // Of a question of other things one word stands here by chance.
  if (words.length < asked.length / 2) return [];
  const weights = new Map(words.map((word) => {
    const own = texts.map((text) =>
      text.reduce((sum, { weight, said }) => word.length > 2 && speaksOf(word, said) ? sum + weight : sum, 0)
    );
    return [word, {
      own,
      rarity: Math.log(1 + all.length / Math.max(1, own.filter((one) => one > 0).length)),
    }];
  }));
  const isCommon = (word: string) => word === JUDGE || /^\d+$/.test(word);
  const rarityOf = (some: readonly string[]) =>
    some.reduce((sum, word) => sum + (isCommon(word) ? COMMON : weights.get(word)!.rarity), 0);
  const told = PHRASES.flatMap(({ key, names }) => {
    // `replies` is no beginning of `replicate`.
    const of = key.map((one) =>
      words.find((word) => word === one || word.length > 4 && speaksOf(word, [one]))
    );
    return of.every((word) => word !== undefined) ? [{ rarity: rarityOf(of), names }] : [];
  });
  const whole = rarityOf(words), rare = words.filter((word) => word !== JUDGE);
  const found = all.map((one, i) => {
    const shares = told.filter(({ names }) => names.includes(one.name)).map(({ rarity, names }) =>
      PHRASE * rarity ** 2 / whole * (1 - names.indexOf(one.name) / names.length / 3)
    );
    const sums = (rare.length > 0 ? rare : words).map((word) => weights.get(word)!)
      .map(({ own, rarity }) => own[i] * rarity);
    return { one, sum: sums.reduce((all, sum) => all + sum, Math.max(0, ...shares)) };
  }).sort((a, b) => b.sum - a.sum);
  return found.filter(({ sum }) => sum > found[0].sum / 8).map(({ one }) => one);
}

export const slips = (word: string) => ({ count: 1, within: Math.floor(word.length / 4) });

export function firstSentence(text: string): string {
  return text.replace(/\s+/g, " ").split(/(?<=[.?])(?<!\b(?:al|e\.g|i\.e|vs|Fig|cf|ca|approx)\.) /)[0];
}

const COLUMNS = new Map(
  Object.entries(ownFacts<Record<string, string>>("columns"))
    .flatMap(([names, said]) => names.split(", ").map((name) => [name, said] as const)),
);

const ASKING = /^(mean|means|meaning|columns?|stands?|explain)$/i;

/** What a column of a result holds, in a sentence; undefined for what is none. */
export function columnSentence(name: string): string | undefined {
  const [, of = "", ending = ""] = /^(\w+)(_(?:low|high|clusters|df|warning))$/.exec(name) ?? [];
  return COLUMNS.get(name) ?? (COLUMNS.has(of) ? COLUMNS.get(ending)?.replace("…", of) : undefined);
}

/** The columns that a question asks for and for nothing else (`what does low mean`, `n_ids or n_cds`), each with its sentence. */
export function columnsMeant(question: string): (readonly [name: string, said: string])[] {
  const words = (question.match(/\w+/g) ?? []).filter((one) =>
    !ASKING.test(one) && stems(one).some((stem) => !FILLING.has(stem))
  );
  const phrases = [...COLUMNS.keys()].filter((key) => key.includes(" ") && isAmong(question, key)).slice(
    0,
    1,
  );
  const whole = [words.join("_"), words.join("_").toLowerCase()].find(columnSentence);
  const several = words.every((one) => one.includes("_") && columnSentence(one)) ? words : [];
  const names = [...phrases, ...whole === undefined ? several : [whole]];
  return names.map((name) => [name, columnSentence(name)!]);
}
