import { figure, type NamedFigure } from "../figure.ts";
import { bars } from "../recipes/row_chart.ts";
import { counted } from "../theme.ts";
import { counts, printedCounts, total } from "./counts.ts";
import { NAMES, ORDER } from "./numbers.ts";

/** From pale to dark, as queries get harder. */
const COLORS = { easy: "#8fc3a1", moderate: "#d9a300", hard: "#a8234a" };

export const siteDifficulty: NamedFigure<"site-difficulty"> = figure("site-difficulty", {
  title: "Difficulty by bias type",
  number: "Project page",
  needs: ["difficulties"],
  published: () => printedCounts("difficulties"),
  computed: (context) => counts(context, "difficulties"),
  recipe: bars({
    rows: "bias_type",
    panels: "difficulty",
    series: "difficulty",
    colors: COLORS,
    names: NAMES,
    order: { panels: ORDER.difficulties, series: ORDER.difficulties },
    unit: "number",
    decimals: 0,
    label: "Samples",
  }),
  words: (values) => ({
    caption: "How many easy, moderate and hard samples each bias type has; the page stacks these bars.",
    alt: `Bars of ${counted(total(values))} samples by bias type, a chart for each difficulty.`,
  }),
});
