import { inWords, told } from "./told.ts";

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
  throw new TypeError(
    `${action}: wanted ${inWords(most, "argument")}, found ${told(more)} besides; ${way}`,
  );
}
