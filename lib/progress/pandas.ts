import { BEHIND, type Behind, behindAll, behindOf } from "./computed_behind.ts";
import { tellEmpty } from "./empty_cells.ts";
import { limitsIn } from "./estimate_cells.ts";
import { type FrameLike, textTable } from "./frame_table.ts";
import pl from "nodejs-polars";
import { nearest } from "./nearest.ts";
import { WrongType } from "./require_no_more.ts";
import {
  isNumbers,
  type Kind,
  kindOf,
  PANDAS,
  refuse,
  refuseGiven,
  THEIRS,
  toldOtherwise,
} from "./refused.ts";
import { slips } from "./search.ts";
import { displayed, withRefused } from "./show.ts";
import { cut, inWords, PROBED } from "./told.ts";

/** Members of Polars' frames, as habits of pandas are written with them: a frame itself names its columns only. */
const OURS = [...new Set([...PANDAS.values()].flatMap(({ here }) => here.match(/(?<=\bdf\.)\w+/g) ?? []))];

function lost(frame: object, next: unknown, column: string): unknown[] {
  const has = (one: unknown) => Reflect.get(Object(one), "columns")?.includes(column);
  return has(frame) && !has(next) ? (frame as pl.DataFrame).getColumn(column).unique(true).toArray() : [];
}

/** Warnings that a table loses, each with the rows that it is of, by what tells them apart. */
function warnedRows(table: object): string[] {
  const texts = lost(table, {}, "warning").filter((text) => typeof text === "string" && text !== "");
  if (texts.length === 0 || behindOf(table)?.isRead) return texts as string[];
  const rows = (table as pl.DataFrame).toRecords(), names = Object.keys(rows[0]);
  const keys = names.slice(0, names.findIndex((name) => typeof rows[0][name] === "number"))
    .filter((name) => new Set(rows.map((row) => row[name])).size > 1);
  return texts.map((text) => {
    const [first, ...others] = rows.filter(({ warning }) => warning === text);
    const more = others.length > 0 ? ` and ${inWords(others.length, "more row")}` : "";
    const which = keys.map((key) => `${key} ${first[key]}`).join(", ");
    return which && `${which}${more}: ${text}` || String(text);
  });
}

/** A column's value: its own `get` fails on true and false, and on categories. */
const valueOf = (column: object, at: number) => Reflect.get(column, "slice").call(column, at, 1).toArray()[0];

