import { alignDecimals } from "../align_decimals.ts";
import { displayName } from "../display_names.ts";
import type { TableCell, TableColumn } from "../table_spec.ts";
import { tableFits } from "../table_layout.ts";
import { fixed, INNER } from "../theme.ts";
import { namesLike, optionNames } from "../../results/require_options.ts";
import type { Value } from "../values/value.ts";
import { requireMarks, requireRecipeOptions } from "./require_marks.ts";
import {
  type Channel,
  channelOf,
  haveIntervals,
  levelsOf,
  type Recipe,
  scaleOf,
  type Unit,
  valueText,
} from "./recipe.ts";

/** A column of numbers: what it shows of a row. */
export interface NumberColumn {
  /** Heading of the column. */
  label: string;
  /** Name of the quantity in the values. */
  quantity: string;
  /** Keys that its values have: `{ pipeline: "birch" }`. */
  keys?: Readonly<Record<string, string>>;
  /** Whether it holds changes: these have a sign, and nothing stands where there is none. */
  change?: boolean;
  /** Marks the best of the column bold and the second best underlined: the largest, or those nearest to 0. */
  best?: "max" | "least";
  /** A heading above it and its neighbours of the same one, where no `groups` are. */
  group?: string;
  /** What its numbers are written in, where that is not the table's. */
  unit?: Unit;
  /** Decimals of its numbers, where these are not the table's. */
  decimals?: number;
}

/** How values become a table. */
export interface TableOptions {
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
  /** How keys and quantities are written, by the name that they have in the values. */
  names?: Readonly<Record<string, string>>;
  /** Rows and groups that come first; the others follow as they come. */
  order?: { rows?: readonly string[]; groups?: readonly string[] };
  /** What numbers are written in: fractions as percent (default) or points, others as they are. */
  unit?: Unit;
  /** Decimals of the numbers written, 1 by default. */
  decimals?: number;
  /** Values of any column that are changes: with their sign, green above 0 and red below it unless their interval holds 0. */
  changes?: (value: Value) => boolean;
  /** Intervals in brackets below the numbers, instead of half their width behind them. */
  below?: boolean;
  /** Marks the largest (or smallest) number of a row's group of columns, or that nearest to 0; or those that it is true of. */
  bold?: "max" | "min" | "least" | ((value: Value) => boolean);
  /** What stands behind a number. */
  mark?: (value: Value) => string;
  /** What stands behind a row's name, smaller and paler. */
  note?: (row: string) => string | undefined;
  /** Pixels between columns, for tables of a dozen. */
  gap?: number;
  /** Whether it is drawn as two halves beside each other. */
  halves?: boolean;
}

const TABLE_OPTIONS = optionNames<TableOptions>()([
  ...[
    "rows",
    "head",
    "columns",
    "groups",
    "heading",
    "names",
    "order",
    "unit",
    "decimals",
    "changes",
  ] as const,
  ...["below", "bold", "mark", "note", "gap", "halves"] as const,
]);

/** Throws where a column has no number at all or several for a cell, or a key is none. */
function requireCells(values: readonly Value[], { rows = "judge", columns, groups }: TableOptions): void {
  for (const column of columns) {
    const own = values.filter((value) => fits(value, column));
    requireMarks(
      "table",
      own,
      { rows, ...groups === undefined ? {} : { groups } },
      (value) => [rows, groups ?? []].map((channel) => channelOf(channel, value)),
    );
  }
  if (values.length > 0 && !values.some((value) => columns.some((column) => fits(value, column)))) {
    const found = [...new Set(values.map(({ quantity }) => quantity))];
    const wanted = columns.map(({ quantity }) => quantity).filter((one) => !found.includes(one));
    throw new RangeError(
      `table: wanted values of the columns' quantities and keys, found the quantities ${found.join(", ")}` +
        (wanted.length > 0 ? ` and not ${namesLike(wanted, found)}` : ""),
    );
  }
}

