import type { TableCell, TableColumn, TableDrawing } from "./table_drawing.ts";
import { plain, textWidth, wrapText } from "./text_width.ts";
import { SIZE } from "./theme.ts";

/** Space between columns, and at the table's sides. */
const GAP = 14, SIDE = 8;

/** The most that a column is widened when there is room to spare. */
const EXTRA = 60;

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

/**
 * Lays a table out: a column is as wide as its widest cell, columns under a common heading at least as wide as that, and all
 * share what is left of the width.
 *
 * @throws {RangeError} when the table is wider than `width`
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
export function layoutTable({ columns, rows }: TableDrawing, width: number): TableLayout {
  const labels = columns.map(({ label }) => label.split("\n"));
  const cells = rows.map((row) =>
    columns.map((column) => {
      const value = row.cells[column.key] ?? "";
      const cell = typeof value === "string" ? { text: value } : value;
      const lines = column.wrap ? wrapText(cell.text, SIZE.table, column.wrap) : cell.text.split("\n");
      return { ...cell, lines, noteWidth: cell.note ? textWidth(` ${plain(cell.note)}`, SIZE.note) : 0 };
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
  for (const { first, last, group } of columnGroups(columns)) {
    const span = natural.slice(first, last + 1).reduce((sum, w) => sum + w, GAP * (last - first));
    const lacking = textWidth(plain(group), SIZE.table, { bold: true }) - span;
    for (let c = first; lacking > 0 && c <= last; c++) natural[c] += lacking / (last - first + 1);
  }
  const total = natural.reduce((sum, w) => sum + w, GAP * (columns.length - 1) + 2 * SIDE);
  if (total > width + 0.5) {
    throw new RangeError(
      `drawTable: wanted at most ${width} pixels, found ${Math.ceil(total)}: give the columns of text a wrap`,
    );
  }
  const extra = Math.min((width - total) / columns.length, EXTRA);
  const left: number[] = [];
  natural.reduce((x, w, c) => (left[c] = x, x + w + extra + GAP), SIDE);
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

/** Neighbouring columns with the same heading above them. */
export function columnGroups(
  columns: readonly TableColumn[],
): { first: number; last: number; group: string }[] {
  const groups: { first: number; last: number; group: string }[] = [];
  columns.forEach(({ group }, c) => {
    const previous = groups.at(-1);
    if (!group) return;
    if (previous?.group === group && previous.last === c - 1) previous.last = c;
    else groups.push({ first: c, last: c, group });
  });
  return groups;
}
