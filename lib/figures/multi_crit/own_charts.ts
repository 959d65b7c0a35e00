import type pl from "nodejs-polars";
import { ownData, ownFigure, type OwnFigureOptions } from "../own_figure.ts";
import { INK, SERIES } from "../theme.ts";
import { jointSlopes, referenceLegend, type SlopePoint, slopeReferences } from "./joint_slopes.ts";
import { mapPoints, mapReferences } from "./map_points.ts";
import { tradeoffMaps } from "./tradeoff_map.ts";

/**
 * Slopes from single to joint judging, a chart per metric and split, from `criteriaMetrics` (`judge, mode, split, metric,
 * value`, optionally `low, high, n`), with the judges of `referenceJudges` where these are given. A judge with and without thinking must be told apart by its name.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when a judge has several values of a metric for a mode and split
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { criteriaMetrics, readCriteria } from "judgebias";
 * import { jointSlopesFigure } from "judgebias/figures";
 *
 * const metrics = criteriaMetrics(readCriteria("data/examples/criteria.csv"));
 * const { svg } = await jointSlopesFigure(metrics, { title: "Joint judging", provenance: "simulated" });
 * assert.match(svg, /Joint judging/);
 * ```
 */
export async function jointSlopesFigure(
  metrics: pl.DataFrame,
  { references, ...options }: OwnFigureOptions & { references?: pl.DataFrame },
): Promise<{ svg: string }> {
  const data = ownData("jointSlopesFigure", metrics, ["judge", "mode", "split", "metric", "value"], options);
  const points = data.toRecords() as unknown as SlopePoint[];
  requireOne(
    "jointSlopesFigure",
    points.map(({ judge, mode, split, metric }) => `${metric} of ${judge}, ${mode}, ${split}`),
  );
  const judges = [...new Set(points.map(({ judge }) => judge))];
  return ownFigure({
    body: {
      kind: "panels",
      panels: await jointSlopes(points, judges, references && slopeReferences(references)),
      columns: 4,
    },
    legend: [
      ...judges.map((label, i) => ({ label, color: SERIES[i % SERIES.length], glyph: "line" as const })),
      ...(references ? referenceLegend() : []),
    ],
    data,
  }, options);
}

/**
 * The map of conflict matching against trade-off sensitivity, one per split, from `criteriaMetrics` (`judge, split, metric,
 * value, low, high, n`, optionally `mode, thinking`), with the judges of `referenceJudges` where these are given.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when a judge has several values of a metric for a mode, thinking and split
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { criteriaMetrics, readCriteria, referenceJudges } from "judgebias";
 * import { tradeoffMapFigure } from "judgebias/figures";
 *
 * const criteria = readCriteria("data/examples/criteria.csv");
 * const options = { title: "Trade-offs", references: referenceJudges(criteria), provenance: "simulated" as const };
 * const { svg } = await tradeoffMapFigure(criteriaMetrics(criteria), options);
 * assert.match(svg, /the human/);
 * ```
 */
export async function tradeoffMapFigure(
  metrics: pl.DataFrame,
  { references, ...options }: OwnFigureOptions & { references?: pl.DataFrame },
): Promise<{ svg: string }> {
  const wanted = ["judge", "split", "metric", "value", "low", "high", "n"];
  const data = ownData("tradeoffMapFigure", metrics, wanted, options);
  const points = mapPoints(data, options.provenance ?? "results");
  requireOne(
    "tradeoffMapFigure",
    (data.toRecords() as Record<string, unknown>[]).map(({ metric, judge, mode, thinking, split }) =>
      `${metric} of ${judge}, ${mode}, thinking ${thinking}, ${split}`
    ),
  );
  const marks = references ? mapReferences(references) : [];
  const judges = [...new Set(points.map(({ judge }) => judge))];
  return ownFigure({
    body: { kind: "panels", panels: await tradeoffMaps(points, marks, judges), columns: 2 },
    legend: [
      { label: "ring: thinking, or joint judging", color: INK.soft, glyph: "circle" as const },
    ],
    data,
  }, options);
}

/** Throws when a mark would stand twice: the frame holds groups that the chart cannot tell apart. */
function requireOne(action: string, names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) {
    throw new RangeError(`${action}: wanted one value each, found two for the ${twice}`);
  }
}
