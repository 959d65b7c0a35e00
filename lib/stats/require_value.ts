/**
 * Throws for a value that is none of those that are known (`undefined` among them: it may be left out).
 *
 * @param what what is wanted, as the message says it: `the method`
 */
export function requireOneOf(action: string, what: string, value: unknown, known: readonly unknown[]): void {
  if (known.includes(value)) return;
  const names = known.filter((name) => name !== undefined);
  const list = [names.slice(0, -1).join(", "), names.at(-1)].filter((name) => name !== "").join(" or ");
  throw new RangeError(`${action}: wanted ${what} ${list}, found ${JSON.stringify(value)}`);
}

/** Throws for a selection that names nothing, or something that is none of those that are known. */
export function requireSome(action: string, names: readonly string[], known: readonly string[]): void {
  const strange = names.find((name) => !known.includes(name));
  if (names.length > 0 && strange === undefined) return;
  throw new RangeError(`${action}: wanted some of ${known.join(", ")}, found ${strange ?? "none"}`);
}

/** Throws for a level, an alpha, a power that is not between 0 and 1. */
export function requireBetween(action: string, what: string, value: number): void {
  if (typeof value === "number" && value > 0 && value < 1) return;
  throw new RangeError(`${action}: wanted ${what} between 0 and 1, found ${shown(value)}`);
}

/** Throws for a share that is not from 0 to 1. */
export function requireShare(action: string, what: string, value: number): void {
  if (typeof value === "number" && value >= 0 && value <= 1) return;
  throw new RangeError(`${action}: wanted ${what} from 0 to 1, found ${shown(value)}`);
}

/** Throws for a number of things that is no whole number, or below the least that will do. */
export function requireCount(action: string, what: string, value: number, least = 1): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new RangeError(
    `${action}: wanted at least ${least} ${what}${least === 1 ? "" : "s"}, found ${value}`,
  );
}

/** Throws for what is no seed of a generator. */
export function requireSeed(action: string, seed: number): void {
  if (Number.isSafeInteger(seed) && seed >= 0) return;
  throw new RangeError(
    `${action}: wanted a whole number from 0 to ${Number.MAX_SAFE_INTEGER} as seed, found ${shown(seed)}`,
  );
}

/** A text with its quotes, so that "0.9" is not taken for the number. */
function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/**
 * Whether an error is a refusal of ours, which says what was wanted or found: too little data to test, a column that is missing. JavaScript
 * throws errors of the same classes where a program is at fault (a property of undefined, an array of a length that cannot be, a stack that
 * overflows); these are none, and must be seen.
 */
export function isRefusal(error: unknown): error is RangeError | TypeError {
  return (error instanceof RangeError || error instanceof TypeError) &&
    /\b(wanted|found)\b/.test(error.message);
}
