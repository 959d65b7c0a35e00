import type * as PlotModule from "@observablehq/plot";
import { INK, SIZE } from "./theme.ts";

/** Height of the names of groups of columns, below those of the columns. */
export const LEVEL = SIZE.axis + 8;

/** Columns side by side that share the first line of their names. */
export interface ColumnGroup {
  name: string;
  /** Of the first and of the last of them. */
  from: number;
  to: number;
}

/**
 * The upper level of columns named in two lines (`group`, `column`): which of them lie side by side in one group; none where a name
 * has one line.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { columnGroups } from "@/figures/column_groups.ts";
 *
 * assert.deepEqual(columnGroups(["5%\n0.5", "5%\n0.9", "20%\n0.5"]), [
 *   { name: "5%", from: 0, to: 1 },
 *   { name: "20%", from: 2, to: 2 },
 * ]);
 * assert.deepEqual(columnGroups(["a", "b"]), []);
 * ```
 */
export function columnGroups(columns: readonly string[]): ColumnGroup[] {
  const named = columns.every((column) => column.includes("\n"));
  return named ? neighbours(columns.map((column) => column.split("\n")[0])) : [];
}

/** Columns side by side whose headings are the same; those without one are in no group. */
export function neighbours(headings: readonly (string | undefined)[]): ColumnGroup[] {
  const groups: ColumnGroup[] = [];
  headings.forEach((name, i) => {
    const last = groups.at(-1);
    if (!name) return;
    if (last?.name === name && last.to === i - 1) last.to = i;
    else groups.push({ name, from: i, to: i });
  });
  return groups;
}

/** The upper level of names below the columns, a line above each, and before both levels what they are. */
export function columnGroupMarks(
  Plot: typeof PlotModule,
  groups: readonly ColumnGroup[],
  { nameOf, titles: [groupTitle = "", title = ""], left, cellWidth, names, below, gap }: {
    nameOf: (name: string) => string;
    /** Of the groups, and of the columns. */
    titles: readonly (string | undefined)[];
    /** Where the first column begins, and how wide each is. */
    left: number;
    cellWidth: number;
    /** Where the names of columns begin, and the lines above those of groups. */
    names: number;
    below: number;
    /** From names of rows to cells. */
    gap: number;
  },
): PlotModule.Markish[] {
  if (groups.length === 0) return [];
  const words = { x: "x", y: "y", text: "text", lineAnchor: "top" } as const;
  return [
    Plot.link(groups, {
      x1: ({ from }: ColumnGroup) => left + from * cellWidth + 4,
      x2: ({ to }: ColumnGroup) => left + (to + 1) * cellWidth - 4,
      y1: below,
      y2: below,
      stroke: INK.soft,
    }),
    Plot.text(
      groups.map(({ name, from, to }) => ({
        x: left + (from + to + 1) / 2 * cellWidth,
        y: below + 5,
        text: nameOf(name),
      })),
      { ...words, textAnchor: "middle" },
    ),
    Plot.text([{ x: left - gap, y: names, text: title }, { x: left - gap, y: below + 5, text: groupTitle }], {
      ...words,
      textAnchor: "end",
      fill: INK.soft,
    }),
  ];
}
