import type pl from "nodejs-polars";
import type { LegendEntry, Panel } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { INK, INNER } from "../theme.ts";

/** A point of a curve with its interval. */
export interface CurvePoint {
  panel: string;
  series: string;
  x: number;
  y: number;
  low: number;
  high: number;
}

/** How curves are drawn. */
export interface CurveOptions {
  series: readonly { key: string; label: string; color: string; dashed?: boolean }[];
  xLabel: string;
  yLabel: string;
  columns: number;
  height?: number;
  /** Where x lies, for places that stand for something else (thresholds). */
  ticks?: { values: number[]; format: (x: number) => string };
  yDomain?: [number, number];
  /** Vertical and horizontal lines to read the curves by. */
  at?: { x?: number[]; y?: number[] };
  /** Single estimates of a panel with their interval along x. */
  marks?: (panel: string) => { x: number; y: number; low: number; high: number; color: string }[];
}

/**
 * Curves with bands of their intervals, a panel each: from a tidy frame with `panel, series, x, y, low, high` (y in fractions, drawn
 * in percent).
 */
export function intervalCurves(frame: pl.DataFrame, options: CurveOptions): Promise<Panel[]> {
  const { series, xLabel, yLabel, columns, height = 210, ticks, at = {}, marks = () => [] } = options;
  const points = (frame.toRecords() as unknown as CurvePoint[]).filter(({ y }) => !Number.isNaN(y));
  const panels = [...new Set(points.map(({ panel }) => panel))];
  const color = {
    value: (point: CurvePoint) => series.find(({ key }) => key === point.series)?.color ?? INK.soft,
    scale: null,
  };
  const dashed = series.filter((one) => one.dashed).map(({ key }) => key);
  const finite = points.flatMap(({ y, low, high }) => [y, low, high]).filter(Number.isFinite);
  const [bottom, top] = options.yDomain ??
    [Math.min(...at.y ?? [], ...finite), Math.max(...at.y ?? [], ...finite)];
  const xs = points.map(({ x }) => x);
  return Promise.all(panels.map(async (panel) => {
    const own = points.filter((point) => point.panel === panel);
    const lines = (isDashed: boolean) => own.filter((point) => dashed.includes(point.series) === isDashed);
    const banded = own.filter(({ low, high }) => !Number.isNaN(low + high));
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    // An interval that goes beyond the curves ends at the edge.
    const extra = marks(panel).map((mark) => ({
      ...mark,
      low: Math.max(left, mark.low),
      high: Math.min(right, mark.high),
    }));
    const svg = await themedPlot((Plot) => ({
      width: Math.floor(INNER / columns) - (columns > 1 ? 8 : 0),
      height,
      marginLeft: 44,
      marginRight: 14,
      marginTop: 22,
      marginBottom: 36,
      x: {
        domain: [left, right],
        label: xLabel,
        labelArrow: false,
        labelAnchor: "center",
        ...ticks ? { ticks: ticks.values, tickFormat: ticks.format } : {},
      },
      y: { domain: [100 * bottom, 100 * top], nice: true, label: yLabel, labelArrow: false, ticks: 6 },
      marks: [
        Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.8, ticks: 6 }),
        Plot.ruleX(at.x ?? [], { stroke: INK.soft, strokeDasharray: "4 3" }),
        Plot.ruleY((at.y ?? []).map((y) => 100 * y), { stroke: INK.text }),
        Plot.areaY(banded, {
          x: "x",
          y1: (point: CurvePoint) => 100 * point.low,
          y2: (point: CurvePoint) => 100 * point.high,
          z: "series",
          fill: color,
          fillOpacity: 0.16,
        }),
        ...[false, true].map((isDashed) =>
          Plot.line(lines(isDashed), {
            x: "x",
            y: (point: CurvePoint) => 100 * point.y,
            z: "series",
            stroke: color,
            strokeWidth: 2,
            ...isDashed ? { strokeDasharray: "5 3" } : {},
          })
        ),
        Plot.ruleY(extra.filter(({ low, high }) => !Number.isNaN(low + high)), {
          x1: "low",
          x2: "high",
          y: (mark: { y: number }) => 100 * mark.y,
          stroke: { value: "color", scale: null },
          strokeWidth: 2,
        }),
        Plot.dot(extra, {
          x: "x",
          y: (mark: { y: number }) => 100 * mark.y,
          r: 4,
          fill: "white",
          stroke: { value: "color", scale: null },
          strokeWidth: 1.8,
        }),
      ],
    }));
    return { title: panel, svg };
  }));
}

/** Legend of the curves. */
export function curveLegend(series: CurveOptions["series"]): LegendEntry[] {
  return series.map(({ label, color, dashed }) => ({ label, color, glyph: dashed ? "dashed" : "line" }));
}
