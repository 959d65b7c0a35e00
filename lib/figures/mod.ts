/**
 * Every figure and table of the papers, and charts of one's own from a tidy frame of a metric. Charts, pixels and fonts load
 * when a figure is first rendered.
 *
 * @module
 */

// figures
export type { FigureSpec } from "./figure_spec.ts";
export type { Provenance } from "./provenance.ts";
export { exportFigure } from "./export_figure.ts";
export { figures, findFigure } from "./registry.ts";
export { type RenderedFigure, renderFigure } from "./render_figure.ts";

// charts of one's own, from a tidy metric frame
export { type Chart, chart, type ChartOptions } from "./chart.ts";
export { bars } from "./recipes/bars.ts";
export { curves } from "./recipes/curves.ts";
export { dots } from "./recipes/dots.ts";
export { dumbbells } from "./recipes/dumbbells.ts";
export { intervals } from "./recipes/intervals.ts";
export { type Recipe } from "./recipes/recipe.ts";
export { scatter } from "./recipes/scatter.ts";
export { table } from "./recipes/table.ts";
export { equalizationFigure } from "./hypotheses/equalization_slopes.ts";
export { forestFigure } from "./hypotheses/forest_chart.ts";
export { labelErrorFigure } from "./hypotheses/label_error_curves.ts";
export { partialEffectsFigure } from "./hypotheses/partial_effect_curves.ts";
export { drawnSamples } from "./mm_judgebias/drawn_samples.ts";
export { nineBiasesFigure } from "./mm_judgebias/fig6_nine_biases.ts";
export { operationsFigure, transformationsFigure } from "./mm_judgebias/operation_figures.ts";
export { philautiaIntervalsFigure, preferenceFigure } from "./philautia/own_charts.ts";
export { powerFigure } from "./hypotheses/power_curves.ts";
export {
  integralityRobustnessFigure,
  leaderboardFigure,
  promptSlopesFigure,
} from "./mm_judgebias/own_charts.ts";
export { jointSlopesFigure, tradeoffMapFigure } from "./multi_crit/own_charts.ts";
