import { mean } from "simple-statistics";
import { mmJudgeBiasTable2 } from "../../papers/mm_judgebias.ts";
import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { levelsOf } from "../recipes/recipe.ts";
import { bars, dots } from "../recipes/rows.ts";
import { counted, fixed, INK } from "../theme.ts";
import { published } from "../values/published.ts";
import type { Value } from "../values/value.ts";
import { counts, printedCounts, SUBTOTAL, TOTAL, total, withSums } from "./counts.ts";
import { NAMES, ORDER, scores } from "./numbers.ts";

/** Colours of the kinds of judges that the paper tells apart, and of judges that it does not have. */
const CATEGORY_COLOR = {
  "Closed-source": "#0b4f8a",
  "Open-source": "#b04a00",
  "Critic": "#00766c",
  "Other": INK.soft,
};

/** Where the axis of a panel begins: higher only where no judge is below. Axes reach 1. */
const axisStart = (values: readonly Value[]): number =>
  [0.85, 0.7].find((start) => values.every(({ value }) => value >= start)) ?? 0;

/** The page's nine charts, one per bias type. */
export const sitePanels: readonly NamedFigure<`site-panel-${number}`>[] = BIAS_TAXONOMY.map((spec, i) => {
  const { type, label, metric } = spec, id = `site-panel-${i + 1}` as const;
  return figure(id, {
    title: `Judges by bias type: ${label}`,
    number: "Project page",
    file: "page",
    needs: [`bias_${type}`],
    published: () =>
      published("mm-judgebias-site-panels", {
        keys: { panel: "panel", judge: "model", category: "category", bias_type: "bias_type" },
        quantity: "metric",
        value: "value",
        percent: false,
      }).filter(({ keys }) => keys.panel === String(i + 1)),
    computed: async (context) => {
      const categories = new Map(mmJudgeBiasTable2().map(({ judge, category }) => [judge, category]));
      return (await scores(context, "main", "score")).filter(({ quantity }) => quantity === type)
        .map(({ keys: { judge }, ...value }) => ({
          ...value,
          keys: { judge, category: categories.get(judge) ?? "Other", bias_type: label },
          quantity: metric.toUpperCase(),
        }));
    },
    recipe: (values) => {
      // A plain sum would round the 0.8345 of Visual-Transformation down, against the paper's 0.835.
      const average = mean(values.map(({ value }) => value));
      return dots({
        ...{ series: "category", colors: CATEGORY_COLOR, order: { series: Object.keys(CATEGORY_COLOR) } },
        ...{ sort: true, unit: "number", decimals: 3 },
        label: `Bias ${metric === "bd" ? "deviation (BD)" : "conformity (BC)"}: 1 is a reliable judge`,
        at: [{ x: average, label: `mean of ${values.length}: ${fixed(average, 3)}` }],
        reach: [axisStart(values), 1],
        tick: {
          of: "noise",
          label: metric === "bd" ? "what noise from run to run gives (floor)" : "what noise leaves (ceiling)",
        },
      });
    },
    words: (values) => {
      const all = values.toSorted((a, b) => b.value - a.value);
      const least = fixed(all.at(-1)!.value, 3);
      const under = all.filter(({ value }) => value < 0.5).length,
        over = all.filter(({ value }) => value > 0.9).length;
      const found = metric === "bc"
        ? `${over} of ${all.length} judges ${
          over === 1 ? "keeps its" : "keep their"
        } scores within a tenth (BC above 0.9); none is below ${least}.`
        : under > 0
        ? `${under} of ${all.length} judges lower their scores by less than half of what they could (BD below 0.5).`
        : `All ${all.length} judges lower their scores nearly as far as they can: none is below ${least}.`;
      const axis = axisStart(values) === 0 ? "" : " The axis does not begin at 0.";
      return { found, axis, metric: metric.toUpperCase(), judges: all.length, type: label };
    },
  });
});

/** From pale to dark, as queries get harder. */
const DIFFICULTY_COLOR = { easy: "#5a9bd0", moderate: "#22699f", hard: "#0b2f52" };

export const siteDifficulty: NamedFigure<"site-difficulty"> = figure("site-difficulty", {
  title: "Difficulty by bias type",
  number: "Project page",
  file: "page",
  needs: ["difficulties"],
  published: () => printedCounts("difficulties"),
  computed: (context) => counts(context, "difficulties"),
  recipe: bars({
    ...{
      rows: "bias_type",
      panels: "difficulty",
      series: "difficulty",
      colors: DIFFICULTY_COLOR,
      names: NAMES,
    },
    order: { panels: ORDER.difficulties, series: ORDER.difficulties },
    ...{ unit: "number", decimals: 0, label: "Samples" },
  }),
  words: (values) => ({
    samples: counted(total(values)),
    levels: levelsOf("difficulty", values, [...ORDER.difficulties]).map((difficulty) =>
      `${counted(total(values.filter(({ keys }) => keys.difficulty === difficulty)))} are ${difficulty}`
    ).join(", "),
  }),
});

export const siteSunburst: NamedFigure<"site-sunburst"> = figure("site-sunburst", {
  title: "Samples by task and domain",
  number: "Project page",
  file: "page",
  needs: ["score_domains"],
  published: () => withSums(printedCounts("domains"), "domains").filter(({ keys }) => keys.domain !== TOTAL),
  computed: async (context) =>
    withSums(await counts(context, "domains"), "domains").filter(({ keys }) => keys.domain !== TOTAL),
  recipe: (values, look) => {
    // A sum stands in the heading of its parts.
    const sums = values.filter(({ keys }) => keys.domain === SUBTOTAL);
    return bars({
      ...{ rows: ["task_type", "domain"], series: [], unit: "number", decimals: 0, label: "Samples" },
      names: Object.fromEntries(
        sums.map(({ keys, value }) => [keys.task_type, `${keys.task_type}: ${counted(value)}`]),
      ),
    })(values.filter(({ keys }) => keys.domain !== SUBTOTAL), look);
  },
  words: (values) => ({ largest: largest(values), samples: counted(total(values)) }),
});

/** The task type with the most samples, and how many of all it has. */
function largest(values: readonly Value[]): string {
  const [{ keys, value }] = values.filter(({ keys }) => keys.domain === SUBTOTAL)
    .toSorted((a, b) => b.value - a.value);
  return `${keys.task_type}: ${counted(value)} of ${counted(total(values))} samples`;
}
