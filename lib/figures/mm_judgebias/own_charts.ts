import type pl from "nodejs-polars";
import { BIAS_DIMENSIONS } from "../../results/bias_taxonomy.ts";
import { ownData, ownFigure, type OwnFigureOptions } from "../own_figure.ts";
import type { Provenance } from "../provenance.ts";
import { dots } from "../recipes/dots.ts";
import { INNER } from "../theme.ts";
import { valueOf } from "../values/value.ts";
import { integralityRobustnessMap } from "./integrality_robustness.ts";
import { dimensionLegend, leaderboardDots } from "./leaderboard.ts";
import { PROMPT_ROWS } from "./prompt_slopes.ts";
import type { ScoreValue } from "./score_values.ts";

/**
 * Dots of one's own judges from best to worst, one per dimension with its interval, from `reliabilitySummary`.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when a judge has several rows: choose a prompt first
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readScorePairs, reliabilitySummary } from "judgebias";
 * import { leaderboardFigure } from "judgebias/figures";
 *
 * const summary = reliabilitySummary(readScorePairs("data/examples/score_pairs.csv"));
 * const { svg } = await leaderboardFigure(summary, { title: "Two judges", provenance: "simulated" });
 * assert.match(svg, /Two judges/);
 * ```
 */
export async function leaderboardFigure(
  summary: pl.DataFrame,
  options: OwnFigureOptions,
): Promise<{ svg: string }> {
  const { data, values } = summaryValues("leaderboardFigure", summary, options, ["judge"]);
  return ownFigure({
    body: { kind: "panels", panels: [await leaderboardDots(values)], columns: 1 },
    legend: dimensionLegend(values),
    data,
  }, options);
}

/** The map of robustness against integrality, from `reliabilitySummary`; one row per judge, as in `leaderboardFigure`. */
export async function integralityRobustnessFigure(
  summary: pl.DataFrame,
  options: OwnFigureOptions,
): Promise<{ svg: string }> {
  const { data, values } = summaryValues("integralityRobustnessFigure", summary, options, ["judge"]);
  const { panel, legend } = await integralityRobustnessMap(values);
  return ownFigure({ body: { kind: "panels", panels: [panel], columns: 1 }, legend, data }, options);
}

/** Dots of the dimensions by judge and prompt with their intervals, from `reliabilitySummary` by judge and prompt. */
export async function promptSlopesFigure(
  summary: pl.DataFrame,
  options: OwnFigureOptions,
): Promise<{ svg: string }> {
  const { data, values } = summaryValues("promptSlopesFigure", summary, options, ["judge", "prompt"]);
  const drawn = values.map(({ judge, prompt, quantity, value, low, high, n, provenance }) =>
    valueOf({ keys: { judge, prompt }, quantity, value, low, high, n, provenance })
  );
  const { body, legend } = await dots({ ...PROMPT_ROWS, label: "BD or BC" })(drawn, { width: INNER });
  return ownFigure({ body, legend, data }, options);
}

/** A summary's rows as values, one per quantity that is not missing. */
function summaryValues(
  action: string,
  summary: pl.DataFrame,
  options: OwnFigureOptions,
  key: readonly string[],
): { data: pl.DataFrame; values: ScoreValue[] } {
  const data = ownData(action, summary, [...key, ...BIAS_DIMENSIONS, "overall", "low", "high", "n"], options);
  type Row = Record<string, number> & { judge: string; prompt?: string; provenance: Provenance };
  const rows = data.toRecords() as unknown as Row[];
  const names = rows.map((row) => key.map((name) => row[name]).join(", "));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new RangeError(`${action}: wanted one row each, found two of ${twice}`);
  const values = rows.flatMap((row) =>
    [...BIAS_DIMENSIONS, "overall"].map((quantity): ScoreValue => ({
      judge: row.judge,
      prompt: row.prompt ?? "score",
      quantity,
      value: row[quantity],
      low: quantity === "overall" ? row.low : row[`${quantity}_low`] ?? NaN,
      high: quantity === "overall" ? row.high : row[`${quantity}_high`] ?? NaN,
      n: row.n,
      noise: NaN,
      bold: false,
      provenance: row.provenance,
      spread_provenance: null,
    }))
  );
  return { data, values: values.filter(({ value }) => !Number.isNaN(value)) };
}
