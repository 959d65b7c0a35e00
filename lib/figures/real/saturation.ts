import { saturation as saturated } from "../../metrics/saturation.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { computed } from "../values/computed.ts";
import { ranked, type Value } from "../values/value.ts";
import { credit, findingOf, NAMES, rowsOf, valuesOf } from "./numbers.ts";

const SHARE = "most_frequent_share";

/** Evaluators with fewer readable scores are left out of the public ones. */
const FEWEST = 1000;

export const saturation: NamedFigure<"real-saturation"> = figure("real-saturation", {
  title: "Scores on one value: saturation of the scale",
  notebook: "11_real_scores",
  frames: ["caption scores"],
  findings: () =>
    valuesOf(
      rowsOf("viescore", ({ quantity, n }) => quantity === SHARE && n >= FEWEST),
      ({ judge }) => ({ evaluator: judge, setting: "" }),
    ).map((value) => ({
      ...value,
      more: {
        most_frequent: findingOf("viescore", value.keys.evaluator, "most_frequent_value"),
        n_values: findingOf("viescore", value.keys.evaluator, "values_used"),
      },
    })),
  computed: async (context) => {
    const scores = await context.frame("caption scores");
    return computed(saturated(scores).rename({ value: "most_frequent" }), {
      value: "share",
      quantity: SHARE,
      keys: ["evaluator", "setting"].filter((name) => scores.columns.includes(name)),
      more: ["most_frequent", "n_values"],
      provenance: context.origin,
    }).filter(({ n }) => n > 0);
  },
  recipe: (values, look) =>
    dots({
      rows: "evaluator",
      panels: new Set(values.map(({ keys }) => keys.setting)).size > 1 ? "setting" : [],
      series: [],
      names: NAMES,
      order: { rows: ranked(values, SHARE, "evaluator") },
      reach: [0, 100],
      at: [50],
      label: "Scores on the most frequent value (%)",
    })(values, look),
  words: (values, { source }) => {
    const said = dominated(values);
    return {
      caption: said,
      footnotes: [
        ...source === "findings" ? [credit("viescore")] : [],
        `Most frequent value (and how many are in use): ${
          [...values].sort((a, b) => b.value - a.value).slice(0, 6).map(({ keys, more }) =>
            `${NAMES[keys.evaluator] ?? keys.evaluator}: ${
              Number(more.most_frequent.toFixed(3))
            } (${more.n_values})`
          ).join("; ")
        }${
          values.length > 6 ? "; and so on" : ""
        }. The value was picked by the same scores: among many alike its share leans upward.`,
      ],
      alt: `Share of the most frequent score per evaluator, with intervals. ${said}`,
    };
  },
});

/** How many scales one value dominates, as far as the intervals tell. */
export function dominated(values: readonly Value[]): string {
  const above = values.filter(({ low }) => low > 0.5).length,
    below = values.filter(({ high }) => high < 0.5).length;
  const open = values.length - above - below;
  return `${above} of ${values.length} evaluators ${
    above === 1 ? "gives" : "give"
  } more than half of their scores to one value, ${below} fewer${
    open > 0 ? `; ${open} ${open === 1 ? "stays" : "stay"} open` : ""
  }.`;
}
