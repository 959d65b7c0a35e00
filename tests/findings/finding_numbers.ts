import type pl from "nodejs-polars";
import { type FindingRow, findingText, type FindingUnit } from "@/findings/finding_text.ts";

/** A frame of findings, asked for single numbers. */
export interface FindingFrame {
  rows: readonly FindingRow[];
  /** The row of a finding; a RangeError where there is none. */
  row: (judge: string, condition: string, quantity: string) => FindingRow;
  /** In words, with interval and n: `findingText`. */
  text: (judge: string, condition: string, quantity: string, unit?: FindingUnit) => string;
  /** The same without n. */
  brief: (judge: string, condition: string, quantity: string, unit?: FindingUnit) => string;
}

/** A number, or NaN where there is none: it fulfils no condition. */
export function known(value: number | null): number {
  return value ?? NaN;
}

/** Whether the interval leaves 0 out, and on which side it lies; 0 where it holds 0 or there is none. */
export function sideOf({ low, high }: FindingRow): -1 | 0 | 1 {
  return known(low) > 0 ? 1 : known(high) < 0 ? -1 : 0;
}

/** The frame's rows, to be asked for one by one. */
export function findingNumbers(frame: pl.DataFrame): FindingFrame {
  const rows = frame.toRecords() as unknown[] as FindingRow[];
  const text: FindingFrame["text"] = (judge, condition, quantity, unit) =>
    findingText(frame, { judge, condition, quantity }, { unit });
  return {
    rows,
    text,
    brief: (...key) => text(...key).replace(/, n = .*/, ""),
    row: (judge, condition, quantity) => {
      const found = rows.find((one) =>
        one.judge === judge && one.condition === condition && one.quantity === quantity
      );
      if (found) return found;
      throw new RangeError(
        `findingNumbers: wanted a finding, found none of ${judge}, ${condition}, ${quantity}`,
      );
    },
  };
}
