import { nearest } from "./nearest.ts";
import { ownFacts } from "./own_facts.ts";
import { requireNoMore, WrongType, WrongValue } from "./require_no_more.ts";
import { cut, hasMethod, isPlain, told } from "./told.ts";

/** Throws for an option that the function does not know, whose default would be taken without a word; `called` are its `arguments`, of which the options are the last. */
export function requireOptions<T extends object>(
  action: string,
  options: T,
  known: readonly string[],
  called?: IArguments,
): T {
  const given = (isPlain(options) ? options : {}) as Record<string, unknown>;
  const unknown = Object.keys(given).filter((name) => given[name] !== undefined && !known.includes(name));
  if (unknown.length > 0) {
    const found = cut(namesLike(unknown.slice(0, 5), known), 200);
    const isAsked = (option: string) => known.includes("alpha") && unknown.includes(option);
    const isBy = isAsked("by") && known.includes("delta"), level = "; a level of 0.9 is alpha 0.1";
    const way = isBy
      ? `; of every judge say hypothesisTable(frame, [${action}], { by: ["judge"] })`
      : isAsked("level") && level || "";
    throw new WrongValue(`${action}: wanted the options ${known.join(", ")}, found ${found}${way}`);
  }
  const found = told(options), isName = known.includes("by") && /^("\w+"|\["\w.*"\])$/.test(found);
  const way = `; it takes ${cut(known.join(", "), 200)}${isName ? `; say { by: ${found} }` : ""}`;
  requireNamed(action, options, "options", way);
  if (called) requireNoMore(action, called, Array.from(called).lastIndexOf(options) + 1 || called.length);
  return options;
}

/** Throws for what does not stand by name, and for an option of another kind than its name says. */
export function requireNamed<T>(
  action: string,
  value: T,
  what = "options",
  hint = "; say { name: value }",
): T {
  if (!isPlain(value)) throw new WrongType(`${action}: wanted ${what} by name, found ${told(value)}${hint}`);
  for (const [name, one] of Object.entries(value)) {
    const kind = one === undefined || what !== "options" ? undefined : KIND_OF.get(name);
    if (kind === undefined || IS_KIND[kind](one)) continue;
    throw new WrongType(`${action}: wanted ${SAID[kind]} as ${name}, found ${told(one)}`);
  }
  return value;
}

/** What kind an option is of by its name, and how kinds are called; what options of other libraries are called here, and what is done where there is none. */
export const { kinds: KINDS, kindsSaid: SAID, options: SYNONYMS, advice: ADVICE } = ownFacts<
  Record<"kinds" | "kindsSaid" | "options" | "advice", Readonly<Record<string, string>>>
>("words");

const IS_KIND: Readonly<Record<string, (one: unknown) => boolean>> = {
  number: (one) => typeof one === "number",
  text: (one) => typeof one === "string",
  flag: (one) => typeof one === "boolean",
  names: (one) => typeof one === "string" || Array.isArray(one) || ArrayBuffer.isView(one),
  list: Array.isArray,
  texts: (one) => Array.isArray(one) && one.every((each) => typeof each === "string"),
  record: isPlain,
  frame: (one) => hasMethod(one, "toRecords"),
  words: (one) => typeof one === "string" || one === false,
  title: (one) => ["string", "function"].includes(typeof one) || one === false,
  keys: (one) => Array.isArray(one) || isPlain(one),
  width: (one) => typeof one === "string" || Number(one) > 0 && typeof one === "number",
};

const KIND_OF = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) => names.split(" ").map((name) => [name, kind])),
);

/** The words of a text. */
export type Words<Text extends string> = Text extends `${infer One} ${infer Others}` ? One | Words<Others>
  : Text;

type Unlike<One, Other> = Exclude<One, Other> | Exclude<Other, One>;

/** The names of an interface's options, told as words of a text: the compiler refuses one that lacks a name or knows another. */
export function optionNames<T>(): <const Text extends string>(
  names: Unlike<keyof T, Words<Text>> extends never ? Text : [unlike: Unlike<keyof T, Words<Text>>],
) => readonly string[] {
  return (names) => String(names).split(" ");
}

