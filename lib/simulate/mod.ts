/**
 * judgebias/simulate: simulated results at the papers' real sizes, calibrated to their printed tables. They describe the simulation, no model:
 * each judge is called what it is set to. What is solved once is read from `data/simulated`.
 *
 * @module
 */

export { calibration } from "./solution.ts";
export {
  type RatingBenchmark,
  simulateCaptionScores,
  simulateCriteria,
  simulateModelPairs,
  simulatePairs,
  simulateRatings,
  simulateScorePairs,
  simulateVotedPairs,
} from "./solved_frames.ts";
