import { ownFacts } from "./own_facts.ts";
import { FILLING, isAmong, stems } from "./search.ts";

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
