import { mean } from "simple-statistics";
import { mmJudgeBiasTable2 } from "../../papers/mm_judgebias.ts";
import { BIAS_TAXONOMY, type BiasSpec } from "../../results/bias_taxonomy.ts";
import { figure, type NamedFigure } from "../figure.ts";
import type { FigureContext } from "../figure_spec.ts";
import { dots } from "../recipes/row_chart.ts";
import type { Recipe } from "../recipes/recipe.ts";
import { fixed, INK } from "../theme.ts";
import { published } from "../values/published.ts";
import type { Value } from "../values/value.ts";
import { scores } from "./numbers.ts";

/** Colours of the kinds of judges that the paper tells apart, and of judges that it does not have. */
const CATEGORY_COLOR = {
  "Closed-source": "#0b4f8a",
  "Open-source": "#c46a12",
  "Critic": "#00766c",
  "Other": INK.soft,
};

/** The page's values of a bias type. */
function printed(panel: number): Value[] {
  return published("mm-judgebias-site-panels", {
    keys: { panel: "panel", judge: "model", category: "category", bias_type: "bias_type" },
    quantity: "metric",
    value: "value",
    percent: false,
  }).filter(({ keys }) => keys.panel === String(panel));
}

/** The same from results, from the best judge to the worst, with what noise from run to run gives. */
async function measured(context: FigureContext, { type, label, metric }: BiasSpec): Promise<Value[]> {
  const categories = new Map(mmJudgeBiasTable2().map(({ judge, category }) => [judge, category]));
  const own = (await scores(context, "main", "score")).filter(({ quantity }) => quantity === type);
  return own.sort((a, b) => b.value - a.value).map(({ keys: { judge }, ...value }) => ({
    ...value,
    keys: { judge, category: categories.get(judge) ?? "Other", bias_type: label },
    quantity: metric.toUpperCase(),
  }));
}

/** A row per judge, coloured by its kind, and a line at their mean. */
function panelRecipe({ metric }: BiasSpec): Recipe {
  const what = metric === "bd" ? "Bias deviation (BD)" : "Bias conformity (BC)";
  return async (values, look) => {
    // A plain sum would round the 0.8345 of Visual-Transformation down, against the paper's 0.835.
    const average = mean(values.map(({ value }) => value));
    const { legend = [], ...drawn } = await dots({
      series: "category",
      colors: CATEGORY_COLOR,
      order: { series: Object.keys(CATEGORY_COLOR) },
      unit: "number",
      decimals: 3,
      label: `${what}: 1 is a reliable judge`,
      at: [average],
      // One scale for all nine: differences are read from panel to panel.
      reach: [0, 1],
      ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
      tick: {
        of: "noise",
        label: metric === "bd" ? "what noise from run to run gives (floor)" : "what noise leaves (ceiling)",
      },
    })(values, look);
    const label = `mean of the ${values.length} judges: ${fixed(average, 3)}`;
    return { ...drawn, legend: [...legend, { label, color: INK.soft, glyph: "dashed" }] };
  };
}

/** The page's nine charts, one per bias type. */
export const sitePanels: readonly NamedFigure<`site-panel-${number}`>[] = BIAS_TAXONOMY.map((spec, i) => ({
  ...figure(`site-panel-${i + 1}`, {
    title: `Judges by bias type: ${spec.label}`,
    number: "Project page",
    file: "site_panels",
    needs: [`bias_${spec.type}`],
    published: () => printed(i + 1),
    computed: (context) => measured(context, spec),
    recipe: panelRecipe(spec),
    words: (values) => ({
      caption: spec.metric === "bd"
        ? "How far the score falls, as a share of how far it could, when the input no longer supports the response."
        : "How closely the score stays where nothing that matters has changed.",
      alt: `${spec.metric.toUpperCase()} of ${values.length} judges for ${spec.label}, from ${
        fixed(values[0].value, 3)
      } to ${fixed(values[values.length - 1].value, 3)}.`,
    }),
  }),
}));
