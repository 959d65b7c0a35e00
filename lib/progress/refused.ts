import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { ownFacts } from "./own_facts.ts";
import { ADVICE, namesLike } from "./require.ts";
import { WrongType } from "./require_no_more.ts";
import { sayOnce } from "./say_once.ts";
import { cut, inWords, isPlain, thousands, told } from "./told.ts";

/** What people write who know pandas, what is written here, and the words that ask for it (R's too); `members` ask for it of a frame alone. */
export const PANDAS = new Map(
  Object.entries(ownFacts<Record<string, { here: string; words: string; members?: string }>>("pandas")),
);

const wordsOf = ({ words, members = "" }: { words: string; members?: string }) =>
  `${words}, ${members}`.split(", ");

export const THEIRS = [...new Set([...PANDAS.values()].flatMap(wordsOf))].filter((word) =>
  /^\w+$/.test(word)
);

export function refuse(
  name: string,
  asked = name,
  wanted = "a member of Polars' frames, found one of pandas or R",
): never {
  const own = [...PANDAS].filter(([, habit]) => name.split(" ").some((one) => wordsOf(habit).includes(one)))
    .toSorted(([a], [b]) => Number(b.includes(`.${name}`)) - Number(a.includes(`.${name}`)));
  throw new TypeError(`${asked}: wanted ${wanted}; ${said(own, Math.max(3, name.split(" ").length))}`);
}

const said = (own: readonly (readonly [string, { here: string }])[], most = 3) =>
  own.slice(0, most).map(([habit, { here }]) => `for ${habit} say ${here}`).join("; ");

export type Kind = "frame" | "LazyFrame" | "Series" | "str" | "groupBy";

export function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const tag: unknown = Reflect.get(value, Symbol.toStringTag);
  if (tag === "DataFrame") return "frame";
  if (tag === "LazyDataFrame") return "LazyFrame";
  if (typeof tag === "function") return tag.call(value) === "Series" ? "Series" : undefined;
  if (typeof Reflect.get(value, "toLowerCase") === "function") return "str";
  return typeof Reflect.get(value, "agg") === "function" ? "groupBy" : undefined;
}

export const isNumbers = (value: unknown) =>
  kindOf(value) === "Series" && !/Bool/.test(String(Reflect.get(value as object, "dtype")));

/** What members of frames take for something else than was meant, and signs of which Polars says a wrong number where both sides are of a type (`of`), with the words of what is written here. */
const { meant: MEANT, sides: SIDES } = ownFacts<{
  meant: (Record<"member" | "is" | "words", string> & { made?: string; why?: string; wanted?: string })[];
  sides: Record<"sign" | "op" | "names" | "of" | "words" | "wanted", string>[];
}>("refused");

/** What a thing is that a member was given, by what is `made` of it and by its place. */
const IS: Record<string, (one: unknown, made: RegExp, own: object, place: number) => boolean> = {
  nan: Number.isNaN,
  expression: (one, made) => pl.Expr.isExpr(one) && made.test(String(one)),
  value: (one) => /^(string|number)$/.test(typeof one) || isPlain(one),
  text: (one, made) => typeof one === "string" && made.test(one),
  number: (one) => typeof one === "number",
  boolean: (one) => typeof one === "boolean",
  rows: (one) => isPlain(one) || typeof one === "function" || isNumbers(one),
  negative: (one) => Number(one) < 0,
  length: (one, _made, _own, place) => place === 1 && Number(one) < 0,
  share: (one) => typeof one === "number" && one % 1 !== 0,
  several: (one, _made, own) => isFirstOfSeveral(one, own),
};

function isFirstOfSeveral(asked: unknown, own: object): boolean {
  if (!isPlain(asked) || asked.aggregateFunc !== undefined) return false;
  const { columns, height } = own as pl.DataFrame, keys = [asked.index, asked.on].flat();
  const held = columns.filter((column) => keys.includes(column));
  return held.length > 0 && (own as pl.DataFrame).select(...held).unique().height < height;
}

export function refuseGiven(name: string, given: readonly unknown[], own: object, frame?: object): void {
  refuseOptions(name, given);
  for (const [place, one] of [...given, ...expressions(given)].entries()) {
    for (const { member, is, made = "", words, why = "", wanted = "an expression" } of MEANT) {
      if (!new RegExp(`^(${member})$`).test(name) || !IS[is](one, new RegExp(made), own, place)) continue;
      refuse(words, name, `${wanted}, found ${told(one)}${why}`);
    }
  }
  refuseTexts(name, given, own, frame);
  refuseSides(name, given, own, frame);
}

const OPTIONS = new Map(Object.entries(ownFacts<{ polars: Record<string, string> }>("words").polars));

/** Throws for an option that a member does not know: Polars passes it over. */
export function refuseOptions(name: string, given: readonly unknown[]): void {
  const known = OPTIONS.get(name)?.split(" ") ?? [];
  const options = known.length > 0 ? given.slice(-1).filter(isPlain) : [];
  const unknown = options.flatMap(Object.keys).filter((one) => !known.includes(one));
  if (unknown.length === 0) return;
  throw new WrongType(
    `${name}: wanted the options ${cut(known.join(", "), 150)}, found ${namesLike(unknown, known, {})}`,
  );
}

