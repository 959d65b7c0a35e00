import { nearest } from "../progress/nearest.ts";

/**
 * Throws where options hold a name that the function does not know: a misspelt one would be passed over without a word, and the
 * default taken. Called with all options, or with what is left of them beside the known ones; a name whose value is undefined is
 * not given. Every public function that takes options calls it with the literal list of what it knows.
 *
 * @throws {TypeError} where the options are no object
 * @throws {RangeError} for unknown names, with the nearest known one of each
 */
export function requireOptions(action: string, options: object, known: readonly string[]): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new TypeError(
      `${action}: wanted options by name, found ${JSON.stringify(options) ?? typeof options}${
        known.includes("by") && options !== undefined ? '; for groups say { by: ["judge"] }' : ""
      }`,
    );
  }
  const given = options as Record<string, unknown>;
  const unknown = Object.keys(given).filter((name) => given[name] !== undefined && !known.includes(name));
  if (unknown.length > 0) {
    throw new RangeError(
      `${action}: wanted the options ${known.join(", ")}, found ${namesLike(unknown, known)}`,
    );
  }
}

/** What options of other libraries are called here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  groupby: "by",
  group_by: "by",
  filter: "where",
  query: "where",
  rename: "columns",
  names: "columns",
  na_values: "missing",
  replace: "values",
  model: "judge",
  hue: "series",
  row: "rows",
  col: "panels",
  confidence: "level",
  ci: "level",
};

/** The names of an interface's options: the compiler refuses a list that lacks one or knows another. */
export function optionNames<T>(): <const Names extends readonly (keyof T)[]>(
  names: Exclude<keyof T, Names[number]> extends never ? Names : [lacks: Exclude<keyof T, Names[number]>],
) => readonly string[] {
  return (names) => names as readonly string[];
}

/** Names that are not known, each with the one that it is most likely to mean: `bye (is it by?), sede (is it seed?)`. */
export function namesLike(names: readonly string[], known: readonly string[]): string {
  return names.map((name) => {
    const meant = SYNONYMS[name.toLowerCase()] ?? "";
    const [like] = known.includes(meant) ? [meant] : nearest(name, known, { count: 1 });
    return like === undefined ? name : `${name} (is it ${like}?)`;
  }).join(", ");
}

/**
 * Throws for names of columns in an option that are none; where a map of columns is turned round the right one is said.
 *
 * @param others whether other names may be meant too, so that only those are refused that sound like a known one
 */
export function requireNames(
  action: string,
  option: "columns" | "values",
  given: Readonly<Record<string, unknown>> = {},
  known: readonly string[],
  { others = false } = {},
): void {
  const open = Object.entries(given).filter(([name]) => !known.includes(name));
  // A slip of the hand in ours is none: { swaped: "swapped" }.
  const isSlip = (name: string, value: string) => /^\w+$/.test(name) && nearest(name, [value]).length > 0;
  const turned = open.filter(([name, value]) =>
    known.includes(value as string) && !isSlip(name, value as string)
  );
  if (turned.length > 0) {
    throw new RangeError(
      `${action}: wanted our names before the file's in the option ${option}, found ${
        turned.map(([name]) => name).join(", ")
      } before ours; say ${toldColumns(turned.map(([theirs, ours]) => [ours as string, theirs]))}`,
    );
  }
  const unknown = open.map(([name]) => name).filter((name) => !others || nearest(name, known).length > 0);
  if (unknown.length === 0) return;
  throw new RangeError(
    `${action}: wanted columns of ours in the option ${option} (${known.join(", ")}), found ${
      namesLike(unknown, known)
    }`,
  );
}

/** How a file's names are told for ours: `columns: { human: "label" }, on the command line --columns human=label`. */
export function toldColumns(names: readonly (readonly [ours: string, theirs: string])[]): string {
  const told = names.map(([ours, theirs]) => `${ours}: ${JSON.stringify(theirs)}`).join(", ");
  return `columns: { ${told} }${
    typedIn("columns", names.map((name) => name.join("=")).join(","), names.map(([, theirs]) => theirs))
  }`;
}

/** The same on the command line, as a shell takes it; a value with a comma cannot be told there. */
export function typedIn(option: string, text: string, values: readonly string[]): string {
  if (values.some((value) => value.includes(","))) return "";
  return `, on the command line --${option} ${/^[\w:=,.-]+$/.test(text) ? text : `"${text}"`}`;
}
