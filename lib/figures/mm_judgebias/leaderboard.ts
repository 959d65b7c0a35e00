import type { Drawing, FigureContext, Panel } from "../figure_spec.ts";
import { BIAS_DIMENSIONS } from "../../results/bias_taxonomy.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth } from "../text_width.ts";
import { countRange, fixed, INK, INNER, SIZE } from "../theme.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { DIMENSIONS, provenanceNote } from "./score_rows.ts";
import {
  publishedMainValues,
  type ScoreValue,
  scoreValueFrame,
  scoreValuesOf,
  withSpread,
} from "./score_values.ts";

/** Where a dimension's mark stands above or below a judge's line, in pixels. */
const OFFSETS: Record<string, number> = { integrality: -4.5, congruity: 0, robustness: 4.5, overall: 0 };

const QUANTITIES = [...BIAS_DIMENSIONS, "overall"];

/** Dots of judges from best to worst: one per dimension with its interval, and the mean of all types. */
export async function leaderboardDots(values: readonly ScoreValue[]): Promise<Panel> {
  const overall = values.filter(({ quantity }) => quantity === "overall").sort((a, b) => b.value - a.value);
  const judges = overall.map(({ judge }) => judge);
  const own = values.filter(({ quantity, judge }) => QUANTITIES.includes(quantity) && judges.includes(judge));
  const counts = own.map(({ n }) => n).filter((n) => !Number.isNaN(n));
  const svg = await themedPlot((Plot) => ({
    width: INNER,
    height: 46 + 21 * judges.length,
    marginLeft: Math.ceil(Math.max(...judges.map((judge) => textWidth(judge, SIZE.axis)))) + 12,
    marginRight: 46,
    marginTop: 4,
    marginBottom: 36,
    y: { domain: judges, label: null, tickSize: 0, padding: 0.2 },
    x: {
      domain: [0, 1],
      label: "BD (integrality, congruity) and BC (robustness)",
      labelArrow: false,
      labelAnchor: "center",
    },
    marks: [
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.8 }),
      Plot.ruleY(judges, { stroke: INK.faint, y: (judge: string) => judge, x1: 0, x2: 1 }),
      ...BIAS_DIMENSIONS.flatMap((dimension) => {
        const dots = own.filter(({ quantity }) => quantity === dimension);
        const look = { y: "judge", dy: OFFSETS[dimension] };
        return [
          Plot.ruleY(dots.filter(({ low }) => !Number.isNaN(low)), {
            ...look,
            x1: "low",
            x2: "high",
            stroke: DIMENSIONS[dimension].color,
            strokeOpacity: 0.7,
          }),
          Plot.dot(dots, { ...look, x: "value", r: 3.2, fill: DIMENSIONS[dimension].color }),
        ];
      }),
      Plot.ruleY(overall.filter(({ low }) => !Number.isNaN(low)), {
        y: "judge",
        x1: "low",
        x2: "high",
        stroke: INK.text,
        strokeWidth: 1.4,
      }),
      Plot.dot(overall, {
        y: "judge",
        x: "value",
        r: 4,
        symbol: "diamond",
        fill: INK.text,
        stroke: "white",
        strokeWidth: 0.8,
      }),
      Plot.text(overall, {
        y: "judge",
        x: () => 1,
        text: ({ value }: ScoreValue) => fixed(value, 3),
        textAnchor: "start",
        dx: 8,
        fontWeight: "bold",
      }),
    ],
  }));
  return { ...(counts.length > 0 ? { title: `${countRange(counts)} samples per judge` } : {}), svg };
}

/** Legend of the dimensions and what else is drawn. */
export function dimensionLegend(values: readonly ScoreValue[], spread = "") {
  const dots = Object.values(DIMENSIONS).map(({ label, color }) => ({ label, color, glyph: "dot" as const }));
  const intervals = values.some(({ low }) => !Number.isNaN(low));
  return [
    ...dots,
    { label: "mean of all bias types (diamond, number)", color: INK.text, glyph: "dot" as const },
    ...(intervals
      ? [{ label: `95% interval clustered by sample${spread}`, color: INK.soft, glyph: "line" as const }]
      : []),
  ];
}

/** Means of the dimensions and of all types: published with simulated intervals, or computed. */
export async function dimensionValues(context: FigureContext): Promise<ScoreValue[]> {
  const computed = await scoreValuesOf(context, "main", "score");
  const values = context.source === "published" ? withSpread(publishedMainValues(), computed) : computed;
  const kept = values.filter(({ quantity }) => QUANTITIES.includes(quantity));
  if (kept.length === 0) {
    throw new RangeError(
      "figure: wanted rows of the nine bias types (column bias_type) with a score, found none that count",
    );
  }
  return kept;
}

/** The words about published values with simulated intervals that a legend needs. */
export function spreadMark(values: readonly ScoreValue[]): string {
  return values.some(({ spread_provenance }) => spread_provenance === "simulated") ? " (simulated)" : "";
}

export function allSources(values: readonly ScoreValue[]) {
  return values.flatMap(({ provenance, spread_provenance }) =>
    spread_provenance ? [provenance, spread_provenance] : [provenance]
  );
}

export const leaderboard = mmJudgebiasFigure({
  file: "leaderboard.ts",
  id: "mm-judgebias-leaderboard",
  number: "Own figure",
  title: "Leaderboard by dimension",
  kind: "chart",
  available: ["published", "simulated"],
  build: async (context): Promise<Drawing> => {
    const values = await dimensionValues(context);
    return {
      body: { kind: "panels", panels: [await leaderboardDots(values)], columns: 1 },
      legend: dimensionLegend(values, spreadMark(values)),
      data: scoreValueFrame(values),
      caption: `Judges by the mean of BD and BC over the nine bias types.${
        context.source === "published"
          ? " They differ most in integrality and congruity, little in robustness."
          : ""
      } ${provenanceNote(allSources(values), context)}`,
      alt:
        "Dot plot of integrality, congruity, robustness and overall reliability of the judges, best on top.",
    };
  },
});
