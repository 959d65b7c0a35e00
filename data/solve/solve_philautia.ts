import { type CaptionSetting, PHILAUTIA_FACTS, PHILAUTIA_MODELS } from "@/papers/philautia.ts";
import { dampedLeastSquares } from "./damped_least_squares.ts";
import { doublyStandardized } from "./doubly_standardized.ts";
import { random } from "@/stats/random.ts";
import { EVALUATOR_STYLES } from "./evaluator_styles.ts";
import { philautiaEquations } from "./philautia_equations.ts";
import { at, M, positivePairsOfFours } from "./philautia_matrix.ts";
import { SOLVED } from "./printed_facts.ts";

/** Starting points are drawn until all facts hold, the counts of positive entries among them. */
const SEED = { ref_based: 4096, ref_free: 104_097 }, ATTEMPTS = 200;

/** How the start is drawn: quality of generators, taste of evaluators, preference for oneself (in column deviations). */
const START = { quality: 0.8, taste: 0.55, self: 0.9 };

/**
 * The matrix Φ (generators × evaluators, in the paper's order of models) that the simulated caption scores of a setting have:
 * Φ̃ has the published entries and the order, signs and distances that the text states, columns of Φ the published means.
 * Everything else is drawn by a seeded generator and moved as little as the published numbers demand.
 */
export function solvePhilautia(setting: CaptionSetting): number[][] {
  const equations = philautiaEquations(setting);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const generator = random(SEED[setting] + attempt);
    const quality = Array.from({ length: M }, () => START.quality * generator.normal());
    const start = Float64Array.from({ length: M * M }, (_, k) => {
      const i = Math.floor(k / M), j = k % M;
      return quality[i] + START.taste * generator.normal() + (i === j ? START.self : 0);
    });
    const { x, converged } = dampedLeastSquares(equations, start, { maxIterations: 60 });
    const { byEvaluator, phiTilde } = doublyStandardized(x, M);
    if (!converged || (setting === "ref_free" && !isSecondLargest(phiTilde))) continue;
    return scaled(setting, byEvaluator);
  }
  throw new Error(
    `solvePhilautia: no matrix of ${setting} meets the published numbers in ${ATTEMPTS} attempts`,
  );
}

/** Whether the Qwen-based submatrix has the second-largest number of positive entries among all of its size. */
function isSecondLargest(phiTilde: Float64Array): boolean {
  const counts = new Set(positivePairsOfFours(phiTilde, M)), qwen = SOLVED.qwenFamilyPositive;
  return counts.has(qwen) && [...counts].filter((count) => count > qwen).length === 1;
}

/** Φ from its column z-scores: every evaluator's mean and spread, those that are published exactly. */
function scaled(setting: CaptionSetting, byEvaluator: Float64Array): number[][] {
  const published = new Map<string, number>(
    PHILAUTIA_FACTS.columnMeans.filter(([where]) => where === setting)
      .map(([, model, mean]) => [model, mean]),
  );
  const gemini = at("Gemini-2.5-Pro");
  const styles = PHILAUTIA_MODELS.map((model, j) => {
    const style = EVALUATOR_STYLES[model], z = byEvaluator[gemini * M + j];
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
