import { escapeXml } from "../figures/svg_text.ts";
import { type ChartRow, type ChartShape, intervalChart, shortened } from "./interval_chart.ts";
import type { Estimate, Line, Section, Unit } from "./report_types.ts";

/** The chart of a section. */
export function chartOf({ question, lines }: Section): string {
  return inShapes(chartRows(lines), {
    unit: lines[0]?.unit ?? question.unit,
    nullValue: lines[0]?.nullValue ?? question.nullValue,
    delta: question.delta,
    title: question.title,
  });
}

/** Charts are drawn for wide pages and for narrow ones. */
export const SHAPES: readonly ChartShape[] = ["wide", "narrow"];

/** A chart in both shapes; the style sheet shows the one that fits the page. */
function inShapes(
  rows: readonly ChartRow[],
  options: Omit<Parameters<typeof intervalChart>[1], "shape">,
): string {
  return SHAPES.map((shape) => intervalChart(rows, { ...options, shape })).join("");
}

/** A look's own picture, where it has one. */
export function lookChart({ look, estimates }: Section["looks"][number], unit: Unit, title: string): string {
  if (!look.chart) return "";
  const drawn = inShapes(chartRows(estimates), {
    unit: look.unit ?? unit,
    nullValue: NaN,
    delta: NaN,
    title,
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="Chart: ${
    escapeXml(title)
  }">${drawn}</div>`;
}

/** A line as a row of a chart. */
export function chartRow(line: Line): ChartRow {
  return { ...line, label: groupText(line), tone: line.verdict };
}

/** Rows of a chart; what all of them share (the one judge) is no part of their names. */
function chartRows(lines: readonly (Estimate & { verdict?: Line["verdict"] })[]): ChartRow[] {
  const shared = (name: string) =>
    lines.length > 1 && new Set(lines.map(({ group }) => group[name])).size === 1;
  return lines.map((line) => {
    const told = Object.entries(line.group).filter(([name]) => !shared(name));
    const label = groupText(told.length > 0 ? { group: Object.fromEntries(told) } : line);
    return { ...line, label, tone: line.verdict ?? "not tested" };
  });
}

/** What an estimate without a group is of. */
const WHOLE = "all rows";

/** Values of a group's columns, joined; long names are shortened in the middle. */
export function groupText({ group }: Pick<Estimate, "group">): string {
  return Object.values(group).map((value) => shortened(value, 48)).join(" · ") || WHOLE;
}
