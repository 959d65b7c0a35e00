import { mistaken, refusing } from "../../results/said.ts";
import { namesLike, optionNames } from "../../progress/require.ts";
import type { Value } from "../values/value.ts";
import type { Channel, Unit, Written } from "./recipe.ts";
import { requireMarks, requireRecipeOptions } from "./require_marks.ts";

/** A column of numbers: what it shows of a row. */
export interface NumberColumn {
  /** Heading of the column. */
  label: string;
  /** Name of the quantity in the values. */
  quantity: string;
  /** Keys that its values have: `{ pipeline: "birch" }`. */
  keys?: Readonly<Record<string, string>>;
  /** Name of a quantity whose values stand behind it as changes, in brackets and with their sign. */
  change?: string;
  /** Tints its cells from the least number to the largest, where a wall of numbers is hard to read. */
  tint?: boolean;
  /** Marks the best of the column (in a chart of one's own below each heading one) bold and the second best underlined: the largest, or those nearest to no effect. */
  best?: "max" | "least";
  /** A heading above it and its neighbours of the same one, where no `groups` are. */
  group?: string;
  /** What its numbers are written in, where that is not the table's. */
  unit?: Unit;
  /** Decimals of its numbers, where these are not the table's. */
  decimals?: number;
}

/** How values become a table. */
export interface TableOptions extends Written {
  /** What the rows are; of two keys the first stands as a heading above the rows of the second. */
  rows?: Channel;
  /** Heading of the column of names; `Judge` by default. */
  head?: string;
  /** The columns of numbers, from left to right. */
  columns: readonly NumberColumn[];
  /** A key whose values repeat the columns side by side under their name. */
  groups?: string;
  /** A heading above some rows. */
  heading?: (row: string) => string | undefined;
  /** Rows and groups that come first; the others follow as they come. */
  order?: { rows?: readonly string[]; groups?: readonly string[] };
  /** Values of any column that are changes: with their sign, green above 0 and red below it, grey where their interval holds 0. */
  changes?: (value: Value) => boolean;
  /** Intervals in brackets below the numbers, instead of half their width behind them. */
  below?: boolean;
  /** Marks the largest number of a row's group of columns, or that nearest to no effect; or those that it is true of. */
  bold?: "max" | "least" | ((value: Value) => boolean);
  /** What stands behind a number. */
  mark?: (value: Value) => string;
  /** What stands behind a row's name, smaller and paler. */
  note?: (row: string) => string | undefined;
  /** Rows that sum up those above: below a rule, and bold. */
  total?: (row: string) => boolean;
}

export const TABLE_OPTIONS = optionNames<TableOptions>()(
  "rows head columns groups heading names order unit decimals changes below bold mark note total",
);

const COLUMN_OPTIONS = optionNames<NumberColumn>()(
  "label quantity keys change tint best group unit decimals",
);

export function requireColumns(columns: TableOptions["columns"]): void {
  for (const one of Array.isArray(columns) ? columns : [columns as unknown]) {
    if (typeof one?.label !== "string" || typeof one.quantity !== "string" || one === columns) {
      throw mistaken("table_columns", { found: JSON.stringify(one) ?? typeof one });
    }
    requireRecipeOptions("table, a column", one, COLUMN_OPTIONS);
  }
}

export function requireCells(values: readonly Value[], { rows = "judge", columns, groups }: TableOptions) {
  for (const column of columns) {
    const own = values.filter((value) => fits(value, column));
    const channels = { rows, ...groups === undefined ? {} : { groups } };
    requireMarks("table", own, channels, channels);
  }
  if (values.length > 0 && !values.some((value) => columns.some((column) => fits(value, column)))) {
    const found = [...new Set(values.map(({ quantity }) => quantity))];
    const wanted = columns.map(({ quantity }) => quantity).filter((one) => !found.includes(one));
    const lacks = wanted.length > 0 ? ` and not ${namesLike(wanted, found)}` : "";
    throw refusing("table_cells", { found, lacks });
  }
}

export function fits({ quantity, keys }: Value, column: NumberColumn): boolean {
  return quantity === column.quantity &&
    Object.entries(column.keys ?? {}).every(([name, key]) => keys[name] === key);
}
