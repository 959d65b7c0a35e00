import pl from "nodejs-polars";
import { type ColumnSpec, type FrameName, FRAMES } from "./frames.ts";
import { POLARS_TYPES } from "./check.ts";

/**
 * A frame with the columns that readers add where a file lacks them, for those who take them for granted: frames made by hand
 * may lack every column that is not required. What readers take from the file (`benchmark`) is `results`, a missing status is
 * `scored` or `missing` by its score.
 */
export function withDefaults(name: FrameName, frame: pl.DataFrame): pl.DataFrame {
  const absent = Object.entries(FRAMES[name].columns).filter(([column]) => !frame.columns.includes(column));
  const filled = absent.flatMap(([column, spec]) => {
    const value = defaultOf(column, spec);
    return value === undefined ? [] : [value.cast(POLARS_TYPES[spec.type]).alias(column)];
  });
  return filled.length === 0 ? frame : frame.withColumns(...filled);
}

function defaultOf(column: string, spec: ColumnSpec): pl.Expr | undefined {
  if (column === "benchmark") return pl.lit("results");
  if (column.endsWith("_status")) {
    const score = pl.col(column.slice(0, -"_status".length));
    return pl.when(score.isNull()).then(pl.lit("missing")).otherwise(pl.lit("scored"));
  }
  return spec.default === undefined ? undefined : pl.lit(spec.default);
}
