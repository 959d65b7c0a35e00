import { rampColor, RAMPS } from "./color_ramp.ts";
import { readableInk, tint } from "./colors.ts";
import { columnGroupMarks, columnGroups, LEVEL } from "./column_groups.ts";
import { columnLabels } from "./column_labels.ts";
import { domainOf, type HeatmapCell, requireCells } from "./heatmap_cells.ts";
import { themedPlot } from "./plot_document.ts";
import { textWidth, wrapText } from "./text_width.ts";
import { fixed, INK, PADDING, SIZE, WIDTH } from "./theme.ts";

/** How a heatmap looks. */
export interface HeatmapOptions {
  /** Rows from top to bottom, columns from left to right; those named in two lines (`group`, `column`) have two levels of names. */
  rows: readonly string[];
  columns: readonly string[];
  /** Blue below 0, white at 0, red above it; or pale to dark. */
  scale: "diverging" | "sequential";
  /** Ends of the colours; the largest absolute value both ways, or the range of the values, by default. */
  domain?: readonly [number, number];
  decimals?: number;
  /** What rows and columns are: `generators`, `evaluators`; of columns in groups in two lines, as their names. */
  rowTitle?: string;
  columnTitle?: string;
  /** Whole width in pixels; that of a figure by default. */
  width?: number;
  cellHeight?: number;
  /** How a name is written on the axes. */
  nameOf?: (name: string) => string;
}

/** The most that names of rows take of the width, and what they may take of a narrow one. */
const NAMES_SHARE = 0.32, NAMES_ROOM = 110;

/** The colour at a share of a scale, washed out where numbers are simulated. */
export const cellColor = (scale: HeatmapOptions["scale"], share: number, pale = false): string =>
  tint(rampColor(RAMPS[scale], share), pale ? 0.4 : 1);

/** Space of the titles above the cells, of the longest name at an angle, between names and cells. */
const HEAD = 34, GAP = 7, RIGHT = 6;

/**
 * An annotated heatmap as a panel of a figure: one cell per row and column, its value in it, names in full (those of columns
 * slanted where they do not fit). At 12 × 13 cells two decimals are legible in a figure's width.
 * Diverging scales are centred on 0, the same distance meaning the same strength of colour both ways.
 *
 * @throws {RangeError} when cells are missing, named twice or belong to no row or column, or the domain is empty
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { heatmapPanel } from "@/figures/heatmap_panel.ts";
 *
 * const svg = await heatmapPanel(
 *   [{ row: "a", column: "a", value: 1.2 }, { row: "a", column: "b", value: -0.4 }],
 *   { rows: ["a"], columns: ["a", "b"], scale: "diverging" },
 * );
 * assert.match(svg.textContent!, /−0.40/);
 * ```
 */