/** Names that are not known, each with the one that it is most likely to mean: `bye (is it by?), sede (is it seed?)`. */
export function namesLike(names: readonly string[], known: readonly string[], advice = ADVICE): string {
  return names.map(String).map((name) => {
    if (Object.hasOwn(advice, name)) return `${name} (${advice[name]})`;
    const meant = SYNONYMS[name.toLowerCase()]?.split(" ").find((one) => known.includes(one));
    const [like] = meant ? [meant] : nearest(name, known, { count: 1 });
    return like === undefined ? name : `${name} (is it ${like}?)`;
  }).join(", ");
}

/** Throws for names of columns in an option that are none; with `others` only for those that sound like a known one. */
export function requireNames(
  action: string,
  option: "columns" | "values",
  given: Readonly<Record<string, unknown>> = {},
  known: readonly string[],
  { others = false } = {},
): void {
  if (!isPlain(given)) {
    const wanted = `a record with our names in the option ${option} ({ human: … })`;
    const found = Array.isArray(given) ? "a list; all columns are read" : told(given);
    throw new WrongType(`${action}: wanted ${wanted}, found ${found}`);
  }
  for (const [name, one] of Object.entries(given)) {
    if (option === "values") {
      requireNamed(action, one, `values of ${name}`, `; say { ${name}: { theirs: "A" } }`);
    } else if (!Array.isArray(one) || one.length === 0) {
      requireText(action, `the name of the file's column for ${name}`, one);
    } else requireList(action, `columns of ${name}`, one, "string");
  }
  const unknown = Object.keys(given).filter((name) =>
    !known.includes(name) && (!others || nearest(name, known).length > 0)
  );
  if (unknown.length === 0) return;
  const wanted = `columns of ours in the option ${option} (${known.join(", ")})`;
  const turned = unknown.map((name) => [String(given[name]), name])
    .filter(([ours, name]) => known.includes(ours) && nearest(name, [ours]).length === 0)
    .map(([ours, name]) => `${ours}: ${JSON.stringify(name)}`).join(", ");
  const found = namesLike(unknown, known) + (turned && `; ours stand first: { ${turned} }`);
  throw new RangeError(`${action}: wanted ${wanted}, found ${found}`);
}

/** How a file's names are told for ours: `columns: { human: "label" }, on the command line --columns human=label`. */
export function toldColumns(
  names: readonly (readonly [ours: string, theirs: string | readonly string[]])[],
): string {
  const all = names.flatMap(([ours, theirs]) => [theirs].flat().map((name) => [ours, name]));
  const pairs = names.map(([ours, theirs]) => `${ours}: ${JSON.stringify(theirs).replaceAll('","', '", "')}`);
  const typed = typedIn("columns", all.map((name) => name.join("=")).join(","), all.map(([, name]) => name));
  return `columns: { ${pairs.join(", ")} }${typed}`;
}

/** The same on the command line, as a shell takes it; a value with a comma cannot be told there. */
export function typedIn(option: string, text: string, values: readonly string[]): string {
  if (values.some((value) => value.includes(","))) return "";
  const mark = text.startsWith("-") ? "=" : " "; // a value that begins with a dash is none for a shell's option
  return `, on the command line --${option}${mark}${/^[\w:=,.-]+$/.test(text) ? text : `"${text}"`}`;
}

export function requireOneOf(action: string, what: string, value: unknown, known: readonly unknown[]): void {
  if (known.includes(value)) return;
  const names = known.filter((name) => name !== undefined);
  const list = [names.slice(0, -1).join(", "), names.at(-1)].filter((name) => name !== "").join(" or ");
  const like = list.length < LONG || typeof value !== "string" ? [] : nearest(value, names.map(String));
  const meant = like.length > 0 ? ` (is it ${like.join(" or ")}?)` : "";
  throw new WrongValue(`${action}: wanted ${what} ${cut(list, LONG)}, found ${told(value)}${meant}`);
}

