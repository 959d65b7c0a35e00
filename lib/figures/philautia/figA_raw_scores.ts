import pl from "nodejs-polars";
import { PHILAUTIA_FACTS } from "../../papers/philautia.ts";
import type { FigureContext } from "../figure_spec.ts";
import { type HeatmapCell, heatmapPanel } from "../heatmap_panel.ts";
import type { Provenance } from "../provenance.ts";
import { countRange, fixed, INK, INNER } from "../theme.ts";
import { philautiaFigure, provenanceNote, settingName } from "./philautia_figure.ts";
import { preferenceValues, settingsOf } from "./preference_values.ts";

/** Name of the row and column that hold means. */
const MEAN = "mean";

/** A cell of either panel. */
interface RawCell extends HeatmapCell {
  panel: string;
  provenance: Provenance;
}

export const figA = philautiaFigure({
  file: "figA_raw_scores.ts",
  number: "Figure A",
  title: "Mean scores, and what is left of them after standardising by evaluator",
  kind: "chart",
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const frame = await context.frame("caption scores");
    const [setting] = settingsOf(frame);
    const { generators, evaluators, matrix, images } = await preferenceValues(frame, setting, context);
    const printed = new Map<string, number>(
      context.source === "published"
        ? PHILAUTIA_FACTS.columnMeans.filter(([where]) => where === setting).map((
          [, model, mean],
        ) => [model, mean])
        : [],
    );
    const place = (list: readonly string[], name: string) => list.indexOf(name);
    const value = (table: readonly (readonly number[])[], g: string, e: string) =>
      table[place(matrix.generators, g)][place(matrix.evaluators, e)];
    const average = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
    const cell = (
      panel: string,
      row: string,
      column: string,
      computed: number,
      published?: number,
    ): RawCell => ({
      panel,
      row,
      column,
      value: published ?? computed,
      text: published === undefined ? undefined : fixed(published, 3),
      marked: published !== undefined,
      outlined: row === column && row !== MEAN,
      provenance: published === undefined ? context.origin : "published",
    });
    const first = [
      ...generators.flatMap((g) => evaluators.map((e) => cell("i", g, e, value(matrix.phi, g, e)))),
      ...evaluators.map((e) =>
        cell("i", MEAN, e, average(generators.map((g) => value(matrix.phi, g, e))), printed.get(e))
      ),
    ];
    const second = generators.flatMap((g) => [
      ...evaluators.map((e) => cell("ii", g, e, value(matrix.byEvaluator, g, e))),
      cell("ii", g, MEAN, average(evaluators.map((e) => value(matrix.byEvaluator, g, e)))),
    ]);
    const common = { width: INNER, cellHeight: 26, rowTitle: "generators", columnTitle: "evaluators" };
    const all = [...first, ...second];
    const title = (number: string, what: string) =>
      `(${number}) ${what}, ${settingName(setting).toLowerCase()} (${countRange([images])} images)`;
    return {
      body: {
        kind: "panels",
        columns: 1,
        panels: [
          {
            title: title("i", "Mean scores Φ"),
            svg: await heatmapPanel(first, {
              ...common,
              rows: [...generators, MEAN],
              columns: evaluators,
              scale: "sequential",
              label: "mean score",
            }),
          },
          {
            title: title("ii", "Φ standardised by evaluator"),
            svg: await heatmapPanel(second, {
              ...common,
              rows: generators,
              columns: [...evaluators, MEAN],
              scale: "diverging",
              label: "z-score in the column",
            }),
          },
        ],
      },
      legend: printed.size > 0
        ? [{ label: `dot: published (${printed.size} means)`, color: INK.text, glyph: "dot" }]
        : [],
      data: pl.DataFrame({
        panel: all.map(({ panel }) => panel),
        setting: all.map(() => setting),
        generator: all.map(({ row }) => row),
        evaluator: all.map(({ column }) => column),
        value: all.map(({ value }) => value),
        images: all.map(() => images),
        provenance: all.map(({ provenance }) => provenance),
      }),
      caption:
        "Evaluators differ in mean and spread, which the first standardisation takes out; what is left of the row means is how good a " +
        `generator’s captions are, which the second takes out. ${
          provenanceNote(all.map(({ provenance }) => provenance), context)
        }`,
      alt: "Heatmaps of mean scores by generator and evaluator, and of the same standardised by evaluator.",
    };
  },
});
