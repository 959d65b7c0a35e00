import pl from "nodejs-polars";
import { criterionCorrelation } from "../../metrics/criterion_correlation.ts";
import { pluralisticAccuracy } from "../../metrics/pluralistic_accuracy.ts";
import { tradeoffSensitivity } from "../../metrics/tradeoff_sensitivity.ts";
import type { CriteriaSplit } from "../../results/criteria_sets.ts";
import { counted, fixed } from "../theme.ts";
import { criterionHeatmap } from "./criterion_heatmaps.ts";
import { multiCritFigure, orderedSplits, provenanceNote, SPLIT_NAMES } from "./multi_crit_figure.ts";
import { humanLabels } from "./human_labels.ts";

/** A pair of criteria with its correlation over one selection of items. */
interface Correlation {
  split: CriteriaSplit;
  criterion_a: string;
  criterion_b: string;
  n: number;
  correlation: number;
  low: number;
  high: number;
}

/** The paper's selection, and all items beside it: selecting conflicts pushes correlations down. */
const SELECTIONS = [
  { items: "conflict", label: (n: string) => `${n} items with a conflict` },
  { items: "all", label: (n: string) => `all ${n} items` },
] as const;

export const fig8 = multiCritFigure({
  file: "fig8_correlation.ts",
  number: "Figure 8",
  title: "How human preferences by two criteria go together",
  kind: "chart",
  available: ["simulated"],
  build: async (context) => {
    const labels = humanLabels(await context.frame("criteria"));
    const count = (metric: typeof pluralisticAccuracy) =>
      Object.fromEntries(
        metric(labels, { by: ["split"] }).toRecords().map((row) => [row.split, Number(row.n)]),
      );
    const sizes = { conflict: count(tradeoffSensitivity), all: count(pluralisticAccuracy) };
    const found = SELECTIONS.map(({ items }) =>
      criterionCorrelation(labels, { by: ["split"], items }).withColumns(pl.lit(items).alias("items"))
    );
    // A split with one criterion has no pair of criteria.
    const splits = orderedSplits(found[1].getColumn("split").toArray());
    if (splits.length === 0) {
      throw new RangeError(
        "correlation of criteria: wanted items with labels by two criteria (columns criterion, human), found none",
      );
    }
    const panels = await Promise.all(SELECTIONS.flatMap(({ items, label }, s) => {
      const rows = found[s].toRecords() as unknown as Correlation[];
      const pairs = rows.map((row) => ({
        ...row,
        value: row.correlation,
        text: Number.isNaN(row.correlation) ? "–" : fixed(row.correlation, 2),
        note: `n ${counted(row.n)}`,
      }));
      return splits.filter((split) => pairs.some((pair) => pair.split === split)).map((split) =>
        criterionHeatmap(
          pairs,
          split,
          `${SPLIT_NAMES[split]}, ${label(counted(sizes[items][split] ?? 0))}`,
          {
            scale: "diverging",
            domain: [-1, 1],
            label: "φ",
          },
        )
      );
    }));
    return {
      body: { kind: "panels", panels, columns: splits.length },
      data: pl.concat(found).withColumns(pl.lit(context.origin).alias("provenance")),
      caption:
        "φ of the preferences (+1 for A, −1 for B) by two criteria, n items with a preference on both. Above, as in the paper, " +
        "only items whose criteria disagree somewhere: that selection alone pushes every value down (two annotated criteria are " +
        `then −1 by construction). Below, all items. 95% intervals clustered by item are in the CSV. ${
          provenanceNote([context.origin], context)
        }`,
      footnotes: context.source === "results"
        ? []
        : ["The paper prints no value and does not name its coefficient."],
      alt: `Heatmaps of the correlation of human preferences between criteria: ${
        splits.map((split) => SPLIT_NAMES[split]).join(" and ")
      }, items with a conflict above, all items below.`,
    };
  },
});
