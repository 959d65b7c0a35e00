import { type FrameLike, LITERAL, NO_ROW } from "./frame_table.ts";
import { ownFacts } from "./own_facts.ts";
import { ADVICE, namesLike } from "./require.ts";
import { WrongType } from "./require_no_more.ts";
import { cut, isPlain, told } from "./told.ts";

/** What people write who know pandas, what is written here, and the words that ask for it (R's too); `members` ask for it of a frame alone. */
export const PANDAS = new Map(
  Object.entries(ownFacts<Record<string, { here: string; words: string; members?: string }>>("pandas")),
);

const wordsOf = ({ words, members = "" }: { words: string; members?: string }) =>
  `${words}, ${members}`.split(", ");

/** Members of pandas' frames and of R. */
export const THEIRS = [...new Set([...PANDAS.values()].flatMap(wordsOf))].filter((word) =>
  /^\w+$/.test(word)
);

/** Throws, with what is written here for what goes by a word or sign (of several, between blanks, all). */
export function refuse(
  name: string,
  asked = name,
  wanted = "a member of Polars' frames, found one of pandas or R",
): never {
  const own = [...PANDAS].filter(([, habit]) => name.split(" ").some((one) => wordsOf(habit).includes(one)))
    .toSorted(([a], [b]) => Number(b.includes(`.${name}`)) - Number(a.includes(`.${name}`)));
  throw new TypeError(`${asked}: wanted ${wanted}; ${said(own)}`);
}

const said = (own: readonly (readonly [string, { here: string }])[]) =>
  own.slice(0, 3).map(([habit, { here }]) => `for ${habit} say ${here}`).join("; ");

/** What Polars lets go on from a frame: another one, a column, its texts, groups. */
export type Kind = "frame" | "Series" | "str" | "groupBy";

export function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const tag: unknown = Reflect.get(value, Symbol.toStringTag);
  if (tag === "DataFrame") return "frame";
  if (typeof tag === "function") return tag.call(value) === "Series" ? "Series" : undefined;
  if (typeof Reflect.get(value, "toLowerCase") === "function") return "str";
  return typeof Reflect.get(value, "agg") === "function" ? "groupBy" : undefined;
}

