import pl from "nodejs-polars";
import { philautia } from "../../metrics/philautia.ts";
import { philautiaEstimators } from "../../metrics/philautia_estimators.ts";
import { philautiaIntervals } from "../../metrics/philautia_intervals.ts";
import type { FigureContext } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth } from "../text_width.ts";
import { countRange, fixed, INK, INNER, SIZE } from "../theme.ts";
import { intervalNote, philautiaFigure, provenanceNote, settingName } from "./philautia_figure.ts";
import { settingsOf } from "./numbers.ts";

/** The three estimators, in the order of their columns. */
const ESTIMATORS = [
  { key: "philautia", rank: "rank_philautia", label: "Φ̃ (paper)", decimals: 2, factor: 1 },
  { key: "robust", rank: "rank_robust", label: "median/MAD", decimals: 2, factor: 1 },
  { key: "double_centred", rank: "rank_double_centred", label: "points", decimals: 1, factor: 100 },
] as const;

/** Ranks that differ by as much stand out. */
const FAR = 4, HIGHLIGHT = "#d55e00", ROW = 24;

type Estimates = { setting: string; model: string; row_extreme: number } & Record<string, number>;

/** A model's place in one column. */
interface Node {
  model: string;
  column: number;
  rank: number;
  text: string;
  far: boolean;
}

/** Ranks of models by three estimators: a line per model, its estimates beside the dots. */
function rankChart(rows: readonly Estimates[]) {
  const names = Math.max(...rows.map(({ model }) => textWidth(model, SIZE.note)));
  const nodes = rows.flatMap((row): Node[] => {
    // Equal estimates have equal ranks and would lie on each other: they stand below each other.
    // What has no value stands last.
    const order = (value: number) => Number.isNaN(value) ? -Infinity : value;
    const place = (e: typeof ESTIMATORS[number]) =>
      1 + rows.filter((other) => {
        const difference = order(other[e.key]) - order(row[e.key]);
        return difference > 0 || (!(difference < 0) && other.model < row.model);
      }).length;
    const places = ESTIMATORS.map(place);
    const far = Math.max(...places) - Math.min(...places) >= FAR;
    return ESTIMATORS.map((e, column) => ({
      model: row.model,
      column,
      rank: places[column],
      text: Number.isNaN(row[e.key]) ? "–" : fixed(e.factor * row[e.key], e.decimals),
      far,
    }));
  });
  const color = ({ far }: Node) => far ? HIGHLIGHT : INK.soft;
  return themedPlot((Plot) => ({
    width: INNER / 2 - 8,
    height: rows.length * ROW + 34,
    marginLeft: Math.ceil(names) + 12,
    marginRight: 44,
    marginTop: 30,
    marginBottom: 4,
    x: { domain: [0, ESTIMATORS.length - 1], axis: null },
    y: { domain: [rows.length + 0.5, 0.5], axis: null },
    marks: [
      Plot.text(ESTIMATORS, {
        x: (_, i) => i,
        y: 0.5,
        dy: -20,
        dx: 14,
        text: "label",
        lineAnchor: "top",
        fontSize: SIZE.note,
        fill: INK.soft,
      }),
      Plot.line(nodes, {
        x: "column",
        y: "rank",
        z: "model",
        stroke: { value: color, scale: null },
        strokeWidth: 1.6,
        strokeOpacity: 0.55,
      }),
      Plot.dot(nodes, { x: "column", y: "rank", r: 3.5, fill: { value: color, scale: null } }),
      Plot.text(nodes, {
        x: "column",
        y: "rank",
        text: "text",
        dx: 8,
        textAnchor: "start",
        fontSize: SIZE.note,
        stroke: INK.paper,
        strokeWidth: 3,
        fill: INK.text,
      }),
      Plot.text(nodes.filter(({ column }) => column === 0), {
        x: "column",
        y: "rank",
        text: "model",
        dx: -8,
        textAnchor: "end",
        fontSize: SIZE.note,
        fill: INK.text,
      }),
    ],
  }));
}

