import { isObject } from "./json_lines.ts";

/** How deep records are looked into. */
const DEEPEST = 4;

/** The columns of a file; of its first record's lists and objects the paths to the values inside. */
export function pathsIn(record: Readonly<Record<string, unknown>>, columns: readonly string[]): string[] {
  const inside = (value: unknown, at: string, depth: number): string[] => {
    if (typeof value !== "object" || value === null || depth > DEEPEST) return [at];
    // Of a list the first stands for all.
    const parts = Array.isArray(value) ? value.slice(0, 1) : value;
    const paths = Object.entries(parts).flatMap(([name, one]) =>
      inside(one, Array.isArray(value) ? `${at}[${name}]` : `${at}.${name}`, depth + 1)
    );
    return paths.length > 0 ? paths : [at];
  };
  return columns.flatMap((name) => inside(record[name], name, 1));
}

/** What stands at the end of a path in each of some records. */
export function valuesAt(records: readonly object[], path: string): unknown[] {
  const steps = stepsOf(path);
  return records.map((record) => steps.reduce<unknown>(inside, record));
}

/** The names and numbers along a path; a minus counts lists from their end. */
export function stepsOf(path: string): string[] {
  return path.split(/\.|(?=\[-?\d+\])/).map((step) => step.replace(/^\[(-?\d+)\]$/, "$1"));
}

function inside(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return /^-?\d+$/.test(step) ? value.at(Number(step)) : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
