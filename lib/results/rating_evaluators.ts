import type pl from "nodejs-polars";
import { FRAMES } from "./frames.ts";
import { requireFrame } from "./require_frame.ts";

/**
 * The evaluators of a `ratings` frame: every numeric column that the schema does not know, in the frame's order.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { ratingEvaluators } from "@/results/rating_evaluators.ts";
 *
 * const ratings = pl.DataFrame({ item_id: ["1"], human: [0.5], caption: ["a dog"], judge: [0.7] });
 * assert.deepEqual(ratingEvaluators(ratings), ["judge"]);
 * ```
 */
export function ratingEvaluators(ratings: pl.DataFrame): string[] {
  requireFrame("ratings", ratings);
  return ratings.columns.filter((column, i) =>
    !Object.hasOwn(FRAMES.ratings.columns, column) && /Int|Float|Decimal/.test(String(ratings.dtypes[i]))
  );
}
