import { readFileSync } from "node:fs";

/**
 * Facts and texts of the library that are data: `data/facts/NAME.json`, wherever the library is used from.
 */
export function ownFacts<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../data/facts/${name}.json`, import.meta.url), "utf8"));
}
