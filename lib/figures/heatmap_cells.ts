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

/** Throws unless there is one cell for each row and column. */
export function requireCells(
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

/** Ends of the colours: the same distance both ways, or the range of the values. */
export function domainOf(cells: readonly HeatmapCell[], scale: "diverging" | "sequential"): [number, number] {
  const values = cells.map(({ value }) => value).filter((value) => !Number.isNaN(value));
  if (values.length === 0) return [-1, 1];
  if (scale === "sequential") {
    const low = Math.min(...values), high = Math.max(...values);
    return low < high ? [low, high] : [low - 0.5, high + 0.5];
  }
  const largest = Math.max(...values.map(Math.abs));
  return largest > 0 ? [-largest, largest] : [-1, 1];
}
