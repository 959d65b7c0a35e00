import pl, { type DataType } from "nodejs-polars";
import { ownFacts } from "../progress/own_facts.ts";
import type { ColumnSpec } from "./frames.ts";

export function storedType({ type, categories }: ColumnSpec): DataType {
  return categories ? pl.Categorical : POLARS_TYPES[type];
}

export const POLARS_TYPES: Record<ColumnSpec["type"], DataType> = {
  text: pl.Utf8,
  integer: pl.Int32,
  number: pl.Float64,
  boolean: pl.Bool,
};

export const READY_TYPES = { text: /String|Utf8/, integer: /Int32/, number: /Float64/, boolean: /Bool/ };
export const CATEGORIES = /Categorical/;
const TIMES = /Date|Duration|Time/;
const LARGEST_INTEGER = 2 ** 31 - 1;

/** Up to how many rows JavaScript's own texts and numbers are cheaper than a query of Polars. */
export const FEW = 5000;

const SUM = `(?i)^(${ownFacts<{ sums: readonly string[] }>("words").sums.join("|")})(\\s*\\(.*\\))?:?$`;
export const IS_SUM = new RegExp(SUM.replace("(?i)", ""), "i");

function hasOdd(column: pl.Series, { names }: ColumnSpec): boolean {
  // A chart of fifty judges checks a thousand short frames, and Polars keeps every expression until the turn ends.
  if (column.length <= FEW) {
    const own = [...new Set(column.toArray())];
    return own.some((text) => text === "" || names && IS_SUM.test(String(text)));
  }
  const text = pl.col(column.name), is = text.eq(pl.lit(""));
  const odd = names ? text.cast(pl.Utf8).str.contains(SUM).or(text.cast(pl.Utf8).eq(pl.lit(""))) : is;
  return pl.DataFrame([column]).filter(odd).height > 0;
}

export function unready(frame: pl.DataFrame, specs: readonly (readonly [string, ColumnSpec])[]) {
  const { columns } = frame;
  // Every look at a column makes a series anew, which costs more than its values where rows are few.
  const own = specs.filter(([name]) => columns.includes(name)).map((spec) => ({
    spec,
    column: frame.getColumn(spec[0]),
  }));
  return own.filter(({ spec: [, spec], column }) => !isReady(column, spec)).map(({ spec }) => spec);
}

function isReady(series: pl.Series, spec: ColumnSpec): boolean {
  const type = String(series.dtype), isCategory = spec.type === "text" && CATEGORIES.test(type);
  if (isNested(series) || !isCategory && !READY_TYPES[spec.type].test(type) || spec.divisor !== undefined) {
    return false;
  }
  const nulls = series.nullCount();
  if (nulls > 0 && !spec.nullable) return false;
  if (nulls === series.length || spec.type === "boolean") return true;
  if (spec.type === "text") {
    return !hasOdd(series, spec) && (spec.values === undefined ||
      distinctWords(series).every((word) => word === null || spec.values!.includes(word)));
  }
  const low = Number(series.min()), high = Number(series.max());
  return low >= (spec.min ?? -Number.MAX_VALUE) && high <= (spec.max ?? Number.MAX_VALUE) &&
    !(spec.type === "number" && Number.isNaN(Number(series.sum())));
}

export function distinctWords(column: pl.Series): (string | null)[] {
  if (column.length > FEW && isConstant(column)) return [column.get(0)];
  return column.unique().cast(pl.Utf8).toArray() as (string | null)[];
}

/** The rule of a column as two expressions: its value in our type, and whether a row's value is bad. */
export function rule(value: pl.Expr, dtype: string, spec: ColumnSpec): { value: pl.Expr; bad: pl.Expr } {
  const { typed, valid } = typedColumn(value, spec, dtype);
  // An empty cell is nothing, whatever the column; only text can be empty without being null.
  const isNull = /String|Utf8|Categorical/.test(dtype) && !isNestedType(dtype)
    ? value.isNull().or(value.cast(pl.Utf8).eq(pl.lit("")))
    : value.isNull();
  const bad = spec.nullable ? isNull.not().and(valid.not()) : isNull.or(valid.not());
  return { value: pl.when(isNull).then(pl.lit(null)).otherwise(typed), bad: bad.fillNull(pl.lit(true)) };
}

/** A column with the file's values replaced by ours; an empty cell is null by now, and can be given a meaning as "". */
export function recoded(raw: pl.Expr, recode: Record<string, string>, dtype: unknown, words: boolean) {
  const entries = Object.entries(recode),
    distinct = (part: (entry: string[]) => string) => new Set(entries.map(part)).size;
  const isBare = words &&
    distinct(([theirs]) => theirs.trim()) === distinct(([theirs, ours]) => `${theirs.trim()}\n${ours}`);
  const text = isBare ? raw.cast(pl.Utf8).str.strip() : raw.cast(pl.Utf8);
  const given = Object.hasOwn(recode, "") ? text.fillNull(pl.lit("")) : text;
  // A whole number among floats is "1.0" to Polars, and 1 in the file; pandas writes True for true.
  const isMeant = (theirs: string) =>
    /^(true|false)$/i.test(theirs)
      ? given.str.toLowerCase().eq(pl.lit(theirs.toLowerCase()))
      : /Float/.test(String(dtype)) && theirs.trim() !== "" && Number.isFinite(Number(theirs))
      ? given.eq(pl.lit(theirs)).or(raw.eq(pl.lit(Number(theirs))))
      : /^-?\d+(\.0+)?$/.test(theirs)
      ? given.str.replace("^(-?\\d+)\\.0+$", "$1").eq(pl.lit(theirs.replace(/\.0+$/, "")))
      : given.eq(pl.lit(theirs));
  return entries.reduce<pl.Expr>(
    (value, [theirs, ours]) =>
      pl.when(isMeant(isBare ? theirs.trim() : theirs)).then(pl.lit(ours)).otherwise(value),
    given,
  );
}

