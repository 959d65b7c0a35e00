import type pl from "nodejs-polars";
import { combinations } from "simple-statistics";
import { assignmentSums, binomial, familyPreference } from "../metrics/family_preference.ts";
import { entriesOf } from "../metrics/philautia.ts";
import { requireList, requireSeed } from "../progress/require.ts";
import { worded } from "./claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { philautiaLooks, type PhilautiaTestOptions, placement } from "./philautia_looks.ts";
import { said } from "../metrics/said.ts";

const MOST_SETS = 100_000;

/**
 * Does a model prefer its own captions? Its philautia score, the entry of Φ̃ where it evaluates itself in standard deviations over evaluators, is above
 * 0 in two ways that must both hold (`claim`): other images would show it too (jackknife over images, `philautiaIntervals`), and the own cell
 * stands out from those of two different models, since evaluators like some generators more than others for many reasons. The noise of images alone called a third
 * of models with nothing but random interactions self-preferring. What is shown is the less certain of the two, mostly the second: by how much the own
 * cell lies above the others. `sensitivity` has both, and the value as the paper computes it.
 *
 * With fewer than seven models no cell can stand out at 5%, and Φ̃ of fewer than four cannot be tested: untestable. All models at once: `hypothesisTable` of a test each.
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
 * const { verdict, sensitivity: [, , asComputed] } = selfPreference(scores, {
 *   setting, model,
 * });
 * assert.ok(
 *   Math.abs(asComputed.estimate - philautia(scores, { setting }).scores[model]) <
 *     1e-9,
 * );
 * assert.equal(verdict, "untestable"); // three models
 * ```
 */
export function selfPreference(
  captionScores: pl.DataFrame,
  options: PhilautiaTestOptions & { model: string },
): HypothesisResult {
  const action = "selfPreference",
    found = philautiaLooks(action, arguments, captionScores, options, ["model"]);
  const { model } = options, { generators, evaluators, phiTilde } = found;
  requireBoth(action, [model], found.models);
  const [own] = found.averages([[[model, model]]]);
  const others = generators.flatMap((g, row) =>
    evaluators.flatMap((e, column) => g === e ? [] : [own.value - phiTilde[row][column]])
  );
  return found.result({
    ...worded(action, options),
    parts: [
      { name: "the score over other images", nullValue: 0, look: own.look },
      placement("its place among the cells of two models", others, found),
    ],
    effect: { measure: "standard deviations over evaluators", value: own.look.estimate },
  }, [["as the paper computes it", own.value]]);
}

/**
 * Do models on the whole prefer themselves? The mean philautia score is above 0 over other images, and above what it is when evaluators are assigned to
 * generators one to one at random (all assignments where they are no more than `replicates`, 99,999 by default, else as many drawn; exact up to eight models); both must hold (`claim`). With `families`, evaluators change places only
 * within these: do models prefer themselves beyond their relatives? Without them a preference for one's family counts as preference for oneself (in 47%
 * of matrices with families only): name the families where there are any. Fewer than five models have too few assignments for 5%: untestable.
 *
 * @throws {RangeError} as `philautia`; for an unknown or repeated member, a family of fewer than two
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { meanSelfPreference, readCaptionScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const { verdict, warning } = meanSelfPreference(scores, { setting: "ref_free" });
 * assert.equal(verdict, "untestable"); // three models have six assignments
 * ```
 */
