import { BEHIND, behindAll, behindOf } from "./computed_behind.ts";
import type { FrameLike } from "./frame_table.ts";
import { textTable } from "./frame_table.ts";
import { nearest } from "./nearest.ts";
import { type Kind, kindOf, PANDAS, refuse, refuseGiven, THEIRS, toldOtherwise } from "./refused.ts";
import { slips } from "./search.ts";
import { bundle, displayed } from "./show.ts";
import { ASKED_FOR } from "./told.ts";

/** Members of Polars' frames, as habits of pandas are written with them: a frame itself names its columns only. */
const OURS = [
  ...new Set([...PANDAS.values()].flatMap(({ here }) => here.match(/(?<=\bdf\.)\w+/g) ?? [])),
];

/** Whether what is made of a frame has lost the column in which some of its rows say that they are simulated. */
function forgets(frame: object, next: unknown): boolean {
  const says = (one: unknown): boolean => Reflect.get(Object(one), "columns")?.includes("provenance");
  return says(frame) && !says(next) &&
    Reflect.get(frame, "getColumn").call(frame, "provenance").unique().toArray().includes("simulated");
}

/** The texts of a frame's column that `select` has left, each once. */
function unsaid(frame: object, next: unknown, column: string, textOf = (text: string, _row: number) => text) {
  const has = (one: unknown) => Reflect.get(Object(one), "columns")?.includes(column);
  if (!has(frame) || has(next)) return [];
  const said: unknown[] = Reflect.get(frame, "getColumn").call(frame, column).toArray();
  return [...new Set(said.flatMap((text, i) => typeof text === "string" && text ? [textOf(text, i)] : []))];
}

/** Of which part of its claim each hypothesis has its estimate, where `select` has left that. */
function partsOf(frame: object, next: unknown): string[] {
  const has = (one: unknown, name: string) => Reflect.get(Object(one), "columns")?.includes(name);
  if (!has(frame, "hypothesis") || !has(next, "estimate")) return [];
  const claims: string[] = Reflect.get(frame, "getColumn").call(frame, "hypothesis").toArray();
  return unsaid(frame, next, "part", (part, i) => `the estimate of “${claims[i]}” is of its part “${part}”`);
}

const SHOWN = Symbol.for("Jupyter.display");

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

/** The same of whatever comes of a frame with these columns; of columns and groups with the frame that they are of. */
function answering(value: unknown, columns: readonly string[], of?: object): unknown {
  const kind = kindOf(value);
  if (kind === undefined || ANSWERING.has(value as object)) return value;
  const own = value as object,
    frame = kind === "frame" ? own : of,
    inspect = Symbol.for("nodejs.util.inspect.custom");
  // Polars' own table has eight columns, others hide behind "…".
  const text = () =>
    kind === "frame" ? textTable(own as FrameLike) : Reflect.get(own, inspect)?.call(own) ?? kind;
  const answers = new Proxy({ [inspect]: text }, {
    get(_, name, answers) {
      // A column ends a cell as a frame of it alone.
      if (name === SHOWN && kind === "Series") return () => bundle(answers.toFrame());
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
      if (typeof found !== "function") return answering(found, columns, frame);
      return (...given: unknown[]) => {
        refuseGiven(name, given, own, kind === "LazyFrame" ? own : frame);
        // Polars calls the sum of true and false false.
        if (name === "sum" && kind === "Series" && /Bool/.test(String(Reflect.get(own, "dtype")))) {
          refuse("isna", name, "numbers, found true and false");
        }
        try {
          const next = found.apply(own, given);
          if (kindOf(next) !== "frame") return answering(next, columns, frame);
          const known = behindAll(behindOf(own) ?? behindOf(of), name, given, columns);
          // Who drops the column by name says so.
          const behind = frame && name !== "drop" && forgets(frame, next)
            ? { ...known, simulated: true }
            : known;
          if (behind && name === "select") {
            behind.warned = [...new Set([...behind.warned ?? [], ...unsaid(own, next, "warning")])];
            behind.parts = [...new Set([...behind.parts ?? [], ...partsOf(own, next)])];
          }
          displayed(next as object, (rows) => rows);
          if (behind) Object.defineProperty(next, BEHIND, { value: behind, configurable: true });
          return withHabits(next);
        } catch (error) {
          throw toldOtherwise(name, error, given, [
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
    has: (_, name) => name === SHOWN && kind === "Series" || Reflect.has(own, name),
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

function missing(name: string, kind: Kind, known: readonly string[]): undefined {
  if (ASKED_FOR.includes(name)) return;
  if (name.includes(",")) refuse("select", name);
  if (THEIRS.includes(name)) refuse(name);
  const [near] = nearest(name, [...known, ...kind === "frame" ? OURS : [], ...THEIRS], slips(name));
  if (near === undefined) return;
  if (THEIRS.includes(near) && !known.includes(near)) refuse(near, name);
  throw new TypeError(`${name}: wanted a column or member of the ${kind}, found none; is it ${near}?`);
}
