import { readFileSync } from "node:fs";
import { inWords, thousands } from "./told.ts";

export function ownFacts<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../data/facts/${name}.json`, import.meta.url), "utf8"));
}

/**
 * What says a sentence of these tables with what was found in its places: a value `{column}`, a list with commas, a count with its word
 * (`{rows:row}`: 1 row, 1,200 rows) or by itself (`{rows:,}`). Where nothing was found, another sentence stands there.
 */
export function sentences(...tables: string[]) {
  const all: Record<string, string> = Object.assign({}, ...tables.map((name) => ownFacts<object>(name)));
  return function said(name: string, found: object = {}): string {
    return all[name].replace(/\{(\w+)(?::(,|[\w ]+))?\}/g, (_, place, counted) => {
      if (!(place in found)) return said(place, found);
      const value: unknown = Reflect.get(found, place);
      if (Array.isArray(value)) return value.join(", ");
      if (counted === undefined) return `${value}`;
      return counted === "," ? thousands(Number(value)) : inWords(Number(value), counted);
    });
  };
}
