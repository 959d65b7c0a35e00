/**
 * Every figure and table of the papers, and charts of one's own from a tidy frame of a metric. Charts, pixels and fonts load
 * when a figure is first rendered.
 *
 * How a figure is made. `data/cards/figures.json` says by its id what it is and how it is drawn: title, `needs` (what the user's
 * frames must hold for it: `FEATURES`), the recipe (`dots`, `dumbbells`, `bars`, `intervals`, `curves`, `slopes`, `scatter`,
 * `heatmap`, `table`) with its options, and what of these differs by source. Its numbers stand in its paper's folder, in
 * `charts.ts`, `tables.ts` or a file of its own:
 * - `published`: the printed numbers as values (`values/published.ts` reads a table), or what follows from them, with the
 *   provenance `computed from published`; what is not printed is not drawn, or as `interval: "bounds"`;
 * - `computed`: the same from a metric's frame (`values/computed.ts`), the user's or the simulated one;
 * - `options` and `marks`: options that follow from the values, and what is drawn of these where that is not all; colours come
 *   from what a series is (`colors.ts`), order and names from the paper (`paper_order.ts`), the legend and the marks' tips from the
 *   values;
 * - `notes`: what must be said of the user's numbers where it is so (a warning); what is said of the paper's stands in
 *   `data/cards/words.json`: a caption of two lines at most, footnotes, a description, each for all sources or by source. Intervals,
 *   counts and what is simulated are said by the mechanism, from the values; where numbers come from, by the badge.
 *
 * Cards, tables of words, prompts and schematics are data whole (`data/cards`), laid out by `cards/plate.ts` and `schematic/tree.ts`;
 * what is drawn by code gives `draw` instead of values. `registry.ts` lists all; pictures are then rendered with
 * `deno task figures --only ID` and committed.
 *
 * @module
 */

// figures
export type { Drawing, FigureContext, FigureFormat, FigureSpec, LegendEntry, Panel } from "./figure_spec.ts";
export type { Provenance } from "./provenance.ts";
export { type Exportable, exportFigure, type ExportOptions } from "./export_figure.ts";
export { type LatexOptions, toLatex } from "./to_latex.ts";
export { figures, findFigure } from "./registry.ts";
export { type RenderedFigure, renderFigure } from "./render_figure.ts";

// charts of one's own, from a tidy metric frame
export {
  type Chart,
  chart,
  type ChartOptions,
  type OwnFigureOptions,
  type RawChartOptions,
} from "./chart.ts";
// raw rows of any frame
export { histogram, points } from "./raw_charts.ts";
export type { HistogramOptions, PointsOptions } from "./raw_charts.ts";

// recipes of charts
export { curves, type SlopeOptions, slopes } from "./recipes/curves.ts";
export { heatmap } from "./recipes/heatmap.ts";
export { type Recipe } from "./recipes/recipe.ts";
export { bars, dots, dumbbells, intervals } from "./recipes/rows.ts";
export { scatter } from "./recipes/scatter.ts";
export { table } from "./recipes/table.ts";
export { drawnSamples } from "./mm_judgebias/tiles.ts";
export { nineBiasesFigure } from "./mm_judgebias/fig6.ts";
export { operationsFigure, transformationsFigure } from "./mm_judgebias/tiles.ts";

// types of their options and results
export type { ComposeOptions } from "./compose.ts";
export type { NinePanelsOptions } from "./mm_judgebias/fig6.ts";
export type { Source } from "./provenance.ts";
export type { CurveOptions } from "./recipes/curve_panel.ts";
export type { HeatOptions } from "./recipes/heat_panel.ts";
export type { Channel, Drawn, Look, Unit } from "./recipes/recipe.ts";
export type { RowOptions } from "./recipes/row_numbers.ts";
export type { DumbbellOptions } from "./recipes/rows.ts";
export type { ScatterOptions } from "./recipes/scatter_panel.ts";
export type { NumberColumn, TableOptions } from "./recipes/table_options.ts";
export type { FigureId } from "./figure_spec.ts";
export type { RenderOptions } from "./render_figure.ts";
export type { MetricColumns } from "./values/computed.ts";
export type { Value } from "./values/value.ts";
export type { TableCell, TableColumn, TableDrawing, TableRow } from "./figure_spec.ts";
