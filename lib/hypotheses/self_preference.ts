import type pl from "nodejs-polars";
import { selfPreferencePermutation } from "../metrics/self_preference_permutation.ts";
import { selfAmongInteractions } from "../metrics/self_among_interactions.ts";
import { allOf, bothSides, sidesOf } from "./claims.ts";
import { DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import {
  PHILAUTIA_TEST_OPTIONS,
  philautiaContrast,
  type PhilautiaTestOptions,
} from "./philautia_contrast.ts";
import { sensitivityRow } from "./metric_evidence.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireSeed } from "../stats/require_value.ts";

/** What all tests on Φ̃ assume. */
const ASSUMPTIONS = [
  "images are independent; intervals are over images, not over prompts, runs or models",
  "Φ̃ takes out the quality of captions and the habits of evaluators, as Philautia-Eval means it to",
];

/**
 * Does a model prefer its own captions? Its philautia score against 0: the entry of Φ̃ where it evaluates itself, in standard deviations
 * over evaluators.
 *
 * Two claims that must both hold (`allOf`): other images would show it too (jackknife over images, freed from the noise of the means,
 * `philautiaIntervals`: estimate and interval), and the own cell stands out from those of two different models (`selfAmongInteractions`:
 * evaluators like some generators more than others for many reasons). The noise of images alone called a third of models with nothing but
 * random interactions self-preferring. With fewer than seven models no cell can stand out at 5%, and `warning` says so; for all models
 * together `meanSelfPreference` sees more. `sensitivity` shows both, and the value as the
 * paper computes it. Fewer than four evaluators: untestable. Whether a score of this size is unusual among models is another question: `meanSelfPreference`.
 *
 * For all models at once: `hypothesisTable(captions, models.map((model) => (frame) => selfPreference(frame, { setting, model })), { by: [] })`.
 *
 * @throws {RangeError} for a model that is not both generator and evaluator, and as `philautia`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { philautia, readCaptionScores, selfPreference } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const model = "simulated-model-a", setting = "ref_free";
 * const { sensitivity: [, , asComputed] } = selfPreference(scores, { setting, model });
 * assert.ok(Math.abs(asComputed.estimate - philautia(scores, { setting }).scores[model]) < 1e-9);
 * ```
 */
export function selfPreference(
  captionScores: pl.DataFrame,
  { model, delta = DELTA.number, alpha = 0.05, ...options }: PhilautiaTestOptions & { model: string },
): HypothesisResult {
  const action = "selfPreference";
  requireOptions(action, options, [...PHILAUTIA_TEST_OPTIONS, "model"]);
  const found = philautiaContrast(
    action,
    captionScores,
    { ...options, alpha },
    ({ generators, evaluators }) => {
      requireBoth(action, [model], generators, evaluators);
      return [[[model, model]]];
    },
  );
  const [{ value, estimate, low, high, pValue }] = found.averages, n = found.images;
  const among = (sign: number) =>
    Number(
      selfAmongInteractions({
        ...found,
        phiTilde: found.phiTilde.map((row) => row.map((entry) => sign * entry)),
      })
        .toRecords().find((row) => row.model === model)!.p_value,
    );
  const ranks = { above: among(1), below: among(-1) };
  const least = 2 / (1 + found.generators.length * found.evaluators.length - found.evaluators.length);
  return hypothesisResult({
    hypothesis: `${model} prefers itself`,
    claim: `the philautia score of ${model} is above 0 (${options.setting})`,
    ...{ estimate, low, high, n, clusters: n, df: found.df },
    delta,
    ...Number.isNaN(pValue) ? { pValue } : bothSides(allOf([sidesOf({ estimate, pValue }), ranks])),
    effect: { measure: "standard deviations over evaluators", value: estimate },
    method:
      `jackknife over ${found.images} images, freed from the noise of the means; and its place among the cells of two models (random interactions); ` +
      `p is the larger of both; ${found.evaluators.length} evaluators`,
    assumptions: [...ASSUMPTIONS, "without self-preference the model's own cell is like any other cell"],
    warning: found.warning ||
      (least >= alpha
        ? `among ${found.evaluators.length} evaluators no cell can stand out (p is ${
          least.toFixed(3)
        } at least)`
        : ""),
    sensitivity: [
      sensitivityRow("against 0, noise of the images alone", { estimate, low, high, n, pValue }),
      sensitivityRow("its place among the cells of two models", {
        estimate: value,
        n,
        pValue: bothSides(ranks).pValue,
      }),
      sensitivityRow("as the paper computes it", { estimate: value, n }),
    ],
    alpha,
    frames: [captionScores],
    claimIs: "above",
    unit: "number",
  });
}

/**
 * Do models on the whole prefer themselves? The mean philautia score against what it is when evaluators are assigned to generators at
 * random (`selfPreferencePermutation`): a permutation test, exact up to eight models, p twice the smaller of both sides. With `families`, evaluators change places only within
 * these: do models prefer themselves beyond their relatives? Without them a preference for one's family counts as preference for oneself (in 47% of matrices with
 * families only): name the families where there are any. With fewer than four evaluators p cannot be small, and there is no interval.
 *
 * The interval is over images (jackknife, freed from the noise of the means). Interval and p answer different questions: would other images give
 * another mean; and does it matter who evaluates whom.
 *
 * @throws {RangeError} as `philautia` and `selfPreferencePermutation`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { meanSelfPreference, readCaptionScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const { pValue } = meanSelfPreference(scores, { setting: "ref_free" });
 * assert.ok(pValue >= 1 / 6); // three models have six assignments
 * ```
 */
export function meanSelfPreference(
  captionScores: pl.DataFrame,
  { families, seed = 1, replicates, delta = DELTA.number, alpha = 0.05, ...options }: PhilautiaTestOptions & {
    families?: readonly (readonly string[])[];
    seed?: number;
    replicates?: number;
  },
): HypothesisResult {
  const action = "meanSelfPreference";
  requireOptions(action, options, [...PHILAUTIA_TEST_OPTIONS, "families", "seed", "replicates"]);
  requireSeed(action, seed);
  const found = philautiaContrast(
    action,
    captionScores,
    { ...options, alpha },
    ({ generators, evaluators }) => {
      const models = families?.flat() ?? evaluators.filter((name) => generators.includes(name));
      requireBoth(action, models, generators, evaluators);
      return [models.map((name) => [name, name] as const), ...models.map((name) => [[name, name] as const])];
    },
  );
  const test = selfPreferencePermutation(found, { families, seed, ...replicates ? { replicates } : {} });
  const [mean, ...single] = found.averages, n = found.images;
  return hypothesisResult({
    hypothesis: families ? "models prefer themselves beyond their families" : "models prefer themselves",
    claim: `the mean philautia score is higher than if evaluators were assigned at random${
      families ? " within families" : ""
    } (${options.setting})`,
    ...{ estimate: mean.estimate, low: mean.low, high: mean.high, n, clusters: n, df: found.df },
    delta,
    // Of one image, or of images all alike, nothing follows for others.
    ...found.still ? { pValue: NaN } : bothSides({ above: test.pValue, below: test.pLower }),
    effect: { measure: "mean score − mean over assignments", value: test.statistic - test.expected },
    method: `permutation of evaluators${families ? " within families" : ""}, ${
      test.exact ? "all" : "random"
    } ${test.assignments} assignments, p twice the smaller side; interval: jackknife over ${found.images} images`,
    assumptions: [
      ...ASSUMPTIONS,
      "under the null hypothesis it does not matter who evaluates whom",
      ...families
        ? []
        : ["no model prefers its relatives: without `families` that counts as preference for oneself"],
    ],
    sensitivity: [
      sensitivityRow("mean as the paper computes it", { estimate: mean.value, n }),
      ...single.map((one, m) => sensitivityRow(test.models[m], { ...one, n })),
    ],
    warning: found.warning,
    alpha,
    frames: [captionScores],
    claimIs: "above",
    unit: "number",
  });
}

/** Throws for a model that does not both write and evaluate captions. */
export function requireBoth(
  action: string,
  models: readonly string[],
  generators: readonly string[],
  evaluators: readonly string[],
): void {
  const both = evaluators.filter((name) => generators.includes(name));
  const strange = models.find((name) => !both.includes(name));
  if (strange === undefined && models.length > 0) return;
  throw new RangeError(
    `${action}: wanted models that both write and evaluate captions (${
      both.join(", ") || "there are none"
    }), found ${strange ?? "none"}`,
  );
}
