import type pl from "nodejs-polars";
import { type Behind, behindOf } from "../progress/computed_behind.ts";

/** What every row of a frame says in a column; nothing where it has none, or they differ. */
function saidByAll(frame: pl.DataFrame, name: string): unknown {
  const said = frame.columns.includes(name) ? frame.getColumn(name).unique().toArray() : [];
  return said.length === 1 ? said[0] ?? undefined : undefined;
}

/** Where the effect that a column estimates is none, whether it is a ratio, and what its owner calls it: as its frame remembers it, or says it in `null_value` and `scale`; else 0, and whether that is told. */
export function noEffectOf(frame: pl.DataFrame, column: string) {
  if (column !== "estimate") return { none: 0, isRatio: false, isTold: true };
  const known: Partial<Behind> = behindOf(frame) ?? {};
  const { none = Number(saidByAll(frame, "null_value") ?? 0) || 0, called } = known;
  const { isRatio = none > 0 && saidByAll(frame, "scale") === "ratio" } = known;
  return { none, isRatio, called, isTold: frame.columns.includes("null_value") || known.level !== undefined };
}