export function meanSelfPreference(
  captionScores: pl.DataFrame,
  options: PhilautiaTestOptions & {
    families?: readonly (readonly string[])[];
    seed?: number;
    replicates?: number;
  },
): HypothesisResult {
  const action = "meanSelfPreference";
  const found = philautiaLooks(action, arguments, captionScores, options, ["families", "seed", "replicates"]);
  const { families, seed = 1, replicates } = options;
  requireSeed(action, seed);
  if (families !== undefined) requireList(action, "families", families);
  for (const members of families ?? []) requireList(action, "each family", members, "string");
  const models = families?.flat() ?? found.models;
  requireBoth(action, models, found.models);
  const each = models.map((name) => [name, name] as const);
  const [mean, ...single] = found.averages([each, ...each.map((entry) => [entry])]);
  const { sums, fixed, exact } = assignmentSums(found, { families, seed, replicates });
  const moved = sums.flatMap((_, i) => fixed[i] < models.length ? [i] : []);
  const thresholds = moved.map((i) => (models.length * mean.value - sums[i]) / (models.length - fixed[i]));
  // Of all assignments one is the actual one; of drawn ones none need be.
  const ties = sums.length - moved.length - (exact ? 1 : 0), { setting } = options;
  const which = exact ? "all" : "random", claim = families ? `${action} within families` : action;
  return found.result({
    ...worded(claim, { setting, which, assignments: sums.length }),
    parts: [
      { name: "the mean score over other images", nullValue: 0, look: mean.look },
      placement("who evaluates whom", thresholds, found, ties),
    ],
    effect: {
      measure: "mean score − mean over assignments",
      value: mean.value - sums.reduce((sum, value) => sum + value, 0) / sums.length / models.length,
    },
  }, [
    ["mean as the paper computes it", mean.value],
    ...single.map(({ look }, m) => [models[m], look.estimate] as const),
  ]);
}

/**
 * Do the members of a family prefer each other? The mean of Φ̃ over pairs of different members is above 0 over other images, and above that of other sets
 * of as many models (all of them); both must hold (`claim`). Among few sets nothing can be shown: three of
 * six models have twenty, p is 0.1 at least, and the claim is untestable. The family must have been named before looking. `familyPreference` has the paper's own count.
 *
 * @throws {RangeError} for a member that is not both generator and evaluator or is named twice, or fewer than two; more than 100,000 sets; as `philautia`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { familySelfPreference, readCaptionScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const members = ["simulated-model-a", "simulated-model-b"];
 * const { verdict, warning } = familySelfPreference(scores, {
 *   setting: "ref_free", members,
 * });
 * assert.equal(verdict, "untestable"); // three sets of two among three
 * ```
 */
export function familySelfPreference(
  captionScores: pl.DataFrame,
  options: PhilautiaTestOptions & { members: readonly string[]; name?: string },
): HypothesisResult {
  const action = "familySelfPreference";
  const found = philautiaLooks(action, arguments, captionScores, options, ["members", "name"]);
  const { members, name: called } = options, { models } = found;
  requireList(action, "members", members, "string");
  const name = called ?? members.join(", "), size = members.length;
  if (size < 2 || new Set(members).size < size) {
    throw new RangeError(said("no_members", { named: members.join(", ") || "none" }));
  }
  requireBoth(action, members, models);
  const beside = members.flatMap((g) => members.filter((e) => e !== g).map((e) => [g, e] as const));
  const [own] = found.averages([beside]), entry = entriesOf(found);
  const values = models.map((g) => models.map((e) => entry(g, e)));
  const places = new Set(members.map((model) => models.indexOf(model))), entries = size * (size - 1);
  const sets = binomial(models.length, size), thresholds: number[] = [];
  if (sets > MOST_SETS) {
    throw new RangeError(said("many_sets", { most: MOST_SETS, size, models: models.length, sets }));
  }
  let ties = -1; // the family itself is one of all sets
  for (const set of combinations([...models.keys()], size)) {
    const kept = set.filter((place) => places.has(place)).length, shared = kept * (kept - 1);
    const sum = set.reduce((sum, g) => set.reduce((own, e) => g === e ? own : own + values[g][e], sum), 0);
    if (kept === size) ties++;
    else thresholds.push((entries * own.value - sum) / (entries - shared));
  }
  const { positive, pairs } = familyPreference(found, members);
  return found.result({
    ...worded(action, { setting: options.setting, name, size, pairs, sets, models: models.length }),
    parts: [
      { name: "the mean over other images", nullValue: 0, look: own.look },
      placement("its place among other sets", thresholds, found, ties),
    ],
    effect: { measure: "share of positive entries", value: positive / pairs },
  }, [["as the paper computes it", own.value]]);
}

function requireBoth(action: string, models: readonly string[], both: readonly string[]): void {
  const strange = models.filter((name) => !both.includes(name));
  if (strange.length === 0 && models.length > 0) return;
  const found = String(strange[0] ?? "none"), all = both.join(", ") || "there are none";
  throw new RangeError(said("both_wanted", { action, both: all, found }));
}
