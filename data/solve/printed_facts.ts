/** What the papers state beside the facts that figures draw: the solvers alone ask for it. */
export const SOLVED = {
  /** Philautia score of Qwen2.5-VL-7B, reference-based, when LLaVA-1.5-13B does not evaluate. */
  qwenWithoutLlava: 0.934,
  /** Mean of Gemma3-4B-IT's column of Φ̃, reference-based. */
  gemmaColumnMean: -0.0478,
  /** Positive entries off the diagonal of the Qwen-based submatrix. */
  qwenFamilyPositive: 9,
  /** Labels compared per benchmark in the reliability study of the informativeness paper. */
  labelledItems: 100,
  /** Of the two parts of Multi-Crit the conflicting pairs of criteria, and the items whose answers are of different models and of one. */
  open_ended: { conflictPairs: 501, cross: 168, intra: 131 },
  reasoning: { conflictPairs: 281, cross: 76, intra: 50 },
  /** Quartiles of its responses' lengths in words (Table 5). */
  words: { q25: 104, q50: 164, q75: 247 },
} as const;
