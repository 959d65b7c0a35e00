import { POMMS_COLUMN } from "../../ensemble/pomms_philautia.ts";
import type { FigureContext } from "../figure_spec.ts";
import { fixed } from "../theme.ts";
import { ensemblePreferences } from "./ensemble_preferences.ts";
import { philautiaFigure, provenanceNote } from "./philautia_figure.ts";
import { POMMS_NOTEBOOK } from "./pomms_values.ts";
import { cellLegend, preferenceFrame, preferencePanel, reachOf, settingTitle } from "./preference_panel.ts";

export const figD = philautiaFigure({
  file: "figD_with_pomms.ts",
  number: "Figure D",
  title: "Preference with an ensemble as one more evaluator",
  kind: "chart",
  frames: ["ratings", "caption scores"],
  needs: ["splits"],
  notebook: POMMS_NOTEBOOK,
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const { matrix, step, name } = await ensemblePreferences(context);
    const { values } = matrix;
    const own = values.filter(({ evaluator }) => evaluator === POMMS_COLUMN);
    const largest = own.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0);
    const diagonal = values.filter(({ generator, evaluator }) => generator === evaluator);
    const smallest = diagonal.length > 0
      ? diagonal.reduce((least, one) => one.value < least.value ? one : least)
      : null;
    const facts = `The ensemble’s largest entry is ${fixed(largest, 2)} in size${
      smallest ? `, the smallest philautia score ${fixed(smallest.value, 2)} (${smallest.generator})` : ""
    }.`;
    const panel = await preferencePanel(matrix, { title: settingTitle(matrix), reach: reachOf(values) });
    return {
      body: { kind: "panels", panels: [panel], columns: 1 },
      legend: cellLegend(values),
      data: preferenceFrame(values),
      caption: `Φ̃ with ${name} (${
        step.members.join(", ")
      }) as last column, standardised anew. ${facts} 95% intervals are in the CSV. ${
        provenanceNote(values.map(({ provenance }) => provenance), context)
      }`,
      footnotes: context.source === "results" ? [] : [
        "The paper prints 0.92 for the smallest philautia score here (Molmo-7B-D), and Table 2 its 0.86 without the ensemble.",
      ],
      alt:
        `Heatmap of preference by generator and evaluator, the last column an ensemble whose entries are within ±${
          fixed(largest, 2)
        }.`,
    };
  },
});
