import { grouped } from "../stats/grouped.ts";

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
