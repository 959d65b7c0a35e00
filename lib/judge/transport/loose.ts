import { ownFacts } from "../../progress/own_facts.ts";

const { unconnected, ...words } = ownFacts<
  & { unconnected: readonly (readonly [said: string, fault: string])[] }
  & Record<
    | "quota"
    | "filter"
    | "account"
    | "natural"
    | "filtered"
    | "cut"
    | "effort"
    | "no_sampling",
    string | string[]
  >
>("endpoints");

export const UNCONNECTED = unconnected;

/** Whether endpoints, filters and judges say something in their codes and words; or of which kind a model is, by its name. */
export const says = (what: keyof typeof words, text: string): boolean =>
  new RegExp([words[what]].flat().join("|"), "i").test(text);

export type Loose = Record<string, unknown>;

export function loose(value: unknown): Loose {
  return typeof value === "object" && value !== null ? value as Loose : {};
}

export function looseJson(text: string): Loose | null {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** What stands at a path (`usage.input_tokens`) in what came from outside; undefined where it leads nowhere. */
export function at(value: unknown, path: string): unknown {
  return path.split(".").reduce((part, name) => loose(part)[name], value);
}

export function textAt(value: unknown, path: string): string | null {
  const found = at(value, path);
  return typeof found === "string" ? found : null;
}

export function listAt(value: unknown, path: string): unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** More than any model reads or says in one call: such a count is a mistake of the endpoint, and is estimated instead. */
const MOST_TOKENS = 1e8;

/** A count of tokens, whole where an endpoint writes a fraction; some write it as a text. Null for what is none. */
export function countAt(value: unknown, path: string): number | null {
  const text = String(at(value, path)), count = Math.round(Number(text));
  return /^\d+(\.\d+)?$/.test(text) && count <= MOST_TOKENS ? count : null;
}

export function given<T extends object>(record: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const there = Object.entries(record).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(there) as { [Name in keyof T]?: NonNullable<T[Name]> };
}
