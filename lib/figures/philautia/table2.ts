import { POMMS_COLUMN } from "../../ensemble/pomms_philautia.ts";
import { displayName } from "../display_names.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import type { Value } from "../values/value.ts";
import { ensembleMatrix, printedEnsemble } from "./ensemble_matrix.ts";
import { lastSetting, matrixOf, ORDER } from "./numbers.ts";
import { printedEntries } from "./preference_bounds.ts";

/** Entries of a generator by itself, and by the ensemble. */
function rowsOf(single: readonly Value[], ensemble: readonly Value[]): Value[] {
  const self = single.filter(({ keys }) => keys.generator === keys.evaluator)
    .map((value) => ({ ...value, keys: { ...value.keys, evaluator: "Self" } }));
  return [...self, ...ensemble.filter(({ keys }) => keys.evaluator === POMMS_COLUMN)];
}

export const table2: NamedFigure<"philautia-table2"> = figure("philautia-table2", {
  title: "Preference of each model for itself, and of Pomms",
  ownTitle: "Preference of each model for itself, and of an ensemble",
  notebook: "03_pomms",
  needs: ["splits"],
  frames: ["ratings", "caption scores"],
  published: () => rowsOf(printedEntries("ref_free"), printedEnsemble()),
  computed: async (context) => {
    const setting = await lastSetting(context);
    return rowsOf(await matrixOf(setting, context), (await ensembleMatrix(context)).values);
  },
  recipe: table({
    rows: "generator",
    head: "Generator",
    order: { rows: ORDER.models },
    unit: "number",
    decimals: 2,
    columns: [
      { label: "Self", quantity: "Φ̃", keys: { evaluator: "Self" } },
      { label: "Pomms", quantity: "Φ̃", keys: { evaluator: POMMS_COLUMN } },
    ],
    bold: "least",
  }),
  words: (values) => ({
    caption:
      `${
        displayName(values[0].keys.setting)
      } entries of Φ̃: each generator’s by itself (matrix of single evaluators) and by Pomms (matrix with it). ` +
      "Bold: nearer to 0.",
    published: [
      "Members of Pomms (iv): GPT-4o, InternVL2.5-8B, Eagle2-9B, LLaVA-OneVision-7B, DeepSeek-VL2. The mean of its column is 0.06, over its members " +
      "0.07; Table 1 says 0.15.",
    ],
    alt: "Table of models’ preference for themselves, and of an ensemble for them.",
  }),
});
