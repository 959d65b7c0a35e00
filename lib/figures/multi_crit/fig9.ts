import { criterionConflicts } from "../../metrics/criterion_conflicts.ts";
import { displayName } from "../display_names.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { heatmap } from "../recipes/heatmap.ts";
import { counted } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { type Value, withoutInterval } from "../values/value.ts";
import { humanLabels, TRIANGLE } from "./criterion_pairs.ts";
import { NAMES, ORDER } from "./numbers.ts";

const total = (values: readonly Value[]) => values.reduce((sum, { value }) => sum + value, 0);

export const fig9: NamedFigure<"multi-crit-fig9"> = figure("multi-crit-fig9", {
  title: "Conflicts by pair of criteria",
  frames: ["criteria"],
  computed: async (context) =>
    computed(criterionConflicts(await humanLabels(context), { by: ["split"] }), {
      value: "conflicts",
      keys: ["split", "criterion_a", "criterion_b"],
      more: ["share", "low", "high"],
      provenance: context.origin,
      // The interval of the metric is the share's.
    }).map((value) => ({
      ...withoutInterval(value),
      more: { share: value.more.share, share_low: value.low, share_high: value.high },
    })),
  recipe: (values, look) =>
    heatmap({
      ...TRIANGLE,
      panels: "split",
      order: { panels: ORDER.splits },
      title: (own) =>
        `${displayName(own[0].keys.split)}: ${counted(total(own))} conflicting pairs of criteria`,
      scale: "sequential",
      domain: [0, Math.max(1, ...values.map(({ value }) => value))],
      decimals: 0,
      label: "items whose two preferences differ",
      note: ({ n }) => `of ${counted(n)}`,
    })(values, look),
  words: (values) => {
    const most = ORDER.splits.flatMap((split) => {
      const own = values.filter(({ keys }) => keys.split === split);
      if (own.length === 0) return [];
      const { keys } = own.reduce((best, value) => value.value > best.value ? value : best);
      const name = (id: string) => (NAMES[id] ?? id).toLowerCase();
      return [`${name(keys.criterion_a)} against ${name(keys.criterion_b)}`];
    }).join("; ");
    return {
      caption:
        `Items with one response better by one criterion, the other by the other. Most often: ${most}.`,
      simulated: [
        "The paper prints no count. That every pair conflicts somewhere, that completeness and expressiveness do so most with " +
        "truthfulness (no hallucination) and exploration (reflection) with efficiency, is the paper’s. The sums 501 and 281 are inferred: " +
        "of such counts the percentages of Table 18 are shares.",
      ],
      alt: `Heatmaps of the number of conflicts between criteria; most often ${most}.`,
    };
  },
});
