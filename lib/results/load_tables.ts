import pl from "nodejs-polars";
import { isText } from "./factor.ts";
import type { TableFile } from "./find_files.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { loadTable, type RawTable, ROW } from "./load_table.ts";
import { withNested } from "./nested_columns.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { POLARS_TYPES } from "./check.ts";

/** The files of a frame in the native layout as raw tables: within the limits, without the sentinels that the caller names. */
export function loadTables(
  name: FrameName,
  files: readonly TableFile[],
  { limits, ...options }: ShapeOptions,
): RawTable[] {
  const { columns = {}, values = {} } = options;
  const types = Object.fromEntries(
    Object.entries(FRAMES[name].columns).filter(([column, { type }]) =>
      type !== "text" && !Object.hasOwn(values, column)
    ).map((
      [column, { type }],
    ) => [Object.hasOwn(columns, column) ? columns[column] : column, POLARS_TYPES[type]]),
  );
  // What only other tools write is passed over beside tables.
  const tables = files.filter(({ kind }) => kind !== "eval" && kind !== "xlsx");
  return (tables.length > 0 ? tables : files).map((file) =>
    nativeTable(name, loadTable(file, { limits, types }), options)
  );
}

/** A table in our own layout with the columns that paths into its records name, without what means "no value". */
export function nativeTable(name: FrameName, table: RawTable, options: ShapeOptions): RawTable {
  return withoutMissing(name, withNested(table, Object.values(options.columns ?? {})), options);
}

/**
 * A raw table whose cells that mean "no value" are empty, in all columns but those that name a row (an item may be called "-1").
 * Numbers are compared as numbers, so that -1 is also "-1.0"; texts as they are.
 *
 * @throws {TypeError} for a sentinel that is neither text nor number
 */
export function withoutMissing(
  name: FrameName,
  table: RawTable,
  { missing = [], columns = {} }: Pick<ShapeOptions, "missing" | "columns">,
): RawTable {
  if (!Array.isArray(missing)) {
    throw new TypeError(
      `read: wanted a list of texts and numbers in the option missing, found ${JSON.stringify(missing)}`,
    );
  }
  for (const value of missing) {
    if (typeof value === "string" || typeof value === "number") continue;
    throw new TypeError(
      `read: wanted texts and numbers in the option missing, found ${JSON.stringify(value)}`,
    );
  }
  if (missing.length === 0) return table;
  const named = Object.entries(FRAMES[name].columns).filter(([, { nullable, values }]) =>
    !nullable && !values
  )
    .map(([column]) => Object.hasOwn(columns, column) ? columns[column] : column);
  const texts = missing.map(String);
  const numbers = texts.filter((text) => text.trim() !== "").map(Number).filter((value) =>
    !Number.isNaN(value)
  );
  const hasNaN = texts.some((text) => /^nan$/i.test(text));
  const emptied = table.frame.columns.filter((column) => column !== ROW && !named.includes(column))
    .flatMap((column) => {
      const series = table.frame.getColumn(column), value = pl.col(column);
      if (!isText(series) && !/Int|Float/.test(String(series.dtype))) return [];
      const number = isText(series) ? value.cast(pl.Float64, false) : value.cast(pl.Float64);
      const none = [
        ...(isText(series) ? [value.cast(pl.Utf8).isIn(texts)] : []),
        ...numbers.map((wanted) => number.eq(pl.lit(wanted))),
        ...(hasNaN && /Float/.test(String(series.dtype)) ? [value.isNan()] : []),
      ].map((is) => is.fillNull(pl.lit(false)));
      if (none.length === 0) return [];
      const isNone = none.reduce((either, other) => either.or(other));
      return [pl.when(isNone).then(pl.lit(null)).otherwise(value).alias(column)];
    });
  return emptied.length === 0 ? table : { ...table, frame: table.frame.withColumns(...emptied) };
}
