import type pl from "nodejs-polars";
import { behindOf } from "../progress/computed_behind.ts";

/** What the rows of a frame say in a column, each once. */
const saidIn = (frame: pl.DataFrame, name: string): unknown[] =>
  frame.columns.includes(name) ? frame.getColumn(name).unique().toArray() : [];

/** Where the effect that a column estimates is none (NaN where rows differ in it), whether it is a ratio, and what its owner calls it: as its frame remembers it, or says it in `null_value` and `scale`, of its `estimate`, or of what that was renamed to; else 0, and whether that is told. */
export function noEffectOf(frame: pl.DataFrame, column: string) {
  const isRenamed = !frame.columns.includes("estimate") && !/^(mean|n|p|df|se|sd|clusters)(_|$)/.test(column);
  if (column !== "estimate" && !isRenamed) return { none: 0, isRatio: false, isTold: false };
  const known = behindOf(frame), nulls = saidIn(frame, "null_value"), scales = saidIn(frame, "scale");
  const none = known?.none ??
    (nulls.length > 1 || nulls.length === 1 && scales.length > 1 ? NaN : Number(nulls[0] ?? 0));
  const isRatio = known?.isRatio ?? (none > 0 && scales[0] === "ratio");
  const called = isRenamed ? undefined : known?.called;
  return { none, isRatio, called, isTold: nulls.length > 0 || (known?.level ?? known?.none) !== undefined };
}
