import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
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

/** A column that is no column of true and false, by which rows can be taken. */
export const isNumbers = (value: unknown) =>
  kindOf(value) === "Series" && !/Bool/.test(String(Reflect.get(value as object, "dtype")));

const inside = (made: RegExp) => (one: unknown) => pl.Expr.isExpr(one) && made.test(String(one));

const ROWS = /^(filter|where)$/, COLUMNS = /^(withColumns?|select|agg)$/;

/** What members of frames take for something else than was meant: which, what of what they are given, the words of what is written here, and how it came about. */
const MEANT_OTHERWISE: readonly (readonly [RegExp, (one: unknown) => boolean, string, string?])[] = [
  [
    /^(withColumns?|select|agg|sort|groupBy|filter|where)$/,
    Number.isNaN,
    "- /",
    ", as JavaScript makes of - and / between expressions",
  ],
  [/./, inside(/ \(NaN\)\]/), "- / nan", " with NaN in it, as JavaScript makes of - and /"],
  [
    /./,
    (one) => typeof one === "string" && /^\W*col\("/.test(one),
    "+",
    ", as JavaScript makes of + beside an expression",
  ],
  [/^sort$/, (one) => Object.hasOwn(Object(one), "ascending"), "ascending"],
  [/^withColumns?$/, (one) => /^(string|number)$/.test(typeof one) || isPlain(one), "assign"],
  [ROWS, (one) => typeof one === "number", "&", ", as JavaScript makes of & and |"],
  [ROWS, (one) => typeof one === "boolean", "=== >", ", as JavaScript makes of ===, > and !"],
  [COLUMNS, (one) => typeof one === "boolean", "comparison", ", as JavaScript makes of === and >"],
  [
    /./,
    inside(/ (?:[-&|+*/%]|rust_div) \((?:true|false)\)\]|\.filter\((?:true|false)\)/),
    "=== &",
    " with true or false in it, as JavaScript makes of === and > (pl.lit(true) looks alike: leave it out)",
  ],
  [ROWS, (one) => isPlain(one) || typeof one === "function" || isNumbers(one), "filter"],
  [ROWS, (one) => typeof one === "string" && /\W/.test(one), "filter"],
];

export function refuseGiven(name: string, given: readonly unknown[], own: object, frame?: object): void {
  for (const one of [...given, ...expressions(given)]) {
    for (const [member, isMeant, words, why = ""] of MEANT_OTHERWISE) {
      if (member.test(name) && isMeant(one)) {
        refuse(words, name, `an expression, found ${told(one)}${why}`);
      }
    }
  }
  refuseTexts(name, given, own, frame);
  refuseWhole(name, given, own, frame);
}

/** Throws for a mean of texts, which Polars calls nothing in a column and in groups. */
function refuseTexts(name: string, given: readonly unknown[], own: object, frame: object = own): void {
  const [, column, of] = /col\("([^"]+)"\)\.(mean|median|sum)\(\)/.exec(String(expressions(given))) ?? [];
  const isMean = /^(mean|median|sum)$/.test(of ?? name);
  const type: unknown = column === undefined
    ? Reflect.get(own, "dtype")
    : Object(Reflect.get(frame, "schema"))[column];
  if (isMean && /Str|Utf8|Cat/.test(String(type))) refuse("text", of ?? name, "numbers, found texts");
}

/** Throws where whole numbers are divided by whole ones, wherever it stands in an expression: Polars drops what is left over, and a share is 0. */
function refuseWhole(name: string, given: readonly unknown[], own: object, frame: object = own): void {
  const isWhole = (one: unknown) => /Int\d/.test(String(Reflect.get(Object(one), "dtype")));
  const isColumns = name === "div" && kindOf(given[0]) === "Series" && isWhole(own) && isWhole(given[0]);
  if (!isColumns && !expressions(given).some((one) => dividesWhole(one, frame))) return;
  refuse(
    "/",
    "div",
    "a side with decimals, found whole numbers on both, of whose ratio Polars drops the decimals",
  );
}

const expressions = (given: readonly unknown[]): pl.Expr[] =>
  given.flatMap((one) => isPlain(one) ? Object.values(one).flat() : one).flat()
    .filter((one): one is pl.Expr => pl.Expr.isExpr(one));

/** Whether some division in an expression has two sides that Polars says are whole, of a frame's columns. */
function dividesWhole(expression: pl.Expr, frame: object): boolean {
  if (!String(expression).includes(") rust_div (")) return false;
  const whole: boolean[] = [];
  JSON.parse(String(Reflect.get(expression, "toJSON").call(expression)), (_, one) => {
    if (one?.op === "RustDivide") whole.push(isWholeSide(one.left, frame) && isWholeSide(one.right, frame));
    return one;
  });
  return whole.includes(true);
}

function isWholeSide(side: unknown, frame: object): boolean {
  try {
    const rows = (kindOf(frame) === "frame" ? (frame as pl.DataFrame).lazy() : frame) as pl.LazyDataFrame;
    const asked = rows.limit(0).select(pl.Expr.deserialize(Buffer.from(JSON.stringify(side)), "json"));
    return asked.collectSync().dtypes.some((type) => /Int\d|Bool/.test(String(type)));
  } catch {
    return false; // What the frame does not have Polars says.
  }
}

const RIDDLE =
  /^$|napi|rust type|JsAnyValue|Failed to|is not a function|is not supported|UniqueKeepStrategy|Not a number|primitive cast/;

/** What Polars says of a column that is not there, with the one that is meant, and of what it cannot take, with what it can; any other error as it is. */
export function toldOtherwise(
  action: string,
  error: unknown,
  given: readonly unknown[],
  frames: readonly (readonly string[])[],
): unknown {
  const { message } = error as Error;
  const [, name] = /^not found: (?:unable to find column )?"([^"]*)"/.exec(message) ?? [];
  const lacking = frames.find((columns) => !columns.includes(name));
  if (name !== undefined && lacking) {
    const isText = /^(filter|withColumns?)$/.test(action) ? `pl.lit(${JSON.stringify(name)})` : undefined;
    return unknownColumns(action, [name], lacking, isText);
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
