import pl from "nodejs-polars";
import { POMMS_COLUMN } from "../../ensemble/pomms_philautia.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { TableCell } from "../table_spec.ts";
import { countRange, fixed } from "../theme.ts";
import { ensemblePreferences } from "./ensemble_preferences.ts";
import { philautiaFigure, provenanceNote, settingName } from "./philautia_figure.ts";
import { POMMS_NOTEBOOK } from "./pomms_values.ts";
import { preferenceFrame } from "./preference_panel.ts";
import type { PreferenceValue } from "./preference_values.ts";

export const table2 = philautiaFigure({
  file: "table2_ensemble_preference.ts",
  number: "Table 2",
  title: "Preference of each model for itself, and of an ensemble for each model",
  kind: "table",
  frames: ["ratings", "caption scores"],
  needs: ["splits"],
  notebook: POMMS_NOTEBOOK,
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const { matrix, single, step, name } = await ensemblePreferences(context);
    const printed = context.source === "published";
    const drawn: PreferenceValue[] = [];
    const cell = (values: readonly PreferenceValue[], generator: string, evaluator: string): TableCell => {
      const found = values.find((value) => value.generator === generator && value.evaluator === evaluator);
      if (!found) return { text: "–" };
      drawn.push(found);
      return {
        text: fixed(found.value, 2),
        note: printed ? undefined : `[${fixed(found.low, 2)}, ${fixed(found.high, 2)}]`,
      };
    };
    const rows = matrix.generators.map((generator) => ({
      cells: {
        generator,
        member: step.members.includes(generator) ? "member" : "",
        self: cell(single.values, generator, generator),
        pomms: cell(matrix.values, generator, POMMS_COLUMN),
      },
    }));
    return {
      body: {
        kind: "table",
        table: {
          columns: [
            { key: "generator", label: "Generator", align: "left" },
            { key: "member", label: `In ${name}`, align: "left" },
            { key: "self", label: "Self" },
            { key: "pomms", label: name },
          ],
          rows,
        },
      },
      data: printed ? printedFrame(drawn) : preferenceFrame(drawn),
      caption: `${
        settingName(matrix.setting)
      } entries of Φ̃: each generator’s by itself (matrix of single evaluators), and by ${name} (matrix with it).${
        printed
          ? ""
          : ` In brackets 95% jackknife intervals over ${
            countRange([matrix.images]).replace("n = ", "")
          } images.`
      } ${provenanceNote(drawn.map(({ provenance }) => provenance), context)}`,
      footnotes: printed
        ? ["The mean of the ensemble’s column is 0.06, over its members 0.07; the paper’s Table 1 says 0.15."]
        : [],
      alt: `Table of twelve models’ preference for themselves, and of ${name} for them.`,
    };
  },
});

/** Printed values alone: nothing that was computed stands beside them. */
function printedFrame(values: readonly PreferenceValue[]): pl.DataFrame {
  return pl.DataFrame(values.map(({ setting, generator, evaluator, value, provenance }) => ({
    setting,
    generator,
    evaluator,
    value,
    provenance,
  })));
}
