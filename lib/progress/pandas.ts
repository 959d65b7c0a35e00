import { BEHIND, type Behind, behindAll } from "./computed_behind.ts";
import { nearest } from "./nearest.ts";
import { ownFacts } from "./own_facts.ts";
import { namesLike } from "./require.ts";
import { WrongType } from "./require_no_more.ts";
import { slips } from "./search.ts";
import { type FrameLike, LITERAL, NO_ROW, textTable } from "./frame_table.ts";
import { displayed } from "./show.ts";
import { ASKED_FOR, cut, isPlain, told } from "./told.ts";

/** What people write who know pandas, what is written here, and the words that ask for it (R's too); `members` ask for it of a frame alone. */
export const PANDAS = new Map(
  Object.entries(ownFacts<Record<string, { here: string; words: string; members?: string }>>("pandas")),
);

const wordsOf = ({ words, members = "" }: { words: string; members?: string }) =>
  `${words}, ${members}`.split(", ");

/** Members of pandas' frames and of R. */
const THEIRS = [...new Set([...PANDAS.values()].flatMap(wordsOf))].filter((word) => /^\w+$/.test(word));

/** Members of Polars' frames, as habits of pandas are written with them: a frame itself names its columns only. */
const OURS = [
  ...new Set([...PANDAS.values()].flatMap(({ here }) => here.match(/(?<=\bdf\.)\w+/g) ?? [])),
];

function refuse(
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
type Kind = "frame" | "Series" | "str" | "groupBy";

function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const tag: unknown = Reflect.get(value, Symbol.toStringTag);
  if (tag === "DataFrame") return "frame";
  if (typeof tag === "function") return tag.call(value) === "Series" ? "Series" : undefined;
  if (typeof Reflect.get(value, "toLowerCase") === "function") return "str";
  return typeof Reflect.get(value, "agg") === "function" ? "groupBy" : undefined;
}

/** Whether what is made of a frame has lost the column in which some of its rows say that they are simulated. */
function forgets(frame: object, next: unknown): boolean {
  const says = (one: unknown): boolean => Reflect.get(Object(one), "columns")?.includes("provenance");
  return ["frame", "groupBy"].includes(kindOf(next)!) && says(frame) && !says(next) &&
    Reflect.get(frame, "getColumn").call(frame, "provenance").unique().toArray().includes("simulated");
}

/** What has been made to answer already. */
const ANSWERING = new WeakSet<object>();

/**
 * A frame that answers what pandas' members are written as here, a member or a column that it lacks by the one that is near, and a
 * comparison that JavaScript made in place of Polars; and so do the frames, columns and groups that come of it. The frame that was
 * given stays as it is.
 */
export function withHabits<Frame>(frame: Frame): Frame {
  const columns = (Reflect.get(frame as object, "columns") ?? []) as readonly string[];
  return answering(frame, Array.isArray(columns) ? columns : []) as Frame;
}

