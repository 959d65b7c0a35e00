import { BLANKS } from "./align_decimals.ts";
import { neighbours } from "./column_groups.ts";
import { round, textElement } from "./svg_text.ts";
import type { TableColumn, TableDrawing } from "./table_spec.ts";
import { layoutTable, type TableLayout } from "./table_layout.ts";
import { TONE } from "./schematic/tone.ts";
import { plain, textWidth } from "./text_width.ts";
import { BADGE, INK, SIZE } from "./theme.ts";

/** Heights of a row and of each further line in it. */
const ROW = 24, LINE = 15;

/**
 * Draws a table as SVG: headings over groups of columns, rules above and below, rows under headings, numbers to the right.
 *
 * @throws {RangeError} when the table is wider than `width`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { drawTable } from "@/figures/table_drawing.ts";
 *
 * const columns = [{ key: "judge", label: "Judge", align: "left" as const }, { key: "ib", label: "IB" }];
 * const { svg, height } = drawTable({ columns, rows: [{ cells: { judge: "a", ib: "−1.2" } }] }, 300);
 * assert.ok(svg.includes(">−1.2</text>") && height > 48);
 * ```
 */
export function drawTable(table: TableDrawing, width: number): { svg: string; height: number } {
  const half = (width - BETWEEN_HALVES) / 2, from = table.halves ? halfway(table.rows) : 0;
  if (from === 0 || layoutTable(table, width).width > half) return drawRows(table, layoutTable(table, width));
  // Both as one table is laid out, so that their columns are alike.
  const layout = layoutTable(table, half);
  const [first, second] = [[0, from], [from, table.rows.length]].map(([start, end]) =>
    drawRows(table, { ...layout, rows: layout.rows.slice(start, end) })
  );
  const aside = `<g transform="translate(${round(layout.width + BETWEEN_HALVES)},0)">${second.svg}</g>`;
  return { svg: first.svg + aside, height: Math.max(first.height, second.height) };
}

/** Space between the halves of a table that is drawn in two. */
const BETWEEN_HALVES = 48;

/** The heading at which a table is parted into halves that are nearest to each other in height; 0 where there is none. */
function halfway(rows: TableDrawing["rows"]): number {
  const lines = (part: TableDrawing["rows"]) =>
    part.reduce((sum, { heading }) => sum + (heading === undefined ? 1 : 2), 0);
  const taller = (at: number) => Math.max(lines(rows.slice(0, at)), lines(rows.slice(at)));
  const headed = rows.flatMap(({ heading }, r) => heading !== undefined && r > 0 ? [r] : []);
  return headed.reduce((best, at) => best === 0 || taller(at) <= taller(best) ? at : best, 0);
}

/** The head of a table and some of its rows. */
function drawRows(
  table: TableDrawing,
  { width: tableWidth, left, right, labels, rows }: TableLayout,
): { svg: string; height: number } {
  const { columns } = table;
  const size = SIZE.table;
  const parts: string[] = [];
  const rule = (y: number, color: string, thickness = 1, from = 0, to = tableWidth) =>
    parts.push(
      `<line x1="${round(from)}" x2="${round(to)}" y1="${round(y)}" y2="${
        round(y)
      }" stroke="${color}" stroke-width="${thickness}"/>`,
    );
  const place = ({ align = "right" }: TableColumn, c: number) => {
    if (align === "left") return { x: left[c], anchor: "start" as const };
    if (align === "right") return { x: right[c], anchor: "end" as const };
    return { x: (left[c] + right[c]) / 2, anchor: "middle" as const };
  };

  let y = 1;
  rule(y, INK.text, 1.5);
  const groups = neighbours(columns.map(({ group }) => group));
  for (const { from, to, name } of groups) {
    const x = (left[from] + right[to]) / 2;
    parts.push(textElement(name, { x, y: y + 17, size, bold: true, anchor: "middle" }));
    rule(y + ROW, INK.rule, 1, left[from], right[to]);
  }
  if (groups.length > 0) y += ROW;
  const labelLines = Math.max(...labels.map((label) => label.length));
  columns.forEach((column, c) =>
    labels[c].forEach((label, i) => {
      const line = i + labelLines - labels[c].length;
      parts.push(textElement(label, { ...place(column, c), y: y + 17 + LINE * line, size, bold: true }));
    })
  );
  y += ROW + LINE * (labelLines - 1);
  rule(y, INK.text);
  rows.forEach(({ heading, cells }, r) => {
    if (table.ruled && r > 0 && heading.length === 0) rule(y, INK.faint);
    if (heading.length > 0) {
      if (r > 0) rule(y, INK.rule);
      heading.forEach((line, i) => {
        const at = { x: left[0], y: y + 17 + LINE * i };
        parts.push(textElement(line, { ...at, size, italic: true, color: INK.soft }));
      });
      y += ROW + LINE * (heading.length - 1);
    }
    columns.forEach((column, c) => parts.push(drawCell(cells[c], place(column, c), y + 17)));
    y += ROW + LINE * (Math.max(...cells.map(({ lines }) => lines.length)) - 1);
  });
  rule(y, INK.text, 1.5);
  return { svg: parts.join(""), height: y + 2 };
}

/** A cell's lines, and its note behind the last of them; numbers with notes stay aligned with those without. */
function drawCell(
  { lines, bold, underlined, note, noteWidth, tone, provenance }: TableLayout["rows"][0]["cells"][0],
  { x, anchor }: { x: number; anchor: "start" | "middle" | "end" },
  y: number,
): string {
  const look = { size: SIZE.table, bold, underlined, anchor, italic: Boolean(provenance) };
  const color = provenance ? BADGE[provenance].ink : tone ? TONE[tone].ink : INK.text;
  const shift = anchor === "end" ? -noteWidth : anchor === "middle" ? -noteWidth / 2 : 0;
  const parts = lines.map((line, i) => {
    // Blanks behind a number keep its point below the others'; no renderer draws them at the end of a line.
    const bare = line.replace(BLANKS, "");
    const blanks = bare === line || anchor !== "end"
      ? 0
      : textWidth(line, SIZE.table) - textWidth(bare, SIZE.table);
    return textElement(bare, { ...look, x: x + shift - blanks, y: y + LINE * i, color });
  });
  if (note) {
    const lastWidth = textWidth(plain(lines[lines.length - 1]), SIZE.table, { bold });
    const from = x + shift + (anchor === "end" ? 0 : anchor === "middle" ? lastWidth / 2 : lastWidth);
    const at = { x: from + textWidth(" ", SIZE.note), y: y + LINE * (lines.length - 1) };
    parts.push(textElement(note, { ...at, size: SIZE.note, color: INK.soft }));
  }
  return parts.join("");
}
