import type { FigureContext, LegendEntry } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth } from "../text_width.ts";
import { countRange, fixed, INK, INNER, SERIES, SIZE } from "../theme.ts";
import {
  intervalNote,
  orderedModels,
  philautiaFigure,
  provenanceNote,
  settingName,
} from "./philautia_figure.ts";
import { preferenceFrame } from "./preference_panel.ts";
import { type PreferenceValue, preferenceValues, settingsOf } from "./preference_values.ts";

/** Height of a model, and how far its settings are apart. */
const ROW = 36, APART = 14;

/** Dots and intervals of philautia scores, one row per model, one line in it per setting. */
export function scoreIntervals(
  values: readonly PreferenceValue[],
  { models, settings }: { models: readonly string[]; settings: readonly string[] },
) {
  const marginLeft = Math.ceil(Math.max(...models.map((name) => textWidth(name, SIZE.axis)))) + 10;
  const edges = values.flatMap(({ value, low, high }) => [value, low, high]).filter((x) => !Number.isNaN(x));
  const domain = [Math.min(0, ...edges), Math.max(...edges)];
  return themedPlot((Plot) => ({
    width: INNER,
    height: models.length * ROW + 44,
    marginLeft,
    marginRight: 44,
    marginTop: 6,
    marginBottom: 38,
    x: { domain, nice: true, label: "Philautia score", labelArrow: false, labelAnchor: "center" },
    y: { domain: models, label: null, padding: 0, tickSize: 0, type: "band" },
    marks: [
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.7 }),
      Plot.ruleX([0], { stroke: INK.soft }),
      ...settings.flatMap((setting, s) => {
        const own = values.filter((value) => value.setting === setting);
        const dy = (s - (settings.length - 1) / 2) * APART, color = SERIES[s];
        const known = own.filter(({ low, high }) => !Number.isNaN(low + high));
        return [
          Plot.ruleY(known, { y: "generator", x1: "low", x2: "high", dy, stroke: color, strokeWidth: 2 }),
          Plot.dot(own, {
            x: "value",
            y: "generator",
            dy,
            r: 4,
            fill: {
              value: (d: PreferenceValue) => d.provenance === "simulated" ? INK.paper : color,
              scale: null,
            },
            stroke: color,
            strokeWidth: 1.6,
          }),
          Plot.text(own, {
            x: ({ value, high }: PreferenceValue) => Number.isNaN(high) ? value : Math.max(value, high),
            y: "generator",
            dy,
            dx: 8,
            textAnchor: "start",
            text: ({ printed, value }: PreferenceValue) => printed?.replace("-", "−") ?? fixed(value, 2),
            fontSize: SIZE.note,
          }),
        ];
      }),
    ],
  }));
}

export const intervals = philautiaFigure({
  file: "intervals.ts",
  id: "philautia-intervals",
  number: "Own figure",
  title: "How sure is a philautia score?",
  kind: "chart",
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const frame = await context.frame("caption scores");
    const settings = settingsOf(frame);
    const matrices = await Promise.all(settings.map((setting) => preferenceValues(frame, setting, context)));
    const own = matrices.flatMap(({ values }) =>
      values.filter(({ generator, evaluator }) => generator === evaluator)
    );
    if (own.length === 0) {
      throw new RangeError("philautia-intervals: wanted a model that is generator and evaluator, found none");
    }
    const last = own.filter(({ setting }) => setting === settings.at(-1));
    const rank = new Map(last.map(({ generator, value }) => [generator, value]));
    const models = orderedModels(own.map(({ generator }) => generator))
      .sort((a, b) => (rank.get(b) ?? -Infinity) - (rank.get(a) ?? -Infinity));
    const simulated = own.filter(({ provenance }) => provenance === "simulated").length;
    const noisy = own.filter(({ noisy }) => noisy);
    const suffix = context.origin === "simulated" ? " (simulated)" : "";
    const legend: LegendEntry[] = [
      ...matrices.map(({ setting, images }, s) => ({
        label: `${settingName(setting)} (${countRange([images])} images)`,
        color: SERIES[s],
        glyph: "dot" as const,
      })),
      ...(simulated > 0 && simulated < own.length
        ? [{ label: "circle: simulated, not stated in the paper", color: INK.soft, glyph: "circle" as const }]
        : []),
      { label: `95% jackknife interval${suffix}`, color: INK.soft, glyph: "line" },
    ];
    return {
      body: {
        kind: "panels",
        columns: 1,
        panels: [{ svg: await scoreIntervals(own, { models, settings }) }],
      },
      legend,
      data: preferenceFrame(own),
      caption:
        "How much each model prefers its own captions, with what other images could have given: a jackknife over images, corrected for " +
        `the pull to 0 that noise causes. ${
          noisy.length === 0
            ? "In no evaluator's column is noise more than 10% of the variance"
            : `Noise is more than 10% of the variance in the column of ${
              noisy.map(({ generator, setting }) => `${generator} (${settingName(setting).toLowerCase()})`)
                .join(", ")
            }`
        }. ${provenanceNote(own.map(({ provenance }) => provenance), context, "Filled dots")}`,
      footnotes: [intervalNote(context)],
      alt: `Dots with intervals: philautia scores of ${models.length} models in ${settings.length} settings.`,
    };
  },
});