/**
 * A table of values with aligned decimals; half the width of an interval stands behind a number where there is room.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, table } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "b"], ib: [0.12, 0.3], low: [0.05, 0.2], high: [0.2, 0.4] });
 * const recipe = table({ columns: [{ label: "IB", quantity: "ib" }], unit: "points" });
 * const { svg } = await chart(frame, { value: "ib", recipe, title: "Informativeness bias" });
 * assert.match(svg, /±10\.0/);
 * ```
 */
export function table(options: TableOptions): Recipe {
  requireRecipeOptions("table", options, TABLE_OPTIONS);
  return (values) => {
    requireCells(values, options);
    const { groups, rows = "judge" } = options, drawn = tableOf(values, options);
    const wide = drawn.body.kind === "table" && !tableFits(drawn.body.table, INNER);
    // Groups for which there is no room side by side stand below each other.
    return Promise.resolve(
      groups !== undefined && typeof rows === "string" && wide
        ? tableOf(values, {
          ...options,
          groups: undefined,
          rows: [groups, rows],
          order: { rows: inRows(values, groups, rows, options.order) },
        })
        : drawn,
    );
  };
}

/** The order of the rows of groups below each other. */
function inRows(
  values: readonly Value[],
  groups: string,
  rows: string,
  order: TableOptions["order"] = {},
): string[] {
  const names = levelsOf(rows, values, order.rows);
  return levelsOf(groups, values, order.groups).flatMap((group) => names.map((name) => `${group}\n${name}`));
}

function tableOf(values: readonly Value[], options: TableOptions): Awaited<ReturnType<Recipe>> {
  const { rows = "judge", columns, groups, names = {}, unit = "percent", decimals = 1, order = {} } = options;
  const named = (text: string) => displayName(text, names);
  const wanted = values.filter((value) => columns.some((column) => fits(value, column)));
  const rowKeys = levelsOf(rows, wanted, order.rows);
  const groupKeys = groups === undefined ? [""] : levelsOf(groups, wanted, order.groups);
  const shown = groupKeys.flatMap((group) =>
    columns.filter((column) =>
      wanted.some((value) => fits(value, column) && (groups === undefined || value.keys[groups] === group))
    )
  );
  const spare = shown.length <= 6;
  // Printed numbers beside others of one's own: these are marked.
  const mixed = new Set(wanted.map(({ provenance }) => provenance)).size > 1;
  const found = (row: string, group: string, column: NumberColumn) =>
    wanted.find((value) =>
      channelOf(rows, value) === row && fits(value, column) &&
      (groups === undefined || value.keys[groups] === group)
    );
  const cells = new Map<string, TableCell>();
  const numberColumns = groupKeys.flatMap((group) =>
    columns.flatMap((column, c): TableColumn[] => {
      const key = `${group} ${c}`, look = { unit, decimals, ...column };
      const own = rowKeys.map((row) => found(row, group, column));
      if (groups !== undefined && own.every((value) => value === undefined)) return [];
      const changes = own.map((value) => column.change || (value && options.changes?.(value)) || false);
      const texts = alignDecimals(
        own.map((value, r) => cellText(value, changes[r], look) + (value ? options.mark?.(value) ?? "" : "")),
      );
      const [first, second] = column.best ? ranked(own, column.best) : [];
      rowKeys.forEach((row, r) =>
        cells.set(`${row}\n\n${key}`, {
          ...(own[r] && own[r].value === first ? { bold: true } : {}),
          ...(own[r] && own[r].value === second ? { underlined: true } : {}),
          text: texts[r] + (options.below ? ends(own[r], look) : ""),
          note: spare && !options.below ? half(own[r], look) : undefined,
          ...(typeof options.bold === "function" && own[r] && options.bold(own[r]) ? { bold: true } : {}),
          ...(own[r] && options.changes?.(own[r]) ? { tone: toneOf(own[r]) } : {}),
          ...(mixed && own[r] && /simulated|results/.test(own[r].provenance)
            ? { provenance: own[r].provenance }
            : {}),
        })
      );
      const heading = groups === undefined ? column.group : named(group);
      return [{ key, label: column.label, ...(heading === undefined ? {} : { group: heading }) }];
    })
  );
  if (typeof options.bold === "string") {
    rowKeys.forEach((row) => groupKeys.forEach((group) => embolden(row, group)));
  }
  return {
    intervals: (spare || options.below === true) && haveIntervals(wanted),
    body: {
      kind: "table",
      table: {
        columns: [{ key: "name", label: options.head ?? "Judge", align: "left" }, ...numberColumns],
        ...(options.gap === undefined ? {} : { gap: options.gap }),
        ...(options.halves ? { halves: true } : {}),
        rows: rowKeys.map((row, r) => {
          const [first, second] = row.split("\n"), before = rowKeys[r - 1]?.split("\n")[0];
          const heading = second === undefined ? options.heading?.(first) : named(first);
          const above = second === undefined
            ? (before === undefined ? undefined : options.heading?.(before))
            : before && named(before);
          return {
            ...(heading && heading !== above ? { heading } : {}),
            cells: {
              name: { text: named(second ?? first), note: options.note?.(row) },
              ...Object.fromEntries(numberColumns.map(({ key }) => [key, cells.get(`${row}\n\n${key}`)!])),
            },
          };
        }),
      },
    },
  };

  function embolden(row: string, group: string): void {
    const own = columns.map((column) => found(row, group, column)?.value ?? NaN);
    const known = own.filter((value) => !Number.isNaN(value));
    const size = (value: number) => options.bold === "least" ? -Math.abs(value) : value;
    const best = options.bold === "min" ? Math.min(...known) : Math.max(...known.map(size));
    own.forEach((value, c) => {
      if (size(value) === best) cells.get(`${row}\n\n${group} ${c}`)!.bold = true;
    });
  }
}

