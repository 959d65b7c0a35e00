import type pl from "nodejs-polars";
import { optionNames } from "../progress/require.ts";
import { inWords, rowsInWords, thousands } from "../progress/told.ts";
import type { ColumnName } from "../results/frame_types.ts";
import { grouped } from "../stats/grouped.ts";
import type { Chart, RawChartOptions } from "./chart.ts";
import { COMPOSE_OPTIONS } from "./compose.ts";
import { columnName, inOrder } from "./paper_order.ts";
import { type Bin, type Drawing, rawChart, type Row } from "./raw_panels.ts";
import { stepOf } from "./recipes/axis.ts";
import { HALO } from "./recipes/recipe.ts";
import { INK, SIZE } from "./theme.ts";

/** Options of `points`. */
export interface PointsOptions extends RawChartOptions {
  /** The column from below: numbers, or text for a row of points per value (a strip). */
  y: ColumnName;
}

/** Options of `histogram`. */
export interface HistogramOptions extends RawChartOptions {
  /** About how many bins, on round numbers; 20 by default. No more different values have a bar each. */
  bins?: number;
}

const OPTIONS = optionNames<RawChartOptions>()(
  `${COMPOSE_OPTIONS} x color facet label names colors order height`,
);

/** Points of one value stand apart by the golden ratio: evenly for any number, so that equal ones are seen as many. */
const GOLDEN = 0.618033988749895;

/** How far rows at one place stand apart, and from it at most, in pixels; so many are not counted at sight: their number stands there. */
const APART = 3, WIDEST = 14, MANY = 13;

/**
 * Every row of any frame as a point: look before you test. Numbers against numbers are a scatter, numbers against text a strip. Rows at one
 * place stand around it, many with their number. Rows without a number are left out and counted in the caption.
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
  return await rawChart("points", frame, options, [...OPTIONS, "y"], (rows): Drawing<Row> => {
    const { x, y, order, names } = options;
    const texts = rows.some((row) => typeof row.y === "string")
      ? inOrder(rows.map((row) => String(row.y)), order?.y ?? [])
      : undefined;
    const inRow = grouped(rows, ({ facet, y }) => `${facet}\n${y}`);
    const at = (row: Row, i: number) => {
      if (!texts) return Number(row.y);
      const isLone = inRow.get(`${row.facet}\n${row.y}`)!.length === 1;
      return texts.indexOf(String(row.y)) + (isLone ? 0.5 : 0.1 + 0.8 * (i * GOLDEN % 1));
    };
    const placeOf = (row: Row) => `${row.facet}\n${row.x}\n${row.y}`, places = grouped(rows, placeOf);
    const rank = new Map([...places.values()].flatMap((own) => own.map((row, i) => [row, i] as const)));
    const sizes = [...places.values()].map(({ length }) => length).filter((length) => length > 1);
    const step = Math.min(APART, WIDEST / Math.sqrt(sizes.reduce((a, b) => Math.max(a, b), 1)));
    const offset = (row: Row) => {
      const { length } = places.get(placeOf(row))!, i = rank.get(row)!, turn = 2 * Math.PI * GOLDEN * i;
      const far = texts || length === 1 ? 0 : step * Math.sqrt(i + 0.5);
      return { x: far * Math.cos(turn), y: far * Math.sin(turn) };
    };
    const tipOf = (row: Row) => {
      const { length } = places.get(placeOf(row))!, said = `${x} ${row.x}, ${y} ${row.y}`;
      return length > 1 ? `${said}: ${rowsInWords(length)}` : said;
    };
    return {
      marks: rows,
      heights: texts ? [0, texts.length] : rows.map((row) => Number(row.y)),
      label: columnName(y, names),
      texts,
      said: texts || sizes.length === 0
        ? undefined
        : `${inWords(sizes.length, "place")} with several rows, which stand around it`,
      draw: (Plot, marks, fill) => {
        const offsets = marks.map(offset);
        const moved = { ...{ x: "x", y: at, r: 2.6, fillOpacity: 0.5, fill }, title: tipOf };
        const many = [...grouped(marks, placeOf).values()].filter(({ length }) => length >= MANY);
        return [
          Plot.dot(
            marks,
            Plot.initializer(moved, (data, facets, channels, scales) => {
              const along = (axis: "x" | "y") => {
                const from = channels[axis]!.value as number[];
                return { value: offsets.map((off, i) => off[axis] + scales[axis]!(from[i])) };
              };
              return { data, facets, channels: { x: along("x"), y: along("y") } };
            }),
          ),
          Plot.text(many, {
            ...{ x: ([row]) => row.x, y: ([row]) => texts ? texts.indexOf(String(row.y)) + 0.5 : row.y },
            ...{
              text: ({ length }) => thousands(length),
              fontSize: SIZE.note,
              fontWeight: "bold",
              ...HALO,
              fill: INK.text,
            },
          }),
        ];
      },
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
  return await rawChart("histogram", frame, options, [...OPTIONS, "bins"], (rows, levels): Drawing<Bin> => {
    const { x, bins = 20 } = options, binOf = binsOf(rows.map((row) => row.x), bins);
    const found = grouped(
      rows,
      (row) => JSON.stringify([...binOf(row.x), row.facet, row.color, row.provenance]),
    );
    const marks = [...found].map(([key, own]): Bin => {
      const [from, to, facet, color, provenance] = JSON.parse(key);
      return { facet, color, provenance, from, to, rows: own.length };
    }).sort((a, b) => levels.indexOf(a.color) - levels.indexOf(b.color) || a.from - b.from);
    const stacks = grouped(marks, ({ facet, from }) => `${from} ${facet}`);
    return {
      marks,
      heights: [0, ...[...stacks.values()].map((own) => own.reduce((sum, { rows }) => sum + rows, 0))],
      label: "rows",
      draw: (Plot, marks, fill) => [
        Plot.rectY(marks, {
          ...{ x1: "from", x2: "to", y: "rows", z: "color", insetLeft: 0.5, insetRight: 0.5, fill },
          title: ({ from, to, rows }: Bin) => `${x} ${from} to ${to}: ${rows} rows`,
        }),
        Plot.ruleY([0], { stroke: INK.soft }),
      ],
      columns: { [`${x}_from`]: ({ from }) => from, [`${x}_to`]: ({ to }) => to, rows: ({ rows }) => rows },
    };
  });
}

/** The bin of a number: around each of a few values, else between round numbers, of which the last bin holds the upper one. */
function binsOf(numbers: readonly number[], bins: number): (x: number) => [from: number, to: number] {
  const levels = [...new Set(numbers)].sort((a, b) => a - b), isFew = levels.length <= bins;
  const [least, most] = [levels[0], levels.at(-1)!];
  const gap = Math.min(
    ...levels.slice(1).map((level, i) => level - levels[i]),
    least === most ? 1 : Infinity,
  );
  const step = isFew ? gap : Math.max(stepOf((most - least) / bins), levels.every(Number.isInteger) ? 1 : 0);
  const edge = (value: number) => Number(value.toFixed(10));
  return (x) => {
    if (isFew) return [edge(x - step / 2), edge(x + step / 2)];
    const place = Math.min(Math.floor(x / step + 1e-9), Math.ceil(most / step - 1e-9) - 1);
    return [edge(place * step), edge((place + 1) * step)];
  };
}
