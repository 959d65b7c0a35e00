import { standardize } from "../../metrics/standardize.ts";
import { PHILAUTIA_FACTS } from "../../papers/philautia.ts";
import { figure, type NamedFigure } from "../figure.ts";
import type { FigureContext } from "../figure_spec.ts";
import { heatmap, type HeatOptions } from "../recipes/heatmap.ts";
import { dots } from "../recipes/row_chart.ts";
import { below, type Recipe } from "../recipes/recipe.ts";
import { INK } from "../theme.ts";
import { type Value, valueOf, withoutInterval } from "../values/value.ts";
import { MATRIX, matrixOf, ORDER, settingsOf } from "./numbers.ts";

/** Name of the row and column that hold means; the writer of whose captions Figure 2 speaks. */
const MEAN = "mean", WRITER = "Gemini-2.5-Pro", PRINTED = "its captions";

const PANELS: Readonly<Record<string, string>> = {
  "mean score": "(i) Φ: mean scores",
  "z-score": "(ii) Standardised by evaluator",
};

const OPTIONS: HeatOptions = {
  ...MATRIX,
  panels: "quantity",
  names: PANELS,
  order: { rows: [...ORDER.models, MEAN], columns: [...ORDER.models, MEAN], panels: Object.keys(PANELS) },
};

/** Both panels have their own scale, red high and blue low as in the paper. */
const bothPanels: Recipe = async (values, look) => {
  const scores = values.filter(({ quantity }) => quantity === "mean score").map(({ value }) => value);
  return below(
    await Promise.all(
      ([["mean score", [Math.min(...scores), Math.max(...scores)]], ["z-score", [-3.25, 3.25]]] as const).map(
        (
          [label, domain],
        ) =>
          heatmap({ ...OPTIONS, label, domain })(values.filter(({ quantity }) => quantity === label), look),
      ),
    ),
  );
};

/** Five numbers are no matrix: a row for each evaluator of which one is printed. */
const whatIsPrinted = dots({
  rows: "evaluator",
  series: "captions",
  unit: "number",
  decimals: 2,
  names: { [MEAN]: "captions of all twelve: mean of a column", [PRINTED]: `captions of ${WRITER}` },
  colors: { [MEAN]: INK.text },
  order: { rows: ORDER.models, series: [MEAN, PRINTED] },
  label: "Mean score that an evaluator gives, 0 to 1",
  reach: [0, 1],
});

export const figA: NamedFigure<"philautia-figA"> = figure("philautia-figA", {
  title: "Mean scores that evaluators give",
  frames: ["caption scores"],
  published: () => {
    const cell = (captions: string, evaluator: string, value: number, decimals: number) =>
      valueOf({
        keys: { setting: "ref_based", captions, evaluator },
        quantity: "mean score",
        value,
        printed: value.toFixed(decimals),
        provenance: "published",
      });
    const { columnMeans, geminiCaptions } = PHILAUTIA_FACTS;
    return [
      ...Object.entries(geminiCaptions).map(([evaluator, value]) => cell(PRINTED, evaluator, value, 2)),
      ...columnMeans.filter(([setting]) => setting === "ref_based")
        .map(([, evaluator, value]) => cell(MEAN, evaluator, value, 3)),
    ];
  },
  computed: async (context: FigureContext) => {
    const frame = await context.frame("caption scores");
    const [setting] = settingsOf(frame);
    const scores = (await matrixOf(setting, context)).map((value) => ({
      ...withoutInterval(value),
      quantity: "mean score",
      value: value.more.phi,
      more: {},
    }));
    const models = (key: "generator" | "evaluator") => [...new Set(scores.map(({ keys }) => keys[key]))];
    const generators = models("generator"), evaluators = models("evaluator");
    const of = (g: string, e: string) =>
      scores.find(({ keys }) => keys.generator === g && keys.evaluator === e)!.value;
    const z = standardize(generators.map((g) => evaluators.map((e) => of(g, e))), "columns");
    const scaled = scores.map((value) => ({
      ...value,
      quantity: "z-score",
      value: z[generators.indexOf(value.keys.generator)][evaluators.indexOf(value.keys.evaluator)],
    }));
    return [...scores, ...scaled, ...meansOf(scores, "evaluator"), ...meansOf(scaled, "generator")];
  },
  recipe: (values, look) =>
    (values.some(({ quantity }) => quantity === "z-score") ? bothPanels : whatIsPrinted)(values, look),
  words: (values, { source }) =>
    source === "published"
      ? {
        caption:
          "What the paper pins down: of the 144 mean scores of its panel (i) two (Figure 2 bounds ten more by 0.80), and the means of " +
          "three columns; of the 144 z-scores of its panel (ii) none.",
        footnotes: [
          "Reference-based; for 0.761 (Figure 5) and for the two scores (Figure 2) the paper does not name the setting.",
        ],
        alt: "Dots: the five printed mean scores of four evaluators.",
      }
      : {
        caption:
          "Red high, blue low. Evaluators differ in mean and spread, hence (ii); generators still differ in their means, hence Φ̃.",
        alt: `Two heatmaps of ${
          new Set(values.map(({ keys }) => keys.generator)).size - 1
        } generators: mean scores, and the same standardised by evaluator.`,
      },
});

/** Means of the columns (by evaluator) or rows (by generator) as one more row or column. */
function meansOf(values: readonly Value[], key: "generator" | "evaluator"): Value[] {
  const across = key === "generator" ? "evaluator" : "generator";
  return [...new Set(values.map(({ keys }) => keys[key]))].map((model) => {
    const own = values.filter(({ keys }) => keys[key] === model);
    const value = own.reduce((sum, one) => sum + one.value, 0) / own.length;
    return { ...own[0], keys: { ...own[0].keys, [across]: MEAN }, value };
  });
}
