import { POMMS_COLUMN } from "../../ensemble/pomms_philautia.ts";
import { PHILAUTIA_FACTS } from "../../papers/philautia.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { heatmap } from "../recipes/heatmap.ts";
import { fixed } from "../theme.ts";
import { valueOf } from "../values/value.ts";
import { ensembleMatrix, printedEnsemble } from "./ensemble_matrix.ts";
import { knownMatrix, MATRIX, pinnedCounts } from "./numbers.ts";
import { boundsWithPomms } from "./preference_bounds.ts";

export const figD: NamedFigure<"philautia-figD"> = figure("philautia-figD", {
  title: "Φ̃ with Pomms as an evaluator",
  ownTitle: "Preference with an ensemble as an evaluator",
  notebook: "03_pomms",
  needs: ["splits"],
  frames: ["ratings", "caption scores"],
  published: () => {
    const molmo = "Molmo-7B-D";
    const own = valueOf({
      keys: { setting: "ref_free", generator: molmo, evaluator: molmo },
      quantity: "Φ̃",
      value: PHILAUTIA_FACTS.molmoWithPomms,
      printed: PHILAUTIA_FACTS.molmoWithPomms.toFixed(2),
      provenance: "published",
    });
    return [...knownMatrix("ref_free", boundsWithPomms(), [own]), ...printedEnsemble()];
  },
  computed: async (context) => (await ensembleMatrix(context)).values,
  recipe: heatmap({ ...MATRIX, names: { ref_free: "Reference-free", ref_based: "Reference-based" } }),
  words: (values, { source }) => {
    const largest = Math.max(
      ...values.filter(({ keys }) => keys.evaluator === POMMS_COLUMN).map(({ value }) => Math.abs(value)),
    );
    const self = values.filter(({ keys, value }) =>
      keys.generator === keys.evaluator && !Number.isNaN(value)
    );
    const least = self.length > 0 ? self.reduce((a, b) => b.value < a.value ? b : a) : null;
    const fact = `Pomms’ largest entry is ${fixed(largest, 2)} in size` +
      (least ? `, the smallest philautia score ${fixed(least.value, 2)} (${least.keys.generator}).` : ".");
    const { printed, computed, signs, ranges } = pinnedCounts(values);
    return source === "published"
      ? {
        caption:
          `${fact} Of 156 cells ${printed} are printed (bold), ${computed} follow from printed ones; ${signs} signs and ` +
          `${ranges} narrow ranges are certain.`,
        footnotes: [
          "A further evaluator leaves the other columns as they are, so that Table 2’s entry of Pomms turns a row of Figure 4 (ii) into one of this " +
          "matrix: Molmo’s 0.86 becomes 0.91 to 0.92, printed is 0.92. Computed entries are sure to ±0.01. The last column bounds each other entry.",
        ],
        alt:
          "Heatmap of what is known of preference with Pomms as thirteenth evaluator: its column and the diagonal.",
      }
      : {
        caption: `${fact} Columns and rows are standardised anew.`,
        footnotes: ["Intervals are in the CSV."],
        alt:
          `Heatmap of preference by generator and evaluator, the last column an ensemble with entries within ±${
            fixed(largest, 2)
          }.`,
      };
  },
});
