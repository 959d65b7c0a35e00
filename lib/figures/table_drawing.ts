import { BLANKS, textWidth } from "./text_width.ts";
import { tint } from "./colors.ts";
import { element, textElement } from "./svg_text.ts";
import type { TableColumn, TableDrawing } from "./figure_spec.ts";
import { type LaidCell, layoutTable, neighbours } from "./table_layout.ts";
import { TONE } from "./schematic/styled_text.ts";
import { BADGE, INK, SIZE } from "./theme.ts";

const ROW = 24, LINE = 15;

const TINT = { color: "#2f7fb8", most: 0.42 };

export function drawTable(table: TableDrawing, width: number): { svg: string; height: number } {
  const { columns } = table,
    { left, right, notes, labels, rows, ruled, width: wide } = layoutTable(table, width);
  const size = SIZE.table, parts: string[] = [], tints: string[] = [];
  const rule = (y: number, color: string, thickness = 1, from = 0, to = wide) =>
    parts.push(element("line", { x1: from, x2: to, y1: y, y2: y, stroke: color, "stroke-width": thickness }));
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
      const at = notes[c] > 0 ? place({ ...column, align: "center" }, c) : place(column, c);
      parts.push(textElement(label, { ...at, y: y + 17 + LINE * line, size, bold: true }));
    })
  );
  y += ROW + LINE * (labelLines - 1);
  rule(y, INK.text);
  rows.forEach(({ heading, total, cells }, r) => {
    if (r > 0 && heading.length === 0) {
      if (total) rule(y, INK.soft);
      else if (ruled) rule(y, INK.faint);
    }
    if (heading.length > 0) {
      if (r > 0) rule(y, INK.rule);
      heading.forEach((line, i) => {
        const at = { x: left[0], y: y + 17 + LINE * i };
        parts.push(textElement(line, { ...at, size, italic: true, color: INK.soft }));
      });
      y += ROW + LINE * (heading.length - 1);
    }
    const linesOf = ({ lines, note = "" }: LaidCell) => lines.length + note.split("\n").length - 1;
    const height = ROW + LINE * (Math.max(...cells.map(linesOf)) - 1);
    columns.forEach((column, c) => {
      const { tint: share } = cells[c];
      if (share !== undefined) {
        const place = { x: left[c] - 3, y, width: right[c] - left[c] + 6, height };
        tints.push(element("rect", { ...place, fill: tint(TINT.color, TINT.most * share) }));
      }
      parts.push(drawCell(cells[c], { ...place(column, c), notes: notes[c] }, y + 17));
    });
    y += height;
  });
  rule(y, INK.text, 1.5);
  // In a group as heatmaps have theirs: grounds of letters.
  const grounds = tints.length > 0 ? `<g aria-label="rect">${tints.join("")}</g>` : "";
  return { svg: grounds + parts.join(""), height: y + 2 };
}

function drawCell(
  { lines, bold, underlined, note, tone, provenance }: LaidCell,
  { x, anchor, notes }: { x: number; anchor: "start" | "middle" | "end"; notes: number },
  y: number,
): string {
  const look = { size: SIZE.table, bold, underlined, anchor, italic: Boolean(provenance) };
  const color = provenance ? BADGE[provenance].ink : tone ? TONE[tone].ink : INK.text;
  const parts = lines.map((line, i) => {
    // Blanks behind a number keep its point below the others'; no renderer draws them at the end of a line.
    const bare = line.replace(BLANKS, "");
    const blanks = bare === line || anchor !== "end"
      ? 0
      : textWidth(line, SIZE.table) - textWidth(bare, SIZE.table);
    return textElement(bare, { ...look, x: x - notes - blanks, y: y + LINE * i, color });
  });
  if (note) {
    const last = lines.length - 1, behind = textWidth(lines[last], SIZE.table, { bold });
    const at = anchor === "end"
      ? { x: x - notes + textWidth(" ", SIZE.note) }
      : { x: x + (anchor === "middle" ? behind / 2 : behind) + textWidth(" ", SIZE.note) };
    const small = { ...at, size: SIZE.note, color: INK.soft };
    parts.push(
      ...note.split("\n").map((line, i) => textElement(line, { ...small, y: y + LINE * (last + i) })),
    );
  }
  return parts.join("");
}
