import { criterionCorrelation } from "../../metrics/criterion_correlation.ts";
import { pluralisticAccuracy } from "../../metrics/pluralistic_accuracy.ts";
import { tradeoffSensitivity } from "../../metrics/tradeoff_sensitivity.ts";
import { displayName } from "../display_names.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { heatmap } from "../recipes/heatmap.ts";
import { counted } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { humanLabels, TRIANGLE } from "./criterion_pairs.ts";
import { ORDER } from "./numbers.ts";

/** The paper's selection, and all items beside it: selecting conflicts pushes correlations down. */
const SELECTIONS = { conflict: tradeoffSensitivity, all: pluralisticAccuracy } as const;

export const fig8: NamedFigure<"multi-crit-fig8"> = figure("multi-crit-fig8", {
  title: "Correlation of criterion-level preferences",
  frames: ["criteria"],
  computed: async (context) => {
    const labels = await humanLabels(context);
    return (Object.keys(SELECTIONS) as (keyof typeof SELECTIONS)[]).flatMap((items) => {
      const sizes = SELECTIONS[items](labels, { by: ["split"] }).toRecords() as {
        split: string;
        n: number;
      }[];
      return computed(criterionCorrelation(labels, { by: ["split"], items, coefficient: "phi" }), {
        value: "correlation",
        quantity: "φ",
        keys: ["split", "criterion_a", "criterion_b"],
        provenance: context.origin,
      }).map((value) => ({
        ...value,
        keys: { items, ...value.keys },
        more: { items_n: sizes.find(({ split }) => split === value.keys.split)?.n ?? 0 },
      }));
    });
  },
  recipe: heatmap({
    ...TRIANGLE,
    panels: ["items", "split"],
    order: {
      panels: Object.keys(SELECTIONS).flatMap((items) => ORDER.splits.map((split) => `${items}\n${split}`)),
    },
    title: ([{ keys, more }]) =>
      `${displayName(keys.split)}, ${keys.items === "all" ? "all " : ""}${counted(more.items_n)} items${
        keys.items === "all" ? "" : " with a conflict"
      }`,
    domain: [-1, 1],
    label: "φ of people’s preferences by two criteria",
    note: ({ n }) => `n = ${counted(n)}`,
  }),
  words: {
    caption:
      "Above, as in the paper, only items whose criteria disagree: that alone pushes values down. Below, all items.",
    simulated: ["The paper prints no value and does not name its coefficient."],
    alt:
      "Heatmaps of the correlation of people’s preferences between criteria, a split each: items with a conflict above, all items below.",
  },
});
