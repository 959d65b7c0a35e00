import type pl from "nodejs-polars";
import { equalizedBias } from "../../hypotheses/equalized_bias.ts";
import { takeRows } from "../../hypotheses/conditions.ts";
import { groupRows, metricFrame } from "../../metrics/metric_table.ts";
import { factor } from "../../results/factor.ts";
import { only } from "../../results/only.ts";
import type { Specs } from "../figure.ts";
import { rangeText, signed } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { computed } from "../values/computed.ts";
import { JUDGES } from "./numbers.ts";

/** A judge's place in the paper. */
const place = ({ keys }: Value) => (JUDGES as readonly string[]).indexOf(keys.judge);

/** The least and the largest change by a step, in points. */
function range(values: readonly Value[], step: string): string {
  const own = values.filter(({ keys }) => keys.step.startsWith(step)).map(({ value }) => 100 * value);
  return rangeText(own, (value) => signed(value, 1));
}

/** The steps of every judge and benchmark whose pairs were lengthened. */
function stepsOf(pairs: pl.DataFrame): pl.DataFrame {
  const by = ["benchmark", "judge"].filter((name) => pairs.columns.includes(name));
  const variant = factor(pairs.getColumn("variant")), code = variant.levels.indexOf("length_equalized");
  const rows = groupRows(pairs, by).flatMap(({ key, rows }) =>
    !rows.some((row) => variant.codes[row] === code)
      ? []
      : equalizedBias(takeRows(pairs, rows)).steps.map(({ name, pValue, clusters, ...step }) => ({
        ...key,
        ...step,
        step: name,
        p_value: pValue,
        n_clusters: clusters,
      }))
  );
  return metricFrame(by, "step:key estimate low high p_value n:count n_clusters:count", rows);
}

export const equalizationSteps: Specs = {
  "hypotheses-equalization-steps": {
    computed: async (context) =>
      computed(stepsOf(only(await context.frame("pairs"), { pipeline: "base", image: true })), {
        value: "estimate",
        quantity: "IB",
        keys: ["benchmark", "judge", "step"],
        more: ["p_value"],
        // In the paper's order, so that a judge without a name has one letter here and beside it.
      }).sort((a, b) => place(a) - place(b)),
    words: (values) => ({ equalised: range(values, "equalisation"), selected: range(values, "selection") }),
  },
};
