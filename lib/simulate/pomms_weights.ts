/**
 * Weights of the five members of Pomms (iv) that the reference-free caption scores are calibrated with: the coefficients
 * that `fitPomms` finds on the simulated ratings. A constant keeps the scores independent of that fit's last digits.
 */
export const POMMS_WEIGHTS: Readonly<Record<string, number>> = {
  "GPT-4o": 1.2,
  "InternVL2.5-8B": 0.7,
  "Eagle2-9B": 0.7,
  "LLaVA-OneVision-7B": 0.6,
  "DeepSeek-VL2": 0.5,
};
