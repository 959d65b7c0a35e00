import type pl from "nodejs-polars";
import { referenceJudges } from "../../metrics/reference_judges.ts";
import type { CriteriaSplit } from "../../results/criteria_sets.ts";
import type { FigureContext, LegendEntry, Panel } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { themedPlot } from "../plot_document.ts";
import { countRange, INK, INNER, SERIES } from "../theme.ts";
import { type JudgeValue, judgeValueFrame, judgeValues } from "./judge_values.ts";
import {
  METRIC_NAMES,
  multiCritFigure,
  orderedSplits,
  provenanceNote,
  SPLIT_NAMES,
} from "./multi_crit_figure.ts";

/** A judge's metric in one mode. */
export interface SlopePoint {
  judge: string;
  mode: "single" | "joint";
  split: CriteriaSplit;
  metric: string;
  value: number;
  low?: number | null;
  high?: number | null;
  n?: number | null;
  /** Whether the interval of the paired difference contains 0; unknown by default. */
  unsettled?: boolean | null;
}

/** What a judge without judgment gets, in either mode. */
export interface SlopeReference {
  split: CriteriaSplit;
  metric: string;
  reference: string;
  value: number;
}

const PANELS = 4, HEIGHT = 205;

/** The judges without judgment that the charts show: how their lines look, and what they are. */
const REFERENCES: Record<string, { color: string; label: string }> = {
  random: { color: "#8d979f", label: "a coin for every criterion" },
  majority_side: { color: "#23282d", label: "for all criteria what most of them favour" },
};

/**
 * Small charts, a row per split and one per metric in it, of lines from single to joint judging, one per judge; a metric has
 * one scale in both splits. Intervals stand beside each other; a line is dashed where the paired difference may as well be 0.
 * Level dashed lines are the reference judges.
 */
export async function jointSlopes(
  points: readonly SlopePoint[],
  judges: readonly string[],
  references: readonly SlopeReference[] = [],
): Promise<Panel[]> {
  const known = (value: number | null | undefined): value is number =>
    typeof value === "number" && !Number.isNaN(value);
  const offset = (judge: string) => 0.055 * (judges.indexOf(judge) - (judges.length - 1) / 2);
  const x = (point: SlopePoint) => (point.mode === "joint" ? 1 : 0) + offset(point.judge);
  const y = (point: SlopePoint) => 100 * point.value;
  const color = {
    value: ({ judge }: SlopePoint) => SERIES[judges.indexOf(judge) % SERIES.length],
    scale: null,
  };
  const charts = orderedSplits(points.map(({ split }) => split)).flatMap((split) =>
    Object.keys(METRIC_NAMES).filter((metric) => points.some((p) => p.metric === metric && known(p.value)))
      .map((metric) => ({
        split,
        metric,
      }))
  );
  return await Promise.all(charts.map(async ({ split, metric }, c) => {
    const levels = references.filter((one) => one.metric === metric && one.value > 0);
    const ends = points.filter((point) => point.metric === metric).flatMap((
      { value, low, high },
    ) => [value, low, high]);
    const percents = [...ends.filter(known), ...levels.map(({ value }) => value)].map((value) => 100 * value);
    const top = Math.max(10, 10 * Math.ceil(Math.max(...percents) / 10));
    const domain = [Math.min(top - 10, 10 * Math.floor(Math.min(...percents) / 10)), top];
    const own = points.filter((point) =>
      point.split === split && point.metric === metric && known(point.value)
    );
    const counts = own.map(({ n }) => n).filter(known);
    const lines = (unsettled: boolean) => own.filter((point) => (point.unsettled ?? false) === unsettled);
    const svg = await themedPlot((Plot) => ({
      width: INNER / PANELS - 2,
      height: HEIGHT,
      marginLeft: 34,
      marginRight: 8,
      marginTop: 22,
      marginBottom: 26,
      x: {
        domain: [-0.3, 1.3],
        ticks: [0, 1],
        tickFormat: (d: number) => d === 0 ? "single" : "joint",
        label: null,
        tickSize: 0,
      },
      y: { domain, label: c % PANELS === 0 ? "%" : null, labelArrow: false, ticks: 5 },
      marks: [
        Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.7, ticks: 5 }),
        Plot.ruleY(levels.filter((one) => one.split === split), {
          y: ({ value }) => 100 * value,
          stroke: { value: ({ reference }: SlopeReference) => REFERENCES[reference].color, scale: null },
          strokeDasharray: "5 3",
        }),
        Plot.ruleX(own.filter(({ low, high }) => known(low) && known(high)), {
          x,
          y1: (point: SlopePoint) => 100 * point.low!,
          y2: (point: SlopePoint) => 100 * point.high!,
          stroke: color,
          strokeOpacity: 0.5,
        }),
        Plot.line(lines(false), { x, y, z: "judge", stroke: color, strokeWidth: 1.8 }),
        Plot.line(lines(true), {
          x,
          y,
          z: "judge",
          stroke: color,
          strokeWidth: 1.3,
          strokeDasharray: "3 2.5",
        }),
        Plot.dot(own, { x, y, r: 2.8, fill: color, stroke: "white", strokeWidth: 0.6 }),
      ],
    }));
    const where = `${METRIC_NAMES[metric].short}, ${SPLIT_NAMES[split].toLowerCase()}`;
    // A second line in every title keeps the charts of a row level.
    const counted = points.some(({ n }) => known(n));
    return { title: counted ? `${where}\n${counts.length > 0 ? countRange(counts) : "\u00a0"}` : where, svg };
  }));
}

