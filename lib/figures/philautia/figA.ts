import { standardize } from "../../metrics/standardize.ts";
import { PHILAUTIA_FACTS } from "../../papers/philautia.ts";
import { figure, type NamedFigure } from "../figure.ts";
import type { FigureContext } from "../figure_spec.ts";
import { heatmap, type HeatOptions } from "../recipes/heatmap.ts";
import type { Recipe } from "../recipes/recipe.ts";
import { type Value, valueOf } from "../values/value.ts";
import { MATRIX, matrixOf, ORDER, settingsOf } from "./numbers.ts";

/** Name of the row and column that hold means. */
const MEAN = "mean";

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
  const panel = async (quantity: string, options: Partial<HeatOptions>) => {
    const own = values.filter((value) => value.quantity === quantity);
    if (own.length === 0) return [];
    const { body } = await heatmap({ ...OPTIONS, ...options })(own, look);
    return body.kind === "panels" ? body.panels : [];
  };
  const scores = values.filter(({ quantity, value }) => quantity === "mean score" && !Number.isNaN(value))
    .map((one) => one.value);
  const panels = [
    ...await panel("mean score", { label: "mean score", domain: [Math.min(...scores), Math.max(...scores)] }),
    ...await panel("z-score", { label: "z-score", domain: [-3.25, 3.25] }),
  ];
  return { body: { kind: "panels", panels, columns: 1 }, legend: [] };
};

export const figA: NamedFigure<"philautia-figA"> = figure("philautia-figA", {
  title: "Mean scores, and what is left of them after standardising by evaluator",
  frames: ["caption scores"],
  published: () => {
    const cell = (generator: string, evaluator: string, value: number, decimals: number) =>
      valueOf({
        keys: { setting: "ref_based", generator, evaluator },
        quantity: "mean score",
        value,
        printed: value.toFixed(decimals),
        provenance: "published",
      });
    const { columnMeans, geminiCaptions } = PHILAUTIA_FACTS;
    const gemini = "Gemini-2.5-Pro";
    const known = [
      ...Object.entries(geminiCaptions).map(([evaluator, value]) => cell(gemini, evaluator, value, 2)),
      ...columnMeans.filter(([setting]) => setting === "ref_based")
        .map(([, evaluator, value]) => cell(MEAN, evaluator, value, 3)),
    ];
    // All models have a row and a column, also those of which nothing is printed.
    const empty = ORDER.models.filter((model) =>
      !known.some(({ keys }) => keys.evaluator === model && keys.generator === model)
    )
      .map((model) => ({ ...cell(model, model, NaN, 2), printed: "" }));
    return [...known, ...empty];
  },
  computed: async (context: FigureContext) => {
    const frame = await context.frame("caption scores");
    const [setting] = settingsOf(frame);
    const scores = (await matrixOf(setting, context)).map((value) => ({
      ...value,
      quantity: "mean score",
      value: value.more.phi,
      more: {},
      low: NaN,
      high: NaN,
      interval: null,
      intervalProvenance: null,
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
  recipe: bothPanels,
  words: (values, { source }) =>
    source === "published"
      ? {
        caption:
          "Red high, blue low. The paper prints three means of columns and, in Figure 2, two scores that Gemini-2.5-Pro’s captions " +
          "get; of its second panel, z-scores by evaluator, it prints nothing.",
        footnotes: [
          "Reference-based; for 0.761 (Figure 5) and for the two scores (Figure 2) the paper does not name the setting.",
        ],
        alt:
          "Heatmap of mean scores by generator and evaluator with the five printed numbers, all other cells blank.",
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