const LONG = 300;

export function requireSome(action: string, names: readonly string[], known: readonly string[]): void {
  requireList(action, "names", names, "string");
  const [strange = "none"] = names.filter((name) => !known.includes(name));
  if (names.length > 0 && names.every((name) => known.includes(name))) return;
  throw new WrongValue(`${action}: wanted some of ${known.join(", ")}, found ${cut(strange)}`);
}

/** Throws for what is no list, or where a kind is said, for a list with anything else in it; any array is a list, and a column. */
export function requireList(
  action: string,
  what: string,
  value: unknown,
  kind?: "string" | "number" | "object",
): void {
  const isFrame = hasMethod(value, "toRecords");
  const list = typeof value === "object" && !isFrame ? value as ArrayLike<unknown> | null : null;
  const isKind = (one: unknown) => kind === undefined || one !== null && typeof one === kind;
  if (typeof list?.length === "number" && Array.from(list).every(isKind)) return;
  const of = kind === undefined ? "" : ` of ${kind === "string" ? "text" : kind}s`;
  const way = isFrame ? '; say frame.getColumn("name").toArray()' : "";
  throw new WrongType(`${action}: wanted ${what} as a list${of}, found ${told(value)}${way}`);
}

export function requireText(action: string, what: string, value: unknown): asserts value is string {
  if (typeof value === "string") return;
  throw new WrongType(`${action}: wanted ${what}, found ${told(value)}`);
}

/** Throws for a level, an alpha, a power that is not between 0 and 1; for a level that is an alpha, and an alpha that is a level. */
export function requireBetween(action: string, what: string, value: number): void {
  if (typeof value === "number" && value > 0 && value < 1) {
    if (!(what === "a level" && value < 0.5 || what === "an alpha" && value > 0.5)) return;
    const side = `of at ${what === "a level" ? "least" : "most"} 0.5`;
    throw new WrongValue(`${action}: wanted ${what} ${side}, found ${value}; 95% is level 0.95, alpha 0.05`);
  }
  const share = value > 1 && value < 100 ? ` (${value}% is ${Number((value / 100).toFixed(6))})` : "";
  throw new WrongValue(`${action}: wanted ${what} between 0 and 1, found ${told(value)}${share}`);
}

export function requireRight(isRight: boolean, action: string, wanted: string, value: unknown): void {
  if (!isRight) throw new WrongValue(`${action}: wanted ${wanted}, found ${told(value)}`);
}

export function requireShare(action: string, what: string, value: number): void {
  requireRight(typeof value === "number" && value >= 0 && value <= 1, action, `${what} from 0 to 1`, value);
}

export function requireCount(action: string, what: string, value: number, least = 1): void {
  const wanted = `at least ${least} ${what}${least === 1 ? "" : "s"}`;
  requireRight(Number.isInteger(value) && value >= least, action, wanted, value);
}

export function requireDecimals(action: string, decimals: unknown, more = ""): void {
  const isRight = decimals === undefined || Number.isInteger(decimals) && Number(decimals) >= 0;
  requireRight(isRight, action, `decimals as a whole number ({ decimals: 2 }${more})`, decimals);
}

export function requireSeed(action: string, seed: number): void {
  const wanted = `a whole number from 0 to ${Number.MAX_SAFE_INTEGER} as seed`;
  requireRight(Number.isSafeInteger(seed) && seed >= 0, action, wanted, seed);
}

/** Whether an error is a refusal of ours: where a program is at fault JavaScript throws errors of the same classes, which must be seen. */
export function isRefusal(error: unknown): error is RangeError | TypeError {
  return (error instanceof RangeError || error instanceof TypeError) &&
    /\b(wanted|found)\b/.test(error.message);
}

/** What `ask` gives, or what stands in its place where it refuses; a fault is thrown on. */
export function unlessRefused<Found>(ask: () => Found, otherwise: (refusal: Error) => Found): Found {
  try {
    return ask();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return otherwise(error);
  }
}
