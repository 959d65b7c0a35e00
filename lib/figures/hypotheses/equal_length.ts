import { biasAtEqualLength } from "../../hypotheses/bias_at_equal_length.ts";
import { equalizedBias } from "../../hypotheses/equalized_bias.ts";
import { hypothesisTable, type HypothesisTest } from "../../hypotheses/hypothesis_table.ts";
import { informativenessBias } from "../../metrics/informativeness_bias.ts";
import { only } from "../../results/only.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { intervals } from "../recipes/row_chart.ts";
import { RELATIVES } from "../../simulate/pairs_targets.ts";
import { PRINTED } from "../birch/numbers.ts";
import { findValue, type Value } from "../values/value.ts";
import { BENCHMARKS, JUDGES, tested } from "./numbers.ts";

/** The three ways as tests of the same pairs. */
const THREE_WAYS: readonly HypothesisTest[] = [
  (frame) => equalizedBias(frame),
  biasAtEqualLength,
  biasAtEqualLength.atZero,
];

/** The ways of equalising length, by what the tests call themselves. */
const WAYS = {
  "IB remains at equal length (equalised subset)": "padded to within 5 words, at no padding",
  "IB remains at the same length difference": "at the same length difference (matched)",
  "IB remains at a length difference of 0": "at a difference of 0 (regression)",
};

/** How many tests rest on no printed number: of a judge without an IB in the paper, or without one on this benchmark. */
function unprinted(ways: readonly Value[]): string {
  const printed = [...PRINTED.table2(), ...PRINTED.table8()];
  const without =
    ways.filter(({ keys: { judge, benchmark } }) =>
      !findValue(printed, "IB", { judge, benchmark, pipeline: "base" })
    ).length;
  const relatives = Object.entries(RELATIVES).map(([judge, other]) => `of ${other} for ${judge}`);
  return `${without} of the ${ways.length} tests have no printed IB behind them: the simulation takes that of the judge on another ` +
    `benchmark, or ${relatives.join(" and ")}.`;
}

const BEFORE = "all pairs, as they are";

export const equalLength: NamedFigure<"hypotheses-equal-length"> = figure("hypotheses-equal-length", {
  title: "Informativeness bias at equal length, three ways",
  needs: ["informativeness", "lengths"],
  computed: async (context) => {
    const pairs = only(await context.frame("pairs"), { pipeline: "base", image: true });
    const plain = informativenessBias(only(pairs, { variant: "original" }), { by: ["benchmark", "judge"] });
    const table = hypothesisTable(pairs, [...THREE_WAYS]);
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
      simulated: [unprinted(ways)],
      alt:
        "Forest plot of informativeness bias per judge and benchmark: unadjusted and at equal length in three ways.",
    };
  },
});
