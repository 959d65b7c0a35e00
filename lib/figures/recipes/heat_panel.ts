import { optionNames } from "../../progress/require.ts";
import type { Value } from "../values/value.ts";
import type { Channel, Unit, Written } from "./recipe.ts";
import { valueNames } from "../paper_order.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth, wrapText } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";

/** How values become the cells of heatmaps. */
export interface HeatOptions extends Pick<Written, "names"> {
  /** What stands below each other. */
  rows: Channel;
  /** What stands side by side. */
  columns: Channel;
  /** Heatmaps below each other, or beside each other where `beside`. */
  panels?: Channel;
  /** Whether two panels stand beside each other; false by default. */
  beside?: boolean;
  /** Blue below 0, white at 0, red above it; or pale to dark; or colours of one's own from one end to the other. */
  scale?: "diverging" | "sequential" | readonly string[];
  /** Ends of the colours, the same in all panels; those of the values by default. */
  domain?: readonly [number, number];
  /** Numbers in the ramp of the colours, as drawn; by default 0 where that is in its middle. */
  ticks?: readonly number[];
  /** What the colours mean, with their unit, beside their ramp; the quantity and the unit by default. */
  label?: string;
  /** What the rows are, above their names; in a `chart` by default their columns. */
  rowTitle?: string;
  /** What the columns are, below their names; in a `chart` by default theirs. */
  columnTitle?: string;
  /** What numbers are written in: as they are (default), or fractions as percent or points. */
  unit?: Unit;
  /** Decimals of the numbers written, 2 by default. */
  decimals?: number;
  /** What comes first, of each channel; the others follow as they come. */
  order?: { rows?: readonly string[]; columns?: readonly string[]; panels?: readonly string[] };
  /** Whether the interval stands below each number; false by default. */
  intervals?: boolean;
  /** What stands in a cell for its number. */
  text?: (value: Value) => string;
  /** What stands below a number, where its interval does not. */
  note?: (value: Value) => string;
  /** Which cells have a frame; by default those of the diagonal (row and column of one name). */
  framed?: (value: Value) => boolean;
  /** Which cells have a colour; by default all of which something is known. */
  colored?: (value: Value) => boolean;
  /** What stands above a panel, from its values; its name by default. */
  title?: (values: readonly Value[]) => string;
  /** Whether every panel has rows and columns of its own, and nothing stands where two have no value. */
  own?: boolean;
  /** Height of a cell in pixels (default 29). */
  cellHeight?: number;
}

export const HEAT_OPTIONS = optionNames<HeatOptions>()(
  "rows columns panels beside scale domain label rowTitle columnTitle unit decimals names order intervals text note framed title own cellHeight colored ticks",
);

export type Cell =
  & Record<"row" | "column" | "fill" | "ink" | "text" | "note" | "title", string>
  & { bold: boolean; framed: boolean };

export type Drawn = HeatOptions & { unit: Unit; decimals: number; domain: readonly [number, number] };

const NAMES_SHARE = 0.32;

const GAP = 7, RIGHT = 6, TITLE = 20;

const wide = (texts: readonly string[], size: number = SIZE.axis) =>
  Math.max(0, ...texts.map((text) => textWidth(text, size)));

export function heatLayout(
  cells: readonly Cell[],
  rows: readonly string[],
  columns: readonly string[],
  width: number,
  { names, rowTitle = "", ...options }: Drawn,
) {
  const rowNames = rows.map((name) =>
    wrapText(valueNames(options.rows, name, names).join("\n"), SIZE.axis, Math.max(110, NAMES_SHARE * width))
  );
  const called = columns.map((name) => valueNames(options.columns, name, names).join(", "));
  const marginLeft = Math.ceil(Math.max(wide([...rowNames.flat(), rowTitle]) + GAP + 3, 40));
  const steps = stepsOf(cells, rows, columns);
  // A name that stands on a step may be wider than what is left of the columns.
  const reaches = (steps ? called : []).slice(1).map((name, c) => {
    const before = (c + 1) / columns.length, reach = GAP + textWidth(name, SIZE.axis);
    return (reach - (1 - before) * (width - marginLeft)) / before;
  });
  const marginRight = Math.max(RIGHT, ...reaches);
  return { cells, rows, columns, rowNames, called, steps, marginLeft, marginRight };
}

