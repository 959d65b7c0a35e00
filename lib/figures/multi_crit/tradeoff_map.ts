import { referenceJudges } from "../../metrics/reference_judges.ts";
import { pairName } from "../../papers/multi_crit.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { scatter, type ScatterOptions } from "../recipes/scatter.ts";
import { computed } from "../values/computed.ts";
import type { Value } from "../values/value.ts";
import {
  COMPARISONS,
  DIFFERENCE,
  judgeMetrics,
  ORDER,
  printedComparison,
  withExactInterval,
} from "./numbers.ts";

/** Judges without judgment that the map shows, and what they are called on it. */
const REFERENCES: Readonly<Record<string, string>> = {
  random: "random",
  one_side: "one side throughout",
  human: "the human",
};

const MAP: ScatterOptions = {
  points: "judge",
  panels: ["experiment", "split"],
  columns: 2,
  x: { quantity: "tradeoff_sensitivity", label: "Trade-off sensitivity, TOS (%)" },
  y: { quantity: "conflict_matching_rate", label: "Conflict matching, CMR (%)" },
  named: "all",
  names: REFERENCES,
  order: {
    panels: ["Thinking", "Joint judging", ""].flatMap((one) =>
      ORDER.splits.map((split) => `${one}\n${split}`)
    ),
  },
  hollow: {
    where: ({ keys }) => /joint|(^| )think$/.test(keys.way),
    label: "with thinking, joint",
    others: "without thinking, single",
  },
  crosses: {
    where: ({ keys }) => keys.way === "reference",
    label: "judges without judgment, in closed form",
  },
};

const onMap = ({ quantity, keys }: Value) =>
  (quantity === MAP.x.quantity || quantity === MAP.y.quantity) && keys.way !== DIFFERENCE;

export const tradeoffMap: NamedFigure<"multi-crit-tradeoff-map"> = figure("multi-crit-tradeoff-map", {
  title: "Seeing trade-offs and solving them",
  kind: "chart",
  frames: ["criteria"],
  published: () =>
    ([["thinking", "Thinking"], ["mode", "Joint judging"]] as const).flatMap(([comparison, experiment]) =>
      printedComparison(comparison).filter(onMap).map(withExactInterval)
        .map((value) => ({ ...value, keys: { experiment, ...value.keys } }))
    ),
  computed: async (context) => {
    const criteria = await context.frame("criteria");
    const all = await judgeMetrics(context);
    // Two models that are one with and without thinking (Qwen3-VL’s) have one name, unless both say the same of themselves.
    const ways = new Set(all.map(({ keys: { judge, ...way } }) => JSON.stringify([pairName(judge), way])));
    const name = ways.size === new Set(all.map(({ keys }) => JSON.stringify(keys))).size
      ? pairName
      : (judge: string) => judge;
    const judges = all.map(({ keys: { judge, mode, thinking, split }, ...value }) => ({
      ...value,
      keys: {
        experiment: "",
        judge: name(judge),
        way: thinking === "true" ? `${mode} ${COMPARISONS.thinking.to}` : mode,
        split,
      },
    }));
    const references = computed(referenceJudges(criteria), {
      value: "value",
      metric: "metric",
      keys: ["reference", "split"],
      provenance: context.origin,
    }).filter(({ keys }) => REFERENCES[keys.reference])
      .map(({ keys, ...value }) => ({
        ...value,
        keys: { experiment: "", judge: keys.reference, way: "reference", split: keys.split },
      }));
    return [...judges, ...references].filter((value) => onMap(value) && !Number.isNaN(value.value));
  },
  recipe: scatter(MAP),
  words: (values, { source }) => ({
    caption:
      "Right: prefers differently by criterion more often where people do. Up: more conflicting pairs of criteria exactly as people. " +
      "Lines join a judge’s two ways.",
    footnotes: source === "published"
      ? [
        "Tables 16 and 18; TOS with Wilson’s interval of its counts (206 and 109 items with a conflict). A judge that tosses a coin for " +
        "every criterion gets a quarter of the pairs right.",
      ]
      : [],
    alt: `Maps of conflict matching against trade-off sensitivity for ${
      [...new Set(values.map(({ keys }) => keys.judge))].join(", ")
    }.`,
  }),
});