/** A column beside a text or a literal, of which columns know nothing, compared as in a frame. */
function compared(own: object, name: string, other: unknown): pl.Series | undefined {
  if (kindOf(own) !== "Series" || !/^(n?eq|equals|[gl]t(Eq|Equals)?)$/.test(name)) return;
  const one = typeof other === "string" ? pl.lit(other) : other;
  if (!pl.Expr.isExpr(one) || /col\(/.test(String(one))) return;
  return (own as pl.Series).toFrame().select(Reflect.get(pl.all(), name)(one)).toSeries();
}

/** A list of rows, or of one row's values, which no column is a member of. */
function unnamed(list: unknown[], columns: readonly string[], of: string): unknown {
  const wanted = `a row by name, found a list of ${/^(\d+|row)$/.test(of) ? "its values" : "rows"}`;
  const asked = /^\d+$/.test(of) ? `[${of}]` : of, names = columns.filter((column) => !(column in list));
  return withRefused(list, names, (column) => refuse("scalar", `${asked}.${column}`, wanted));
}

const SHOWN = Symbol.for("Jupyter.display");

const ANSWERING = new WeakSet<object>();

/** A frame that answers members of pandas, slips and comparisons made by JavaScript, as does what comes of it; the frame given stays as it is. */
export function withHabits<Frame>(frame: Frame): Frame {
  return answering(frame, columnsOf(frame)) as Frame;
}

function columnsOf(frame: unknown): string[] {
  const columns: unknown = kindOf(frame) === "frame" ? Reflect.get(frame as object, "columns") : [];
  return Array.isArray(columns) ? columns : [];
}

/** What Polars makes of what it is given, or its error in words that say the way. */
function answered<Made>(name: string, make: () => Made, given: readonly unknown[], columns: string[]) {
  try {
    return make();
  } catch (error) {
    const others = given.filter((one) => kindOf(one) === "frame").map(columnsOf);
    throw toldOtherwise(name, error, given, [columns, ...others]);
  }
}

/** The same of whatever comes of a frame with these columns; of columns and groups with the frame that they are of. */
function answering(value: unknown, columns: string[], of?: object): unknown {
  const kind = kindOf(value);
  if (kind === undefined || ANSWERING.has(value as object)) return value;
  const own = value as object,
    frame = kind === "frame" ? own : of,
    inspect = Symbol.for("nodejs.util.inspect.custom");
  const text = () =>
    kind === "frame" ? textTable(own as FrameLike) : Reflect.get(own, inspect)?.call(own) ?? kind;
  const answers = new Proxy({ [inspect]: text }, {
    get(_, name, answers) {
      if (name === SHOWN && kind === "Series") return answers.toFrame()[SHOWN];
      if (typeof name === "symbol") return ofItself(name, kind, own);
      if (name === "toJSON" && kind === "frame") return Reflect.get(own, "toRecords");
      if (name === "toJSON" && kind === "Series") return Reflect.get(own, "toArray");
      if (kind === "Series" && /^\d+$/.test(name)) return valueOf(own, Number(name));
      const found = Reflect.get(own, name);
      if (found === undefined) {
        if (kind === "expression" && name === "by") return undefined; // Polars asks whether `sort` was given options.
        if (kind === "frame" && name === "agg") return () => refuse("aggregate_frame", name);
        if (kind === "groupBy" && columns.includes(name)) refuse("mean", name);
        return missing(name, kind, kind === "frame" ? columns : Object.keys(own), own);
      }
      if (name === "map" && kind === "frame") refuse("apply", name);
      if (name === "shape") return withRefused(found, ["0", "1"], () => refuse("shape"));
      if (kind === "frame" && Array.isArray(found) && /^\d+$/.test(name)) {
        return unnamed(found, columns, name);
      }
      if (typeof found !== "function") return answering(found, columns, frame);
      return (...given: unknown[]) => {
        refuseGiven(name, found as () => unknown, given, own, kind === "LazyFrame" ? own : frame);
        // Polars calls the sum of true and false false.
        if (name === "sum" && kind === "Series" && !isNumbers(own)) {
          return Reflect.get(own, "toArray").call(own).filter(Boolean).length;
        }
        if (name === "get" && kind === "Series") return valueOf(own, Number(given[0]));
        const make = () => compared(own, name, given[0]) ?? found.apply(own, given);
        const next = answered(name, make, given, columns);
        if (kind !== "expression") tellEmpty(name, given, own, frame ?? own, next);
        if (kind === "frame" && Array.isArray(next)) return unnamed(next, columns, name);
        if (kindOf(next) !== "frame") return answering(next, columns, frame);
        const known = behindAll(behindOf(own) ?? behindOf(of), name, given, columns);
        // Who drops the column by name says so.
        const forgets = frame && name !== "drop" && lost(frame, next, "provenance").includes("simulated");
        const behind = forgets ? { ...known, simulated: true } : known;
        if (behind && name === "select" && !columnsOf(next).includes("warning")) {
          behind.warned = [...new Set([...behind.warned ?? [], ...warnedRows(own)])];
        }
        displayed(next as object, (rows) => rows);
        if (behind) Object.defineProperty(next, BEHIND, { value: behind, configurable: true });
        return withHabits(next);
      };
    },
    set(_, name, given) {
      if (kind === "frame" && typeof name === "string" && name !== "columns") refuse("assign", name);
      return Reflect.set(own, name, given);
    },
    has: (_, name) => name === SHOWN && kind === "Series" || Reflect.has(own, name),
    ownKeys: () => Reflect.ownKeys(own),
    defineProperty: (_, name, given) => Reflect.defineProperty(own, name, given),
    getOwnPropertyDescriptor: (_, name) => {
      // Of what is no column Polars' own looks for the column all the same.
      const isHeld = kind !== "frame" || columns.includes(String(name));
      const found = isHeld && Reflect.getOwnPropertyDescriptor(own, name) || undefined;
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
    const [signs, asked] = hint === "number" ? ["> - / *", ">, -, / or *"] : ["== +", "== or +"];
    return refuse(signs, asked, "a value beside the sign, found a column");
  };
}

function missing(name: string, kind: Kind, known: readonly string[], own: object): undefined {
  if (PROBED.includes(name) || kind === "Series" && /^(label|transform|type)$/.test(name)) return;
  const [, column, type] = /^shape: \(\d+,\)\nSeries: '(.*)' \[(\w+)\]/.exec(name) ?? [];
  if (type === "bool") refuse("boolean_mask", `[${column}]`, "a condition in filter, found true and false");
  if (type) {
    refuse("select", `[${column}]`, "columns by name, or a condition in filter, found a column's values");
  }
  if (name.includes(",")) refuse("select", name);
  const [estimate] = kind === "frame" ? limitsIn(own as FrameLike).keys() : [];
  if (THEIRS.includes(name)) refuse(name, name, undefined, estimate);
  const [near] = nearest(name, [...known, ...kind === "frame" ? OURS : [], ...THEIRS], slips(name));
  if (near !== undefined && THEIRS.includes(near) && !known.includes(near)) refuse(near, name);
  const meant = near === undefined
    ? `it has ${cut(known.filter((one) => !one.startsWith("_")).join(", "), 300)}`
    : `is it ${near}?`;
  throw new WrongType(`${name}: wanted a column or member of the ${kind}, found none; ${meant}`);
}

/** Polars' own ways to a frame: what comes of them answers likewise, and remembers what stands behind the frames that it is of. */
const DOORS =
  "concat DataFrame readCSV readJSON readParquet readRecords readIPC readAvro scanCSV scanJson scanParquet scanIPC col lit when";
for (const name of DOORS.split(" ") as (keyof typeof pl)[]) {
  const make = pl[name] as (...given: unknown[]) => object;
  const made = (...all: unknown[]) => {
    const given = Array.isArray(all[2]) ? all.slice(0, 1) : all; // as map calls it
    refuseGiven(name, make, given, {});
    const next = answered(name, () => make(...given), given, []), [first, ...others] = [given[0]].flat();
    const behind = others.reduce<Behind | undefined>(
      (all, one) => behindAll(all, "vstack", [one], columnsOf(first)),
      behindOf(first),
    );
    if (behind) Object.defineProperty(next, BEHIND, { value: behind, configurable: true });
    return withHabits(next);
  };
  Object.assign(pl, { [name]: Object.assign(made, make) });
}
