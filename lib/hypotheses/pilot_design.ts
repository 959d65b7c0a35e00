import type pl from "nodejs-polars";
import type { PairOutcomes } from "../metrics/pair_outcomes.ts";
import { requireOptions } from "../results/require_options.ts";
import { infer } from "../stats/infer.ts";
import { requireBetween } from "../stats/require_value.ts";
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
 * that is negative or no image has two pairs.
 *
 * A pilot's numbers have errors of their own: a ".80" planned from 100 pairs is below .6 in 42% of such pilots. With `assurance` (.8, say) the bias is
 * brought towards 0 as far as the pilot allows with that certainty (one-sided limit), so that the promised power is reached in about so many of all pilots.
 *
 * @throws {TypeError} without informativeness labels
 * @throws {RangeError} when no row is in the condition, or a subset has none; where the pilot leaves no bias to plan on at that assurance
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
  { condition = BASE_CONDITION, assurance, ...others }: {
    condition?: Condition;
    /** How sure the promised power shall be, above .5 and below 1; without it the pilot's numbers are taken for the true ones. */
    assurance?: number;
  } = {},
): Extract<StudyDesign, { metric: "ib" }> {
  requireOptions("pilotDesign", others, ["condition", "assurance"]);
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
  const shrink = assurance === undefined ? 0 : doubt(outcomes, accuracy[0] - accuracy[1], assurance);
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
    accIds: accuracy[0] - shrink / 2,
    accCds: accuracy[1] + shrink / 2,
    cdsShare: counts[1] / rows.length,
    pairsPerImage: [...images.values()].map(({ size }) => size),
    icc,
    subsetsWithinImage: several > 0 && mixed === 0 ? "constant" : "mixed",
    images: [...images.values()].map(({ of }) => of),
  };
}

/** How far the bias is to be brought towards 0: its distance from the one-sided limit at a level. */
function doubt({ part, height, clusters }: PairOutcomes, bias: number, assurance: number): number {
  requireBetween("pilotDesign", "an assurance", (assurance - 0.5) * 2);
  const [ids, cds] = [part("ids"), part("cds")];
  const { low, high } = infer(
    [{ ...ids, weight: 1 }, { ...cds, weight: -1 }],
    height,
    clusters,
    { level: 2 * assurance - 1 },
  );
  const left = bias > 0 ? low : high;
  if (!(left * bias > 0)) {
    throw new RangeError(
      `pilotDesign: wanted a pilot that shows a bias at an assurance of ${assurance}, found ${
        bias.toFixed(3)
      } [${low.toFixed(3)}, ${high.toFixed(3)}]`,
    );
  }
  return bias - left;
}
