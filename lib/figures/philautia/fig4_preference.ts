import type { FigureContext } from "../figure_spec.ts";
import { intervalNote, philautiaFigure, provenanceNote } from "./philautia_figure.ts";
import { cellLegend, preferenceFrame, preferencePanel, reachOf, settingTitle } from "./preference_panel.ts";
import { preferenceValues, settingsOf } from "./preference_values.ts";

const ROMAN = ["i", "ii", "iii", "iv"];

export const fig4 = philautiaFigure({
  file: "fig4_preference.ts",
  number: "Figure 4",
  title: "Who prefers whose captions: Φ̃ with and without references",
  kind: "chart",
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const frame = await context.frame("caption scores");
    const matrices = await Promise.all(
      settingsOf(frame).map((setting) => preferenceValues(frame, setting, context)),
    );
    const values = matrices.flatMap(({ values }) => values);
    const reach = reachOf(values);
    const own = values.filter(({ generator, evaluator }) => generator === evaluator);
    const positive = own.filter(({ value }) => value > 0).length;
    const noisy = new Set(
      values.filter(({ noisy }) => noisy).map(({ setting, evaluator }) => `${setting} ${evaluator}`),
    );
    return {
      body: {
        kind: "panels",
        columns: 1,
        panels: await Promise.all(
          matrices.map((matrix, i) =>
            preferencePanel(matrix, { title: settingTitle(matrix, ROMAN[i]), reach, cellHeight: 27 })
          ),
        ),
      },
      legend: cellLegend(values),
      data: preferenceFrame(values),
      caption:
        `Mean scores standardised by evaluator, then by generator; philautia scores on the outlined diagonal, ${positive} of ` +
        `${own.length} above 0. Red: the evaluator gives more than others do to captions of this quality, blue: less. ` +
        provenanceNote(values.map(({ provenance }) => provenance), context),
      footnotes: [
        `Every entry is relative to its row: no entry of n evaluators is beyond √(n − 1). 95% jackknife intervals over images are in the CSV. ${
          intervalNote(context)
        }`,
        ...(noisy.size > 0
          ? [
            `Noise of the means is more than 10% of the variance of ${noisy.size} evaluators' columns: their intervals may miss.`,
          ]
          : []),
      ],
      alt:
        `Heatmaps of preference by generator and evaluator; ${positive} of ${own.length} self-preferences are positive.`,
    };
  },
});
