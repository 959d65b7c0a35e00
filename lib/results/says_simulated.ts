import type pl from "nodejs-polars";
import { distinctWords } from "./check.ts";

/** Under which name a computed frame remembers that the rows behind it are simulated; no frame derived from it has it. */
const SIMULATED = Symbol("simulated");

/** Whether a frame holds rows that call themselves simulated, or was computed from such: one of them makes every number of it simulated. */
export function saysSimulated(frame: pl.DataFrame): boolean {
  return (frame as { [SIMULATED]?: true })[SIMULATED] === true ||
    frame.columns.includes("provenance") &&
      distinctWords(frame.getColumn("provenance")).includes("simulated");
}

/** A table computed from a frame, which is simulated where the frame is. */
export function computedFrom<Table extends pl.DataFrame>(frame: pl.DataFrame, table: Table): Table {
  return saysSimulated(frame) ? Object.defineProperty(table, SIMULATED, { value: true }) : table;
}
