import type pl from "nodejs-polars";
import { requireOptions } from "../results/require_options.ts";
import { BASE_CONDITION, type Condition } from "./conditions.ts";
import { labelledRows } from "./length_rows.ts";
import type { StudyDesign } from "./study_design.ts";

/**
 * The design of a study like a pilot: accuracies in both subsets, share of CDS, sizes of images, how pairs of an image hang together, and
 * whether they fall into one subset. Hand it to `power`, with what you want to change.
 *
 * `images` has the pairs of either subset on each image; it goes before `subsetsWithinImage`, which is `constant` only where no image holds both.
 * `simulatePower` with `model: "probit"` draws such images.
 *
 * `icc` is the mean product of two residuals (right or wrong less the subset's accuracy) of pairs on one image, over their variance; 0 where
 * that is negative or no image has two pairs. A pilot's numbers have errors of their own: plan with less favourable ones too.
 *
 * @throws {TypeError} without informativeness labels
 * @throws {RangeError} when no row is in the condition, or a subset has none
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pilotDesign, power, readPairs } from "judgebias";
 * import pl from "nodejs-polars";
 *
 * const pilot = readPairs("data/examples/pairs.csv").filter(pl.col("judge").eq(pl.lit("simulated-judge-a")));
 * const { n, designEffect } = power(pilotDesign(pilot), { power: 0.9 });
 * assert.ok(n > 10 && designEffect > 0);
 * ```
 */
export function pilotDesign(
  pairs: pl.DataFrame,
  { condition = BASE_CONDITION, ...others }: { condition?: Condition } = {},
): StudyDesign & {
  metric: "ib";
} {
  requireOptions("pilotDesign", others, ["condition"]);
  const { outcomes, rows } = labelledRows("pilotDesign", pairs, condition);
  const { correct, informativeness, clusters } = outcomes;
  const counts = [0, 0], right = [0, 0];
  for (const row of rows) {
    counts[informativeness[row]]++;
    right[informativeness[row]] += correct[row];
  }
  if (counts[0] === 0 || counts[1] === 0) {
    throw new RangeError(`pilotDesign: wanted pairs of IDS and of CDS, found ${counts[0]} and ${counts[1]}`);
  }
  const accuracy = counts.map((count, side) => right[side] / count);
  const images = new Map<number, { size: number; sum: number; squares: number; of: [number, number] }>();
  let variance = 0;
  for (const row of rows) {
    const side = informativeness[row], residual = correct[row] - accuracy[side];
    const own = images.get(clusters[row]) ?? { size: 0, sum: 0, squares: 0, of: [0, 0] };
    own.of[side]++;
    images.set(clusters[row], {
      size: own.size + 1,
      sum: own.sum + residual,
      squares: own.squares + residual * residual,
      of: own.of,
    });
    variance += residual * residual / rows.length;
  }
  let products = 0, couples = 0, several = 0, mixed = 0;
  for (const { size, sum, squares, of } of images.values()) {
    products += sum * sum - squares;
    couples += size * (size - 1);
    if (size > 1) several++;
    if (of[0] > 0 && of[1] > 0) mixed++;
  }
  const icc = couples > 0 && variance > 0 ? Math.min(1, Math.max(0, products / couples / variance)) : 0;
  return {
    metric: "ib",
    accIds: accuracy[0],
    accCds: accuracy[1],
    cdsShare: counts[1] / rows.length,
    pairsPerImage: [...images.values()].map(({ size }) => size),
    icc,
    subsetsWithinImage: several > 0 && mixed === 0 ? "constant" : "mixed",
    images: [...images.values()].map(({ of }) => of),
  };
}
