import { fixed } from "../../progress/told.ts";
import { mean } from "simple-statistics";
import { mmJudgeBiasTable2 } from "../../papers/mm_judgebias.ts";
import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import type { NumberFigure } from "../number_figure.ts";
import { counted } from "../theme.ts";
import { namesOf, pick, rekeyed, type Value } from "../values/value.ts";
import { counts, each, printedCounts, SUBTOTAL, TOTAL, withSums } from "./counts.ts";
import { scores } from "./numbers.ts";

const axisStart = (values: readonly Value[]): number =>
  [0.85, 0.7].find((start) => values.every(({ value }) => value >= start)) ?? 0;

const isSum = ({ keys }: Value) => keys.domain === SUBTOTAL;

function panelOf({ type, label, metric }: typeof BIAS_TAXONOMY[number], i: number): NumberFigure {
  return {
    title: `Judges by bias type: ${label}`,
    needs: [`bias_${type}`],
    published: () => pick(printedOf(`site-panel-${i + 1}`), { panel: String(i + 1) }),
    computed: async (context) => {
      const categories = new Map(mmJudgeBiasTable2().map(({ judge, category }) => [judge, category]));
      const values = pick(await scores(context, "main", "score"), { quantity: type });
      return rekeyed(values, ({ keys: { judge } }) => ({
        ...{ judge, category: categories.get(judge) ?? "Other", bias_type: label },
      })).map((value) => ({ ...value, quantity: metric.toUpperCase() }));
    },
    options: (values) => {
      // A plain sum would round the 0.8345 of Visual-Transformation down, against the paper's 0.835.
      const average = mean(values.map(({ value }) => value));
      return {
        label: `Bias ${metric === "bd" ? "deviation (BD)" : "conformity (BC)"}: 1 is a reliable judge`,
        at: values.length < 2
          ? []
          : [{ x: average, label: `mean of ${values.length}: ${fixed(average, 3)}` }],
        reach: [axisStart(values), 1],
        // One's own judges are of no category of the paper's.
        ...(namesOf(values, "category").length > 1 ? {} : { order: { series: [] } }),
        tick: {
          of: "noise",
          label: metric === "bd" ? "what noise from run to run gives (floor)" : "what noise leaves (ceiling)",
        },
      };
    },
  };
}

export const page: Specs = {
  ...Object.fromEntries(BIAS_TAXONOMY.map((bias, i) => [`site-panel-${i + 1}`, panelOf(bias, i)])),
  "site-difficulty": {
    published: () => printedCounts("difficulties"),
    computed: (context) => counts(context, "difficulties"),
    notes: each,
  },
  "site-sunburst": {
    published: () =>
      withSums(printedCounts("domains"), "domains").filter(({ keys }) => keys.domain !== TOTAL),
    computed: async (context) =>
      withSums(await counts(context, "domains"), "domains").filter(({ keys }) => keys.domain !== TOTAL),
    // A sum stands in the heading of its parts.
    options: (values) => ({
      names: Object.fromEntries(
        values.filter(isSum).map((
          { keys, value },
        ) => [keys.task_type, `${keys.task_type}: ${counted(value)}`]),
      ),
    }),
    marks: (values) => values.filter((value) => !isSum(value)),
  },
};