/** The numbers of a column from the best on, each once. */
function ranked(values: readonly (Value | undefined)[], best: "max" | "least"): number[] {
  const known = values.flatMap((one) => one && !Number.isNaN(one.value) ? [one.value] : []);
  const worth = (value: number) => best === "least" ? -Math.abs(value) : value;
  return [...new Set(known)].sort((a, b) => worth(b) - worth(a));
}

function fits({ quantity, keys }: Value, column: NumberColumn): boolean {
  return quantity === column.quantity &&
    Object.entries(column.keys ?? {}).every(([name, key]) => keys[name] === key);
}

type Numbers = Required<Pick<NumberColumn, "unit" | "decimals">>;

function cellText(value: Value | undefined, change: boolean, { unit, decimals }: Numbers): string {
  if (!value) return change ? "" : "–";
  const text = valueText(value, unit, decimals) || "–";
  return change && /^\d/.test(text) && value.value > 0 ? `+${text}` : text;
}

/** Half the width of an interval, as it stands behind a number. */
function half(value: Value | undefined, { unit, decimals }: Numbers): string | undefined {
  if (!value || value.interval !== "95%") return undefined;
  return `±${fixed(scaleOf(unit) * (value.high - value.low) / 2, decimals)}`;
}

/** An interval as a line of its own, in whole numbers. */
function ends(value: Value | undefined, { unit }: Numbers): string {
  if (!value || value.interval !== "95%") return "";
  return `\n[${[value.low, value.high].map((end) => fixed(scaleOf(unit) * end, 0)).join(", ")}]`;
}

/** Whether a change is one for the better or the worse; neither where its interval holds 0. */
function toneOf({ value, low, high }: Value): "right" | "wrong" | undefined {
  if (value === 0 || low <= 0 && high >= 0) return undefined;
  return value > 0 ? "right" : "wrong";
}
