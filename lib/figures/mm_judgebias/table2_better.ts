import { BIAS_DIMENSIONS } from "../../results/bias_taxonomy.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { findValue, type Value } from "../values/value.ts";
import { MEAN_NAMES, MEANS, printedMeans, scores } from "./numbers.ts";

const OFF = "does not think", ON = "thinks first";

/** What tells a model's two rows apart: `X (think)` and `X`, `X-Thinking` and `X-Instruct`. */
const MARK = / \(think\)$|-(Instruct|Thinking)$/;

/** The judges that stand twice, without and with thinking, as one model each. */
function paired(values: readonly Value[]): Value[] {
  const named = values.filter(({ quantity }) => MEANS.includes(quantity)).map((value): Value => ({
    ...value,
    keys: {
      judge: value.keys.judge.replace(MARK, ""),
      thinking: / \(think\)$|-Thinking$/.test(value.keys.judge) ? ON : OFF,
    },
  }));
  return named.filter(({ keys, quantity }) =>
    [OFF, ON].every((thinking) => findValue(named, quantity, { ...keys, thinking }))
  );
}

export const table2Better: NamedFigure<"mm-judgebias-table2-better"> = figure("mm-judgebias-table2-better", {
  title: "What thinking changes",
  number: "Table 2, redrawn",
  kind: "chart",
  frames: ["score pairs"],
  published: () => paired(printedMeans()),
  computed: async (context) => paired(await scores(context, "main", "score")),
  recipe: dumbbells({
    panels: "quantity",
    columns: 2,
    series: "thinking",
    from: OFF,
    to: ON,
    colors: { [OFF]: "#8a96a3", [ON]: "#0b4f8a" },
    names: MEAN_NAMES,
    order: { panels: ["overall", ...BIAS_DIMENSIONS] },
    unit: "number",
    decimals: 3,
    label: "Mean, 1 is reliable",
  }),
  words: (values) => ({
    caption: `${fallen(values)} Between two dots: their gap.`,
    footnotes: [
      "The upper and the lower charts have different scales. Gaps are differences of the unrounded means.",
    ],
    alt: `Two joined dots per model and dimension, without and with thinking. ${fallen(values)}`,
  }),
});

/** Which models thinking makes less reliable over all types. */
function fallen(values: readonly Value[]): string {
  const overall = values.filter(({ quantity, keys }) => quantity === "overall" && keys.thinking === ON);
  const down = overall.filter(({ value, keys }) =>
    value < findValue(values, "overall", { ...keys, thinking: OFF })!.value
  ).map(({ keys }) => keys.judge);
  const rose = overall.length - down.length;
  return `Thinking raises the mean of ${rose} of ${overall.length} models${
    down.length > 0 && down.length < 4 ? `, and lowers that of ${down.join(", ")}` : ""
  }.`;
}
