import { BIAS_DIMENSIONS } from "../../results/bias_taxonomy.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { fixed } from "../theme.ts";
import { findValue, type Value } from "../values/value.ts";
import { MEAN_COLORS, MEAN_NAMES, MEANS, printedMeans, scores } from "./numbers.ts";

/** The mean of all first: judges are ranked by it. */
const BEST_FIRST = ["overall", ...BIAS_DIMENSIONS];

/** The means of every judge, from the best judge to the worst. */
const ranked = (values: readonly Value[]): Value[] => {
  const mean = ({ keys }: Value) => findValue(values, "overall", { judge: keys.judge })?.value ?? -Infinity;
  return values.filter(({ quantity }) => MEANS.includes(quantity)).sort((a, b) => mean(b) - mean(a));
};

export const leaderboard: NamedFigure<"mm-judgebias-leaderboard"> = figure("mm-judgebias-leaderboard", {
  title: "Leaderboard by dimension",
  frames: ["score pairs"],
  published: () => ranked(printedMeans()),
  computed: async (context) => ranked(await scores(context, "main", "score")),
  recipe: (values, look) => {
    const overall = values.filter(({ quantity }) => quantity === "overall");
    return dots({
      panels: "quantity",
      colors: MEAN_COLORS,
      names: {
        ...MEAN_NAMES,
        ...Object.fromEntries(
          overall.map(({ keys: { judge }, value }) => [judge, `${judge} · ${fixed(value, 3)}`]),
        ),
      },
      order: { panels: BEST_FIRST },
      unit: "number",
      decimals: 3,
      numbers: false,
      reach: [0, 1.12],
      ticks: [0, 0.5, 1],
      label: "Mean, 1 is reliable",
    })(values, look);
  },
  words: (_, { source }) => ({
    caption: `${
      source === "published"
        ? "Judges differ most in BD (Integrality, Congruity), least in"
        : "BD (Integrality, Congruity),"
    } BC (Robustness). Beside the name: the mean of all; 1 is reliable.`,
    alt: "Dot plot of integrality, congruity, robustness and overall reliability of the judges, best on top.",
  }),
});
