import type pl from "nodejs-polars";
import { inWords, told } from "./told.ts";

/** A refusal of what a caller wrote (a column that the frame lacks, an outcome that is no number): no rows are to blame for it. */
export class WrongType extends TypeError {}

/** The same of a name or a value; of one that a column does not hold with that column, and what holds another frame to it. */
export class WrongValue extends RangeError {
  constructor(message: string, readonly column = "", readonly again?: (frame: pl.DataFrame) => void) {
    super(message);
  }
}

/** Throws for more arguments than a function takes: JavaScript passes them over, and what was asked in them would not be done. */
export function requireNoMore(
  action: string,
  given: IArguments,
  most = 2,
  way = "all options stand in one object, { … }",
): void {
  const more: unknown = given[most];
  // `frames.map(describe)` hands over places as well.
  if (more === undefined || typeof more === "number") return;
  throw new WrongType(
    `${action}: wanted ${inWords(most, "argument")}, found ${told(more)} besides; ${way}`,
  );
}

export type Call = (...given: never[]) => unknown;

/** Where arguments begin that a function takes no notice of: those beyond the ones it names, and a text for true or false; −1 where none do. */
export function passedOver(call: Call, given: readonly unknown[]): number {
  const [, names = "..."] = given.length > call.length &&
      /^[^(]*\(((?:\{[^}]*\}|[^)])*)\)(?!\s*\{ \[native)/.exec(String(call)) || [];
  const known = names.replace(/\{[^}]*\}/g, "…").split(",").filter((name) => name.trim());
  return names.includes("...")
    ? -1
    : given.findIndex((one, at) =>
      one !== undefined && (!known[at] || typeof one === "string" && /= (true|false)$/.test(known[at]))
    );
}
