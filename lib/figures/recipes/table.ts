import { refusing } from "../../results/said.ts";
import { fromNone } from "../../metrics/estimate_columns.ts";
import { alignDecimals } from "../text_width.ts";
import { valueNames } from "../paper_order.ts";
import type { TableCell, TableColumn } from "../figure_spec.ts";
import { leastWidth } from "../table_layout.ts";
import { grouped } from "../../stats/grouped.ts";
import { listText } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { requireRecipeOptions } from "./require_marks.ts";
import {
  fits,
  type NumberColumn,
  requireCells,
  requireColumns,
  TABLE_OPTIONS,
  type TableOptions,
} from "./table_options.ts";
import {
  channelOf,
  haveIntervals,
  intervalText,
  levelsOf,
  type Recipe,
  unitsOf,
  valueText,
} from "./recipe.ts";

/**
 * A table of values with aligned decimals; behind a number stands its interval where there is room: `[62.1, 75.4]`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, table } from "judgebias/figures";
 * const low = [0.05, 0.2], high = [0.2, 0.4];
 * const frame = pl.DataFrame({ judge: ["a", "b"], ib: [0.12, 0.3], low, high });
 * const recipe = table({ columns: [{ label: "IB", quantity: "ib" }], unit: "points" });
 * const { svg } = await chart(frame, { value: "ib", recipe, title: "IB by judge" });
 * assert.match(svg, /\[5\.0, 20\.0\].*\[20\.0, 40\.0\]/s);
 * ```
 */
export function table(asked: TableOptions): Recipe {
  requireRecipeOptions("table", asked, TABLE_OPTIONS);
  requireColumns(asked.columns);
  return (values, look) => {
    const { width } = look;
    const columns = asked.columns.map((column) => {
      const own = values.filter((value) => fits(value, column));
      const { unit = asked.unit, decimals = asked.decimals } = column;
      return { ...column, ...unitsOf({ unit, decimals }, look, own) };
    });
    const options = { ...asked, columns, isApart: look.own, isOwn: look.own };
    requireCells(values, options);
    const { groups, rows = "judge" } = options;
    const fitsIn = (options: Parameters<typeof tableOf>[1]) => {
      const drawn = tableOf(values, options);
      return drawn.body.kind !== "table" || leastWidth(drawn.body.table, width) <= width ? drawn : undefined;
    };
    // Groups for which there is no room side by side stand below each other, and so do intervals.
    const stacked = groups === undefined || typeof rows !== "string" ? options : {
      ...options,
      groups: undefined,
      isApart: true,
      rows: [groups, rows] as const,
      order: { rows: inRows(values, groups, rows, options.order) },
    };
    return Promise.resolve(
      fitsIn(options) ?? fitsIn(stacked) ??
        fitsIn({ ...stacked, below: true }) ??
        tableOf(values, stacked),
    );
  };
}

function inRows(values: readonly Value[], groups: string, rows: string, order: TableOptions["order"] = {}) {
  const names = levelsOf(rows, values, order.rows);
  return levelsOf(groups, values, order.groups).flatMap((group) => names.map((name) => `${group}\n${name}`));
}