export const estimators = philautiaFigure({
  file: "estimators.ts",
  id: "philautia-estimators",
  number: "Own figure",
  title: "Three ways to measure self-preference, and where they differ",
  kind: "chart",
  available: ["simulated"],
  build: async (context: FigureContext) => {
    const frame = await context.frame("caption scores");
    const settings = settingsOf(frame);
    const tables = settings.map((setting) =>
      philautiaEstimators(frame, { setting }).toRecords() as unknown as Estimates[]
    );
    const rows = tables.flat();
    if (rows.length === 0) {
      throw new RangeError(
        "philautia-estimators: wanted a model that is generator and evaluator, found none",
      );
    }
    const intervals = settings.flatMap((setting) =>
      (["standardized", "double_centred"] as const).flatMap((estimator) =>
        philautiaIntervals(frame, { setting, estimator }).filter(pl.col("is_self")).toRecords().map((
          row,
        ) => ({
          ...row,
          estimator: estimator === "standardized" ? "philautia" : estimator,
        } as Record<string, unknown>))
      )
    );
    const limits = (setting: string, model: string, estimator: string) =>
      intervals.find((row) =>
        row.setting === setting && row.generator === model && row.estimator === estimator
      );
    const data = rows.flatMap((row) =>
      ESTIMATORS.map(({ key, rank }) => {
        const found = limits(row.setting, row.model, key);
        return {
          setting: row.setting,
          model: row.model,
          estimator: key as string,
          value: row[key],
          rank: row[rank],
          low: Number(found?.low ?? NaN),
          high: Number(found?.high ?? NaN),
          provenance: context.origin,
        };
      })
    );
    const images = intervals.map(({ n_clusters }) => Number(n_clusters));
    const example = exampleOf(frame, rows);
    return {
      body: {
        kind: "panels",
        columns: 2,
        panels: await Promise.all(settings.map(async (setting, i) => ({
          title: settingName(setting),
          svg: await rankChart(tables[i]),
        }))),
      },
      legend: [{ label: `ranks differ by ${FAR} or more`, color: HIGHLIGHT, glyph: "line" }],
      data: pl.DataFrame(data),
      caption:
        "Models from the highest to the lowest self-preference by the paper’s double standardisation, by the same with median and " +
        `MAD, and by the interaction residual in points of score (of 100); ${countRange(images)} images. ${
          provenanceNote([context.origin], context)
        }`,
      footnotes: [
        "One evaluator far from all others stretches a row’s standard deviation and shrinks the rest of it; agreement of all others " +
        `makes small differences large in Φ̃; evaluators that use more of the scale weigh more in points. ${example} ` +
        "Intervals of the first and last are in the CSV; the median form has none.",
        intervalNote(context),
      ],
      alt: `Ranks of ${
        tables[0].length
      } models by three estimators of self-preference in ${settings.length} settings, lines joining each model’s ranks.`,
    };
  },
});

/** What leaving out the most extreme evaluator of all rows does to the score of that row. */
function exampleOf(frame: pl.DataFrame, rows: readonly Estimates[]): string {
  const [row] = [...rows].sort((a, b) => Math.abs(b.row_extreme) - Math.abs(a.row_extreme))
    .filter(({ row_extreme, philautia }) => row_extreme !== philautia);
  if (!row) return "";
  const { generators, evaluators, phiTilde } = philautia(frame, { setting: row.setting });
  if (evaluators.length < 3) return "";
  const entries = phiTilde[generators.indexOf(row.model)];
  const extreme = evaluators[entries.indexOf(row.row_extreme)];
  const without = philautiaEstimators(frame, { setting: row.setting, exclude: [extreme] })
    .filter(pl.col("model").eq(pl.lit(row.model))).toRecords()[0] as Record<string, number> | undefined;
  if (!without) return "";
  return `Here ${extreme} gives ${row.model} ${fixed(row.row_extreme, 2)} (${
    settingName(row.setting).toLowerCase()
  }): without that ` +
    `evaluator its score goes from ${fixed(row.philautia, 2)} to ${
      fixed(without.philautia, 3)
    }, in the median form from ` +
    `${fixed(row.robust, 2)} to ${fixed(without.robust, 2)}.`;
}
