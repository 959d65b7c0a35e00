import type pl from "nodejs-polars";

/** Whether something given is a frame; only its methods tell it from other objects. */
export function isFrame(given: unknown): given is pl.DataFrame {
  return typeof given === "object" && given !== null &&
    typeof (given as pl.DataFrame).toRecords === "function";
}

/**
 * Throws for what is no frame where one is wanted: a path, records, nothing.
 *
 * @throws {TypeError} with what was found, and how it becomes a frame
 */
export function requireFrame(action: string, given: unknown): asserts given is pl.DataFrame {
  if (isFrame(given)) return;
  const found = typeof given === "string"
    ? `the text ${JSON.stringify(given)}; a file is read first: readPairs(path), readResults(path)`
    : Array.isArray(given)
    ? "a list; records become a frame by pl.DataFrame(records)"
    : given === null || given === undefined
    ? "nothing"
    : typeof (given as PromiseLike<unknown>).then === "function"
    ? "a promise (await it)"
    : typeof (given as pl.GroupBy).agg === "function"
    ? 'rows that are grouped; the function groups by itself: { by: ["judge"] }'
    : typeof given === "object"
    ? "an object"
    : `${typeof given} ${String(given)}`;
  throw new TypeError(`${action}: wanted a frame, found ${found}`);
}

/**
 * One value of a frame. For error messages and other rare looks; nodejs-polars 0.25's `Series.get` fails on booleans.
 */
export function valueAt(frame: pl.DataFrame, column: string, row: number): unknown {
  return frame.slice(row, 1).getColumn(column).toArray()[0];
}

/**
 * A name for a passing column that none of a frame's columns has: those come from files, and may be called anything.
 */
export function unusedName(columns: readonly string[], wanted: string): string {
  let name = wanted;
  while (columns.includes(name)) name += "_";
  return name;
}
