import {
  PHILAUTIA_FACTS,
  PHILAUTIA_FAMILIES,
  PHILAUTIA_MODELS,
  philautiaScores,
  pommsColumn,
} from "../papers/philautia.ts";
import { dampedLeastSquares } from "../stats/damped_least_squares.ts";
import { random } from "../stats/random.ts";
import { doublyStandardized } from "./doubly_standardized.ts";
import { EVALUATOR_STYLES } from "./evaluator_styles.ts";
import { POMMS_WEIGHTS } from "./pomms_weights.ts";

/** A setting whose matrix is calibrated. */
export type CaptionSetting = "ref_based" | "ref_free";

const M = PHILAUTIA_MODELS.length;
const at = (model: string) => (PHILAUTIA_MODELS as readonly string[]).indexOf(model);

/** Starting points are drawn until the counts of positive entries come out as the paper says. */
const SEED = 4096, ATTEMPTS = 200;

/** How the start is drawn: quality of generators, taste of evaluators, preference for oneself (in column deviations). */
const START = { quality: 0.8, taste: 0.55, self: 0.9 };

/** Distance that inequalities keep from their limit. */
const MARGIN = 0.1;

/** Scores that print as published but are held elsewhere within their rounding: see the facts they must meet together. */
const UNROUNDED: Record<CaptionSetting, Record<string, number>> = {
  // They print 3.02 and 3.03 and differ by less than 0.01.
  ref_based: { "InternVL2.5-8B": 3.0245 },
  // With Pomms as a thirteenth evaluator this becomes 0.92, which 0.860 would not.
  ref_free: { "InternVL2.5-8B": 3.0255, "Molmo-7B-D": 0.864 },
};

/**
 * The matrix Φ (generators × evaluators, in the paper's order of models) that the simulated caption scores of a setting have:
 * Φ̃ has the published entries and the order, signs and distances that the text states, columns of Φ the published means.
 * Everything else is drawn by a seeded generator and moved as little as the published numbers demand.
 */
export function philautiaTarget(setting: CaptionSetting): number[][] {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const generator = random(SEED + (setting === "ref_free" ? 100_000 : 0) + attempt);
    const quality = Array.from({ length: M }, () => START.quality * generator.normal());
    const start = Float64Array.from({ length: M * M }, (_, k) => {
      const i = Math.floor(k / M), j = k % M;
      return quality[i] + START.taste * generator.normal() + (i === j ? START.self : 0);
    });
    const equations = setting === "ref_based" ? referenceBased : referenceFree;
    const { x, converged } = dampedLeastSquares(equations, start);
    const { byEvaluator, phiTilde } = doublyStandardized(x, M);
    if (!converged || (setting === "ref_free" && !isSecondLargest(phiTilde))) continue;
    return scaled(setting, byEvaluator);
  }
  throw new Error(
    `philautiaTarget: no matrix of ${setting} meets the published numbers in ${ATTEMPTS} attempts`,
  );
}

/** Positive where an inequality value ≥ limit is broken. */
const atLeast = (value: number, limit: number) => Math.max(0, limit - value);
const atMost = (value: number, limit: number) => Math.max(0, value - limit);

/** Published entries of Φ̃ less those of a matrix. */
function entryResiduals(
  setting: CaptionSetting,
  entry: (generator: string, evaluator: string) => number,
): number[] {
  const own = philautiaScores().filter((score) => score.setting === setting);
  return [
    ...own.map(({ model, value }) => entry(model, model) - (UNROUNDED[setting][model] ?? value)),
    ...PHILAUTIA_FACTS.entries.filter(([where]) => where === setting)
      .map(([, generator, evaluator, value]) => entry(generator, evaluator) - value),
  ];
}

function referenceBased(x: Float64Array): number[] {
  const { phiTilde } = doublyStandardized(x, M);
  const entry = (generator: string, evaluator: string) => phiTilde[at(generator) * M + at(evaluator)];
  const column = (evaluator: string) => PHILAUTIA_MODELS.map((generator) => entry(generator, evaluator));
  const distance = (model: string) => {
    const values = column(model), mean = average(values);
    return (entry(model, model) - mean) / Math.sqrt(average(values.map((value) => (value - mean) ** 2)));
  };
  const strong = ["Gemma3-4B-IT", "Eagle2-9B", "Gemini-2.5-Pro"];
  return [
    ...entryResiduals("ref_based", entry),
    average(column("Gemma3-4B-IT")) - PHILAUTIA_FACTS.gemmaColumnMean,
    ...PHILAUTIA_MODELS.map((model) =>
      model === "GPT-4o"
        ? atMost(distance(model), 1 - MARGIN)
        : atLeast(distance(model), (strong.includes(model) ? 2 : 1) + MARGIN)
    ),
    atLeast(entry("Phi-3.5-Vision", "Phi-3.5-Vision"), 0.9),
    atLeast(entry("LLaVA-1.5-13B", "InternVL2.5-8B"), MARGIN),
    atLeast(entry("Phi-3.5-Vision", "InternVL2.5-8B"), MARGIN),
    atMost(entry("LLaVA-OneVision-7B", "InternVL2.5-8B"), -MARGIN),
    atMost(entry("GPT-4o", "InternVL2.5-8B"), -MARGIN),
    atLeast(entry("GPT-4o", "DeepSeek-VL2"), 0.6),
    atLeast(entry("DeepSeek-VL2", "GPT-4o"), 0.6),
    atMost(entry("Molmo-7B-D", "DeepSeek-VL2"), -0.6),
  ];
}

