import { nearest } from "../progress/require.ts";
import { ownFacts } from "../progress/own_facts.ts";
import { grouped } from "../stats/grouped.ts";

/** Names that people give to our columns. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = ownFacts<{
  columns: Record<string, readonly string[]>;
}>("words").columns;

/**
 * Columns of a file that may be one of ours, the likeliest first: by another usual name (whatever case, blanks and signs are in it),
 * one that ends with ours, or a mistyped one, unless it is a usual name of another of ours: "image" is near to "judge".
 */
export function similarTo(column: string, columns: readonly string[]): string[] {
  const ending = columns.filter((one) => bare(one).endsWith(`_${column}`));
  const near = nearest(column, columns).filter((one) =>
    !Object.entries(OTHER_NAMES).some(([ours, names]) => ours !== column && names.includes(bare(one)))
  );
  return [...new Set([...namedAlike(column, columns), ...ending, ...near])];
}

/** Columns of a file that have one of the usual names of ours; of a path into records its end has it, or the step before: judge.name. */
export function namedAlike(column: string, columns: readonly string[]): string[] {
  const also = Object.hasOwn(OTHER_NAMES, column) ? OTHER_NAMES[column] : [];
  const isNamed = (one: string, name: string) => {
    const steps = one.split(/[.[]/).map(bare).filter((step) => !/^\d+$/.test(step));
    const [before, last] = [steps.at(-2), steps.at(-1)];
    return steps.length < 2
      ? bare(one) === name
      : last === name || before === name && /^(name|id|key|value|label|text)$/.test(last!);
  };
  return [column, ...also].flatMap((name) => columns.filter((one) => isNamed(one, name)));
}

const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "");

/** Names of some columns that differ in case or outer blanks alone. */
export function alikeNames(columns: Readonly<Record<string, readonly unknown[]>>): string[] {
  const all = [...new Set(Object.values(columns).flat())].filter((name) => typeof name === "string").sort();
  return several(all, (name) => name.trim().toLowerCase()).map((names) => {
    const holders = Object.keys(columns).filter((column) =>
      names.some((name) => columns[column].includes(name))
    );
    return `${holders.join(", ")}: ${
      names.map((name) => JSON.stringify(name)).join(" and ")
    } differ in case or outer blanks alone and count as ${names.length}; values: { ${
      holders.map((column) => `${column}: { … }`).join(", ")
    } } makes them one`;
  });
}

/** Groups of more than one that have the same key. */
export function several<T>(items: readonly T[], key: (item: T) => string): T[][] {
  return [...grouped(items, key).values()].filter((group) => group.length > 1);
}
