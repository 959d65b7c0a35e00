import { rampColor, RAMPS } from "./color_ramp.ts";
import { readableInk, tint } from "./colors.ts";
import { columnGroupMarks, columnGroups, LEVEL } from "./column_groups.ts";
import { columnLabels } from "./column_labels.ts";
import { themedPlot } from "./plot_document.ts";
import { textWidth } from "./text_width.ts";
import { fixed, INK, PADDING, SIZE, WIDTH } from "./theme.ts";

/** A cell of a heatmap. */
export interface HeatmapCell {
  row: string;
  column: string;
  /** NaN for a cell without a value: it is grey and shows a dash. */
  value: number;
  /** What stands in the cell; the value with the heatmap's decimals by default. */
  text?: string;
  /** A second, smaller line below it: an interval, a count. */
  note?: string;
  bold?: boolean;
  /** Washed out: a simulated number never looks like a measured one. */
  pale?: boolean;
  /** Where on the scale its ground is taken from, for a cell without a value of which the sign is known. */
  ground?: number;
  /** Nothing at all stands there. */
  absent?: boolean;
  /** What it says when one points at it. */
  title?: string;
  /** A frame around the cell; by default around those of the diagonal (row and column of one name). */
  outlined?: boolean;
}

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
  const { rows, columns, scale, decimals = 2, cellHeight = 29, nameOf = (name) => name } = options;
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
  const rowNames = rows.map(nameOf);
  const columnNames = columns.map((name) => nameOf(groups.length > 0 ? name.split("\n")[1] : name));
  const labelWidth = (name: string) => textWidth(name, SIZE.axis);
  const rowRoom = Math.max(...[...rowNames, groupTitle ?? "", title ?? ""].map(labelWidth)) + GAP;
  const columnAxis = columnLabels(columnNames, (width - rowRoom - 2 * RIGHT) / columns.length);
  // The first name may reach to the left, below the names of the rows, and the last one beyond the cells.
  const half = (width - rowRoom - 2 * RIGHT) / columns.length / 2;
  const marginLeft = Math.ceil(Math.max(rowRoom, columnAxis.reach.left - half + 8));
  const marginRight = Math.ceil(Math.max(RIGHT, columnAxis.reach.right - half + 2));
  const innerWidth = width - marginLeft - marginRight;
  const cellWidth = innerWidth / columns.length;
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
  const size = Math.min(
    SIZE.axis,
    0.92 * SIZE.axis * cellWidth / Math.max(...drawn.map(({ label }) => labelWidth(label))),
  );
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
            y: (d) => d.note ? d.y - 6 : d.y,
            text: "label",
            fill: constant((d) => d.ink),
            fontSize: size,
            ...(bold ? { fontWeight: "bold" } : {}),
          })
        ),
        Plot.text(drawn.filter(({ note }) => note), {
          x: "x",
          y: (d) => d.y + 7,
          text: "note",
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
          rowNames.map((text, i) => ({ x: marginLeft - GAP, y: TOP + (i + 0.5) * cellHeight, text })),
          { textAnchor: "end" },
        ),
        words(
          columnNames.map((_, i) => ({
            x: marginLeft + (i + 0.5) * cellWidth + (columnAxis.tilted ? 4 : 0),
            y: TOP + rows.length * cellHeight + GAP + columnAxis.drops[i],
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

function requireCells(
  cells: readonly HeatmapCell[],
  rows: readonly string[],
  columns: readonly string[],
): void {
  const wanted = new Set(rows.flatMap((row) => columns.map((column) => `${row}\n${column}`)));
  for (const { row, column } of cells) {
    if (wanted.delete(`${row}\n${column}`)) continue;
    throw new RangeError(
      `heatmapPanel: wanted one cell for each of its rows and columns, found ${row} × ${column} ${
        rows.includes(row) && columns.includes(column) ? "twice" : "outside them"
      }`,
    );
  }
  if (wanted.size === 0 && cells.length > 0) return;
  const [row, column] = [...wanted][0]?.split("\n") ?? ["", ""];
  throw new RangeError(
    cells.length === 0
      ? "heatmapPanel: wanted at least one cell, found none"
      : `heatmapPanel: wanted a cell for ${row} × ${column} (NaN where there is no value), found none`,
  );
}

function domainOf(cells: readonly HeatmapCell[], scale: HeatmapOptions["scale"]): [number, number] {
  const values = cells.map(({ value }) => value).filter((value) => !Number.isNaN(value));
  if (values.length === 0) return [-1, 1];
  if (scale === "sequential") {
    const low = Math.min(...values), high = Math.max(...values);
    return low < high ? [low, high] : [low - 0.5, high + 0.5];
  }
  const largest = Math.max(...values.map(Math.abs));
  return largest > 0 ? [-largest, largest] : [-1, 1];
}
