import { type CriteriaSplit, orderedCriteria } from "../../results/criteria_sets.ts";
import type { Panel } from "../figure_spec.ts";
import { type HeatmapOptions, heatmapPanel } from "../heatmap_panel.ts";
import { INNER } from "../theme.ts";
import { criterionName } from "./multi_crit_figure.ts";

/** A number for two criteria of a split. */
export interface CriterionPair {
  split: CriteriaSplit;
  criterion_a: string;
  criterion_b: string;
  value: number;
  text: string;
  note?: string;
}

/**
 * A heatmap of the criteria of a split against each other, half as wide as a figure: every pair of criteria stands on both
 * sides of the diagonal, which is left grey.
 */
export async function criterionHeatmap(
  pairs: readonly CriterionPair[],
  split: CriteriaSplit,
  title: string,
  options: Pick<HeatmapOptions, "scale" | "domain" | "label">,
): Promise<Panel> {
  const own = pairs.filter((pair) => pair.split === split);
  const criteria = orderedCriteria(split, own.flatMap((pair) => [pair.criterion_a, pair.criterion_b]));
  const cells = criteria.flatMap((row) =>
    criteria.map((column) => {
      const pair = own.find(({ criterion_a: a, criterion_b: b }) =>
        a === row && b === column || a === column && b === row
      );
      return pair
        ? { row, column, value: pair.value, text: pair.text, note: pair.note, outlined: false }
        : { row, column, value: NaN, text: row === column ? "" : "–", outlined: false };
    })
  );
  const svg = await heatmapPanel(cells, {
    ...options,
    rows: criteria,
    columns: criteria,
    width: INNER / 2 - 8,
    cellHeight: 36,
    nameOf: (id) => criterionName(split, id),
  });
  return { title, svg };
}
