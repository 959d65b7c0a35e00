import pl from "nodejs-polars";
import { factor } from "../results/factor.ts";

/** Which answer the judge saw first: A, B, or nobody knows. */
export const SLOT = { given: 0, swapped: 1, unknown: 2 } as const;

/**
 * For each row of `pairs` which answer was shown first (`SLOT`). A frame that does not say shows A first; readers whose
 * files keep the order of some rows alone write "unknown" into the column `order` of the others.
 */
export function swappedRows(pairs: pl.DataFrame): Uint8Array {
  const slots = statedRows(pairs);
  if (!pairs.columns.includes("order")) return slots;
  const { codes, levels } = factor(pairs.getColumn("order"));
  return Uint8Array.from(slots, (slot, row) => levels[codes[row]] === "unknown" ? SLOT.unknown : slot);
}

function statedRows(pairs: pl.DataFrame): Uint8Array {
  if (!pairs.columns.includes("swapped")) return new Uint8Array(pairs.height);
  const column = pairs.getColumn("swapped");
  if (/Bool/.test(String(column.dtype)) && column.nullCount() === 0) {
    return column.cast(pl.UInt8).toTypedArray() as Uint8Array;
  }
  const { codes, levels } = factor(column);
  return Uint8Array.from(codes, (code) => levels[code] === true ? SLOT.swapped : SLOT.given);
}