export async function heatPanel(
  { cells, rows, columns, rowNames, called, steps, marginRight, ...layout }: ReturnType<typeof heatLayout>,
  width: number,
  { rowTitle, columnTitle = "", ...options }: Drawn,
): Promise<SVGSVGElement | HTMLElement> {
  const widthOf = (left: number) => (width - left - marginRight) / columns.length;
  const below = steps
    ? { texts: called, height: 0, slanted: false }
    : columnNames(called, widthOf(layout.marginLeft) - 4);
  // A name on the slant begins inside the picture.
  const marginLeft = Math.max(
    layout.marginLeft,
    ...(below.slanted ? below.texts : []).map((text, c) => {
      const before = (c + 0.5) / columns.length, reach = wide(text.split("\n")) * Math.SQRT1_2 + GAP;
      return Math.ceil((reach - before * (width - marginRight)) / (1 - before));
    }),
  );
  const cellWidth = widthOf(marginLeft);
  const notes = cells.map(({ note }) => note);
  const noteSize = SIZE.axis * Math.min(0.92, Math.max(0.82, 0.85 * cellWidth / wide(notes)));
  const broken = wide(notes.filter((note) => note.includes(", ")), noteSize) > cellWidth - 2;
  const noteLines = notes.every((note) => note === "") ? 0 : broken ? 2 : 1;
  const noteOf = ({ note }: Cell) => broken ? note.replace(", ", ",\n") : note;
  const widest = Math.max(
    wide(cells.map(({ text }) => text)),
    wide(cells.flatMap((cell) => noteOf(cell).split("\n")), noteSize),
  );
  const size = Math.min(SIZE.axis, 0.92 * SIZE.axis * cellWidth / Math.max(1, widest));
  const tallest = Math.max(...rowNames.map(({ length }) => length));
  const cellHeight = Math.max(options.cellHeight ?? 29, 20 + 13 * noteLines, tallest * 13 + 4);
  const top = rowTitle || steps ? TITLE : 3;
  const bottom = below.height + GAP + (columnTitle ? TITLE : 0);
  const at = { x: "column", y: "row" }, soft = { fontSize: SIZE.note, fill: INK.soft };
  return await themedPlot((Plot) => ({
    width,
    height: Math.ceil(top + rows.length * cellHeight + bottom),
    ...{ marginLeft, marginRight, marginTop: top, marginBottom: bottom },
    x: { type: "band", domain: [...columns], axis: null, padding: 0 },
    y: { type: "band", domain: [...rows], axis: null, padding: 0 },
    marks: [
      Plot.cell(cells, {
        ...{ ...at, fill: "fill", stroke: INK.rule, strokeWidth: 0.5, inset: 0.5, title: "title" },
      }),
      Plot.cell(cells.filter(({ framed }) => framed), {
        ...{ ...at, inset: 1.5, fill: "none", stroke: INK.text, strokeWidth: 1.75 },
      }),
      ...[false, true].flatMap((bold) =>
        [false, true].map((noted) =>
          Plot.text(cells.filter((cell) => cell.bold === bold && (cell.note !== "") === noted), {
            ...{ ...at, text: "text", fill: "ink", fontSize: size, dy: noted ? -6 * noteLines : 0 },
            fontWeight: bold ? "bold" : undefined,
          })
        )
      ),
      Plot.text(cells.filter(({ note }) => note !== ""), {
        ...{ ...at, text: noteOf, fill: "ink", fontSize: noteSize * size / SIZE.axis },
        dy: noteLines === 2 ? 6 : 7,
      }),
      Plot.text(rows, {
        ...{ y: (name) => name, text: (_, i) => rowNames[i].join("\n") },
        ...{ frameAnchor: "left", textAnchor: "end", dx: -GAP },
      }),
      Plot.text(columns, {
        ...{ x: (name) => name, text: (_, i) => below.texts[i], lineHeight: 1.1 },
        ...(steps
          ? {
            y: (column) => steps.get(column),
            ...{ dy: -cellHeight / 2 - 6, dx: 2 - cellWidth / 2, textAnchor: "start" },
          }
          : below.slanted
          ? {
            ...{ frameAnchor: "bottom", rotate: -45, textAnchor: "end", lineAnchor: "middle" },
            ...{ dy: GAP + 3, dx: 3 },
          }
          : { frameAnchor: "bottom", lineAnchor: "top", dy: GAP }),
      }),
      Plot.text(rowTitle ? [rowTitle] : [], {
        ...{ ...soft, frameAnchor: "top-left", textAnchor: "end", dx: -GAP, dy: -TITLE / 2 },
      }),
      Plot.text(columnTitle ? [columnTitle] : [], {
        ...{ ...soft, frameAnchor: "bottom", lineAnchor: "bottom", dy: bottom - 2 },
      }),
    ],
  }));
}

/** The first row of every column, where each column begins below the one before it: its name has room there, to the right. */
function stepsOf(cells: readonly Cell[], rows: readonly string[], columns: readonly string[]) {
  const first = columns.map((column) =>
    rows.findIndex((row) => cells.some((one) => one.row === row && one.column === column))
  );
  return columns.length > 1 && first.every((row, c) => c === 0 ? row === 0 : row > first[c - 1])
    ? new Map(columns.map((column, c) => [column, rows[first[c]]]))
    : undefined;
}

function columnNames(names: readonly string[], width: number) {
  const lines = names.map((name) =>
    wrapText(textWidth(name, SIZE.axis) > width ? name.replace(", ", ",\n") : name, SIZE.axis, width)
  );
  const whole = names.flatMap((name) => name.split(/(?<=[-/ ])/)).every((part) =>
    textWidth(part.trim(), SIZE.axis) <= width
  );
  const most = Math.max(1, ...lines.map(({ length }) => length));
  if (whole && most <= 3) {
    return { texts: lines.map((one) => one.join("\n")), height: most * 12, slanted: false };
  }
  // As many lines as have room beside each other on the slant.
  const fitting = Math.max(1, Math.floor(width * Math.SQRT1_2 / 12));
  const slanted = names.map((name) => {
    for (let room = 130;; room += 30) {
      const found = wrapText(name, SIZE.axis, room);
      if (found.length <= fitting) return found;
    }
  });
  return {
    texts: slanted.map((one) => one.join("\n")),
    height: wide(slanted.flat()) * Math.SQRT1_2 + 12 * Math.max(...slanted.map(({ length }) => length)),
    slanted: true,
  };
}
