import type pl from "nodejs-polars";
import { metricFrame } from "./metric_table.ts";
import { entriesOf, type Philautia } from "./philautia.ts";

/**
 * Is a model's preference for itself larger than preferences are between any two models? Evaluators like some generators more than
 * others for many reasons; a score on the diagonal is self-preference only where it stands out from the cells beside it, however
 * exactly it is measured (`philautiaIntervals` tells it from the noise of the images, which is another question).
 *
 * Permutation test under random interactions: if the cells of Φ̃ were exchangeable, the model's own entry would be at any place among the
 * off-diagonal ones with equal chance: p = (1 + number of those as large)/(1 + their number). With 12 models 132 of them: p can
 * be as small as 0.0075, with 4 as 0.077, so that nothing can be seen below five.
 *
 * One row per model that is generator and evaluator: `model, philautia, n_others` (off-diagonal entries), `n_above` (as large or larger), `p_value`
 * (one-sided). All models at once: Holm over the rows (`holm`), or `selfPreferencePermutation` for their mean.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { selfAmongInteractions } from "judgebias";
 *
 * const models = ["a", "b", "c"];
 * const [a] = selfAmongInteractions({
 *   generators: models,
 *   evaluators: models,
 *   phiTilde: [[1.4, -0.7, -0.7], [-1.2, 0, 1.2], [0.7, 0.7, -1.4]],
 * }).toRecords();
 * assert.deepEqual([a.n_others, a.n_above, a.p_value], [6, 0, 1 / 7]);
 * ```
 */
export function selfAmongInteractions(
  matrix: Pick<Philautia, "generators" | "evaluators" | "phiTilde">,
): pl.DataFrame {
  const { generators, evaluators } = matrix, entry = entriesOf(matrix);
  const others = generators.flatMap((g) => evaluators.filter((e) => e !== g).map((e) => entry(g, e)));
  const rows = evaluators.filter((name) => generators.includes(name)).map((model) => {
    const philautia = entry(model, model);
    const above = others.filter((other) => other >= philautia - 1e-12 * Math.abs(philautia)).length;
    return {
      model,
      philautia,
      n_others: others.length,
      n_above: above,
      p_value: (1 + above) / (1 + others.length),
    };
  });
  return metricFrame(
    ["model"],
    "philautia n_others:count n_above:count p_value",
    rows,
  );
}
