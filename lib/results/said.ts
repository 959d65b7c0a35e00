import { ownFacts } from "../progress/own_facts.ts";

/** What readers say, by a name: `{column}` stands for what they found. */
const SENTENCES = ownFacts<Readonly<Record<string, string>>>("reading");

/** A sentence of `data/facts/reading.json` with what was found in its places; where nothing was, another sentence stands there. */
export function said(name: string, found: Readonly<Record<string, unknown>> = {}): string {
  return SENTENCES[name].replace(
    /\{(\w+)\}/g,
    (_, place) => place in found ? `${found[place]}` : said(place, found),
  );
}
