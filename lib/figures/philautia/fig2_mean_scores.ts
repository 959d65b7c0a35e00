import pl from "nodejs-polars";
import { meanScores } from "../../metrics/mean_scores.ts";
import { PHILAUTIA_FACTS } from "../../papers/philautia.ts";
import type { FigureContext, LegendEntry } from "../figure_spec.ts";
import { countRange, INK } from "../theme.ts";
import {
  intervalNote,
  orderedModels,
  philautiaFigure,
  provenanceNote,
  settingName,
} from "./philautia_figure.ts";
import { preferenceValues, settingsOf } from "./preference_values.ts";
import { BAR_COLORS, type ScoreBar, scoreBars } from "./score_bars.ts";

/** A row of `meanScores`. */
export interface MeanScore {
  evaluator: string;
  n: number;
  mean: number;
  low: number;
  high: number;
}

/** The writer of the paper's example. */
const WRITER = "Gemini-2.5-Pro";

export const fig2 = philautiaFigure({
  file: "fig2_mean_scores.ts",
  number: "Figure 2",
  title: "What evaluators give to the captions of Gemini 2.5 Pro",
  kind: "chart",
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const frame = await context.frame("caption scores");
    const [setting] = settingsOf(frame);
    const { generators, images, matrix } = await preferenceValues(frame, setting, context);
    const writer = generators.includes(WRITER)
      ? WRITER
      : Object.entries(matrix.scores).sort((a, b) => b[1] - a[1])[0]?.[0] ?? generators[0];
    const printed: Record<string, number> = context.source === "published"
      ? PHILAUTIA_FACTS.geminiCaptions
      : {};
    const means = meanScores(frame, { setting, generator: writer }).toRecords() as unknown as MeanScore[];
    const bars = orderedModels(means.map(({ evaluator }) => evaluator)).map(
      (evaluator): ScoreBar & { n: number } => {
        const { mean, low, high, n } = means.find((row) => row.evaluator === evaluator)!;
        const published = printed[evaluator];
        return {
          evaluator,
          score: published ?? mean,
          printed: published?.toFixed(2) ?? null,
          low,
          high,
          mean: NaN,
          self: evaluator === writer,
          n,
          provenance: published === undefined ? context.origin : "published",
        };
      },
    );
    const higher = bars.filter(({ self, score }) =>
      !self && score > bars.find(({ self }) => self)!.score
    ).length;
    return {
      title: writer === WRITER ? undefined : `What evaluators give to the captions of ${writer}`,
      body: { kind: "panels", columns: 1, panels: [{ svg: await scoreBars(bars, { label: "Mean score" }) }] },
      legend: barLegend(bars, { writer, simulated: context.origin === "simulated" }),
      data: pl.DataFrame({
        setting: bars.map(() => setting),
        generator: bars.map(() => writer),
        evaluator: bars.map(({ evaluator }) => evaluator),
        mean_score: bars.map(({ score }) => score),
        low: bars.map(({ low }) => low),
        high: bars.map(({ high }) => high),
        n: bars.map(({ n }) => n),
        provenance: bars.map(({ provenance }) => provenance),
        spread_provenance: bars.map(() => context.origin),
      }),
      caption: `${settingName(setting)}, ${countRange([images])} images. ${
        higher === 0
          ? `Nobody else gives ${writer} as much as it gives itself`
          : `${higher} others give ${writer} more than it gives itself`
      }; whether that is preference only Φ̃ can tell, since evaluators differ in strictness. ` +
        provenanceNote(bars.map(({ provenance }) => provenance), context, "Solid bars"),
      footnotes: [
        intervalNote(context),
        ...(context.source === "results" ? [] : [
          "The paper does not name the setting of its two values; the simulation takes them as reference-based.",
        ]),
      ],
      alt: `Bars of the mean score by evaluator for captions of ${writer}.`,
    };
  },
});

/** Writer, others, hatching, intervals and diamonds: what occurs in the bars. */
export function barLegend(
  bars: readonly ScoreBar[],
  { writer, simulated }: { writer: string; simulated: boolean },
): LegendEntry[] {
  const hatched = bars.filter(({ provenance }) => provenance === "simulated").length;
  return [
    { label: `${writer} itself`, color: BAR_COLORS.self },
    { label: "other evaluators", color: BAR_COLORS.other },
    ...(hatched > 0
      ? [{
        label: hatched === bars.length ? "hatched: all simulated" : "hatched: simulated",
        color: INK.soft,
        glyph: "hatched" as const,
      }]
      : []),
    ...(bars.some(({ low }) => !Number.isNaN(low))
      ? [{
        label: `95% interval over images${simulated ? " (simulated)" : ""}`,
        color: INK.text,
        glyph: "line" as const,
      }]
      : []),
    ...(bars.some(({ mean }) => !Number.isNaN(mean))
      ? [{ label: "the evaluator’s mean over all captions", color: INK.text, glyph: "diamond" as const }]
      : []),
  ];
}