function tableOf(
  values: readonly Value[],
  options: Omit<TableOptions, "columns"> & {
    columns: readonly (NumberColumn & Numbers)[];
    /** Whether each heading has a best of its own; whether values are one's own: else limits below numbers are whole percents. */
    isApart?: boolean;
    isOwn?: boolean;
  },
): Awaited<ReturnType<Recipe>> {
  const { rows = "judge", columns, groups, names = {}, order = {} } = options;
  const named = (text: string) => valueNames(groups ?? "", text, names).join("\n");
  const shownBy = (value: Value) => (column: NumberColumn) =>
    fits(value, column) || column.change !== undefined && fits(value, { ...column, quantity: column.change });
  const wanted = values.filter((value) => columns.some(shownBy(value)));
  const rowKeys = levelsOf(rows, wanted, order.rows);
  const groupKeys = groups === undefined ? [""] : levelsOf(groups, wanted, order.groups);
  const shown = groupKeys.flatMap((group) =>
    columns.filter((column) =>
      wanted.some((value) => fits(value, column) && (groups === undefined || value.keys[groups] === group))
    )
  );
  const spare = shown.length <= 6;
  const mixed = new Set(wanted.map(({ provenance }) => provenance)).size > 1;
  const found = (row: string, group: string, column: NumberColumn) =>
    wanted.find((value) =>
      channelOf(rows, value) === row && fits(value, column) &&
      (groups === undefined || value.keys[groups] === group)
    );
  const { bold } = options, cells = new Map<string, TableCell>();
  const isBest = (value: Value, row: string, group: string) => {
    if (bold === undefined || typeof bold === "function") return bold?.(value) ?? false;
    const [best, other] = ranked(columns.map((column) => found(row, group, column)), bold);
    // Of one number, or of several that are alike, none is the best.
    return other !== undefined && worth(value, bold) === best;
  };
  const numberColumns = groupKeys.flatMap((group) =>
    columns.flatMap((column, c): TableColumn[] => {
      const key = `${group} ${c}`, look = column, changed = { ...column, quantity: column.change ?? "" };
      const own = rowKeys.map((row) => found(row, group, column));
      if (groups !== undefined && own.every((value) => value === undefined)) return [];
      const changes = rowKeys.map((row) => found(row, group, changed));
      const texts = alignDecimals(
        own.map((value) =>
          cellText(value, Boolean(value && options.changes?.(value)), look) +
          (value ? options.mark?.(value) ?? "" : "")
        ),
      );
      const shares = column.tint
        ? tints(own.map((value, r) => options.total?.(rowKeys[r]) ? NaN : value?.value ?? NaN))
        : [];
      const isWhole = options.below && !options.isOwn && look.unit !== "number";
      const around = (value: Value | undefined, decimals = look.decimals) =>
        value && intervalText(value, look.unit, decimals) || undefined;
      const ends = own.map((value) => around(value, isWhole ? 0 : undefined));
      const beside = spare ? changes.map((value) => around(value)) : [];
      const blockOf = (r: number) => options.isApart ? rowKeys[r].split("\n").slice(0, -1).join() : "";
      const ranks = new Map([...grouped(own.keys(), blockOf)].map(([block, rows]) => {
        const marked = column.best ? ranked(rows.map((r) => own[r]), column.best) : [];
        return [block, marked.length > 1 ? marked : []];
      }));
      rowKeys.forEach((row, r) => {
        const value = own[r], [first, second] = ranks.get(blockOf(r))!;
        cells.set(`${row}\n\n${key}`, {
          text: texts[r] + (options.below && ends[r] ? `\n${ends[r]}` : ""),
          note: changes[r]
            ? `(${cellText(changes[r], true, look)})\n${beside[r] ?? ""}`.trimEnd()
            : spare && !options.below
            ? ends[r]
            : undefined,
          ...(shares[r] >= 0 ? { tint: shares[r] } : {}),
          ...(value && {
            bold: column.best && worth(value, column.best) === first || isBest(value, row, group),
            underlined: column.best && worth(value, column.best) === second,
            tone: options.changes?.(value) ? toneOf(value) : undefined,
            provenance: mixed && /simulated|results/.test(value.provenance)
              ? value.provenance || undefined
              : undefined,
          }),
        });
      });
      const heading = groups === undefined ? column.group : named(group);
      return [{ key, label: column.label, ...(heading === undefined ? {} : { group: heading }) }];
    })
  );
  // Of one unit its name, of several what is in which.
  const units = [...new Set(columns.map(({ unit }) => unit))].filter((unit) => unit !== "number");
  const isOne = columns.every(({ unit }) => unit === units[0]);
  const inUnit = units.map((unit) => {
    const own = columns.filter((column) => column.unit === unit).map(({ label }) => label);
    return `${isOne ? "" : `${listText(own)} in `}${unit === "percent" ? "percent" : "percentage points"}`;
  });
  return {
    ...inUnit.length === 0 ? {} : { unit: inUnit.join(", ") },
    names,
    intervals: (spare || options.below === true) && haveIntervals(wanted),
    body: {
      kind: "table",
      table: {
        columns: [{ key: "name", label: options.head ?? "Judge", align: "left" }, ...numberColumns],
        rows: rowKeys.map((row, r) => {
          const headingOf = (row = "") => {
            const [first, second] = row.split("\n");
            return second === undefined ? options.heading?.(first) : valueNames(rows, row, names)[0];
          };
          const heading = headingOf(row), above = r > 0 ? headingOf(rowKeys[r - 1]) : undefined;
          const [first, ...rest] = valueNames(rows, row, names);
          return {
            ...(heading && heading !== above ? { heading } : {}),
            ...(options.total?.(row) ? { total: true } : {}),
            cells: {
              name: { text: rest.join(", ") || first, note: options.note?.(row) },
              ...Object.fromEntries(numberColumns.map(({ key }) => [key, cells.get(`${row}\n\n${key}`)!])),
            },
          };
        }),
      },
    },
  };
}

type Best = "max" | "least";

const worth = ({ value, effect }: Value, best: Best) => best === "max" ? value : -fromNone(value, effect);

function ranked(values: readonly (Value | undefined)[], best: Best): number[] {
  const known = values.flatMap((one) => one && !Number.isNaN(one.value) ? [worth(one, best)] : []);
  if (known.some(Number.isNaN)) throw refusing("table_least");
  return [...new Set(known)].sort((a, b) => b - a);
}

function tints(numbers: readonly number[]): number[] {
  const known = numbers.filter((number) => !Number.isNaN(number));
  const low = Math.min(...known), high = Math.max(...known);
  return numbers.map((number) => high > low ? (number - low) / (high - low) : NaN);
}

type Numbers = Required<Pick<NumberColumn, "unit" | "decimals">>;

function cellText(value: Value | undefined, change: boolean, { unit, decimals }: Numbers): string {
  const text = value && valueText(value, unit, decimals) || "–";
  return change && /^\d/.test(text) && value!.value > 0 ? `+${text}` : text;
}

/** Whether a change is one for the better or the worse; pale where its interval holds 0. */
function toneOf({ value, low, high }: Value): TableCell["tone"] {
  if (low <= 0 && high >= 0) return "soft";
  return value === 0 ? undefined : value > 0 ? "right" : "wrong";
}
