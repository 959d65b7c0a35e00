import { valueNames } from "../display_names.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth, wrapText } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { type Cell, cellsOf, type Drawn } from "./heat_cells.ts";

const NAMES_SHARE = 0.32;

const GAP = 7, RIGHT = 6, TITLE = 20;

export async function heatPanel(
  values: readonly Value[],
  rows: readonly string[],
  columns: readonly string[],
  width: number,
  options: Drawn,
): Promise<SVGSVGElement | HTMLElement> {
  const { names, rowTitle, columnTitle = "" } = options;
  const parts = (column: string) => column.includes("\n") ? column.split("\n") : ["", column];
  const groups = [...new Set(columns.map((column) => parts(column)[0]))];
  const subs = [...new Set(columns.map((column) => parts(column)[1]))];
  const [groupTitle, subTitle] = groups.length > 1 ? columnTitle.split("\n") : ["", columnTitle];
  const linesOf = (name: string) =>
    wrapText(
      valueNames(options.rows, name, names).join("\n"),
      SIZE.axis,
      Math.max(110, NAMES_SHARE * width),
    );
  const rowNames = rows.map(linesOf);
  const wide = (texts: readonly string[], size: number = SIZE.axis) =>
    Math.max(0, ...texts.map((text) => textWidth(text, size)));
  const marginLeft = Math.ceil(
    Math.max(wide([...rowNames.flat(), groupTitle ?? "", rowTitle ?? ""]) + GAP + 3, 40),
  );
  const cells = cellsOf(values, rows, columns, options);
  const called = subs.map((name) => valueNames([options.columns].flat().slice(-1), name, names)[0]),
    steps = stepsOf(cells, rows, columns);
  // A name that stands on a step may be wider than what is left of the columns.
  const marginRight = Math.max(
    RIGHT,
    ...(steps ? called : []).slice(1).map((name, c) => {
      const before = (c + 1) / columns.length, reach = GAP + textWidth(name, SIZE.axis);
      return (reach - (1 - before) * (width - marginLeft)) / before;
    }),
  );
  const cellWidth = (width - marginLeft - marginRight) / columns.length;
  const below = steps ? { texts: called, height: 0, slanted: false } : columnNames(called, cellWidth - 4);
  const notes = cells.map(({ note }) => note);
  // Nearly as large as the numbers where they do not fill their cells.
  const noteSize = SIZE.axis * Math.min(0.92, Math.max(0.82, 0.85 * cellWidth / wide(notes)));
  // An interval that is wider than its cell stands on two lines.
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
  const top = rowTitle || groups.length > 1 || steps ? TITLE : 3;
  const bottom = below.height + GAP + (subTitle && groups.length === 1 ? TITLE : 0);
  const facet = groups.length > 1 ? { fx: "group" } : {}, at = { ...facet, x: "column", y: "row" };
  const first = groups.length > 1 ? { fx: () => groups[0] } : {};
  const constant = (name: "fill" | "ink") => ({ value: name, scale: null });
  const soft = { fontSize: SIZE.note, fill: INK.soft };
  return await themedPlot((Plot) => ({
    width,
    height: Math.ceil(top + rows.length * cellHeight + bottom),
    marginLeft,
    marginRight,
    marginTop: top,
    marginBottom: bottom,
    x: { type: "band", domain: subs, axis: null, padding: 0 },
    y: { type: "band", domain: [...rows], axis: null, padding: 0 },
    ...(groups.length > 1 ? { fx: { domain: groups, axis: null, padding: 0.04 } } : {}),
    marks: [
      Plot.cell(cells, {
        ...at,
        fill: constant("fill"),
        stroke: INK.rule,
        strokeWidth: 0.5,
        inset: 0.5,
        title: "title",
      }),
      Plot.cell(cells.filter(({ framed }) => framed), {
        ...at,
        inset: 1.5,
        fill: "none",
        stroke: INK.text,
        strokeWidth: 1.75,
      }),
      ...[false, true].flatMap((bold) =>
        [false, true].map((noted) =>
          Plot.text(cells.filter((cell) => cell.bold === bold && (cell.note !== "") === noted), {
            ...{ ...at, text: "text", fill: constant("ink"), fontSize: size, dy: noted ? -6 * noteLines : 0 },
            fontWeight: bold ? "bold" : undefined,
          })
        )
      ),
      Plot.text(cells.filter(({ note }) => note !== ""), {
        ...{
          ...at,
          text: noteOf,
          fill: constant("ink"),
          fontSize: noteSize * size / SIZE.axis,
          dy: noteLines === 2 ? 6 : 7,
        },
      }),
      Plot.text(rows, {
        ...{ ...first, y: (name) => name, text: (_, i) => rowNames[i].join("\n") },
        ...{ frameAnchor: "left", textAnchor: "end", dx: -GAP },
      }),
      Plot.text(
        groups.flatMap((group) => subs.map((column, i) => ({ group, column, text: below.texts[i] }))),
        {
          ...{ ...facet, x: "column", text: "text", lineHeight: 1.1 },
          ...(steps
            ? { y: ({ column }) => steps.get(column), dy: -cellHeight / 2 - 6, dx: 2 - cellWidth / 2 }
            : { frameAnchor: "bottom" }),
          ...(steps
            ? { textAnchor: "start" }
            : below.slanted
            ? { rotate: -45, textAnchor: "end", lineAnchor: "middle", dy: GAP + 3, dx: 3 }
            : { lineAnchor: "top", dy: GAP }),
        },
      ),
      ...(groups.length > 1
        ? [Plot.text(groups, {
          ...{ fx: (name) => name, text: (name) => valueNames(options.columns, name, names)[0] },
          ...{ frameAnchor: "top", dy: -TITLE / 2, fontWeight: "bold" },
        })]
        : []),
      Plot.text([...groups.length > 1 ? [groupTitle] : [], ...rowTitle ? [rowTitle] : []].slice(0, 1), {
        ...{ ...first, ...soft, frameAnchor: "top-left", textAnchor: "end", dx: -GAP, dy: -TITLE / 2 },
      }),
      Plot.text(subTitle ? [subTitle] : [], {
        ...{ ...first, ...soft, lineAnchor: "bottom", dy: bottom - 2 },
        ...(groups.length > 1
          ? { frameAnchor: "bottom-left", textAnchor: "end", lineAnchor: "top", dx: -GAP, dy: GAP }
          : { frameAnchor: "bottom" }),
      }),
    ],
  }));
}