function typedColumn(value: pl.Expr, spec: ColumnSpec, dtype: string): { typed: pl.Expr; valid: pl.Expr } {
  // Neither is a day or a time a number of anything: Polars would count days or microseconds from 1970.
  if (isNestedType(dtype) || TIMES.test(dtype) && (spec.type !== "text" || /Duration/.test(dtype))) {
    return { typed: pl.lit(null).cast(POLARS_TYPES[spec.type]), valid: pl.lit(false) };
  }
  if (spec.type === "text") {
    // Ids that pass through a column of floats keep their name: 7, not "7.0".
    const whole = value.floor().eq(value).and(value.abs().ltEq(pl.lit(Number.MAX_SAFE_INTEGER)));
    const typed = /Float/.test(dtype)
      ? pl.when(whole).then(value).otherwise(pl.lit(null)).cast(pl.Int64).cast(pl.Utf8)
      : value.cast(pl.Utf8);
    const named = spec.names ? typed.str.contains(SUM).not() : typed.isNotNull();
    return { typed, valid: spec.values ? typed.isIn([...spec.values]) : named };
  }
  if (spec.type === "boolean") {
    if (/Bool/.test(dtype)) return { typed: value, valid: value.isNotNull() };
    // Numbers of records are floats, whose texts are "1.0" and "0.0".
    if (/Float/.test(dtype)) {
      return { typed: value.eq(pl.lit(1)), valid: value.eq(pl.lit(0)).or(value.eq(pl.lit(1))) };
    }
    const word = value.cast(pl.Utf8).str.strip().str.toLowerCase();
    const typed = pl.when(word.isIn(["true", "1", "yes"])).then(pl.lit(true)).otherwise(pl.lit(false));
    return { typed, valid: word.isIn(["true", "false", "1", "0", "yes", "no"]) };
  }
  const number = /String|Utf8|Categorical|Bool/.test(dtype)
    ? value.cast(pl.Utf8).str.strip().cast(pl.Float64, false)
    : value.cast(pl.Float64, false);
  let valid = number.isNotNull().and(number.isNan().not()).and(number.isInfinite().not());
  if (spec.type === "integer") {
    valid = valid.and(number.floor().eq(number)).and(number.ltEq(pl.lit(LARGEST_INTEGER)));
  }
  if (spec.min !== undefined) valid = valid.and(number.gtEq(pl.lit(spec.min)));
  if (spec.max !== undefined) valid = valid.and(number.ltEq(pl.lit(spec.max)));
  const typed = spec.type === "integer"
    ? pl.when(valid).then(number).otherwise(pl.lit(null)).cast(pl.Int32)
    : spec.divisor !== undefined
    ? number.divideBy(pl.lit(spec.divisor))
    : number;
  return { typed, valid };
}

export function isConstant(column: pl.Series): boolean {
  const type = String(column.dtype);
  if (!/String|Utf8/.test(type) || isNestedType(type) || column.length === 0 || column.nullCount() > 0) {
    return false;
  }
  const [first, middle] = [0, column.length >> 1].map((row) => column.get(row));
  if (first !== middle) return false;
  return pl.DataFrame([column.alias("text")]).select(pl.col("text").eq(pl.lit(first)).all().alias("same"))
    .getColumn("same").toArray()[0] === true;
}

export function isText(column: pl.Series): boolean {
  return /String|Utf8|Categorical/.test(String(column.dtype)) && !isNested(column);
}

export const isNested = (column: pl.Series): boolean => isNestedType(String(column.dtype));

export const isNestedType = (dtype: string): boolean => /List|Struct|Array|Object|Binary/.test(dtype);

type RepeatedKeys = { count: number; first: { row: number; earlier: number }[] };

const NAMED = 5;

export function repeatedKeys(frame: pl.DataFrame, key: readonly string[]): RepeatedKeys | null {
  const { height } = frame;
  if (height < 2) return null;
  // Where every row is another item no key repeats; of few rows that is seen at a fifth of the cost of hashes.
  const item = height <= FEW && ["item_id", "sample_id"].find((column) => key.includes(column));
  if (item && frame.getColumn(item).nUnique() === height) return null;
  if (hashesOf(frame, key).nUnique() === height) return null;
  const keys = frame.select(...key), hashes = keys.hashRows();
  const count = keys.height - keys.unique().height;
  if (count === 0) return null;
  const numbers = hashes.toTypedArray() as BigUint64Array, twins = keys.isDuplicated().toArray() as boolean[];
  const first: RepeatedKeys["first"] = [];
  for (let row = 0; row < numbers.length && first.length < Math.min(NAMED, count); row++) {
    const earlier = twins[row] ? numbers.indexOf(numbers[row]) : row;
    if (earlier < row) first.push({ row, earlier });
  }
  return { count, first };
}

export function isFunctionOf(frame: pl.DataFrame, depending: string, key: readonly string[]): boolean {
  if (frame.height < 2) return true;
  const distinct = (columns: readonly string[]) => hashesOf(frame, columns).nUnique();
  return distinct(key) === distinct([...key, depending]);
}

function hashesOf(frame: pl.DataFrame, columns: readonly string[]): pl.Series {
  return frame.select(...columns).hashRows();
}