/** The same of whatever comes of a frame with these columns. */
function answering(value: unknown, columns: readonly string[], mark?: Behind): unknown {
  const kind = kindOf(value);
  if (kind === undefined || ANSWERING.has(value as object)) return value;
  const own = value as object, inspect = Symbol.for("nodejs.util.inspect.custom");
  // Polars' own table has eight columns, others hide behind "…".
  const text = () =>
    kind === "frame" ? textTable(own as FrameLike) : Reflect.get(own, inspect)?.call(own) ?? kind;
  const answers = new Proxy({ [inspect]: text }, {
    get(_, name) {
      if (typeof name === "symbol") return ofItself(name, kind, own);
      if (name === "toJSON" && kind === "frame") return Reflect.get(own, "toRecords");
      if (name === "toJSON" && kind === "Series") return Reflect.get(own, "toArray");
      const found = Reflect.get(own, name);
      if (found === undefined) {
        if (kind === "frame" && name === "agg") return () => refuse("aggregate_frame", name);
        if (kind === "groupBy" && columns.includes(name)) refuse("mean", name);
        return missing(name, kind, kind === "frame" ? columns : Object.keys(own));
      }
      if (name === "map" && kind === "frame") refuse("apply", name);
      if (name === "shape") {
        const get = () => refuse("shape");
        return Object.defineProperties(found, { 0: { get }, 1: { get } });
      }
      if (typeof found !== "function") return answering(found, columns);
      return (...given: unknown[]) => {
        refuseGiven(name, given, kind);
        if (name === "dropNulls" && kind === "frame" && given.length === 0) refuseEmpty(own as FrameLike);
        if (name === "sum" && kind === "Series" && !isNumbers(own)) {
          throw new TypeError(
            "sum: wanted numbers, found true and false, whose sum Polars calls false; say .cast(pl.Int32).sum(), and of " +
              'what is missing frame.getColumn("choice").nullCount()',
          );
        }
        try {
          const next = found.apply(own, given);
          // Polars' groups are frozen: what stands behind them goes with their answers.
          const known = behindAll(Reflect.get(own, BEHIND) ?? mark, name, given, columns);
          // Who drops the column by name says so.
          const behind = kind === "frame" && name !== "drop" && forgets(own, next)
            ? { ...known, simulated: true }
            : known;
          if (kindOf(next) === "groupBy") return answering(next, columns, behind);
          if (kindOf(next) === "frame") {
            displayed(next as object, (rows) => rows);
            if (behind) Object.defineProperty(next, BEHIND, { value: behind, configurable: true });
          }
          return kindOf(next) === "frame" ? withHabits(next) : answering(next, columns);
        } catch (error) {
          throw toldOtherwise(name, error, [
            columns,
            ...given.filter((one) => kindOf(one) === "frame")
              .map((one) => (one as { columns: string[] }).columns),
          ]);
        }
      };
    },
    set(_, name, given) {
      if (kind === "frame" && typeof name === "string" && name !== "columns") refuse("assign", name);
      return Reflect.set(own, name, given);
    },
    has: (_, name) => Reflect.has(own, name),
    ownKeys: () => Reflect.ownKeys(own),
    defineProperty: (_, name, given) => Reflect.defineProperty(own, name, given),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(own, name);
      return found && { ...found, configurable: true };
    },
  });
  ANSWERING.add(answers);
  return answers;
}

/** What JavaScript does by itself: it goes through a frame's columns, and makes false or NaN of a column beside a sign. */
function ofItself(name: symbol, kind: Kind, own: object): unknown {
  const found: unknown = Reflect.get(own, name);
  if (name === Symbol.iterator && (kind === "frame" || kind === "groupBy")) {
    return () => refuse(kind === "frame" ? "iterrows" : "get_group", "for of", `a list, found a ${kind}`);
  }
  if (name !== Symbol.toPrimitive || kind !== "Series") return found;
  return (hint: string) => {
    if (hint === "string") return String(own);
    const [signs, asked] = hint === "number" ? ["> - /", ">, - or /"] : ["== +", "== or +"];
    return refuse(signs, asked, "a value beside the sign, found a column");
  };
}

/** What is no member: undefined, unless it is one elsewhere or sounds like one, or like the first word of a column. */
function missing(name: string, kind: Kind, known: readonly string[]): undefined {
  if (ASKED_FOR.includes(name)) return;
  if (name.includes(",")) refuse("select", name);
  if (THEIRS.includes(name)) refuse(name);
  const begun = new Map(known.map((one) => [one.split("_")[0], one])), ours = kind === "frame" ? OURS : [];
  const [near] = nearest(name, [...known, ...ours, ...THEIRS, ...begun.keys()], slips(name));
  if (near === undefined) return;
  const isOurs = known.includes(near) || ours.includes(near);
  if (THEIRS.includes(near) && !isOurs) refuse(near, name);
  const meant = isOurs ? near : begun.get(near);
  throw new TypeError(`${name}: wanted a column or member of the ${kind}, found none; is it ${meant}?`);
}

