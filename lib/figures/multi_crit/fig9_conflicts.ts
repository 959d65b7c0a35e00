import pl from "nodejs-polars";
import { criterionConflicts } from "../../metrics/criterion_conflicts.ts";
import type { CriteriaSplit } from "../../results/criteria_sets.ts";
import { counted } from "../theme.ts";
import { criterionHeatmap } from "./criterion_heatmaps.ts";
import { humanLabels } from "./human_labels.ts";
import {
  criterionName,
  multiCritFigure,
  orderedSplits,
  provenanceNote,
  SPLIT_NAMES,
} from "./multi_crit_figure.ts";

/** A pair of criteria with how often humans prefer opposite responses by them. */
interface Conflicts {
  split: CriteriaSplit;
  criterion_a: string;
  criterion_b: string;
  n: number;
  conflicts: number;
}

export const fig9 = multiCritFigure({
  file: "fig9_conflicts.ts",
  number: "Figure 9",
  title: "How often two criteria favour opposite responses",
  kind: "chart",
  available: ["simulated"],
  build: async (context) => {
    const labels = humanLabels(await context.frame("criteria"));
    const frame = criterionConflicts(labels, { by: ["split"] });
    const rows = frame.toRecords() as unknown as Conflicts[];
    const splits = orderedSplits(rows.map(({ split }) => split));
    const pairs = rows.map((row) => ({
      ...row,
      value: row.conflicts,
      text: counted(row.conflicts),
      note: `of ${counted(row.n)}`,
    }));
    const of = (split: CriteriaSplit) => rows.filter((row) => row.split === split);
    const total = (split: CriteriaSplit) => of(split).reduce((sum, row) => sum + row.conflicts, 0);
    const most = (split: CriteriaSplit) =>
      of(split).reduce((best, row) => row.conflicts > best.conflicts ? row : best);
    const panels = await Promise.all(
      splits.map((split) =>
        criterionHeatmap(
          pairs,
          split,
          `${SPLIT_NAMES[split]}: ${counted(total(split))} conflicting pairs of criteria`,
          {
            scale: "sequential",
            domain: [0, Math.max(1, ...rows.map(({ conflicts }) => conflicts))],
            label: "items",
          },
        )
      ),
    );
    const leading = splits.map((split) => {
      const { criterion_a, criterion_b } = most(split);
      return `${criterionName(split, criterion_a).toLowerCase()} against ${
        criterionName(split, criterion_b).toLowerCase()
      }`;
    });
    return {
      body: { kind: "panels", panels, columns: splits.length },
      data: frame.withColumns(pl.lit(context.origin).alias("provenance")),
      caption:
        "Items on which humans prefer one response by one criterion and the other by the other, of those with a " +
        `preference on both. Most often: ${leading.join("; ")}. Shares with 95% intervals are in the CSV. ${
          provenanceNote([context.origin], context)
        }`,
      footnotes: context.source === "results" ? [] : [
        "The paper prints no count. That every pair of criteria conflicts somewhere, that completeness and expressiveness do so " +
        "most with truthfulness and exploration with efficiency, and the sums 501 and 281, are the paper's.",
      ],
      alt: `Heatmaps of the number of conflicts between criteria for ${
        splits.map((split) => SPLIT_NAMES[split].toLowerCase()).join(" and ")
      } items; most often ${leading.join("; ")}.`,
    };
  },
});