/** Throws for what only JavaScript or another library understands. */
export function refuseGiven(
  name: string,
  given: readonly unknown[],
  kind: Kind,
  own: object,
  frame?: object,
): void {
  if (kind === "groupBy" && given.length > 0 && OF_ALL.test(name)) refuse("mean", name);
  if (name === "sample" && Object.keys(Object(given[0])).some((key) => !SAMPLED.includes(key))) refuse(name);
  // What JavaScript makes of a sign between expressions.
  if (/^(withColumns?|select)$/.test(name) && given.some(Number.isNaN)) {
    refuse("- /", name, "an expression, found NaN, as JavaScript makes it of - and / between expressions");
  }
  if (name === "sort" && given.some((one) => Object.hasOwn(Object(one), "ascending"))) refuse("ascending");
  if (name === "sample" && Number(given[0]) % 1 > 0) refuse(name);
  if (/^(head|tail|limit)$/.test(name) && Number(given[0]) < 0) {
    refuse("iloc", name, `a number of rows from 0 on, found ${given[0]}`);
  }
  const [first] = given, isAxis = typeof first === "string" || isPlain(first) && "axis" in first;
  if (kind === "frame" && isAxis && /^(sum|mean|min|max|median|std|var)$/.test(name)) {
    refuse("axis", name, `nothing (each column is taken by itself), found ${told(first)}`);
  }
  const options = given.find(isPlain);
  if (name === "groupBy" && options) refuse("groupby", name, `names of columns, found ${told(options)}`);
  const isFilter = name === "filter" || name === "where", isNew = /^withColumns?$/.test(name);
  const sum = given.find((one) => typeof one === "string" && /^\W*col\("/.test(one));
  if (sum !== undefined) {
    refuse("+", name, "an expression, found a text, as JavaScript makes of + beside one");
  }
  const strange = given.find((one) => /^(string|number)$/.test(typeof one) || isPlain(one));
  if (isNew && strange !== undefined) refuse("assign", name, `an expression, found ${told(strange)}`);
  const [sign] = given.filter((one) => isFilter && typeof one === "number");
  if (sign !== undefined) refuse("&", name, `an expression, found ${sign}, as JavaScript makes of & and |`);
  refuseWhole(name, given, own, frame);
  const wrong = given.find((one) =>
    typeof one === "boolean" ||
    isFilter &&
      (isPlain(one) || typeof one === "function" || isNumbers(one) ||
        /\W/.test(one as string) && typeof one === "string")
  );
  if (wrong === undefined || !isFilter && !isNew && name !== "select") return;
  const way = typeof wrong !== "boolean"
    ? 'say only(frame, { judge: "x" }) or pl.col("words_a").gt(40)'
    : isFilter
    ? `${NO_ROW}; of numbers pl.col("words_a").gt(40)`
    : LITERAL;
  throw new TypeError(`${name}: wanted an expression, found ${told(wrong)}; ${way}`);
}

/** Throws where whole numbers are divided by whole ones: Polars drops what is left over, and a share is 0. */
function refuseWhole(name: string, given: readonly unknown[], own: object, frame: object = own): void {
  const isOf = (one: unknown) => /Int\d/.test(String(Reflect.get(Object(one), "dtype")));
  const isColumns = name === "div" && kindOf(given[0]) === "Series" && isOf(own) && isOf(given[0]);
  const texts = /^(withColumns?|select|agg|filter)$/.test(name) ? given.flat().map(textOfExpression) : [];
  if (isColumns || texts.some((text) => text.includes(DIVIDED) && dividesWhole(text, frame))) {
    refuse(
      "/",
      "div",
      "a side with decimals, found whole numbers on both, of whose ratio Polars drops the decimals",
    );
  }
}

const DIVIDED = ") rust_div (";

const textOfExpression = (one: unknown) =>
  typeof Reflect.get(Object(one), "alias") === "function" ? String(one) : "";

/** Whether a ratio in Polars' own words has whole numbers on both sides, as far as these words tell. */
function dividesWhole(said: string, frame: object): boolean {
  const types = (Reflect.get(frame, "schema") ?? {}) as Record<string, unknown>, names: string[] = [];
  const text = said.replace(/\bcol\("((?:[^"\\]|\\.)*)"\)/g, (_, name) => `c${names.push(name) - 1}`);
  return [...text.matchAll(/\) rust_div \(/g)].some(({ index }) => {
    const left = within(text.slice(0, index), -1), right = within(text.slice(index + DIVIDED.length), 1);
    return [left, right].every((side) => isWhole(side, (c) => String(types[names[c]])));
  });
}

/** What a text has before the bracket that closes it (from the left, or from the right). */
function within(text: string, step: 1 | -1): string {
  const all = step > 0 ? [...text] : [...text].reverse();
  let depth = 0;
  const end = all.findIndex((one) => (depth += one === "(" ? step : one === ")" ? -step : 0) < 0);
  return step > 0 ? text.slice(0, end) : text.slice(text.length - end);
}

/** Sums of what is true and counts are whole, and sums of whole columns. */
function isWhole(side: string, typeOf: (column: number) => string): boolean {
  if (/\b(count|len|n_unique)\(\)$/.test(side) || / [=!<>]=? .*\.sum\(\)$/.test(side)) return true;
  const columns = [...side.matchAll(/\bc(\d+)\b/g)].map(([, c]) => typeOf(Number(c)));
  const isKnown = (side.match(/[a-z_]\w*/gi) ?? []).every((word) =>
    /^(c\d+|sum|min|max|first|last|abs)$/.test(word)
  );
  const isSum = side.endsWith(".sum()");
  return isKnown && !/\d\.\d/.test(side) && columns.length > 0 &&
    columns.every((type) => /Int\d/.test(type) || isSum && type.includes("Bool"));
}

/** Of groups: what Polars does to all columns at once, whatever it is given; options of `sample`. */
const OF_ALL = /^(sum|mean|min|max|median|first|last|nUnique|count|len)$/,
  SAMPLED = ["n", "frac", "withReplacement", "seed"];

/** Throws where a column without any value would leave no row. */
export function refuseEmpty(frame: FrameLike): void {
  const { height, columns } = frame, counts = Reflect.get(frame, "nullCount").call(frame).row(0) as number[];
  const empty = columns.filter((_, c) => height > 0 && counts[c] === height);
  if (empty.length === 0) return;
  throw new TypeError(
    `dropNulls: wanted a row with a value in every column, found none: ${
      cut(empty.join(", "), 200)
    } have none at all; ` +
      'name those that count: df.dropNulls("choice")',
  );
}

/** A column that is no column of true and false, by which rows can be taken. */
export function isNumbers(value: unknown): boolean {
  return kindOf(value) === "Series" && !/Bool/.test(String(Reflect.get(value as object, "dtype")));
}

/** What is said in Polars of values that it takes for no argument. */
const RIDDLE =
  /^$|napi|rust type|JsAnyValue|Failed to|is not a function|is not supported|UniqueKeepStrategy|Not a number|primitive cast/;

/** What Polars says of a column that is not there, with the one that is meant, and of what it cannot take, with what it can; any other error as it is. */
export function toldOtherwise(
  action: string,
  error: unknown,
  given: readonly unknown[],
  frames: readonly (readonly string[])[],
): unknown {
  const [, name] = /^not found: (?:unable to find column )?"([^"]*)"/.exec((error as Error)?.message) ?? [];
  const lacking = frames.find((columns) => !columns.includes(name));
  if (name !== undefined && lacking) {
    const isText = /^(filter|withColumns?)$/.test(action) ? `pl.lit(${JSON.stringify(name)})` : undefined;
    return unknownColumns(action, [name], lacking, isText);
  }
  const ways = [...PANDAS].filter(([, { here }]) => here.includes(`.${action}(`));
  const [, twice] = /column with name '([^']*)' has more than one/.exec((error as Error)?.message) ?? [];
  if (twice !== undefined) {
    const wanted = "a name of its own for every column";
    return new TypeError(
      `${action}: wanted ${wanted}, found ${twice} twice; say .alias("mean_words") behind each`,
    );
  }
  if (!RIDDLE.test((error as Error)?.message)) return error;
  const way = said(ways) || `of a column say pl.col("words_a").${action}(…) in filter or withColumns`;
  return new TypeError(
    `${action}: wanted what Polars takes, found ${given.map(told).join(", ") || "nothing"}; ${way}`,
  );
}

/** What makes columns that no file has; other advice is of options. */
const MADE = Object.fromEntries(Object.entries(ADVICE).filter(([name]) => name.endsWith("_subset")));

/** The error of columns that a frame does not have. */
export function unknownColumns(
  action: string,
  names: readonly string[],
  known: readonly string[],
  text?: string,
): TypeError {
  const held = cut(known.join(", "), 300) || "none", way = text ? `; a text is ${text}` : "";
  const found = `${namesLike(names, known, MADE)}${way}; it has ${held}`;
  return new WrongType(`${action}: wanted columns of the frame, found ${found}`);
}