/** Those of the rows of `referenceJudges` that the charts show. */
export function slopeReferences(references: pl.DataFrame): SlopeReference[] {
  const rows = references.toRecords() as unknown as SlopeReference[];
  return rows.filter(({ reference, value }) => REFERENCES[reference] && !Number.isNaN(value));
}

/** The legend's entries of the reference judges. */
export function referenceLegend(note = ""): LegendEntry[] {
  return Object.values(REFERENCES).map(({ color, label }) => ({
    label: label + note,
    color,
    glyph: "dashed",
  }));
}

/** A reference judge as a row of the CSV. */
function referenceValue(
  { split, metric, reference, value }: SlopeReference,
  provenance: Provenance,
): JudgeValue {
  return {
    pair: reference,
    judge: reference,
    role: "reference",
    split,
    metric: metric as JudgeValue["metric"],
    value,
    printed: null,
    low: NaN,
    high: NaN,
    n: NaN,
    n_clusters: NaN,
    p_value: NaN,
    test: null,
    provenance,
    spread_provenance: null,
  };
}

export const jointSlopesChart = multiCritFigure({
  file: "joint_slopes.ts",
  id: "multi-crit-joint-slopes",
  number: "Own figure",
  title: "From single to joint judging",
  kind: "chart",
  needs: ["modes"],
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const values = await judgeValues(context, "mode", { spread: true });
    const pairs = [...new Set(values.map(({ pair }) => pair))];
    const published = context.source === "published";
    const points = values.filter(({ role }) => role !== "difference").map((value): SlopePoint => {
      const difference = values.find((one) =>
        one.role === "difference" && one.pair === value.pair && one.split === value.split &&
        one.metric === value.metric
      );
      return {
        ...value,
        judge: value.pair,
        mode: value.role === "first" ? "joint" : "single",
        unsettled: !published && difference !== undefined && difference.low <= 0 && difference.high >= 0,
      };
    });
    // Judges without judgment need the human labels, of which the paper prints none.
    const references = published ? [] : slopeReferences(referenceJudges(await context.frame("criteria")));
    return {
      body: { kind: "panels", panels: await jointSlopes(points, pairs, references), columns: PANELS },
      legend: [
        ...pairs.map((label, i) => ({ label, color: SERIES[i % SERIES.length], glyph: "line" as const })),
        {
          label: published ? "95% interval of the printed counts" : "95% interval clustered by item",
          color: INK.soft,
          glyph: "interval" as const,
        },
        ...(published ? [] : referenceLegend()),
        ...(published ? [] : [{
          label: "interval of the paired difference contains 0",
          color: INK.soft,
          glyph: "dashed" as const,
        }]),
      ],
      data: judgeValueFrame([...values, ...references.map((one) => referenceValue(one, context.origin))]),
      caption: published
        ? "Each criterion in a call of its own (single), or all in one call (joint). PAcc: items right on every criterion; CMR: " +
          "conflicting pairs of criteria matched; TOS: items with a conflict where the judge’s preferences differ too."
        : "Each criterion in a call of its own (single), or all in one call (joint). Level lines: judges without judgment, from the " +
          `human labels. ${provenanceNote([context.origin], context)}`,
      footnotes: published
        ? [
          "PAcc and TOS are whole counts of items (299 and 206; 126 and 109, Gemini-2.5-Pro single 108): Wilson’s intervals. For CMR and the " +
          "average no counts of independent items are printed. Overlapping intervals do not decide about a paired difference.",
        ]
        : [],
      alt: `Lines from single to joint judging for ${pairs.join(", ")}: four metrics, two splits.`,
    };
  },
});
