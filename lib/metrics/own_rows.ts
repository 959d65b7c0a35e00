import type pl from "nodejs-polars";
import { unknownColumns } from "../progress/refused.ts";
import { WrongType } from "../progress/require_no_more.ts";
import { ASKED_FOR, told } from "../progress/told.ts";
import type { FrameOf } from "../results/frame_types.ts";
import { NUMBER } from "../stats/infer.ts";
import type { FrameTable } from "../results/frames.ts";

/** The rows of a frame as records; numbers of a reader's frame are numbers, NaN where one is missing. */
export type RowOf<Frame extends pl.DataFrame> =
  & ReturnType<Frame["toRecords"]>[number]
  & (Frame extends FrameOf<infer Name> ? {
      [
        Column in keyof FrameTable[Name]["columns"] as FrameTable[Name]["columns"][Column] extends
          { type: "integer" | "number" } ? Column : never
      ]: number;
    }
    : unknown);

/** Makes an error of reading what an object lacks, which JavaScript finds undefined: a slip of the pen in a function would be a number. */
export function strictly(lacks: (name: string) => Error) {
  const prototype = new Proxy(Object.prototype, {
    get(own, name, receiver) {
      if (typeof name === "string" && !(name in own) && !ASKED_FOR.includes(name)) throw lacks(name);
      return Reflect.get(own, name, receiver);
    },
  });
  return <Held extends object>(held: Held): Held => Object.setPrototypeOf(held, prototype);
}

/** Texts without which a comparison with A or B is false though nobody said so. */
const VERDICTS = ["choice", "human", "shown", "more_informative"];

/** The rows as records, of which a column that the frame lacks is an error, and numbers that are missing are NaN; `gaps` keeps the names of what was read and is missing. */
export function recordsOf<Frame extends pl.DataFrame>(
  frame: pl.DataFrame,
  gaps: Set<string>,
): RowOf<Frame>[] {
  const records = frame.toRecords() as Record<string, unknown>[];
  const lacks = strictly((name) => unknownColumns("ownMetric", [name], frame.columns));
  for (const name of frame.columns) {
    const isNumber = /^DataType\((U?Int|Float)/.test(String(frame.getColumn(name).dtype));
    if (!isNumber && !VERDICTS.includes(name)) continue;
    const missing = isNumber ? NaN : null;
    // A copy, { ...row }, asks for none of them.
    const gap = { enumerable: false, get: () => (gaps.add(name), missing) };
    for (const row of records) if ((row[name] ?? NaN) !== row[name]) Object.defineProperty(row, name, gap);
  }
  return records.map(lacks) as RowOf<Frame>[];
}

/** The values of a mean, `gap` the columns that one was made of though they are missing: shares where none lies outside 0 and 1; `isOneSided` where none lies on the other side of 0 from another. */
export function termOf<Row>(
  name: string,
  valueOf: (row: Row) => unknown,
  rows: readonly Row[],
  gaps: Set<string>,
  isNumber: boolean,
) {
  const made: string[] = [];
  const found = rows.map((row, i) => {
    gaps.clear();
    const value = valueOf(row) ?? NaN;
    if (gaps.size > 0 && !Number.isNaN(value)) made[i] = [...gaps].join(" or ");
    if (typeof value === "boolean" || typeof value === "number" && Math.abs(value) !== Infinity) return value;
    throw new WrongType(
      `ownMetric: wanted a finite number, true or false, or nothing of ${name}, found ${told(value)} in row ${
        i + 1
      }`,
    );
  });
  const values = Float64Array.from(found, Number);
  const isBinary = values.every((value) => value === 0 || value === 1 || Number.isNaN(value));
  const isShare = isBinary || !isNumber && values.every((value) => !(value < 0 || value > 1));
  const isOneSided = !(values.some((value) => value < 0) && values.some((value) => value > 0));
  const range = isShare ? [0, 1] as const : NUMBER;
  return { name, value: (row: number) => values[row], gap: (row: number) => made[row], range, isOneSided };
}
