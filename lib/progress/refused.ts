import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { ownFacts } from "./own_facts.ts";
import { ADVICE, namesLike } from "./require.ts";
import { type Call, passedOver, WrongType } from "./require_no_more.ts";
import { cut, isPlain, told } from "./told.ts";

/** What people write who know pandas, what is written here, and the words that ask for it (R's too); `members` ask for it of a frame alone. */
export const PANDAS = new Map(
  Object.entries(ownFacts<Record<string, { here: string; words: string; members?: string }>>("pandas")),
);

const wordsOf = ({ words, members = "" }: { words: string; members?: string }) =>
  `${words}, ${members}`.split(", ");

export const THEIRS = [...new Set([...PANDAS.values()].flatMap(wordsOf))].filter((one) => /^\w+$/.test(one));

const MEMBER = "a member of Polars' frames, found one of pandas or R";

export function refuse(name: string, asked = name, wanted = MEMBER, estimate?: string): never {
  const words = name.split(" ");
  const own = [...PANDAS].filter(([, habit]) => words.some((one) => wordsOf(habit).includes(one)))
    .toSorted(([a], [b]) => Number(b.includes(`.${name}`)) - Number(a.includes(`.${name}`)));
  const ways = said(own, Math.max(3, words.length)) || waysOf(asked);
  const way = estimate ? ways.replaceAll(CHARTED, `chart(df, { value: "${estimate}"`) : ways;
  throw new WrongType(`${asked}: wanted ${wanted}${way && `; ${way}`}`);
}

/** How habits draw a metric's table, which one at hand replaces. */
const CHARTED = 'chart(informativenessBias(df, { by: "judge" }), { value: "ib"';

/** Ways of calling a member that are written here. */
const waysOf = (member: string) => said([...PANDAS].filter(([, { here }]) => here.includes(`.${member}(`)));

const said = (own: readonly (readonly [string, { here: string }])[], most = 3) =>
  own.slice(0, most).map(([habit, { here }]) => `for ${habit} say ${here}`).join("; ");

export type Kind = "frame" | "LazyFrame" | "Series" | "str" | "groupBy" | "expression" | "when";

const TAGGED: Readonly<Record<string, Kind>> = {
  ...{ DataFrame: "frame", LazyDataFrame: "LazyFrame", Series: "Series", Expr: "expression" },
};

export function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const tag: unknown = Reflect.get(value, Symbol.toStringTag);
  if (tag !== undefined) return TAGGED[typeof tag === "function" ? tag.call(value) : String(tag)];
  // Of `pl.when(…).then(…)`; a promise inherits its own.
  if (["then", "otherwise"].some((one) => Object.hasOwn(value, one))) return "when";
  if (typeof Reflect.get(value, "toLowerCase") === "function") return "str";
  return typeof Reflect.get(value, "agg") === "function" ? "groupBy" : undefined;
}

export const isNumbers = (value: unknown) =>
  kindOf(value) === "Series" && !/Bool/.test(String(Reflect.get(value as object, "dtype")));

/** What members of frames take for something else than was meant (at a `place` among what is given), signs of which Polars says a wrong number where both sides are of a type (`of`), with the words of what is written here. */
const { meant, sides: SIDES } = ownFacts<{
  meant: (Record<"member" | "is" | "words", string> & Partial<Record<"made" | "why" | "wanted", string>> & {
    place?: number | "more";
  })[];
  sides: Record<"sign" | "op" | "names" | "of" | "words" | "wanted", string>[];
}>("refused");

const MEANT = meant.map(({ member, made = "", ...one }) => ({
  ...{ ...one, of: new RegExp(`^(${member})$`), found: new RegExp(made) },
}));

/** What a thing is that a member was given, where its type does not say it, by what is `made` of it. */
const IS: Record<string, (one: unknown, made: RegExp, own: object) => boolean> = {
  nan: Number.isNaN,
  expression: (one, made) => pl.Expr.isExpr(one) && made.test(String(one)),
  value: (one) => /^(string|number)$/.test(typeof one) || isPlain(one),
  text: (one, made) => typeof one === "string" && made.test(one),
  rows: (one) => isPlain(one) || typeof one === "function" || isNumbers(one),
  negative: (one) => Number(one) < 0,
  given: (one) => one !== undefined,
  list: Array.isArray,
  other: (one) => !pl.Expr.isExpr(one),
  share: (one) => typeof one === "number" && one % 1 !== 0,
  several: (one, _made, own) => isFirstOfSeveral(one, own),
};

function isFirstOfSeveral(asked: unknown, own: object): boolean {
  if (!isPlain(asked) || asked.aggregateFunc !== undefined) return false;
  const { columns, height } = own as pl.DataFrame, keys = [asked.index, asked.on].flat();
  const held = columns.filter((column) => keys.includes(column));
  return held.length > 0 && (own as pl.DataFrame).select(...held).unique().height < height;
}

