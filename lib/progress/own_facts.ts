import { readFileSync } from "node:fs";

export function ownFacts<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../data/facts/${name}.json`, import.meta.url), "utf8"));
}

/** What says a sentence of these tables with what was found in its places (`{column}`); where nothing was, another sentence stands there. */
export function sentences(...tables: string[]) {
  const all: Record<string, string> = Object.assign({}, ...tables.map((name) => ownFacts<object>(name)));
  return function said(name: string, found: Readonly<Record<string, unknown>> = {}): string {
    return all[name].replace(
      /\{(\w+)\}/g,
      (_, place) => place in found ? `${found[place]}` : said(place, found),
    );
  };
}
