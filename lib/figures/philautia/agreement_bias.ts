import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { displayName } from "../display_names.ts";
import { inOrder } from "../in_order.ts";
import type { Value } from "../values/value.ts";
import { lastSetting } from "./numbers.ts";
import { BENCHMARKS, CAPTIONS, computedSteps, printedSteps } from "./pomms_values.ts";

/** τ-b on the first benchmark, and one number of bias. */
function bothOf(values: readonly Value[]): Value[] {
  const [benchmark] = inOrder(values.map(({ keys }) => keys.dataset), BENCHMARKS).filter((name) =>
    name !== CAPTIONS
  );
  return values.filter(({ keys, quantity }) =>
    quantity === "tau_b" ? keys.dataset === benchmark : /^(phi_score|over_members)$/.test(quantity)
  ).map((value) => ({ ...value, quantity: value.quantity === "tau_b" ? "tau_b" : "bias" }));
}

export const agreementBias: NamedFigure<"philautia-agreement-bias"> = figure("philautia-agreement-bias", {
  title: "Agreement with humans against bias, as members join",
  notebook: "03_pomms",
  frames: ["ratings", "caption scores"],
  needs: ["splits"],
  published: () => bothOf(printedSteps()),
  computed: async (context) => bothOf(await computedSteps(context, true)),
  recipe: (values, look) =>
    dots({
      rows: "evaluators",
      series: "group",
      panels: "quantity",
      names: {
        tau_b: `Agreement on ${values.find(({ quantity }) => quantity === "tau_b")?.keys.dataset}`,
        bias: "Preference for itself or its members",
      },
      order: { panels: ["tau_b", "bias"] },
      each: {
        tau_b: { label: "Kendall’s τ-b × 100" },
        bias: { label: "Philautia (Φ̃); 0: none", unit: "number", decimals: 2, reach: [0, -1.2] },
      },
    })(values, look),
  words: async (_, context) => {
    const published = context.source === "published";
    const setting = published ? "ref_free" : await lastSetting(context);
    return {
      caption: `Right, ${displayName(setting).toLowerCase()}: ${
        published
          ? "the philautia score of a model, and what the paper calls that of an ensemble."
          : "the philautia score of a model, and the mean of an ensemble’s entries of Φ̃ for its members."
      }`,
      alt:
        "Dots by row, single evaluators and the ensemble as members join: agreement with humans on the left, preference on the right.",
    };
  },
});