export function refuseGiven(
  name: string,
  call: Call,
  given: readonly unknown[],
  own: object,
  frame?: object,
) {
  refuseOptions(name, given);
  const more = passedOver(call, given);
  for (const [at, one] of [...given, ...expressions(given)].entries()) {
    for (const { of, is, found, words, why = "", wanted = "an expression", place } of MEANT) {
      const isAt = place === undefined || (place === "more" ? more : place) === at && at < given.length;
      if (!isAt || !of.test(name) || !(IS[is]?.(one, found, own) ?? typeof one === is)) continue;
      refuse(words, name, `${wanted}, found ${told(one)}${why.replaceAll("{one}", told(one))}`);
    }
  }
  if (kindOf(own) === "expression") return; // of no frame yet
  refuseTexts(name, given, own, frame);
  refuseSides(name, given, own, frame);
}

const OPTIONS = new Map(Object.entries(ownFacts<{ polars: Record<string, string> }>("words").polars));

/** Throws for an option that a member does not know: Polars passes it over. */
function refuseOptions(name: string, given: readonly unknown[]): void {
  const known = OPTIONS.get(name)?.split(" ") ?? [];
  const options = known.length > 0 ? given.slice(-1).filter(isPlain) : [];
  const unknown = options.flatMap(Object.keys).filter((one) => !known.includes(one));
  if (unknown.length === 0) return;
  const wanted = `the options ${cut(known.join(", "), 150)}`;
  throw new WrongType(`${name}: wanted ${wanted}, found ${namesLike(unknown, known, {})}`);
}

function refuseTexts(name: string, given: readonly unknown[], own: object, frame: object = own): void {
  const [, column, of] = /col\("([^"]+)"\)\.(mean|median|sum)\(\)/.exec(String(expressions(given))) ?? [];
  const isMean = /^(mean|median|sum)$/.test(of ?? name);
  const type: unknown = Reflect.get(column ? Object(Reflect.get(frame, "schema")) : own, column ?? "dtype");
  if (isMean && /Str|Utf8|Cat/.test(String(type))) refuse("text", of ?? name, "numbers, found texts");
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

export const expressions = (given: readonly unknown[]): pl.Expr[] =>
  given.flatMap((one) => isPlain(one) ? Object.values(one).flat() : one).flat()
    .filter((one): one is pl.Expr => pl.Expr.isExpr(one));

export const lazyOf = (frame: object) =>
  (kindOf(frame) === "frame" ? (frame as pl.DataFrame).lazy() : frame) as pl.LazyDataFrame;

export const exprOf = (one: unknown) => pl.Expr.deserialize(Buffer.from(JSON.stringify(one)), "json");

/** What Polars' JSON of an expression holds below a name, as far as it is looked at. */
interface Inner {
  op?: string;
  left?: unknown;
  right?: { Literal?: unknown };
  BinaryExpr?: Inner;
  Cast?: { expr: unknown };
}

/** Goes through what stands in an expression by the names of its JSON, which the lengths of texts do not have. */
export function inside(expression: pl.Expr, visit: (key: string, one: Inner | null) => void): void {
  if (String(expression).includes(".map()")) return;
  JSON.parse(String(Reflect.get(expression, "toJSON").call(expression)), (key, one) => {
    visit(key, one);
    return one;
  });
}

/** Whether a sign in an expression has two sides that Polars says are of a type, of a frame's columns. */
function hasSides(expression: pl.Expr, op: string, of: RegExp, frame: object): boolean {
  const isOf = (one: pl.Expr) => of.test(String(lazyOf(frame).limit(0).select(one).collectSync().dtypes));
  let isFound = false;
  try {
    if (String(expression).includes(".map()")) return isOf(expression);
    inside(expression, (_, one) => {
      if (one?.op === op) isFound ||= isOf(exprOf(one.left)) && isOf(exprOf(one.right));
    });
  } catch { /* What the frame does not have Polars says. */ }
  return isFound;
}

const RIDDLE =
  /^$|napi|Cannot (?:read|convert)|rust type|JsAnyValue|Failed to|is not a function|is not supported|UniqueKeepStrategy|Not a number|primitive cast|valid conversion|unknown concat/;

/** What Polars says of a column that is not there, with the one that is meant, and of what it cannot take, with what it can; any other error as it is. */
export function toldOtherwise(action: string, error: unknown, given: readonly unknown[], frames: string[][]) {
  const { message } = error as Error,
    [, twice] = /duplicate|more than one/.test(message) && /name '([^']*)'/.exec(message) || [];
  if (twice) refuse("named_twice", action, `columns of different names, found ${twice} twice`);
  const [, name] = /^not found: (?:unable to find column )?"([^"]*)"/.exec(message) ?? [];
  const lacking = frames.find((columns) => !columns.includes(name));
  if (name !== undefined && lacking) {
    const isBeside = String(expressions(given)).includes(` (col("${name}"))]`);
    const isText = isBeside || /^(filter|withColumns?)$/.test(action);
    return unknownColumns(action, [name], lacking, isText ? `pl.lit(${JSON.stringify(name)})` : undefined);
  }
  if (/nested data/.test(message)) {
    const way = 'writeFrame(frame, "out.csv") writes lists and records as JSON in their cells';
    return new WrongType(`${action}: wanted a value in each cell, found lists or records; ${way}`);
  }
  if (!RIDDLE.test(message)) return error;
  const found = given.map(told).join(", ") || "nothing";
  const ways = waysOf(action) || `of a column say pl.col("words_a").${action}(…) in filter or withColumns`;
  return new WrongType(`${action}: wanted what Polars takes, found ${found}; ${ways}`);
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
