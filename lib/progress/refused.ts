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

const inside = (made: RegExp) => (one: unknown) => pl.Expr.isExpr(one) && made.test(String(one));

const ROWS = /^(filter|where)$/, COLUMNS = /^(withColumns?|select|agg)$/;

/** What members of frames take for something else than was meant: which, what of what they are given, the words of what is written here, and how it came about. */
const MEANT_OTHERWISE: readonly (readonly [
  RegExp,
  (one: unknown, own: object, place: number) => boolean,
  ...words: string[],
])[] = [
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
  [/^(head|tail|limit)$/, (one) => Number(one) < 0, "head(-3)", "", "a number of rows"],
  [/^slice$/, (one, _, place) => place === 1 && Number(one) < 0, "head(-3)", "", "a number of rows"],
  [/^sample$/, (one) => typeof one === "number" && one % 1 !== 0, "sample", "", "a number of rows"],
  [/^pivot$/, isFirstOfSeveral, "pivot", ": of several rows Polars takes the first", "aggregateFunc"],
];

function isFirstOfSeveral(asked: unknown, own: object): boolean {
  if (!isPlain(asked) || asked.aggregateFunc !== undefined) return false;
  const { columns, height } = own as pl.DataFrame, keys = [asked.index, asked.on].flat();
  const held = columns.filter((column) => keys.includes(column));
  return held.length > 0 && (own as pl.DataFrame).select(...held).unique().height < height;
}

export function refuseGiven(name: string, given: readonly unknown[], own: object, frame?: object): void {
  refuseOptions(name, given);
  for (const [place, one] of [...given, ...expressions(given)].entries()) {
    for (const [member, isMeant, words, why = "", wanted = "an expression"] of MEANT_OTHERWISE) {
      if (member.test(name) && isMeant(one, own, place)) {
        refuse(words, name, `${wanted}, found ${told(one)}${why}`);
      }
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

/** Signs of which Polars says a wrong number where both sides are of a type: as expressions are printed and written, its members, the type, the words of what is written here, what is wanted. */
const BOTH_SIDES: readonly (readonly [string, op: string, string[], of: RegExp, string, said: string])[] = [
  [
    ") rust_div (",
    "RustDivide",
    ["div"],
    /Int\d|Bool/,
    "/",
    "a side with decimals, found whole numbers on both, of whose ratio Polars drops the decimals",
  ],
  [
    ") - (",
    "Minus",
    ["sub", "minus"],
    /UInt/,
    "uint32",
    "a side that can be below 0, found counts on both, of which Polars says 4294967295 for −1",
  ],
];

function refuseSides(name: string, given: readonly unknown[], own: object, frame: object = own): void {
  for (const [sign, op, names, of, words, said] of BOTH_SIDES) {
    const isOf = (one: unknown) => of.test(String(Reflect.get(Object(one), "dtype")));
    const isColumns = names.includes(name) && kindOf(given[0]) === "Series" && isOf(own) && isOf(given[0]);
    const made = expressions(given).filter((one) => String(one).includes(sign));
    if (isColumns || made.some((one) => hasSides(one, op, of, frame))) refuse(words, names[0], said);
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
  const { message } = error as Error;
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