function refuseTexts(name: string, given: readonly unknown[], own: object, frame: object = own): void {
  const [, column, of] = /col\("([^"]+)"\)\.(mean|median|sum)\(\)/.exec(String(expressions(given))) ?? [];
  const isMean = /^(mean|median|sum)$/.test(of ?? name);
  const type: unknown = column === undefined
    ? Reflect.get(own, "dtype")
    : Object(Reflect.get(frame, "schema"))[column];
  if (isMean && /Str|Utf8|Cat/.test(String(type))) refuse("text", of ?? name, "numbers, found texts");
}

/** Says once of a share of true that rows with an empty cell are left out, which pandas counts as unequal to all: Polars drops them without a word. */
export function tellEmpty(name: string, given: readonly unknown[], own: object, frame: object = own): void {
  const isColumn = /^(mean|sum)$/.test(name) && kindOf(own) === "Series" && !isNumbers(own);
  const column = own as pl.Series, { height, columns } = frame as pl.DataFrame;
  if (isColumn) sayEmpty(name, column.nullCount(), column.length);
  for (const one of kindOf(frame) === "frame" ? expressions(given) : []) {
    const [, compared, of] = /^\[(\(.*\) !?[=<>]+ \(.*\))\]\.(mean|sum)\(\)/.exec(String(one)) ?? [];
    const names = columns.filter((column) => compared?.includes(`col("${column}")`));
    if (names.length === 0 || of === "sum" && !compared.includes(" != ")) continue;
    sayEmpty(of, height - (frame as pl.DataFrame).dropNulls(names).height, height);
  }
}

function sayEmpty(of: string, empty: number, height: number): void {
  const way = `df.select(pl.col("choice").eq(pl.col("human")).fillNull(pl.lit(false)).${of}())`;
  const left = `${inWords(empty, "row")} of ${thousands(height)} with an empty cell left out`;
  const said = `to count them as unequal, as pandas does, say ${way}, pl.lit(true) after .neq(…)`;
  if (empty > 0) sayOnce(`${of}: ${left}; ${said}`);
}

function refuseSides(name: string, given: readonly unknown[], own: object, frame: object = own): void {
  for (const { sign, op, names, of: type, words, wanted } of SIDES) {
    const of = new RegExp(type), isOf = (one: unknown) => of.test(String(Reflect.get(Object(one), "dtype")));
    const isColumns = names.split(" ").includes(name) && kindOf(given[0]) === "Series" && isOf(own) &&
      isOf(given[0]);
    const made = expressions(given).filter((one) => String(one).includes(sign));
    if (isColumns || made.some((one) => hasSides(one, op, of, frame))) {
      refuse(words, names.split(" ")[0], wanted);
    }
  }
}

const expressions = (given: readonly unknown[]): pl.Expr[] =>
  given.flatMap((one) => isPlain(one) ? Object.values(one).flat() : one).flat()
    .filter((one): one is pl.Expr => pl.Expr.isExpr(one));

/** Whether a sign in an expression has two sides that Polars says are of a type, of a frame's columns. */
function hasSides(expression: pl.Expr, op: string, of: RegExp, frame: object): boolean {
  const rows = (kindOf(frame) === "frame" ? (frame as pl.DataFrame).lazy() : frame) as pl.LazyDataFrame;
  const isOf = (one: pl.Expr) => of.test(String(rows.limit(0).select(one).collectSync().dtypes));
  const isSide = (one: unknown) => isOf(pl.Expr.deserialize(Buffer.from(JSON.stringify(one)), "json"));
  const found: boolean[] = [];
  try {
    // The lengths of texts have no JSON.
    if (String(expression).includes(".map()")) return isOf(expression);
    JSON.parse(String(Reflect.get(expression, "toJSON").call(expression)), (_, one) => {
      if (one?.op === op) found.push(isSide(one.left) && isSide(one.right));
      return one;
    });
  } catch {
    return false; // What the frame does not have Polars says.
  }
  return found.includes(true);
}

const RIDDLE =
  /^$|napi|Cannot read|rust type|JsAnyValue|Failed to|is not a function|is not supported|UniqueKeepStrategy|Not a number|primitive cast|valid conversion|unknown concat/;

/** What Polars says of a column that is not there, with the one that is meant, and of what it cannot take, with what it can; any other error as it is. */
export function toldOtherwise(
  action: string,
  error: unknown,
  given: readonly unknown[],
  frames: readonly (readonly string[])[],
): unknown {
  const { message } = error as Error,
    [, twice] = /duplicate|more than one/.test(message) && /name '([^']*)'/.exec(message) || [];
  if (twice) refuse("named_twice", action, `columns of different names, found ${twice} twice`);
  const [, name] = /^not found: (?:unable to find column )?"([^"]*)"/.exec(message) ?? [];
  const lacking = frames.find((columns) => !columns.includes(name));
  if (name !== undefined && lacking) {
    const isText = /^(filter|withColumns?)$/.test(action) ? `pl.lit(${JSON.stringify(name)})` : undefined;
    return unknownColumns(action, [name], lacking, isText);
  }
  if (/nested data/.test(message)) {
    const way = 'writeFrame(frame, "out.csv") writes lists and records as JSON in their cells';
    return new TypeError(`${action}: wanted a value in each cell, found lists or records; ${way}`);
  }
  if (!RIDDLE.test(message)) return error;
  const ways = [...PANDAS].filter(([, { here }]) => here.includes(`.${action}(`));
  const way = said(ways) || `of a column say pl.col("words_a").${action}(…) in filter or withColumns`;
  return new TypeError(
    `${action}: wanted what Polars takes, found ${given.map(told).join(", ") || "nothing"}; ${way}`,
  );
}

const MADE = Object.fromEntries(Object.entries(ADVICE).filter(([name]) => name.endsWith("_subset")));

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