/** Throws for what only JavaScript or another library understands. */
function refuseGiven(name: string, given: readonly unknown[], kind: Kind): void {
  if (kind === "groupBy" && given.length > 0 && OF_ALL.test(name)) refuse("mean", name);
  if (name === "sample" && Object.keys(Object(given[0])).some((key) => !SAMPLED.includes(key))) refuse(name);
  // What JavaScript makes of a sign between expressions.
  if (/^(withColumns?|select)$/.test(name) && given.some(Number.isNaN)) {
    refuse("- /", name, "an expression, found NaN, as JavaScript makes it of - and / between expressions");
  }
  if (name === "sort" && given.some((one) => Object.hasOwn(Object(one), "ascending"))) refuse("ascending");
  if (name === "sample" && Number(given[0]) % 1 > 0) refuse(name);
  const isFilter = name === "filter" || name === "where";
  const wrong = given.find((one) =>
    typeof one === "boolean" ||
    isFilter &&
      (isPlain(one) || typeof one === "function" || isNumbers(one) ||
        /\W/.test(one as string) && typeof one === "string")
  );
  if (wrong === undefined || !isFilter && !/^(withColumns?|select)$/.test(name)) return;
  const way = typeof wrong !== "boolean"
    ? 'say only(frame, { judge: "x" }) or pl.col("words_a").gt(40)'
    : isFilter
    ? `${NO_ROW}; of numbers pl.col("words_a").gt(40)`
    : LITERAL;
  throw new TypeError(`${name}: wanted an expression, found ${told(wrong)}; ${way}`);
}

/** Of groups: what Polars does to all columns at once, whatever it is given; options of `sample`. */
const OF_ALL = /^(sum|mean|min|max|median|first|last|nUnique|count|len)$/,
  SAMPLED = ["n", "frac", "withReplacement", "seed"];

/** Throws where a column without any value would leave no row. */
function refuseEmpty(frame: FrameLike): void {
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
function isNumbers(value: unknown): boolean {
  return kindOf(value) === "Series" && !/Bool/.test(String(Reflect.get(value as object, "dtype")));
}

/** What is said in Polars of values that it takes for no argument. */
const RIDDLE =
  /^$|napi|rust type|JsAnyValue|Failed to|is not a function|is not supported|Not a number|primitive cast/;

/** What Polars says of a column that is not there, with the one that is meant, and of what it cannot take, with what it can; any other error as it is. */
function toldOtherwise(action: string, error: unknown, frames: readonly (readonly string[])[]): unknown {
  const [, name] = /^not found: (?:unable to find column )?"([^"]*)"/.exec((error as Error)?.message) ?? [];
  const lacking = frames.find((columns) => !columns.includes(name));
  if (name !== undefined && lacking) {
    const isText = /^(filter|withColumns?)$/.test(action) ? `pl.lit(${JSON.stringify(name)})` : undefined;
    return unknownColumns(action, [name], lacking, isText);
  }
  const ways = [...PANDAS].filter(([, { here }]) => here.includes(`.${action}(`));
  if (!RIDDLE.test((error as Error)?.message)) return error;
  const way = said(ways) || `of a column say pl.col("words_a").${action}(…) in filter or withColumns`;
  return new TypeError(`${action}: wanted what Polars takes, found something else; ${way}`);
}

/** The error of columns that a frame does not have. */
export function unknownColumns(
  action: string,
  names: readonly string[],
  known: readonly string[],
  text?: string,
): TypeError {
  const held = cut(known.join(", "), 300) || "none", way = text ? `; a text is ${text}` : "";
  const found = `${namesLike(names, known)}${way}; it has ${held}`;
  return new WrongType(`${action}: wanted columns of the frame, found ${found}`);
}
