import pl from "nodejs-polars";
import { philautia, type PhilautiaOptions } from "../../metrics/philautia.ts";
import { metricFrame } from "../../metrics/metric_table.ts";
import { philautiaIntervals } from "../../metrics/philautia_intervals.ts";
import { only } from "../../results/only.ts";
import { displayName } from "../display_names.ts";
import { figure, type NamedFigure } from "../figure.ts";
import type { FigureContext } from "../figure_spec.ts";
import { dots } from "../recipes/row_chart.ts";
import { fixed } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { findValue, overlay, type Value } from "../values/value.ts";
import { ORDER, settingsOf, strongest } from "./numbers.ts";
import { printedEntries } from "./preference_bounds.ts";

/** The estimators: their column, and the form of `philautiaIntervals` that has an interval of it. */
const ESTIMATORS = [["philautia", "standardized"], ["robust", null], [
  "double_centred",
  "double_centred",
]] as const;

/** The largest multiple of the median deviation in its place: one that is larger would squeeze all others. */
const FARTHEST = 9;

/** Ranks that differ by as much are spoken of. */
const FAR = 4;

export const estimators: NamedFigure<"philautia-estimators"> = figure("philautia-estimators", {
  title: "Three ways to measure self-preference",
  frames: ["caption scores"],
  computed: async (context: FigureContext) => {
    const values = await allEstimates(context);
    return context.source === "results" ? values : overlay(values, printedScores());
  },
  recipe: (values, look) =>
    dots({
      rows: "model",
      series: "setting",
      panels: "quantity",
      order: {
        rows: strongest(values, "philautia"),
        series: ORDER.settings,
        panels: ESTIMATORS.map(([name]) => name),
      },
      names: {
        philautia: "Φ̃, as in the paper",
        robust: "with median and MAD",
        double_centred: "in points of score",
      },
      each: {
        philautia: { unit: "number", decimals: 2, reach: [0], label: "standard deviations" },
        robust: { unit: "number", decimals: 2, reach: [0], label: "median deviations", upTo: FARTHEST },
        double_centred: { unit: "points", decimals: 1, reach: [0], label: "of 100" },
      },
    })(values, look),
  words: async (values, context) => {
    const frame = await context.frame("caption scores");
    const far = ORDER.settings.flatMap((setting) => {
      const own = values.filter(({ keys }) => keys.setting === setting);
      const places = ESTIMATORS.map(([quantity]) => strongest(own, quantity));
      const models = (places[0] ?? []).filter((model) => {
        const ranks = places.map((place) => place.indexOf(model));
        return Math.max(...ranks) - Math.min(...ranks) >= FAR;
      });
      return places[0].length > 0
        ? [`${models.length} of ${places[0].length} (${displayName(setting).toLowerCase()})`]
        : [];
    });
    const beyond = values.some(({ quantity, value }) => quantity === "robust" && value > FARTHEST)
      ? " An arrowhead: beyond the axis."
      : "";
    return {
      caption: `Between the three, ranks of ${far.join(" and ")} models differ by ${FAR} or more.`,
      footnotes: [
        "One evaluator far from all others stretches a row’s standard deviation and shrinks the rest of it; agreement of all others " +
        `makes small differences large in Φ̃; evaluators that use more of the scale weigh more in points. ${
          exampleOf(frame, values)
        }`,
        ...(context.origin === "simulated"
          ? [
            `Intervals, most of them inside their mark, describe the simulation’s noise, not the paper’s data. The median form has none.${beyond}`,
          ]
          : [
            `Intervals are about images alone: other prompts, runs and sets of models are another question. The median form has none.${beyond}`,
          ]),
      ],
      alt: `Dots of three estimators of self-preference, a row per model. Ranks differ for ${
        far.join(", ")
      } models.`,
    };
  },
});

/** Every estimate of every setting, with an interval over images where it has one. */
async function allEstimates(context: FigureContext): Promise<Value[]> {
  const frame = await context.frame("caption scores");
  return settingsOf(frame).flatMap((setting) => {
    // Every call looks through the whole of its frame.
    const own = only(frame, { setting }), table = estimatesOf(own, { setting });
    return ESTIMATORS.flatMap(([quantity, estimator]) => {
      const values = computed(table, {
        value: quantity,
        keys: ["setting", "model"],
        more: ["row_extreme"],
        provenance: context.origin,
      });
      if (estimator === null) return values;
      const sure = computed(philautiaIntervals(own, { setting, estimator }).filter(pl.col("is_self")), {
        value: "value",
        quantity,
        keys: ["setting", "generator"],
        provenance: context.origin,
      });
      return values.map((value) => {
        const found = findValue(sure, quantity, { generator: value.keys.model });
        return found ? { ...found, keys: value.keys, value: value.value, more: value.more } : value;
      });
    });
  });
}

/** The three estimates of every model that is generator and evaluator, and the most extreme entry of its row of Φ̃. */
function estimatesOf(frame: pl.DataFrame, options: PhilautiaOptions): pl.DataFrame {
  const [paper, robust, centred] = (["standardized", "robust", "double_centred"] as const).map((estimator) =>
    philautia(frame, { ...options, estimator })
  );
  const extreme = (row: readonly number[]) =>
    row.reduce((most, value) => Math.abs(value) > Math.abs(most) ? value : most, 0);
  const rows = Object.keys(paper.scores).map((model) => ({
    setting: options.setting,
    model,
    philautia: paper.scores[model],
    robust: robust.scores[model],
    double_centred: centred.scores[model],
    row_extreme: extreme(paper.phiTilde[paper.generators.indexOf(model)]),
  }));
  return metricFrame(["setting", "model"], "philautia robust double_centred row_extreme", rows);
}

/** The paper's scores: 23 of 24 are printed. */
function printedScores(): Value[] {
  return ORDER.settings.flatMap((setting) =>
    printedEntries(setting).filter(({ keys }) => keys.generator === keys.evaluator)
      .map((value) => ({ ...value, quantity: "philautia", keys: { setting, model: value.keys.generator } }))
  );
}

/** What leaving out the most extreme evaluator of all rows does to the score of that row. */
function exampleOf(frame: pl.DataFrame, values: readonly Value[]): string {
  const extremeOf = ({ more }: Value) => more.row_extreme;
  const [row] = values.filter((value) => value.quantity === "robust" && extremeOf(value) !== undefined)
    .sort((a, b) => Math.abs(extremeOf(b)) - Math.abs(extremeOf(a)));
  if (!row) return "";
  const { setting, model } = row.keys;
  const { generators, evaluators, phiTilde } = philautia(frame, { setting });
  const extreme = evaluators[phiTilde[generators.indexOf(model)].indexOf(extremeOf(row))];
  if (evaluators.length < 3 || extreme === model) return "";
  const without = estimatesOf(frame, { setting, exclude: [extreme] })
    .filter(pl.col("model").eq(pl.lit(model))).toRecords()[0] as Record<string, number> | undefined;
  const score = findValue(values, "philautia", { setting, model });
  if (!without || !score) return "";
  return `Here ${extreme} gives ${model} ${fixed(extremeOf(row), 2)} (${
    displayName(setting).toLowerCase()
  }): without that evaluator its score goes from ${fixed(score.value, 2)} to ${
    fixed(without.philautia, 3)
  }, in the median form from ${fixed(row.value, 2)} to ${fixed(without.robust, 2)}.`;
}
