import type pl from "nodejs-polars";
import { isNestedType } from "./check.ts";
import { FRAMES } from "./frames.ts";
import { requireFrame } from "./frame.ts";

/**
 * The evaluators of a `ratings` frame: every numeric column that the schema does not know, in the frame's order.
 */
export function ratingEvaluators(ratings: pl.DataFrame, action = "ratings"): string[] {
  requireFrame(action, ratings);
  return ratings.columns.filter((column, i) => {
    const type = String(ratings.dtypes[i]);
    return !Object.hasOwn(FRAMES.ratings.columns, column) && /Int|Float|Decimal/.test(type) &&
      !isNestedType(type);
  });
}
