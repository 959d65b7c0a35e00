/**
 * Every figure and table of the papers, and charts of one's own from a tidy frame of a metric. Charts, pixels and fonts load
 * when a figure is first rendered.
 *
 * How a figure is made: `data/cards/figures.json` says by its id what it is, which recipe draws it and with which options; its numbers are
 * `published` (printed, or what follows from them) or `computed` from a metric's frame, in its paper's folder (`charts.ts`, `tables.ts` or
 * a file of its own), which also says what depends on them (`options`, `marks`, `notes`); its words stand in `data/cards/words.json`. What
 * holds of all (intervals, counts, what is simulated, where numbers come from) is said from the values. Cards, tables of words, prompts
 * and schematics are data whole; what is drawn by code gives `draw`. `CONTRIBUTING.md` has the steps.
 *
 * @module
 */

// figures
export type {
  Drawing,
  FigureContext,
  FigureFormat,
  FigureId,
  FigureSpec,
  LegendEntry,
  Panel,
  TableCell,
  TableColumn,
  TableDrawing,
  TableRow,
} from "./figure_spec.ts";
export type { Provenance, Source } from "./provenance.ts";
export { type Exportable, exportFigure, type ExportOptions } from "./export_figure.ts";
export { type LatexOptions, toLatex } from "./to_latex.ts";
export { figures, findFigure } from "./registry.ts";
export { type RenderedFigure, renderFigure, type RenderOptions } from "./render_figure.ts";

// charts of one's own, from a tidy metric frame
export {
  type Chart,
  chart,
  type ChartOptions,
  type OwnFigureOptions,
  type RawChartOptions,
} from "./chart.ts";
// raw rows of any frame
export { histogram, type HistogramOptions, points, type PointsOptions } from "./raw_charts.ts";

// recipes of charts
export { curves, type SlopeOptions, slopes } from "./recipes/curves.ts";
export { heatmap } from "./recipes/heatmap.ts";
export type { Channel, Drawn, Look, Recipe, Unit } from "./recipes/recipe.ts";
export { bars, dots, type DumbbellOptions, dumbbells, intervals } from "./recipes/rows.ts";
export { scatter } from "./recipes/scatter.ts";
export { table } from "./recipes/table.ts";
export { nineBiasesFigure, type NinePanelsOptions } from "./mm_judgebias/fig6.ts";
export { drawnSamples, operationsFigure, transformationsFigure } from "./mm_judgebias/tiles.ts";

// types of their options and results
export type { ComposeOptions } from "./compose.ts";
export type { CurveOptions } from "./recipes/curve_panel.ts";
export type { HeatOptions } from "./recipes/heat_panel.ts";
export type { RowOptions } from "./recipes/row_numbers.ts";
export type { ScatterOptions } from "./recipes/scatter_panel.ts";
export type { NumberColumn, TableOptions } from "./recipes/table_options.ts";
export type { MetricColumns } from "./values/computed.ts";
export type { Value } from "./values/value.ts";
