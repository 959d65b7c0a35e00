/**
 * Weights of the five members of Pomms (iv) that the reference-free caption scores are calibrated with: the coefficients
 * that `fitPomms` finds on the simulated ratings. A constant keeps the scores independent of that fit's last digits; a test
 * holds the two together.
 */
export const POMMS_WEIGHTS: Readonly<Record<string, number>> = {
  "GPT-4o": 0.1798486058994297,
  "InternVL2.5-8B": 0.6132417806773287,
  "Eagle2-9B": 0.3360584776580559,
  "LLaVA-OneVision-7B": 0.2990703798288669,
  "DeepSeek-VL2": 0.24816588722256328,
};
