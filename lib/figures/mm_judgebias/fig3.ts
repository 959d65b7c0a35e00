import pl from "nodejs-polars";
import { positionRobustness } from "../../metrics/position_robustness.ts";
import { verbosityRobustness } from "../../metrics/verbosity_robustness.ts";
import type { FigureContext } from "../figure_spec.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { computed } from "../values/computed.ts";

/** The user's pairs, or simulated ones in both orders: judges and values are invented, as the paper names neither. */
async function orderPairs(context: FigureContext): Promise<pl.DataFrame> {
  if (context.source === "results") return await context.frame("pairs");
  return (await import("../../simulate/score_pairs.ts")).simulateOrderPairs();
}

export const fig3: NamedFigure<"mm-judgebias-fig3"> = figure("mm-judgebias-fig3", {
  title: "Robustness to position and verbosity",
  needs: ["swapped", "verbose"],
  computed: async (context) => {
    const pairs = await orderPairs(context), by = ["judge"], provenance = context.origin;
    const original = pairs.filter(pl.col("variant").eq(pl.lit("original")));
    const values = [
      ...computed(positionRobustness(original, { by }), {
        value: "robustness",
        quantity: "position",
        provenance,
      }),
      ...computed(verbosityRobustness(pairs, { by }), {
        value: "robustness",
        quantity: "verbosity",
        provenance,
      }),
    ];
    return values.filter(({ value }) => !Number.isNaN(value)).sort((a, b) =>
      a.keys.judge < b.keys.judge ? -1 : 1
    );
  },
  recipe: dots({
    names: {
      position: "position: the same answer wins in both orders",
      verbosity: "verbosity: the original beats its padded version",
    },
    decimals: 0,
    label: "Robustness (% of pairs)",
  }),
  words: {
    caption:
      "How often the same one of two good answers wins in both orders, and how often an answer beats its padded version.",
    simulated: [
      "The paper prints no value and does not name its five judges. It says that position robustness differs widely, verbosity " +
      "robustness is lower, and the two go together: invented judges show that.",
    ],
    alt: "Dots of position and verbosity robustness per judge.",
  },
});
