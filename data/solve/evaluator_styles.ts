/**
 * Invented habits of the simulated evaluators: mean score by setting and spread of their mean scores over generators.
 * Published means and what follows from them take the place of these (`philautiaTarget`).
 */
export const EVALUATOR_STYLES: Readonly<
  Record<string, { mean: { ref_based: number; ref_free: number }; spread: number }>
> = {
  "GPT-4o": { mean: { ref_based: 0.66, ref_free: 0.71 }, spread: 0.06 },
  "Gemini-2.5-Pro": { mean: { ref_based: 0.761, ref_free: 0.79 }, spread: 0.05 },
  "Qwen2.5-VL-7B": { mean: { ref_based: 0.72, ref_free: 0.76 }, spread: 0.05 },
  "Molmo-7B-D": { mean: { ref_based: 0.49, ref_free: 0.56 }, spread: 0.045 },
  "Eagle2-9B": { mean: { ref_based: 0.73, ref_free: 0.77 }, spread: 0.05 },
  "LLaVA-OneVision-7B": { mean: { ref_based: 0.7, ref_free: 0.75 }, spread: 0.045 },
  "DeepSeek-VL2": { mean: { ref_based: 0.819, ref_free: 0.83 }, spread: 0.035 },
  "Gemma3-4B-IT": { mean: { ref_based: 0.7, ref_free: 0.74 }, spread: 0.05 },
  "Phi-3.5-Vision": { mean: { ref_based: 0.72, ref_free: 0.75 }, spread: 0.04 },
  "LLaVA-NeXT-Vicuna-7B": { mean: { ref_based: 0.76, ref_free: 0.78 }, spread: 0.035 },
  "LLaVA-1.5-13B": { mean: { ref_based: 0.77, ref_free: 0.791 }, spread: 0.035 },
  "InternVL2.5-8B": { mean: { ref_based: 0.71, ref_free: 0.75 }, spread: 0.05 },
};
