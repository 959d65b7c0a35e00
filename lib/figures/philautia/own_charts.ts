import type pl from "nodejs-polars";
import { heatmapPanel } from "../heatmap_panel.ts";
import { ownData, ownFigure, type OwnFigureOptions } from "../own_figure.ts";
import { INNER, SERIES } from "../theme.ts";
import { scoreIntervals } from "./intervals.ts";
import { orderedModels, settingName } from "./philautia_figure.ts";
import type { PreferenceValue } from "./preference_values.ts";

/** Words and look of a heatmap of one's own. */
export interface PreferenceFigureOptions extends OwnFigureOptions {
  /** What the colours mean: `preference (Φ̃)`. */
  label?: string;
  /** `sequential` for values without a middle, such as mean scores. */
  scale?: "diverging" | "sequential";
  decimals?: number;
}

/**
 * An annotated heatmap from a tidy frame with `generator, evaluator, value` (one row per cell): the builder of the philautia
 * paper's figures 4, 6 and A, for one's own numbers. The diagonal is outlined.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when a cell is missing or there twice
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { philautiaIntervals, readCaptionScores } from "judgebias";
 * import { preferenceFigure } from "judgebias/figures";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const entries = philautiaIntervals(scores, { setting: "ref_free" });
 * const { svg } = await preferenceFigure(entries, { title: "Three models" });
 * assert.match(svg, /Three models/);
 * ```
 */
export async function preferenceFigure(
  frame: pl.DataFrame,
  { label = "preference (Φ̃)", scale = "diverging", decimals = 2, ...options }: PreferenceFigureOptions,
): Promise<{ svg: string }> {
  const data = ownData("preferenceFigure", frame, ["generator", "evaluator", "value"], options);
  const cells = data.toRecords() as unknown as { generator: string; evaluator: string; value: number }[];
  const svg = await heatmapPanel(
    cells.map(({ generator, evaluator, value }) => ({ row: generator, column: evaluator, value })),
    {
      rows: orderedModels(cells.map(({ generator }) => generator)),
      columns: orderedModels(cells.map(({ evaluator }) => evaluator)),
      scale,
      label,
      decimals,
      rowTitle: "generators",
      columnTitle: "evaluators",
      width: INNER,
    },
  );
  return ownFigure({ body: { kind: "panels", panels: [{ svg }], columns: 1 }, data }, options);
}

/**
 * Dots and intervals of philautia scores from the frame of `philautiaIntervals` (one setting, or several joined): the builder
 * of `philautia-intervals`, for one's own numbers. Rows of other entries than philautia scores are left out.
 *
 * @throws {TypeError} when the frame lacks a column
 */
export async function philautiaIntervalsFigure(
  frame: pl.DataFrame,
  options: OwnFigureOptions,
): Promise<{ svg: string }> {
  const wanted = ["setting", "generator", "is_self", "value", "low", "high"];
  const all = ownData("philautiaIntervalsFigure", frame, wanted, options);
  const data = all.filter(all.getColumn("is_self"));
  const values = data.toRecords() as unknown as PreferenceValue[];
  const settings = [...new Set(values.map(({ setting }) => setting))].sort();
  const models = orderedModels(values.map(({ generator }) => generator));
  return ownFigure({
    body: {
      kind: "panels",
      panels: [{ svg: await scoreIntervals(values, { models, settings }) }],
      columns: 1,
    },
    legend: settings.map((setting, s) => ({ label: settingName(setting), color: SERIES[s], glyph: "dot" })),
    data,
  }, options);
}
