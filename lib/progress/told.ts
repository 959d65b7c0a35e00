const MOST = 60;

/** What things are that stand where something else was wanted, by a method that only they have; the first that fits. */
const KINDS: readonly (readonly [method: string, said: (value: Sized) => string])[] = [
  ["then", () => "a promise (await it)"],
  ["toRecords", ({ height }) => `a frame of ${inWords(height, "row")}`],
  ["collect", () => "a LazyFrame (frame.collect() makes it a frame)"],
  ["agg", () => "rows that are grouped (groupBy)"],
  ["toFrame", ({ length }) => `a Series of ${inWords(length, "value")}`],
  ["alias", () => "an expression of Polars (pl.col)"],
];

/** What is asked of anything, to know what it is: by us, by JSON, by the kernel of a notebook. */
export const ASKED_FOR = [...KINDS.map(([method]) => method), ..."toJSON columns schema".split(" ")];

/** The same of a frame, by code that draws or tests: of a row these are columns that it lacks. */
export const PROBED = [
  ...ASKED_FOR,
  ..."getChild numRows nodeType outerHTML toSpec asymmetricMatch $$typeof data display tagName href".split(
    " ",
  ),
];

type Sized = Record<"height" | "length", number>;

/** Whether something has a method; Polars' frames are proxies that answer every `in` with false. */
export function hasMethod(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null &&
    typeof (value as Record<string, unknown>)[name] === "function";
}

/** Something that may have members by name: a frame's are its columns, of which one that it lacks is an error. */
export const unframed = (value: unknown): Record<string, unknown> =>
  Object(KINDS.some(([method]) => hasMethod(value, method)) ? undefined : value);

/** A report, or its record, where something else was wanted; of anything else nothing. */
export function reportTold(value: unknown): string {
  const isRecord = (one: unknown) => String(unframed(one).schema).startsWith("judgebias-report/");
  return isRecord(value) ? "a report's record" : isRecord(unframed(value).json) ? "a report" : "";
}

/** What was given in few words: a text with its quotes, so that "0.9" is not taken for the number, the rest by kind and size (`a list of 1,000 records`). */
export function told(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  const kind = KINDS.find(([method]) => hasMethod(value, method));
  if (kind) return kind[1](value as Sized);
  const report = reportTold(value);
  if (report) return report;
  if (isPlain(value) || Array.isArray(value)) {
    const text = shortJson(value);
    if (text !== null) return text;
    return Array.isArray(value)
      ? `a list of ${inWords(value.length, kindOf(value[0]))}`
      : `an object with ${cut(Object.keys(value).join(", "))}`;
  }
  const { length } = value as Sized, name = value.constructor?.name ?? "thing";
  return `${/^[AEIO]/.test(name) ? "an" : "a"} ${name}${
    typeof length === "number" ? ` of ${inWords(length, "value")}` : ""
  }`;
}

/** Whether something is an object that stands for names and values alone: no list, frame, promise, map or date. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if (KINDS.some(([method]) => hasMethod(value, method))) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Another window's or a module's own: what objects descend from has nothing above it.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(one: unknown): string {
  if (typeof one === "string") return "text";
  if (hasMethod(one, "toRecords")) return "frame";
  return isPlain(one) ? "record" : Array.isArray(one) ? "list" : typeof one === "number" ? "number" : "value";
}

function shortJson(value: object): string | null {
  const cells = Object.values(value);
  if (cells.length > 10 || cells.some((one) => ["object", "function"].includes(typeof one) && one !== null)) {
    return null;
  }
  const text = JSON.stringify(
    value,
    (_, one) => ["bigint", "symbol"].includes(typeof one) ? String(one) : one,
  );
  return text.length > MOST ? null : text;
}

export function cut(text: string, most = MOST): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

export function inWords(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${thousands(count)} ${many}`;
}

export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A text for a terminal: a control or direction character from a file could rewrite what stands on the screen. */
export function printable(text: string): string {
  return text.replace(/\t/g, " ").replace(
    /[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    "�",
  );
}

export function rowsInWords(count: number): string {
  return inWords(count, "row");
}

/** A hair away from zero: more than numbers that are halves in decimals miss them by in binary, and sums and differences of such. */
export const HAIR = { share: 1e-14, size: 1e-12 };

/** A number with so many decimals; halves are rounded away from zero, as papers do, also where the binary number is a little less (1.005). */
export function fixed(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  const size = Math.abs(value),
    text = size < Infinity ? (size * (1 + HAIR.share) + HAIR.size).toFixed(decimals) : "∞";
  return (value < 0 && Number(text) !== 0 ? "−" : "") + text;
}

export type Unit = "points" | "percent" | "number";

export const SIGN: Readonly<Record<Unit, string>> = { points: " points", percent: "%", number: "" };

export const scaleOf = (unit: Unit): number => unit === "number" ? 1 : 100;

/** A number in its unit, as texts and LaTeX have it: hundredths of fractions to one decimal, others to three; nothing for a missing one. */
export function inUnit(value: number, unit: Unit, decimals = unit === "number" ? 3 : 1): string {
  return fixed(scaleOf(unit) * value, decimals);
}

/** A whole number in full, others to four significant digits, rounded by the same rule; what stands before the decimal point whole. */
export function shortly(value: number): number {
  const before = Math.abs(value) < 1e4 ? 4 : Math.floor(Math.log10(Math.abs(value))) + 1;
  return Number.isInteger(value) ? value : Number((value * (1 + HAIR.share)).toPrecision(before));
}

export function pText(p: number | null): string {
  if (p === null || Number.isNaN(p)) return "";
  return p < 0.0001 ? "< 0.0001" : fixed(p, 4);
}
