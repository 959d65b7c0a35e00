import { readFileSync } from "node:fs";
import { inWords, thousands } from "./told.ts";

export function ownFacts<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../data/facts/${name}.json`, import.meta.url), "utf8"));
}

/**
 * A text with what was found in its places: a value `{column}`, a list with commas, a count with its word (`{rows:row}`: 1 row, 1,200 rows)
 * or by itself (`{rows:,}`); what `others` say where nothing was found.
 */
export function filled(text: string, found: object, others: (place: string) => string = lacking): string {
  return text.replace(/\{(\w+)(?::(,|[\w ]+))?\}/g, (_, place, counted) => {
    if (!(place in found)) return others(place);
    const value: unknown = Reflect.get(found, place);
    if (Array.isArray(value)) return value.join(", ");
    if (counted === undefined) return `${value}`;
    return counted === "," ? thousands(Number(value)) : inWords(Number(value), counted);
  });
}

function lacking(place: string): never {
  throw new Error(`wanted something for the place {${place}}, found nothing`);
}

/** What says a sentence of these tables, `filled` with what was found; where nothing was, another sentence stands there. */
export function sentences(...tables: string[]) {
  const all: Record<string, string> = Object.assign({}, ...tables.map((name) => ownFacts<object>(name)));
  return function said(name: string, found: object = {}): string {
    return filled(all[name], found, (place) => said(place, found));
  };
}
