import pl from "nodejs-polars";
import type { FigureContext } from "../figure_spec.ts";
import type { HeatOptions } from "../recipes/heatmap.ts";
import { NAMES } from "./numbers.ts";

/** How matrices of pairs of criteria are drawn: every pair once, the splits beside each other. */
export const TRIANGLE = {
  rows: "criterion_b",
  columns: "criterion_a",
  beside: true,
  own: true,
  cellHeight: 38,
  names: NAMES,
} as const satisfies Partial<HeatOptions>;

/**
 * People's labels of a `criteria` frame, each item and criterion once, as the answers of a judge that copies them: so that every
 * item counts with all its labels, whatever real judges answered.
 */
export async function humanLabels(context: FigureContext): Promise<pl.DataFrame> {
  const criteria = await context.frame("criteria");
  return await context.once("labels of people", () => {
    const key = ["split", "item_id", "criterion"];
    const more = ["human", "image_id", "pair_type"].filter((name) => criteria.columns.includes(name));
    return criteria.select(...key, ...more).unique({ subset: key, keep: "first", maintainOrder: true })
      .withColumns(pl.col("human").alias("choice"));
  });
}
