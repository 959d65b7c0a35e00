import type pl from "nodejs-polars";
import type { ColumnName } from "../results/frame_types.ts";
import { optionNames, requireOptions } from "../progress/require.ts";
import { grouped } from "../stats/grouped.ts";
import type { Chart, RawChartOptions } from "./chart.ts";
import { COMPOSE_OPTIONS } from "./compose.ts";
import { columnName, inOrder } from "./display_names.ts";
import { type Bin, type Drawing, rawChart, type Row } from "./raw_panels.ts";
import { stepOf } from "./recipes/axis.ts";
import { INK } from "./theme.ts";

/** Options of `points`. */
export interface PointsOptions extends RawChartOptions {
  /** The column from below: numbers, or text for a row of points per value (a strip). */
  y: ColumnName;
}

/** Options of `histogram`. */
export interface HistogramOptions extends RawChartOptions {
  /** About how many bins; 20 by default, on round numbers. */
  bins?: number;
}

const OPTIONS = optionNames<RawChartOptions>()([
  ...COMPOSE_OPTIONS,
  ...["x", "color", "facet", "label", "names", "colors", "order", "height"] as const,
]);

/** Points of one value stand apart by the golden ratio: evenly for any number, so that equal ones are seen as many. */
const GOLDEN = 0.618033988749895;

/**
 * Every row of any frame as a point: look before you test. Numbers against numbers are a scatter, numbers against text a strip. Rows without a number are
 * left out and counted in the caption.
 *
 * @throws {TypeError} for a column that the frame lacks (with the nearest), or one along x that is no number
 * @throws {RangeError} for unknown options, a colour that is none, or a colour or facet of more than twelve values
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs, withSubsets } from "judgebias";
 * import { points } from "judgebias/figures";
 *
 * const pairs = withSubsets(readPairs("data/examples/pairs.csv"));
 * const names = {
 *   words_a: "words of answer A", words_b: "words of answer B", true: "right",
 *   false: "wrong",
 * };
 * const { svg } = await points(pairs, {
 *   x: "words_a", y: "words_b", color: "correct", names,
 *   title: "Lengths of both answers",
 * });
 * assert.match(svg, /Lengths of both answers.*words of answer A/s);
 * ```
 */
export async function points(frame: pl.DataFrame, options: PointsOptions): Promise<Chart> {
  requireOptions("points", options, [...OPTIONS, "y"]);
  return await rawChart("points", frame, options, (rows): Drawing<Row> => {
    const { x, y, order, names } = options;
    const texts = rows.some((row) => typeof row.y === "string")
      ? inOrder(rows.map((row) => String(row.y)), order?.y ?? [])
      : undefined;
    const at = (row: Row, i: number) =>
      texts ? texts.indexOf(String(row.y)) + 0.1 + 0.8 * (i * GOLDEN % 1) : Number(row.y);
    return {
      marks: rows,
      reach: (own) => ({
        ends: own.map((row) => row.x),
        heights: texts ? [texts.length, 0] : own.map((row) => Number(row.y)),
      }),
      label: columnName(y, names),
      texts,
      draw: (Plot, marks, fill) => [
        Plot.dot(marks, {
          ...{ x: "x", y: at, r: 2.6, fillOpacity: 0.5, fill: { value: fill, scale: null } },
          title: (row: Row) => `${x} ${row.x}, ${y} ${row.y}`,
        }),
      ],
      columns: { [x]: (row) => row.x, [y]: (row) => row.y },
    };
  });
}

/**
 * How many rows of any frame lie where along a column, stacked by colour. Rows without a number are left out and counted in the caption; the data
 * are the bins that are drawn, with their counts.
 *
 * @throws {TypeError} for a column that the frame lacks (with the nearest), or one along x that is no number
 * @throws {RangeError} for unknown options, a colour that is none, or a colour or facet of more than twelve values
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { readPairs } from "judgebias";
 * import { histogram } from "judgebias/figures";
 *
 * const pairs = readPairs("data/examples/pairs.csv").withColumns(
 *   pl.col("words_a").sub(pl.col("words_b")).alias("words_apart"),
 * );
 * const { data } = await histogram(pairs, {
 *   x: "words_apart", facet: "judge", title: "How far answers differ in length",
 * });
 * assert.equal(data.getColumn("rows").sum(), pairs.height);
 * ```
 */
export async function histogram(frame: pl.DataFrame, options: HistogramOptions): Promise<Chart> {
  requireOptions("histogram", options, [...OPTIONS, "bins"]);
  const { x, bins = 20 } = options ?? {};
  return await rawChart("histogram", frame, options, (rows, levels): Drawing<Bin> => {
    const numbers = rows.map((row) => row.x), whole = numbers.every(Number.isInteger);
    const span = Math.max(...numbers) - Math.min(...numbers), gap = evenGap(numbers, span / bins);
    const step = gap || Math.max(span > 0 ? stepOf(span / bins) : 1, whole ? 1 : 0);
    // A value of a scale stands in the middle of its own bin.
    const start = gap > 0 || whole && step === 1 ? step / 2 : 0;
    const edge = (place: number) => Number((place * step - start).toFixed(10));
    // The last bin holds its upper edge: a score of 1 is no score from 1 to 1.05.
    const last = Math.ceil((Math.max(...numbers) + start) / step - 1e-9) - 1;
    const found = grouped(rows, (row) => {
      const place = Math.min(Math.floor((row.x + start) / step + 1e-9), span > 0 ? last : Infinity);
      return JSON.stringify([place, row.facet, row.color, row.provenance]);
    });
    const marks = [...found].map(([key, own]): Bin => {
      const [place, facet, color, provenance] = JSON.parse(key);
      return { facet, color, provenance, from: edge(place), to: edge(place + 1), rows: own.length };
    }).sort((a, b) => levels.indexOf(a.color) - levels.indexOf(b.color) || a.from - b.from);
    const stacks = (
      some: readonly Bin[],
    ) => [...grouped(some, ({ facet, from }) => `${from} ${facet}`).values()];
    return {
      marks,
      reach: (some) => ({
        ends: some.flatMap(({ from, to }) => [from, to]),
        heights: [0, ...stacks(some).map((own) => own.reduce((sum, { rows }) => sum + rows, 0))],
      }),
      label: "rows",
      ...gap > 0 ? { ticks: [...new Set(numbers)].sort((a, b) => a - b) } : {},
      draw: (Plot, marks, fill) => [
        Plot.rectY(marks, {
          ...{ x1: "from", x2: "to", y: "rows", z: "color", insetLeft: 0.5, insetRight: 0.5 },
          fill: { value: fill, scale: null },
          title: ({ from, to, rows }: Bin) => `${x} ${from} to ${to}: ${rows} rows`,
        }),
        Plot.ruleY([0], { stroke: INK.soft }),
      ],
      columns: { [`${x}_from`]: ({ from }) => from, [`${x}_to`]: ({ to }) => to, rows: ({ rows }) => rows },
    };
  });
}

/** How far apart the values of a scale stand, where that is no less than asked and all are whole multiples of it; else 0. */
function evenGap(numbers: readonly number[], least: number): number {
  const levels = [...new Set(numbers)].sort((a, b) => a - b);
  const gap = Math.min(...levels.slice(1).map((level, i) => level - levels[i]));
  const isEven = levels.every((level) => Math.abs(level / gap - Math.round(level / gap)) < 1e-6);
  return gap < Infinity && gap >= least && isEven ? gap : 0;
}
