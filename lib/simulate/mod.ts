/**
 * judgebias/simulate: simulated results at the papers' real sizes, calibrated to their printed tables. They describe the simulation, no model:
 * each judge is called what it is set to. What is solved once is read from `data/simulated`; captions are drawn at any size.
 *
 * @module
 */

export { calibration } from "./calibration.ts";
export { simulateCaptionScores, type SimulateCaptionScoresOptions } from "./caption_scores.ts";
export {
  type RatingBenchmark,
  simulateCriteria,
  simulateLabels,
  simulateModelPairs,
  simulateOrderPairs,
  simulatePairs,
  simulateRatings,
  simulateScorePairs,
  simulateVotedPairs,
} from "./solved_frames.ts";
