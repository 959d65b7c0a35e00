import { adjustedBias } from "../../hypotheses/adjusted_bias.ts";
import { equalizedBias } from "../../hypotheses/equalized_bias.ts";
import { hypothesisTable } from "../../hypotheses/hypothesis_table.ts";
import { matchedBias } from "../../hypotheses/matched_bias.ts";
import { informativenessBias } from "../../metrics/informativeness_bias.ts";
import { only } from "../../results/only.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { intervals } from "../recipes/intervals.ts";
import { BENCHMARKS, JUDGES, tested } from "./numbers.ts";

/** The ways of equalising length, by what the tests call themselves. */
const WAYS = {
  "IB remains at equal length (equalised subset)": "equalised: padded to within 5 words",
  "IB remains at the same length difference (matched)": "matched on the length difference",
  "IB remains at equal length (regression)": "regression, at a difference of 0",
};

const BEFORE = "all pairs, as they are";

export const equalLength: NamedFigure<"hypotheses-equal-length"> = figure("hypotheses-equal-length", {
  title: "Informativeness bias at equal length, three ways",
  needs: ["informativeness", "lengths"],
  computed: async (context) => {
    const pairs = await context.frame("pairs");
    const base = only(pairs, { pipeline: "base", image: true, variant: "original" });
    const plain = informativenessBias(base, { by: ["benchmark", "judge"] });
    const table = hypothesisTable(pairs, [
      // Resamples serve the steps, shuffles a p-value: neither is shown here.
      (frame) => equalizedBias(frame, { replicates: 2 }),
      (frame) => matchedBias(frame, { shuffles: 0 }),
      adjustedBias,
    ]);
    const keys = ["benchmark", "judge"];
    const ways = tested(context, table, {
      value: "estimate",
      keys: [...keys, "hypothesis"],
      more: ["p_value", "p_adjusted"],
    }, { way: "" }).filter(({ value }) => !Number.isNaN(value));
    return [
      ...tested(context, plain, { value: "ib", keys, n: ["n_ids", "n_cds"] }, { way: BEFORE }),
      ...ways.map(({ keys: { hypothesis, ...keys }, ...value }) => ({
        ...value,
        keys: { ...keys, way: hypothesis },
      })),
    ].map((value) => ({ ...value, quantity: "IB" }));
  },
  recipe: intervals({
    panels: "benchmark",
    series: "way",
    names: WAYS,
    order: { rows: JUDGES, panels: BENCHMARKS, series: [BEFORE, ...Object.keys(WAYS)] },
    unit: "points",
    label: "IB (percentage points)",
  }),
  words: (values) => {
    const ways = values.filter(({ keys }) => keys.way !== BEFORE);
    const above = ways.filter(({ more, value }) => more.p_adjusted < 0.05 && value > 0).length;
    return {
      caption: `IB of the base pipeline; above 0 at equal length in ${above} of ${ways.length} tests (Holm).`,
      footnotes: [
        "The ways answer different questions: only padding changes the answers; matching averages over the differences that both " +
        "subsets have, regression is for none. A judge without padded answers has no mark of the first way.",
      ],
      alt:
        "Forest plot of informativeness bias per judge and benchmark: unadjusted and at equal length in three ways.",
    };
  },
});
