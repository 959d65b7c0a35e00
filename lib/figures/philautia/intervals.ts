import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import type { Value } from "../values/value.ts";
import { allMatrices, ORDER, strongest } from "./numbers.ts";
import { printedEntries } from "./preference_bounds.ts";

const self = ({ keys }: Value) => keys.generator === keys.evaluator;

export const intervals: NamedFigure<"philautia-intervals"> = figure("philautia-intervals", {
  title: "Philautia scores with and without references",
  ownTitle: "How sure is a philautia score?",
  frames: ["caption scores"],
  published: () => ORDER.settings.flatMap((setting) => printedEntries(setting).filter(self)),
  computed: async (context) => {
    const own = (await allMatrices(context)).filter(self);
    if (own.length === 0) {
      throw new RangeError("philautia-intervals: wanted a model that is generator and evaluator, found none");
    }
    return own;
  },
  recipe: (values, look) =>
    dots({
      rows: "generator",
      series: "setting",
      order: { rows: strongest(values, "Φ̃", "generator"), series: ORDER.settings },
      unit: "number",
      decimals: 2,
      label: "Philautia score",
      reach: [0],
    })(values, look),
  words: (values, { source }) => {
    const above = values.filter(({ value }) => value > 0).length;
    const sure = values.filter(({ low }) => low > 0).length;
    return {
      caption: source === "published"
        ? `How much each model prefers its own captions: all ${values.length} printed scores are above 0. The order is that without references.`
        : `How much each model prefers its own captions, and what other images could have given: ${above} of ${values.length} ` +
          `are above 0${
            values.some(({ interval }) => interval === "95%") ? `, ${sure} with their whole interval` : ""
          }.`,
      published: [
        "Phi-3.5-Vision’s score with references is not printed. The paper gives no intervals; results of one’s own have them.",
      ],
      computed: [
        "Intervals are about images alone: other prompts, runs and sets of models are another question.",
      ],
      alt: `Dots: philautia scores of ${new Set(values.map(({ keys }) => keys.generator)).size} models.`,
    };
  },
});