export async function heatmapPanel(
  cells: readonly HeatmapCell[],
  options: HeatmapOptions,
): Promise<SVGSVGElement | HTMLElement> {
  const { rows, columns, scale, decimals = 2, nameOf = (name) => name } = options;
  const width = options.width ?? WIDTH - 2 * PADDING;
  requireCells(cells, rows, columns);
  const domain = options.domain ?? domainOf(cells, scale);
  if (!(domain[0] < domain[1])) {
    throw new RangeError(`heatmapPanel: wanted a domain of low < high, found ${domain.join(" and ")}`);
  }
  const color = (value: number, pale = false) =>
    cellColor(scale, (value - domain[0]) / (domain[1] - domain[0]), pale);
  const groups = columnGroups(columns);
  const columnTitle = groups.length > 0 ? undefined : options.columnTitle;
  // What the two levels of grouped columns are stands before them, below the names of the rows.
  const [groupTitle, title] = groups.length > 0 ? options.columnTitle?.split("\n") ?? [] : [];
  const TOP = options.rowTitle || columnTitle ? HEAD : 4;
  const rowLines = rows.map((name) =>
    wrapText(nameOf(name), SIZE.axis, Math.max(NAMES_ROOM, NAMES_SHARE * width))
  );
  const columnNames = columns.map((name) => nameOf(groups.length > 0 ? name.split("\n")[1] : name));
  const labelWidth = (name: string) => textWidth(name, SIZE.axis);
  const rowRoom = Math.max(...[...rowLines.flat(), groupTitle ?? "", title ?? ""].map(labelWidth)) + GAP;
  const columnAxis = columnLabels(columnNames, (width - rowRoom - 2 * RIGHT) / columns.length);
  // The first name may reach to the left, below the names of the rows, and the last one beyond the cells.
  const half = (width - rowRoom - 2 * RIGHT) / columns.length / 2;
  const marginLeft = Math.ceil(Math.max(rowRoom, columnAxis.reach.left - half + 8));
  const marginRight = Math.ceil(Math.max(RIGHT, columnAxis.reach.right - half + 2));
  const innerWidth = width - marginLeft - marginRight;
  const cellWidth = innerWidth / columns.length;
  // An interval that is wider than its cell stands on two lines.
  const notes = cells.flatMap(({ note }) => note ?? []);
  const noteSize = 0.82 * Math.min(SIZE.axis, SIZE.note);
  const broken = notes.some((note) => textWidth(note, noteSize) > cellWidth - 2);
  const noteLines = broken ? 2 : 1;
  const cellHeight = Math.max(
    (options.cellHeight ?? 29) + (noteLines - 1) * 10,
    Math.max(...rowLines.map(({ length }) => length)) * SIZE.axis + 4,
  );
  const groupsAt = TOP + rows.length * cellHeight + columnAxis.height + GAP;
  const height = Math.ceil(groupsAt + (groups.length > 0 ? LEVEL : 0));
  const place = (cell: HeatmapCell) => ({
    x: marginLeft + (columns.indexOf(cell.column) + 0.5) * cellWidth,
    y: TOP + (rows.indexOf(cell.row) + 0.5) * cellHeight,
  });
  const drawn = cells.filter(({ absent }) => !absent).map((cell) => {
    const empty = Number.isNaN(cell.value);
    const fill = empty
      ? cell.ground === undefined ? INK.faint : color(cell.ground)
      : color(cell.value, cell.pale);
    return {
      ...cell,
      ...place(cell),
      fill,
      ink: readableInk(fill),
      label: cell.text ?? (empty ? "–" : fixed(cell.value, decimals)),
      framed: cell.outlined ?? cell.row === cell.column,
    };
  });
  const constant = (value: (d: typeof drawn[number]) => string) => ({ value, scale: null });
  const noteText = (note: string) => broken ? note.replace(", ", ",\n") : note;
  const widest = Math.max(
    ...drawn.map(({ label }) => labelWidth(label)),
    ...notes.flatMap((note) => noteText(note).split("\n").map((line) => 0.82 * labelWidth(line))),
  );
  const size = Math.min(SIZE.axis, 0.92 * SIZE.axis * cellWidth / widest);
  return await themedPlot((Plot) => {
    const words = (
      points: { x: number; y: number; text: string }[],
      more: Record<string, unknown> = {},
    ) => Plot.text(points, { x: "x", y: "y", text: "text", textAnchor: "middle", ...more });
    const corner = [
      ...(options.rowTitle ? [`rows: ${options.rowTitle}`] : []),
      ...(columnTitle ? [`columns: ${columnTitle}`] : []),
    ].join(" · ");
    return {
      width,
      height,
      margin: 0,
      x: { type: "identity", axis: null },
      y: { type: "identity", axis: null },
      marks: [
        Plot.rect(drawn, {
          x1: (d) => d.x - cellWidth / 2,
          x2: (d) => d.x + cellWidth / 2,
          y1: (d) => d.y - cellHeight / 2,
          y2: (d) => d.y + cellHeight / 2,
          fill: constant((d) => d.fill),
          stroke: "#ffffff",
          strokeWidth: 1,
          title: ({ title }) => title ?? "",
        }),
        Plot.rect(drawn.filter(({ framed }) => framed), {
          x1: (d) => d.x - cellWidth / 2,
          x2: (d) => d.x + cellWidth / 2,
          y1: (d) => d.y - cellHeight / 2,
          y2: (d) => d.y + cellHeight / 2,
          inset: 1.25,
          fill: "none",
          stroke: INK.text,
          strokeWidth: 1.75,
        }),
        ...[false, true].map((bold) =>
          Plot.text(drawn.filter((d) => (d.bold ?? false) === bold), {
            x: "x",
            y: (d) => d.note ? d.y - 6 * noteLines : d.y,
            text: "label",
            fill: constant((d) => d.ink),
            fontSize: size,
            ...(bold ? { fontWeight: "bold" } : {}),
          })
        ),
        Plot.text(drawn.filter(({ note }) => note), {
          x: "x",
          y: (d) => d.y + 7,
          text: ({ note }) => noteText(note!),
          fill: constant((d) => d.ink),
          fontSize: 0.82 * size,
        }),
        Plot.link(columnAxis.drops.map((drop, i) => ({ drop, i })).filter(({ drop }) => drop > 0), {
          x1: ({ i }: { i: number }) => marginLeft + (i + 0.5) * cellWidth,
          x2: ({ i }: { i: number }) => marginLeft + (i + 0.5) * cellWidth,
          y1: TOP + rows.length * cellHeight + 3,
          y2: ({ drop }: { drop: number }) => TOP + rows.length * cellHeight + GAP + drop - 2,
          stroke: INK.rule,
        }),
        words(
          rowLines.map((lines, i) => ({
            x: marginLeft - GAP,
            y: TOP + (i + 0.5) * cellHeight,
            text: lines.join("\n"),
          })),
          { textAnchor: "end" },
        ),
        words(
          columnNames.map((_, i) => ({
            x: marginLeft + (i + 0.5) * cellWidth + (columnAxis.tilted ? 4 : 0),
            // The first of several slanted lines ends above the middle of the name.
            y: TOP + rows.length * cellHeight + GAP + columnAxis.drops[i] +
              (columnAxis.tilted ? 4 * (columnAxis.texts[i].split("\n").length - 1) : 0),
            text: columnAxis.texts[i],
          })),
          columnAxis.tilted
            ? { rotate: -45, textAnchor: "end", lineAnchor: "middle" }
            : { lineAnchor: "top" },
        ),
        ...columnGroupMarks(Plot, groups, {
          nameOf,
          titles: [groupTitle, title],
          left: marginLeft,
          cellWidth,
          names: TOP + rows.length * cellHeight + GAP,
          below: groupsAt,
          gap: GAP,
        }),
        ...(corner === "" ? [] : [
          words([{ x: 4, y: HEAD / 2 - 4, text: corner }], {
            textAnchor: "start",
            fontSize: SIZE.note,
            fill: INK.soft,
          }),
        ]),
      ],
    };
  });
}
