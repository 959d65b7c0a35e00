import { alignDecimals } from "./align_decimals.ts";
import { neighbours } from "./column_groups.ts";
import type { TableCell, TableColumn, TableDrawing } from "./table_spec.ts";
import { plain, textWidth, wrapText } from "./text_width.ts";
import { SIZE } from "./theme.ts";

/** Space between columns where the table does not say, and at its sides. */
const GAP = 14, SIDE = 8;

/** The least space between columns of a table that would else be too wide. */
const CLOSEST = 7;

/** The most that a column is widened when there is room to spare. */
const EXTRA = 24;

/** Where a table's columns stand and how its texts break; all in pixels. */
export interface TableLayout {
  width: number;
  left: number[];
  right: number[];
  /** Lines of every column's label. */
  labels: string[][];
  /** Rows as given, with the lines of every cell. */
  rows: { heading: string[]; cells: (TableCell & { lines: string[]; noteWidth: number })[] }[];
}

/** The narrowest that a column of text gets before columns stand closer; half of it before the table counts as too wide. */
const NARROWEST = 90;

/**
 * Lays a table out: a column is as wide as its widest cell, columns under a common heading at least as wide as that, and all
 * share what is left of the width. Where there is too little, the texts of columns that begin at the left are wrapped.
 *
 * @throws {RangeError} when the table is wider than `width` even so
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { layoutTable } from "@/figures/table_layout.ts";
 *
 * const column = { key: "n", label: "n" };
 * const { left, right } = layoutTable({ columns: [column], rows: [{ cells: { n: "7,756" } }] }, 300);
 * assert.ok(right[0] - left[0] > 36); // five characters of 11.5 pixels and 60 to spare
 * ```
 */
export function layoutTable(table: TableDrawing, width: number): TableLayout {
  const { columns, rows } = table;
  const { labels, cells, natural, total, gap } = measured(table, width);
  if (total > width + 0.5) {
    throw new RangeError(
      `drawTable: wanted at most ${width} pixels, found ${
        Math.ceil(total)
      }: draw fewer columns, or shorter texts`,
    );
  }
  const extra = Math.min((width - total) / columns.length, EXTRA);
  const left: number[] = [];
  natural.reduce((x, w, c) => (left[c] = x, x + w + extra + gap), SIDE);
  const tableWidth = total + extra * columns.length;
  return {
    width: tableWidth,
    left,
    right: natural.map((w, c) => left[c] + w + extra),
    labels,
    rows: rows.map(({ heading }, r) => ({
      heading: heading ? wrapText(heading, SIZE.table, tableWidth - 2 * SIDE) : [],
      cells: cells[r],
    })),
  };
}

/** Whether a table has room in a width, its texts wrapped where need be. */
export const tableFits = (table: TableDrawing, width: number): boolean =>
  measured(table, width).total <= width + 0.5;

/** Lines and widths of a table's columns, and of all of it; where there is too little room columns stand closer, texts in more lines. */
function measured(table: TableDrawing, width: number) {
  const { columns, gap = GAP } = table, usual = withGap(table, { gap, narrowest: NARROWEST }, width);
  const over = usual.total - width;
  if (over <= 0 || columns.length < 2) return usual;
  const closer = Math.max(Math.min(gap, CLOSEST), gap - over / (columns.length - 1));
  return withGap(table, { gap: closer, narrowest: NARROWEST / 2 }, width);
}

function withGap(
  { columns, rows }: TableDrawing,
  { gap, narrowest }: { gap: number; narrowest: number },
  width: number,
) {
  const between = gap * (columns.length - 1) + 2 * SIDE;
  const sum = (widths: readonly number[]) => widths.reduce((all, one) => all + one, between);
  let texts = tableTexts(columns, rows, gap);
  const over = sum(texts.natural) - width;
  if (over > 0) {
    const shrinking = columns.map(({ align }, c) =>
      align === "left" ? Math.max(texts.natural[c] - narrowest, 0) : 0
    );
    const most = shrinking.reduce((all, one) => all + one, 0);
    const wrapped = columns.map((column, c) => {
      if (shrinking[c] === 0) return column;
      return { ...column, wrap: texts.natural[c] - shrinking[c] * Math.min(1, over / most) };
    });
    texts = tableTexts(wrapped, rows, gap);
  }
  return { ...texts, gap, total: sum(texts.natural) };
}

/** Lines of labels and cells, and how wide these make the columns. */
function tableTexts(columns: readonly TableColumn[], rows: TableDrawing["rows"], gap: number) {
  const labels = columns.map(({ label, wrap }) =>
    wrap ? wrapText(label, SIZE.table, wrap, { bold: true }) : label.split("\n")
  );
  const texts = columns.map(({ key, align = "right" }) => {
    const own = rows.map(({ cells }) => cells[key] ?? "").map((cell) =>
      typeof cell === "string" ? cell : cell.text
    );
    return align === "right" ? alignDecimals(own) : own;
  });
  const cells = rows.map((row, r) =>
    columns.map((column, c) => {
      const value = row.cells[column.key] ?? "";
      const cell = { ...(typeof value === "string" ? {} : value), text: texts[c][r] };
      const noteWidth = cell.note ? textWidth(` ${plain(cell.note)}`, SIZE.note) : 0;
      const lines = column.wrap
        ? wrapText(cell.text, SIZE.table, column.wrap - noteWidth, cell)
        : cell.text.split("\n");
      return { ...cell, lines, noteWidth };
    })
  );
  const natural = columns.map((_, c) =>
    Math.max(
      ...labels[c].map((label) => textWidth(plain(label), SIZE.table, { bold: true })),
      ...cells.flatMap((row) =>
        row[c].lines.map((line) => textWidth(plain(line), SIZE.table, row[c]) + row[c].noteWidth)
      ),
    )
  );
  for (const { from, to, name } of neighbours(columns.map(({ group }) => group))) {
    const span = natural.slice(from, to + 1).reduce((all, one) => all + one, gap * (to - from));
    const lacking = textWidth(plain(name), SIZE.table, { bold: true }) - span;
    for (let c = from; lacking > 0 && c <= to; c++) natural[c] += lacking / (to - from + 1);
  }
  return { labels, cells, natural };
}
