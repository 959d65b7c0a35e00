import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import type { ColumnName } from "./frame_types.ts";
import { WrongType } from "../progress/require_no_more.ts";
import { distinctWords, isNestedType } from "./check.ts";
import { BEHIND, type Behind, behindOf, percentOf } from "../progress/computed_behind.ts";
import { hasMethod, isPlain, reportTold, told } from "../progress/told.ts";
import { type FrameName, frameName, FRAMES } from "./frames.ts";
import { textChunks } from "./read_bytes.ts";
import { said } from "./said.ts";

export { BEHIND, behindOf, percentOf };

export function isFrame(given: unknown): given is pl.DataFrame {
  return hasMethod(given, "toRecords");
}

/** What the library asks of a frame: nodejs-polars hands over the column in its place where one is called the same. */
export const MEMBERS: ReadonlySet<string> = new Set(
  ("_df clone columns drop dtypes filter frameEqual getColumn groupBy head height inner isEmpty join lazy nullCount rename " +
    "schema select slice sort toObject toRecords unique vstack width withColumn withColumns writeCSV writeParquet")
    .split(" "),
);

export function columnNames(frame: pl.DataFrame): readonly string[] {
  const names: unknown = frame.columns;
  return Array.isArray(names) ? names : Reflect.ownKeys(frame) as string[];
}

export const freeName = (name: string): string => MEMBERS.has(name) ? `${name}_` : name;

export function givenName(name: string): string {
  return name.endsWith("_") && MEMBERS.has(name.slice(0, -1)) ? name.slice(0, -1) : name;
}

/** A frame whose columns hide none of its members: an image's `height` becomes `height_`. */
export function withFreeNames(frame: pl.DataFrame): pl.DataFrame {
  const names = columnNames(frame), columns = frame as unknown as Record<string, pl.Series>;
  if (!names.some((name) => MEMBERS.has(name))) return frame;
  const others = names.filter((name) => !MEMBERS.has(name));
  return pl.DataFrame(
    names.map((name) => columns[name].alias(MEMBERS.has(name) ? unusedName(others, freeName(name)) : name)),
  );
}

/** Throws for what is no frame where one is wanted, with how it becomes one. */
export function requireFrame(action: string, given: unknown): asserts given is pl.DataFrame {
  if (isFrame(given)) {
    const taken = columnNames(given).find((name) => MEMBERS.has(name));
    if (taken === undefined) return;
    throw new TypeError(said("taken_names", { action, taken, free: freeName(taken) }));
  }
  throw new WrongType(`${action}: wanted a frame, found ${told(given)}${wayToFrame(given)}`);
}

function wayToFrame(given: unknown): string {
  if (typeof given === "string") return `; a file is read first: ${readerOf(given)}`;
  if (Array.isArray(given)) return "; records become a frame by pl.DataFrame(records)";
  if (hasMethod(given, "agg")) return '; the function groups by itself: { by: ["judge"] }';
  if (hasMethod(given, "toFrame")) {
    const by = `{ x: "${Reflect.get(given as object, "name")}" }`;
    return `; give the frame whole, and its column by name (${by} where it is drawn, by where it groups)`;
  }
  if (reportTold(given)) return "; hand over the frame that it was made of";
  const own = isPlain(given) ? Object.keys(given).find((name) => isFrame(given[name])) : undefined;
  return own === undefined ? "" : `; take the frame in it: results["${own}"]`;
}

/** The reader of a kind of frames: `readScorePairs`. */
export const readerName = (kind: FrameName) =>
  `read${kind.replace(/(?:^| )(\w)/g, (_, letter) => letter.toUpperCase())}`;

function readerOf(path: string): string {
  const kind = frameName({ columns: headOf(path) });
  return kind
    ? `${readerName(kind)}(${JSON.stringify(path)})`
    : "readPairs(path), readRatings(path), … (inspectFile(path) says which)";
}

function headOf(path: string): string[] {
  try {
    const [chunk] = textChunks({ path, gzip: path.endsWith(".gz") });
    const [line] = Buffer.from(chunk).toString().split(/\r?\n/, 1), cells = line.split(/[,;\t]/);
    return line.startsWith("{") ? Object.keys(JSON.parse(line)) : cells.map((one) => one.replaceAll('"', ""));
  } catch {
    return [];
  }
}

export function valueAt(frame: pl.DataFrame, column: string, row: number): unknown {
  return frame.slice(row, 1).getColumn(column).toArray()[0];
}

/** A name for a passing column that none of a frame's columns has: those come from files, and may be called anything. */
export function unusedName(columns: readonly string[], wanted: string): string {
  let name = wanted;
  while (columns.includes(name)) name += "_";
  return name;
}

/** Columns whose values make the groups: their names, or the name of one. */
export type By = ColumnName | readonly ColumnName[];

const TAKEN = ["constructor", "__proto__"];

/** The columns that an option `by` names, of which none may be a column of the result (`own`). */
export function columnList(by: By, own: readonly string[] = []): readonly string[] {
  const list: unknown = typeof by === "string" ? [by] : by;
  if (!Array.isArray(list) || !list.every((name) => typeof name === "string")) {
    throw new WrongType(`by: wanted the name of a column or a list of names, found ${told(by)}`);
  }
  const taken = [...own, ...TAKEN], found = list.find((name) => taken.includes(name));
  if (found === undefined) return list;
  throw new RangeError(said("names_of_result", { taken: own.includes(found) ? own : TAKEN, found }));
}