/** The first row of every column, where each column begins below the one before it: its name has room there, to the right. */
function stepsOf(
  cells: readonly Cell[],
  rows: readonly string[],
  columns: readonly string[],
): Map<string, string> | undefined {
  const first = columns.map((column) =>
    rows.findIndex((row) => cells.some((one) => one.row === row && one.column === column))
  );
  return columns.length > 1 && first.every((row, c) => c === 0 ? row === 0 : row > first[c - 1])
    ? new Map(columns.map((column, c) => [column, rows[first[c]]]))
    : undefined;
}

/** Names of columns: upright where their words fit in lines, else slanted. */
function columnNames(
  names: readonly string[],
  width: number,
): { texts: string[]; height: number; slanted: boolean } {
  // One that is too wide breaks behind its comma first.
  const lines = names.map((name) =>
    wrapText(textWidth(name, SIZE.axis) > width ? name.replace(", ", ",\n") : name, SIZE.axis, width)
  );
  const whole = names.every((name) =>
    name.split(/(?<=[-/ ])/).every((part) => textWidth(part.trim(), SIZE.axis) <= width)
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
  const longest = Math.max(...slanted.flat().map((line) => textWidth(line, SIZE.axis)));
  return {
    texts: slanted.map((one) => one.join("\n")),
    height: longest * Math.SQRT1_2 + 12 * Math.max(...slanted.map(({ length }) => length)),
    slanted: true,
  };
}
