import type pl from "nodejs-polars";
import { familyPreference } from "../metrics/family_preference.ts";
import { requireOptions } from "../results/require_options.ts";
import { binomial, combinations } from "../stats/combinations.ts";
import { random } from "../stats/random.ts";
import { bothSides } from "./claims.ts";
import { DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { sensitivityRow } from "./metric_evidence.ts";
import {
  PHILAUTIA_TEST_OPTIONS,
  philautiaContrast,
  type PhilautiaTestOptions,
} from "./philautia_contrast.ts";
import { requireBoth } from "./self_preference.ts";

/** Sets of models that are all gone through; more are drawn at random. */
const EXACT_SETS = 100_000, DRAWS = 99_999;

/**
 * Do the members of a family prefer each other? The mean of Φ̃ over pairs of different members, against all other sets of as many models:
 * p = twice the share of sets (this one among them) with a mean as high, or as low where that is less; exact up to 100,000 sets, else
 * over 99,999 seeded draws. Among few sets p cannot be small: three of six models have twenty sets, and p is 0.1 at least.
 *
 * The null hypothesis says that the family is any set of models; p means something only for a family named before looking. The interval is
 * over images (jackknife, freed from the noise of the means); its p, in `sensitivity`, is against 0. `familyPreference` has the paper's own count.
 *
 * @throws {RangeError} for a member that is not both generator and evaluator or is named twice, or fewer than two; as `philautia`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { familySelfPreference, readCaptionScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const members = ["simulated-model-a", "simulated-model-b"];
 * const { pValue } = familySelfPreference(scores, { setting: "ref_free", members });
 * assert.ok(pValue >= 2 / 3); // three sets of two among three, either way
 * ```
 */
export function familySelfPreference(
  captionScores: pl.DataFrame,
  { members, name: called, delta = DELTA.number, alpha = 0.05, seed = 1, ...options }:
    & PhilautiaTestOptions
    & {
      members: readonly string[];
      name?: string;
      seed?: number;
    },
): HypothesisResult {
  const action = "familySelfPreference";
  requireOptions(action, options, [...PHILAUTIA_TEST_OPTIONS, "members", "name", "seed"]);
  const name = called ?? members.join(", ");
  if (members.length < 2 || new Set(members).size < members.length) {
    throw new RangeError(
      `${action}: wanted two or more members, each once, found ${members.join(", ") || "none"}`,
    );
  }
  const found = philautiaContrast(
    action,
    captionScores,
    { ...options, alpha },
    ({ generators, evaluators }) => {
      requireBoth(action, members, generators, evaluators);
      return [members.flatMap((g) => members.filter((e) => e !== g).map((e) => [g, e] as const))];
    },
  );
  const { generators, evaluators, phiTilde, images } = found;
  const models = evaluators.filter((model) => generators.includes(model));
  const entries = models.map((g) =>
    models.map((e) => phiTilde[generators.indexOf(g)][evaluators.indexOf(e)])
  );
  const { above, below, sets, exact } = setTest(entries, members.map((model) => models.indexOf(model)), seed);
  const { positive, pairs } = familyPreference(found, members);
  const [{ value, estimate, low, high, pValue: overImages }] = found.averages;
  return hypothesisResult({
    hypothesis: `${name} prefer each other`,
    claim:
      `members rate each other higher than the models of other sets of ${members.length} do (${options.setting})`,
    ...{ estimate, low, high, n: images, clusters: images, df: found.df },
    delta,
    // Of one image, or of images all alike, nothing follows for others.
    ...found.still ? { pValue: NaN } : bothSides({ above, below }),
    effect: { measure: "share of positive entries", value: positive / pairs },
    method:
      `mean of ${pairs} entries beside the diagonal; compared with ${
        exact ? "all" : "random"
      } ${sets} sets of ${members.length} of ` +
      `${models.length} models, p twice the smaller side; interval: jackknife over ${images} images`,
    assumptions: [
      "the family was named before looking",
      "images are independent; intervals are over images, not over models",
    ],
    sensitivity: [
      sensitivityRow("against 0, over images", { estimate, low, high, n: images, pValue: overImages }),
      sensitivityRow("as the paper computes it", { estimate: value, n: images }),
    ],
    alpha,
    frames: [captionScores],
    claimIs: "above",
    warning: found.warning,
    unit: "number",
  });
}

/** Shares of sets of as many models whose mean entry beside the diagonal is as high, and as low. */
function setTest(entries: number[][], members: readonly number[], seed: number) {
  const size = members.length, n = entries.length;
  const sum = (set: readonly number[]) =>
    set.reduce((total, g) => set.reduce((own, e) => g === e ? own : own + entries[g][e], total), 0);
  const observed = sum(members);
  const slack = 1e-12 * Math.max(1, Math.abs(observed));
  const sets = binomial(n, size);
  let high = 0, low = 0;
  const compare = (found: number) => {
    if (found >= observed - slack) high++;
    if (found <= observed + slack) low++;
  };
  if (sets <= EXACT_SETS) {
    for (const places of combinations(n, size)) compare(sum(places));
    return { above: high / sets, below: low / sets, sets, exact: true };
  }
  const generator = random(seed);
  for (let r = 0; r < DRAWS; r++) {
    const drawn = Array.from(
      generator.shuffle(Int32Array.from({ length: n }, (_, i) => i)).subarray(0, size),
    );
    compare(sum(drawn));
  }
  return { above: (1 + high) / (1 + DRAWS), below: (1 + low) / (1 + DRAWS), sets: DRAWS, exact: false };
}