/** The columns by which a metric groups unless it is told others: rows without a condition are a group of their own. */
export function defaultGroups(frame: pl.DataFrame, names: readonly string[]): readonly string[] {
  const apart = ["condition", ...frame.columns.includes("choice") ? [] : ["criterion"]];
  return [
    ...names.filter((name) => frame.columns.includes(name)),
    ...apart.filter((name) => kindsOf(frame, name).length > 1),
  ];
}

/** Throws where rows are of several conditions and what is asked of them knows no groups. */
export function requireOneCondition(action: string, frame: pl.DataFrame, way = ""): void {
  const found = conditionsOf(frame);
  if (found.length < 2) return;
  const names = found.map((one) => one ?? "none").join(", "), none = " or only(frame, { condition: null })";
  const one = JSON.stringify(found.find((one) => one !== null));
  throw new RangeError(
    said("one_condition", { action, found: names, one, none: found.includes(null) ? none : "", way }),
  );
}

export const conditionsOf = (frame: pl.DataFrame): (string | null)[] => kindsOf(frame, "condition");

function kindsOf(frame: pl.DataFrame, column: string): (string | null)[] {
  if (!frame.columns.includes(column)) return [];
  const given = frame.getColumn(column);
  return given.nullCount() === given.length
    ? []
    : given.unique().sort().cast(pl.Utf8).toArray() as (string | null)[];
}

const UNITS = { item_id: "item", sample_id: "sample" } as const;

/** What the clusters of a frame's intervals are, as a caption names them: `image` where it joins several items or stands alone. */
export function clusterUnit(frame: pl.DataFrame): "image" | "item" | "sample" | "row" {
  const own = (Object.keys(UNITS) as (keyof typeof UNITS)[]).find((name) => frame.columns.includes(name)),
    unit = own ? UNITS[own] : "row";
  if (!frame.columns.includes("image_id")) return unit;
  const [image, item] = ["image_id", own ?? "image_id"].map((name) => frame.getColumn(name).cast(pl.Utf8));
  const joins = own ? image.neq(item) : image.isNotNull();
  return Number(joins.cast(pl.UInt32).sum()) > 0 ? "image" : unit;
}

/** Whether a frame holds rows that call themselves simulated, or was computed from such: one of them makes every number of it simulated. */
export function saysSimulated(frame: pl.DataFrame): boolean {
  return behindOf(frame)?.simulated === true ||
    frame.columns.includes("provenance") &&
      distinctWords(frame.getColumn("provenance")).includes("simulated");
}

export function sourceOf(frame: pl.DataFrame): "simulated" | "results" | "" {
  return saysSimulated(frame) ? "simulated" : behindOf(frame) ? "results" : "";
}

/** A computed frame with columns that say where its numbers come from, the level of its intervals and what an estimate of one's own is held against, as no file remembers it otherwise. */
export function withSource(frame: pl.DataFrame): pl.DataFrame {
  const behind = behindOf(frame);
  if (!behind || behind.isRead && !behind.simulated) return frame;
  const effects = Object.entries(behind.effects ?? {}).filter(([name, { none }]) =>
    frame.columns.includes(name) && Number.isFinite(none)
  );
  const held = effects.flatMap(([name, { none, isRatio }], i) => {
    const of = i === 0 ? "" : `${name}_`;
    return [[`${of}null_value`, none], [`${of}scale`, isRatio ? "ratio" : "difference"]] as const;
  });
  const level = behind.level === undefined || !frame.columns.some((name) => /(^|_)low(_|$)/.test(name))
    ? []
    : [["interval", percentOf(behind.level)] as const];
  const unit = frame.columns.includes("estimate") ? behind.units?.estimate : undefined;
  const inUnit = unit === undefined || unit === "number" ? [] : [["unit", unit] as const];
  const lacks = [...held, ...level, ...inUnit, ["provenance", sourceOf(frame)] as const]
    .filter(([name]) => !frame.columns.includes(name));
  return frame.withColumns(
    ...lacks.map(([name, one]) =>
      (typeof one === "number" ? pl.lit(one).cast(pl.Float64) : pl.lit(one)).alias(name)
    ),
  );
}

export function computedFrom<Table extends pl.DataFrame>(
  frame: pl.DataFrame,
  table: Table,
  known: Omit<Behind, "simulated"> = {},
): Table {
  const value: Behind = { ...behindOf(table), simulated: saysSimulated(frame), ...known };
  return Object.defineProperty(table, BEHIND, { value, configurable: true });
}

/** Columns from one text, `model samples:count value:number`: each with its kind where that is not the usual one. */
export function columnKinds<Kind extends string>(columns: string, usual: Kind): Record<string, Kind> {
  return Object.fromEntries(
    columns.split(" ").map((column) => {
      const [name, kind = usual] = column.split(":");
      return [name, kind as Kind];
    }),
  );
}

/** Columns beside those of ratings that say which score it is: none is an evaluator, whatever its values. */
export const NO_EVALUATOR: readonly string[] = ["criterion", "condition", "run", "annotator", "rater"];

/** What pandas calls the numbers of its rows in a file: nothing, or by the place. */
export const isIndex = (column: string): boolean => /^(Unnamed: \d+|__index_level_\d+__|\s*)$/.test(column);

/** The evaluators of a `ratings` frame: every numeric column that the schema does not know and that tells no rows apart, in the frame's order. */
export function ratingEvaluators(ratings: pl.DataFrame, action = "ratings"): string[] {
  requireFrame(action, ratings);
  return ratings.columns.filter((column, i) => {
    const type = String(ratings.dtypes[i]);
    return !Object.hasOwn(FRAMES.ratings.columns, column) && !NO_EVALUATOR.includes(column) &&
      !isIndex(column) &&
      /Int|Float|Decimal/.test(type) && !isNestedType(type);
  });
}
