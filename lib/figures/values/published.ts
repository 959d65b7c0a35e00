import { z } from "zod";
import { BIRCH_METHODS, canonicalJudge } from "../../papers/birch.ts";
import { PROMPT_NAMES } from "../../papers/mm_judgebias.ts";
import { publishedCells, type PublishedTable } from "../../papers/published_tables.ts";
import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import { TEXT } from "../cards/read_cards.ts";
import { type Value, valueOf } from "./value.ts";

const COLUMN = z.union([TEXT, z.strictObject({ is: TEXT })]);

export const PUBLISHED_COLUMNS = z.strictObject({
  keys: z.record(TEXT, COLUMN),
  /** What is measured: of several columns the first whose text is a bias type, a mean or a variance. */
  quantity: z.union([COLUMN, z.array(TEXT)]),
  value: TEXT,
  /** Whether the table prints percent (or points), of which a value is the hundredth; true by default. */
  percent: z.boolean().optional(),
  /** The column that says which numbers are printed in bold. */
  bold: TEXT.optional(),
  names: z.record(TEXT, TEXT).optional(),
});

const METHODS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pipeline: BIRCH_METHODS,
  prompt: PROMPT_NAMES,
};

const SCOPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(BIAS_TAXONOMY.map(({ label, type }) => [label, type])),
  ...Object.fromEntries(
    ["Integrality", "Congruity", "Robustness", "Overall"].map((one) => [one, one.toLowerCase()]),
  ),
  ...{ Avg: "overall", variance_inter_run: "inter_run", variance_inter_sample: "inter_sample" },
};

/** The numbers of a published table as printed, judges by the library's names; rows with an empty number are left out. */
export function published(
  table: PublishedTable,
  { keys, quantity, value, percent = true, bold, names = {} }: z.output<typeof PUBLISHED_COLUMNS>,
): Value[] {
  // What is drawn is the text as printed.
  return publishedCells(table).flatMap((cells) => {
    const printed = cells[value];
    if (!printed) return [];
    const read = (from: string | { is: string }) => {
      const found = typeof from === "string" ? cells[from] ?? "" : from.is;
      return names[found] ?? found;
    };
    const named = ([name, from]: [string, string | { is: string }]) => {
      const found = read(from);
      return [name, name === "judge" ? canonicalJudge(found) : METHODS[name]?.[found] ?? found] as const;
    };
    return [valueOf({
      keys: Object.fromEntries(Object.entries(keys).map(named)),
      quantity: typeof quantity === "string" || "is" in quantity
        ? read(quantity)
        : quantity.flatMap((column) => SCOPES[cells[column]] ?? [])[0],
      // 66.45 / 100 is not 0.6645 to the last bit; the decimal text is.
      value: percent ? Number(`${printed}e-2`) : Number(printed),
      printed,
      provenance: "published",
      ...(bold === undefined ? {} : { more: { bold: Number(cells[bold] === "1") } }),
    })];
  });
}
