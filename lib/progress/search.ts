import { type Declared, signatureOf } from "./declared.ts";
import { ownFacts } from "./own_facts.ts";
import { nearest } from "./nearest.ts";

const { questions: QUESTIONS, words: WORDS } = ownFacts<
  Record<"questions" | "words", Record<string, string[]>>
>("help");

export const FILLING = new Set(stems(ownFacts<{ filling: string }>("help").filling));

const [JUDGE] = stems("judge");

/** The part of a question that a phrase must say to be what is asked. */
export const MOST = 0.55;

const NAMED = 32, PHRASE = 400, NAME = 0.75, COMMON = 0.5, WRITTEN = 1.01;

/** A public name with the door that it is imported from, what is declared under it, and its options as texts. */
export interface Known {
  name: string;
  door: string;
  declared: Declared;
  options: string[];
  texts: { weight: number; said: string[] }[];
}

export function textsOf({ name, declared: { text, code } }: Pick<Known, "name" | "declared">) {
  const questions = Object.keys(QUESTIONS).filter((one) => QUESTIONS[one].includes(name));
  return [
    { weight: /[a-z]/.test(name) ? NAMED : NAMED / 8, said: stems(name) }, // a constant (`BIASES`) is asked for by its name
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

const speaksOf = (stem: string, text: readonly string[]) =>
  text.some((one) => one === stem || stem.length > 3 && one.startsWith(stem));

const TOPICS = Object.entries(WORDS)
  .map(([keys, names]) => ({ keys: keys.split(", ").map(telling), said: stems(keys), names, of: 1 }));

/** What columns of results hold, and what is asked for in several words. */
const SAID = Object.entries(ownFacts<Record<string, string>>("columns"))
  .map(([names, said]) => ({ names: names.split(", "), said }));

const COLUMNS = new Map(SAID.flatMap(({ names, said }) => names.map((name) => [name, said] as const)));

const isPhrase = (name: string) => name.includes(" ");

/** Words of phrases that ask for what is no function. */
const OTHERS = Object.values(ownFacts<Record<string, { words: string }>>("pandas"))
  .map(({ words }) => words).concat([...COLUMNS.keys()].filter(isPhrase)).flatMap(stems);

/** What answers a question: functions, the nearest first, the share of it that phrases for them say, and the share that other phrases say (0 where none stands in it). */
export interface Found {
  functions: Known[];
  share: number;
  shareOf: (phrases: string) => number;
}

/** Searches by phrases of `data/facts`, then by rare words of names, questions, columns, documentation; a word that stands nowhere here weighs nothing. */
export function search(question: string, all: readonly Known[]): Found {
  const texts = all.map((one) => one.texts);
  // What was written for a question answers it before a name that says the same.
  const topics = all.map(({ name, texts: [{ said, weight }] }) => ({
    ...{ keys: [said], said, names: [name], of: NAME * weight / NAMED },
  })).concat(TOPICS);
  const named = [...topics.flatMap(({ said }) => said), ...OTHERS];
  const known = [...texts.flat().flatMap(({ said }) => said), ...named];
  // Of `df.head(50)` the member is asked for.
  const asked = telling(question.replace(/^\w+\.(?=\w)|(?<=\w)\(.*/g, " ")),
    words = asked.flatMap((word) => {
      if (speaksOf(word, known)) return [word];
      return word.length > 4 || asked.length === 1 ? nearest(word, named, slips(word)) : [];
    });
  const weights = new Map(words.map((word) => {
    const own = texts.map((text) =>
      text.reduce((sum, { weight, said }) => speaksOf(word, said) ? sum + weight : sum, 0)
    );
    const spoken = own.filter((one) => one > 0).length +
      TOPICS.filter(({ said }) => speaksOf(word, said)).length;
    const isCommon = word === JUDGE || /^\d+$/.test(word), count = all.length + TOPICS.length;
    return [word, { own, rarity: isCommon ? COMMON : Math.log(1 + count / Math.max(1, spoken)) }];
  }));
  const rarityOf = (some: readonly string[]) =>
    some.reduce((sum, word) => sum + weights.get(word)!.rarity, 0);
  const whole = rarityOf(words), longer = words.filter((word) => word.length > 2);
  const rare = longer.some((word) => word !== JUDGE) ? longer.filter((word) => word !== JUDGE) : longer;
  const share = (key: readonly string[]) => {
    // `replies` is no beginning of `replicate`.
    const of = key.map((one) =>
      words.find((word) => word === one || word.length > 4 && speaksOf(word, [one]))
    );
    return of.length > 0 && of.every((word) => word !== undefined) ? rarityOf(of) / whole : 0;
  };
  const shareOf = (phrases: string) => {
    const each = phrases.split(", ");
    // Signs (`===`) are no words: they are asked for as they stand.
    return each.includes(question.trim()) ? 1 : Math.max(...each.map(telling).map(share));
  };
  // Of a question of other things one word stands here by chance.
  if (words.length < asked.length / 2) return { functions: [], share: 0, shareOf };
  const told = topics.map(({ keys, names, of }) => ({ part: of * Math.max(...keys.map(share)), names }))
    .filter(({ part }) => part > 0);
  const found = all.map((one, i) => {
    const shares = told.filter(({ names }) => names.includes(one.name)).map(({ part, names }) =>
      PHRASE * part * whole * (1 - names.indexOf(one.name) / names.length / 3)
    );
    const sums = rare.map((word) => weights.get(word)!.own[i] * weights.get(word)!.rarity);
    return { one, sum: sums.reduce((all, sum) => all + sum, Math.max(0, ...shares)) };
  }).sort((a, b) => b.sum - a.sum);
  return {
    functions: found.filter(({ sum }) => sum > found[0].sum / 8).map(({ one }) => one),
    share: Math.max(0, ...told.map(({ part }) => part)),
    shareOf,
  };
}

export const slips = (word: string) => ({ count: 1, within: Math.floor(word.length / 4) });

export const firstSentence = (text: string): string =>
  text.replace(/\s+/g, " ").split(/(?<=[.?])(?<!\b(?:al|e\.g|i\.e|vs|Fig|cf|ca|approx)\.) /)[0];

const ASKING = /^(mean|means|meaning|columns?|stands?|explain)$/i;

/** What a column of a result holds, in a sentence; undefined for what is none. */
export function columnSentence(name: string): string | undefined {
  const [, of = "", end = ""] = /^(?!low_|high_)(\w+)(_(?:low|high|clusters|df|warning))$/.exec(name) ?? [];
  return COLUMNS.get(name) ?? (COLUMNS.has(of) ? COLUMNS.get(end)?.replace("…", of) : undefined);
}

/** The columns that a question asks for and for nothing else (`what does low mean`, `n_ids or n_cds`), and the phrase that says the most of it, each with its sentence and its share of the question. */
export function columnsMeant(question: string, { shareOf }: Found) {
  const words = (question.match(/\w+/g) ?? []).filter((one) =>
    !ASKING.test(one) && stems(one).some((stem) => !FILLING.has(stem))
  );
  const phrases = SAID.map(({ names, said }) => {
    const [name, ...others] = names.filter(isPhrase);
    return { name, said, share: name ? WRITTEN * shareOf([name, ...others].join(", ")) : 0 };
  }).filter(({ share }) => share >= MOST).sort((a, b) => b.share - a.share).slice(0, 1);
  const whole = [words.join("_"), words.join("_").toLowerCase()].find(columnSentence);
  const several = words.every((one) => one.includes("_") && columnSentence(one)) ? words : [];
  const names = whole === undefined ? several : [whole];
  // What is written for columns comes before a habit of pandas that says as much, the mere words of a name behind it.
  const share = (name: string) => question.toLowerCase().includes(name.toLowerCase()) ? WRITTEN : 1;
  return [...phrases, ...names.map((name) => ({ name, said: columnSentence(name)!, share: share(name) }))];
}
