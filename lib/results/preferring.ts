import pl from "nodejs-polars";

/** Rows of a frame whose columns have these values; the frame itself where it lacks the columns or has no such row. */
export function preferring(
  frame: pl.DataFrame,
  wanted: Readonly<Record<string, string | boolean>>,
): pl.DataFrame {
  let kept = frame;
  for (const [name, value] of Object.entries(wanted)) {
    if (!kept.columns.includes(name)) continue;
    const narrowed = kept.filter(pl.col(name).eq(pl.lit(value)));
    if (narrowed.height > 0) kept = narrowed;
  }
  return kept;
}
