export type Loose = Record<string, unknown>;

/** A value as an object; nothing in it where it is none. */
export function loose(value: unknown): Loose {
  return typeof value === "object" && value !== null ? value as Loose : {};
}

/** A text as a JSON object; null where it is none. */
export function looseJson(text: string): Loose | null {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** More than any model reads or says in one call: such a count is a mistake of the endpoint, and is estimated instead. */
const MOST_TOKENS = 1e8;

/** A count of tokens; null for what cannot be one. */
export function countOrNull(value: unknown): number | null {
  const count = Number(value);
  return Number.isSafeInteger(value) && count >= 0 && count <= MOST_TOKENS ? count : null;
}
