import { z } from "zod";
import { readCards, TEXT } from "./cards/read_cards.ts";

const GROUPS = z.enum([
  ...["everywhere", "real", "wildvision", "birch", "mm-judgebias", "mm-judgebias-means"] as const,
  ...["multi-crit", "credits"] as const,
]);

/** How names are written that data have otherwise: in all figures, in a paper's, of WildVision's models, of sources. */
export const DISPLAY_NAMES: Record<z.output<typeof GROUPS>, Readonly<Record<string, string>>> = readCards(
  "names",
  z.record(GROUPS, z.record(TEXT, TEXT)),
);

/** A key as a figure writes it: by the figure's own names, else by the shared ones, else as it is. */
export function displayName(key: string, own: Readonly<Record<string, string>> = {}): string {
  for (const names of [own, DISPLAY_NAMES.everywhere]) if (Object.hasOwn(names, key)) return names[key];
  return key;
}

/** A column's or quantity's name: in words, where it has no other. */
export function columnName(column: string, own?: Readonly<Record<string, string>>): string {
  const name = displayName(column, own);
  return name === column ? column.replaceAll("_", " ") : name;
}

/** A value of a column, or of several joined by line breaks, as a figure writes it: true and false behind their column's name, unless the figure names them. */
export function valueNames(
  columns: string | readonly string[],
  value: string,
  own: Readonly<Record<string, string>> = {},
): string[] {
  return value.split("\n").map((one, i) =>
    /^(true|false)$/.test(one) && !Object.hasOwn(own, one)
      ? `${columnName([columns].flat()[i], own)}: ${one}`
      : displayName(one, own)
  );
}

/** Sorts names: those of the list in its order, then the others by name; each once. */
export function inOrder(names: Iterable<string>, list: readonly string[]): string[] {
  const rank = (name: string) => list.includes(name) ? list.indexOf(name) : list.length;
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
