import type pl from "nodejs-polars";
import { unknownColumns } from "../progress/refused.ts";
import { ASKED_FOR } from "../progress/told.ts";
import { isText } from "../results/check.ts";
import type { FrameOf } from "../results/frame_types.ts";
import { FRAMES, type FrameTable } from "../results/frames.ts";

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

/** The rows as records, of which a column that the frame lacks is an error, and numbers that are missing are NaN. */
export function recordsOf<Frame extends pl.DataFrame>(frame: pl.DataFrame): RowOf<Frame>[] {
  const records = frame.toRecords() as Record<string, unknown>[];
  const gaps = frame.columns.filter((name) => NUMBERS.has(name) && !isText(frame.getColumn(name)));
  for (const row of records) for (const name of gaps) row[name] ??= NaN;
  const lacks = strictly((name) => unknownColumns("ownMetric", [name], frame.columns));
  return records.map(lacks) as RowOf<Frame>[];
}

/** Columns of numbers of readers' frames. */
const NUMBERS = new Set(
  Object.values(FRAMES).flatMap(({ columns }) => Object.entries(columns)).flatMap(([name, { type }]) =>
    type === "integer" || type === "number" ? [name] : []
  ),
);
