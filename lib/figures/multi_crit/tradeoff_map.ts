import { referenceJudges } from "../../metrics/reference_judges.ts";
import type { FigureContext } from "../figure_spec.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots, dumbbells, type RowOptions } from "../recipes/row_chart.ts";
import { below, type Recipe } from "../recipes/recipe.ts";
import { INK } from "../theme.ts";
import { computed } from "../values/computed.ts";
import type { Value } from "../values/value.ts";
import {
  comparedWays,
  type Comparison,
  COMPARISONS,
  DIFFERENCE,
  judgeMetrics,
  NAMES,
  pairsOfWays,
  printedComparison,
  withExactInterval,
} from "./numbers.ts";

/** Judges without judgment that are shown, and what they are called. */
const REFERENCES: Readonly<Record<string, string>> = {
  human: "the human",
  random: "random",
  one_side: "one side throughout",
};

/** Seeing a trade-off, then solving it. */
const METRICS = ["tradeoff_sensitivity", "conflict_matching_rate"];

/** What is compared, each with colours of its own, and the judges that are compared with nothing. */
const PARTS: readonly { experiment: string; title: string; comparison?: Comparison; colors?: string[] }[] = [
  {
    experiment: "Thinking",
    title: "Without and with thinking",
    comparison: "thinking",
    colors: ["#6b3fa0", "#8fb339"],
  },
  { experiment: "Joint judging", title: "Single and joint judging", comparison: "mode" },
  { experiment: "", title: "Judges in one way, and judges without judgment in closed form" },
];

const ROWS = {
  rows: ["split", "judge"],
  panels: "quantity",
  columns: 2,
  names: { ...NAMES, ...REFERENCES, "no-think": "without thinking", think: "with thinking" },
  order: { panels: METRICS },
  label: "%",
} as const satisfies RowOptions;

/** Judges without a partner have one colour that no way of judging has. */
const ALONE: RowOptions = {
  ...ROWS,
  series: "experiment",
  colors: { "": INK.text },
  ticks: [0, 20, 40, 60, 80, 100],
};

/** A block of rows per comparison, each on axes of its own. */
const blocks: Recipe = async (values, look) => {
  const parts = PARTS.map((part) => ({
    ...part,
    // Two decimals, as printed, are for the tables.
    own: values.filter(({ keys }) => keys.experiment === part.experiment).map((one) => ({
      ...one,
      printed: null,
    })),
  })).filter(({ own }) => own.length > 0);
  const drawn = await Promise.all(parts.map(({ own, comparison, colors = [] }) => {
    if (comparison === undefined) return dots(ALONE)(own, look);
    const { from, to } = COMPARISONS[comparison];
    const given = colors.length > 0 ? { [from]: colors[0], [to]: colors[1] } : {};
    return dumbbells({ ...ROWS, series: "way", from, to, colors: given })(own, look);
  }));
  const { body, legend = [], intervals } = below(drawn);
  return {
    body: { ...body, panels: body.panels.map((panel, i) => ({ ...panel, title: parts[i].title })) },
    // What stands in both blocks comes after the marks.
    legend: [
      ...legend.filter(({ glyph }) => glyph !== "range"),
      ...legend.filter(({ glyph }) => glyph === "range"),
    ],
    intervals,
  };
};

/** Whether a value is one of the two numbers that are shown. */
const shown = ({ quantity, value, keys }: Value) =>
  METRICS.includes(quantity) && keys.way !== DIFFERENCE && !Number.isNaN(value);

/** Judges of a frame that are in no comparison, and judges without judgment. */
async function alone(context: FigureContext): Promise<Value[]> {
  const criteria = await context.frame("criteria");
  const wayOf = ({ judge, mode, thinking }: Record<string, unknown>) => [judge, mode, thinking].join("\n");
  const paired = new Set(
    (["thinking", "mode"] as const).flatMap((comparison) =>
      pairsOfWays(criteria, comparison).flatMap(({ ways }) => ways.map((way) => wayOf({ ...way })))
    ),
  );
  const judges = (await judgeMetrics(context)).filter(({ keys }) => !paired.has(wayOf(keys)));
  const references = computed(referenceJudges(criteria), {
    value: "value",
    metric: "metric",
    keys: ["reference", "split"],
    provenance: context.origin,
  }).filter(({ keys }) => REFERENCES[keys.reference])
    .toSorted((a, b) =>
      Object.keys(REFERENCES).indexOf(a.keys.reference) - Object.keys(REFERENCES).indexOf(b.keys.reference)
    );
  return [
    ...judges.map(({ keys: { judge, mode, thinking, split }, ...value }) => ({
      ...value,
      keys: { experiment: "", judge, way: thinking === "true" ? `${mode} think` : mode, split },
    })),
    ...references.map(({ keys: { reference, split }, ...value }) => ({
      ...value,
      keys: { experiment: "", judge: reference, way: "reference", split },
    })),
  ];
}

export const tradeoffMap: NamedFigure<"multi-crit-tradeoff-map"> = figure("multi-crit-tradeoff-map", {
  title: "Seeing trade-offs and solving them",
  frames: ["criteria"],
  published: () =>
    PARTS.flatMap(({ experiment, comparison }) =>
      comparison === undefined ? [] : printedComparison(comparison).filter(shown).map(withExactInterval)
        .map((value) => ({ ...value, keys: { experiment, ...value.keys } }))
    ),
  computed: async (context) => {
    const criteria = await context.frame("criteria");
    const compared = await Promise.all(PARTS.map(async ({ experiment, comparison }) => {
      if (comparison === undefined || pairsOfWays(criteria, comparison).length === 0) return [];
      return (await comparedWays(context, comparison))
        .map((value) => ({ ...value, keys: { experiment, ...value.keys } }));
    }));
    return [...compared.flat(), ...await alone(context)].filter(shown);
  },
  recipe: blocks,
  words: (values) => ({
    caption:
      "Left: differs by criterion where people do. Right: conflicting pairs exactly as people. Between marks: the difference, in points.",
    published: [
      "Tables 16 and 18; TOS with Wilson’s interval of its counts (206 and 109 items with a conflict, Gemini-2.5-Pro single 108). A judge that tosses a coin for " +
      "every criterion gets a quarter of the pairs right. Both halves have scales of their own.",
    ],
    alt: `Trade-off sensitivity and conflict matching of ${
      [...new Set(values.map(({ keys }) => keys.judge))].join(", ")
    }, each with two ways of judging joined.`,
  }),
});