function referenceFree(x: Float64Array): number[] {
  const { byEvaluator, phiTilde } = doublyStandardized(x, M);
  const entry = (generator: string, evaluator: string) => phiTilde[at(generator) * M + at(evaluator)];
  const pomms = pommsEntries(byEvaluator);
  const others = (model: string) => PHILAUTIA_MODELS.filter((name) => name !== model);
  // Nine of the twelve pairs of the Qwen-based family are positive, these three negative.
  const negative = [
    "Molmo-7B-D\nLLaVA-OneVision-7B",
    "Eagle2-9B\nMolmo-7B-D",
    "LLaVA-OneVision-7B\nQwen2.5-VL-7B",
  ];
  const family = PHILAUTIA_FAMILIES.Qwen.flatMap((g) =>
    PHILAUTIA_FAMILIES.Qwen.filter((e) => e !== g).map((e) =>
      negative.includes(`${g}\n${e}`) ? atMost(entry(g, e), -MARGIN) : atLeast(entry(g, e), MARGIN)
    )
  );
  return [
    ...entryResiduals("ref_free", entry),
    ...pommsColumn().map(({ model, value }) => pomms[at(model)] - value),
    ...family,
    // The most extreme entry of every evaluator is at least Eagle2's 1.05, which is on itself; Molmo's is another one.
    ...others("Eagle2-9B").map((model) => atMost(Math.abs(entry(model, "Eagle2-9B")), 1.05 - MARGIN)),
    atMost(entry("Gemini-2.5-Pro", "Molmo-7B-D"), -1.05 - MARGIN),
    atLeast(entry("GPT-4o", "DeepSeek-VL2"), 0.6),
    atLeast(entry("DeepSeek-VL2", "GPT-4o"), 0.6),
  ];
}

/** The column of Pomms in Φ̃ when it joins as a thirteenth evaluator. */
function pommsEntries(byEvaluator: Float64Array): number[] {
  const sums = PHILAUTIA_MODELS.map((_, i) =>
    Object.entries(POMMS_WEIGHTS).reduce(
      (sum, [member, weight]) =>
        sum + weight * EVALUATOR_STYLES[member].spread * byEvaluator[i * M + at(member)],
      0,
    )
  );
  const mean = average(sums), sd = Math.sqrt(average(sums.map((sum) => (sum - mean) ** 2)));
  return sums.map((sum, i) => {
    const row = [...byEvaluator.subarray(i * M, (i + 1) * M), (sum - mean) / sd];
    const centre = average(row);
    return (row[M] - centre) / Math.sqrt(average(row.map((value) => (value - centre) ** 2)));
  });
}

/** Whether the Qwen-based submatrix has the second-largest number of positive entries among all of its size. */
function isSecondLargest(phiTilde: Float64Array): boolean {
  const counts = new Set<number>();
  for (let a = 0; a < M; a++) {
    for (let b = a + 1; b < M; b++) {
      for (let c = b + 1; c < M; c++) {
        for (let d = c + 1; d < M; d++) {
          const members = [a, b, c, d];
          const pairs = members.flatMap((g) =>
            members.filter((e) => e !== g).map((e) => phiTilde[g * M + e])
          );
          counts.add(pairs.filter((value) => value > 0).length);
        }
      }
    }
  }
  const larger = [...counts].filter((count) => count > PHILAUTIA_FACTS.qwenFamilyPositive);
  return larger.length === 1 && counts.has(PHILAUTIA_FACTS.qwenFamilyPositive);
}

/** Φ from its column z-scores: every evaluator's mean and spread, those that are published exactly. */
function scaled(setting: CaptionSetting, byEvaluator: Float64Array): number[][] {
  const published = new Map<string, number>(
    PHILAUTIA_FACTS.columnMeans.filter(([where]) => where === setting).map((
      [, model, mean],
    ) => [model, mean]),
  );
  const own = at("Gemini-2.5-Pro");
  const styles = PHILAUTIA_MODELS.map((model, j) => {
    const style = EVALUATOR_STYLES[model], z = byEvaluator[own * M + j];
    let mean = published.get(model) ?? style.mean[setting], spread = style.spread;
    // Figure 2: what these two give to the captions of Gemini-2.5-Pro.
    if (setting === "ref_based" && model === "Gemini-2.5-Pro") {
      spread = (PHILAUTIA_FACTS.geminiCaptions[model] - mean) / z;
    }
    if (setting === "ref_based" && model === "GPT-4o") {
      mean = PHILAUTIA_FACTS.geminiCaptions[model] - spread * z;
    }
    return { mean, spread };
  });
  return PHILAUTIA_MODELS.map((_, i) =>
    styles.map(({ mean, spread }, j) => mean + spread * byEvaluator[i * M + j])
  );
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
