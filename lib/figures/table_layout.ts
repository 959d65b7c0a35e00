import { refusing } from "../results/said.ts";
import { alignDecimals, textWidth, wrapText } from "./text_width.ts";
import type { TableCell, TableColumn, TableDrawing } from "./figure_spec.ts";
import { SIZE } from "./theme.ts";

const SIDE = 8, GAP = 14, CLOSE = 5;

const FAR = 64;

const LONGEST_WORD = 130, LONGEST_NAME = 170;

export type LaidCell = TableCell & { lines: string[] };

/** Lays a table out: columns as wide as their widest cell, what is left between them; short of room, columns of text share it by the root of what they hold. */
export function layoutTable(table: TableDrawing, width: number) {
  const { total, gap, natural, units, ...texts } = fitted(table, width);
  if (total > width + 0.5) throw refusing("table_width", { width, total: Math.ceil(total) });
  const spare = Math.max(0, width - total) / Math.max(1, sum(units));
  const between = gap + spare;
  const left: number[] = [];
  natural.forEach((_, c) => left[c] = c === 0 ? SIDE : left[c - 1] + natural[c - 1] + between * units[c]);
  return {
    width: Math.min(width, left[left.length - 1] + natural[natural.length - 1] + SIDE),
    ruled: table.ruled === true || between > FAR,
    left,
    right: left.map((x, c) => x + natural[c]),
    notes: texts.notes,
    labels: texts.labels,
    rows: table.rows.map(({ heading, total = false }, r) => ({
      heading: heading ? wrapText(heading, SIZE.table, width - 2 * SIDE) : [],
      total,
      cells: texts.cells.map((own) => own[r]),
    })),
  };
}

export const tableWidth = (table: TableDrawing): number => fitted(table, Infinity).total;

/** How wide a table is in some room, its texts wrapped and its gaps narrowed where need be: wider than the room where it does not fit. */
export const leastWidth = (table: TableDrawing, room: number): number => fitted(table, room).total;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Lines and widths of columns: short of room, numbers stand closer before a name is broken; of a table of words texts take more lines first. */
function fitted(table: TableDrawing, width: number) {
  const { columns } = table;
  // Numbers end where the words beside them would begin: these stand further off.
  const units = columns.map(({ group, align }, c) => {
    if (c === 0) return 0;
    const before = columns[c - 1];
    return group !== before.group || align === "left" && (before.align ?? "right") === "right" ? 2 : 1;
  });
  const whole = measured(table, [], units), free = width - 2 * SIDE - sum(whole.natural);
  const wordy = columns.filter(({ align }) => align === "left").length > 1;
  const gap = wordy ? GAP : Math.max(CLOSE, Math.min(GAP, free / Math.max(1, sum(units))));
  const aside = sum(units) * gap + 2 * SIDE;
  const room = width - aside - sum(whole.natural.filter((_, c) => columns[c].align !== "left"));
  const fits = sum(whole.natural) + aside <= width + 0.5;
  const texts = fits ? whole : measured(table, shares(columns, whole, room), units);
  return { ...texts, units, gap, total: sum(texts.natural) + aside };
}

type Measured = { labels: string[][]; cells: LaidCell[][]; notes: number[]; natural: number[] };

function shares(columns: readonly TableColumn[], { cells, natural }: Measured, room: number) {
  const widths: (number | undefined)[] = columns.map(() => undefined);
  let open = columns.flatMap(({ align }, c) => align === "left" ? [c] : []), left = room;
  const beside = open.length === 1;
  const weight = (c: number) => Math.sqrt(sum(cells[c].map(({ text }) => text.length)) + 1);
  const least = (c: number) => {
    if (beside) return Math.min(natural[c], LONGEST_NAME);
    const words = [columns[c].label, ...cells[c].map(({ text }) => text)].flatMap((text) =>
      text.split(/(?<=[ /-])|\n/)
    );
    const longest = Math.max(...words.map((word) => textWidth(word.trim(), SIZE.table, { bold: true })));
    return Math.min(longest, LONGEST_WORD);
  };
  for (const limit of [(c: number) => natural[c], least]) {
    for (let found: number | undefined = -1; found !== undefined;) {
      const all = sum(open.map(weight)), share = (c: number) => left * weight(c) / all;
      found = open.find((c) => limit === least ? share(c) < least(c) : share(c) >= natural[c]);
      if (found === undefined) break;
      widths[found] = limit(found);
      left -= widths[found]!;
      open = open.filter((c) => c !== found);
    }
  }
  const all = sum(open.map(weight));
  for (const c of open) widths[c] = left * weight(c) / all;
  return widths;
}

function measured(
  { columns, rows }: TableDrawing,
  wrap: readonly (number | undefined)[],
  units: readonly number[],
): Measured {
  const lines = (text: string, c: number, bold?: boolean, beside = 0) =>
    wrap[c] === undefined ? text.split("\n") : wrapText(text, SIZE.table, wrap[c]! - beside, { bold });
  const wide = (text: string, bold?: boolean) => textWidth(text, SIZE.table, { bold });
  const noteWidth = ({ note }: TableCell) =>
    note ? Math.max(...note.split("\n").map((line) => textWidth(` ${line}`, SIZE.note))) : 0;
  const cells = columns.map(({ key, align = "right" }, c) => {
    const own = rows.map(({ cells: { [key]: cell = "" }, total }): TableCell => ({
      ...(typeof cell === "string" ? { text: cell } : cell),
      ...(total ? { bold: true } : {}),
    }));
    const texts = own.map(({ text }) => text);
    const aligned = align === "right" ? alignDecimals(texts) : texts;
    return own.map((cell, r): LaidCell => ({
      ...cell,
      text: aligned[r],
      lines: lines(aligned[r], c, cell.bold, noteWidth(cell)),
    }));
  });
  const labels = columns.map(({ label }, c) => lines(label, c, true));
  // Numbers end at one place, whether or not a note stands behind them.
  const notes = columns.map(({ align = "right" }, c) =>
    align === "right" ? Math.max(0, ...cells[c].map(noteWidth)) : 0
  );
  const natural = columns.map((_, c) =>
    Math.max(
      ...labels[c].map((label) => wide(label, true)),
      ...cells[c].flatMap((cell) =>
        cell.lines.map((line) => wide(line, cell.bold) + (notes[c] || noteWidth(cell)))
      ),
    )
  );
  for (const { from, to, name } of neighbours(columns.map(({ group }) => group))) {
    const span = sum(natural.slice(from, to + 1)) + CLOSE * sum(units.slice(from + 1, to + 1));
    const lacking = wide(name, true) - span;
    for (let c = from; lacking > 0 && c <= to; c++) natural[c] += lacking / (to - from + 1);
  }
  return { labels, cells, notes, natural };
}

export function neighbours(headings: readonly (string | undefined)[]) {
  const groups: { name: string; from: number; to: number }[] = [];
  headings.forEach((name, i) => {
    const last = groups.at(-1);
    if (!name) return;
    if (last?.name === name && last.to === i - 1) last.to = i;
    else groups.push({ name, from: i, to: i });
  });
  return groups;
}
