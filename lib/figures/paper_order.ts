import { z } from "zod";
import { readCards, TEXT } from "./cards/read_cards.ts";
import { BIRCH_BENCHMARKS, canonicalJudge } from "../papers/birch.ts";
import type { PaperName } from "../papers/papers.ts";
import { PHILAUTIA_MODELS } from "../papers/philautia.ts";
import { publishedTable } from "../papers/published_tables.ts";
import { BIAS_DIMENSIONS, BIAS_TAXONOMY } from "../results/bias_taxonomy.ts";
import { CRITERIA_SETS } from "../results/criteria_sets.ts";

const GROUPS = z.enum([
  ...["everywhere", "real", "wildvision", "birch", "mm-judgebias", "mm-judgebias-means"] as const,
  ...["mm-judgebias-families"] as const,
  ...["multi-crit", "credits"] as const,
]);

export const DISPLAY_NAMES: Record<z.output<typeof GROUPS>, Readonly<Record<string, string>>> = readCards(
  "names",
  z.record(GROUPS, z.record(TEXT, TEXT)),
);

/** A key as a figure writes it: by the figure's own names, else by the shared ones, else as it is. */
export function displayName(key: string, own: Readonly<Record<string, string>> = {}): string {
  for (const names of [own, DISPLAY_NAMES.everywhere]) if (Object.hasOwn(names, key)) return names[key];
  return key;
}

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

const BIRCH = {
  judge: [...new Set(publishedTable("birch-table3").map(({ model }) => canonicalJudge(model)))],
  benchmark: [...BIRCH_BENCHMARKS],
};

const LISTED = readCards("orders", z.record(TEXT, z.record(TEXT, z.array(TEXT))));

/** What stands first of a paper's judges, benchmarks and the like: as its tables list them, else as `data/cards/orders.json` does. */
export const ORDERS: Record<PaperName, Readonly<Record<string, readonly string[]>>> = {
  birch: { ...BIRCH, ...LISTED.birch },
  hypotheses: BIRCH,
  "mm-judgebias": { quantity: [...BIAS_DIMENSIONS, "overall"], ...LISTED["mm-judgebias"] },
  philautia: {
    generator: PHILAUTIA_MODELS,
    evaluator: [...PHILAUTIA_MODELS, "Pomms"],
    ...LISTED.philautia,
  },
  "multi-crit": LISTED["multi-crit"],
  real: LISTED.real,
};

export const NAMES: Readonly<Record<PaperName, Readonly<Record<string, string>>>> = {
  birch: DISPLAY_NAMES.birch,
  hypotheses: {},
  "mm-judgebias": {
    ...Object.fromEntries(BIAS_TAXONOMY.map(({ type, label }) => [type, label])),
    ...DISPLAY_NAMES["mm-judgebias"],
  },
  philautia: {},
  "multi-crit": {
    ...Object.fromEntries(Object.values(CRITERIA_SETS).flat().map(({ id, short }) => [id, short])),
    ...DISPLAY_NAMES["multi-crit"],
  },
  real: DISPLAY_NAMES.real,
};
