/**
 * Simulated results at the papers' real sizes, calibrated to their printed tables. They describe the simulation, no model.
 * `simulate…` computes a frame of any size and seed; `load…` gives the one that the figures draw, made once and kept.
 *
 * @module
 */

export { simulateCriteria } from "./criteria.ts";
export type { CaptionCalibrationRow } from "./caption_fact.ts";
export { simulateCaptionScores } from "./caption_scores.ts";
export { captionScoresCalibration } from "./caption_scores_calibration.ts";
export { simulateLabels } from "./labels.ts";
export {
  loadSimulatedCaptionScores,
  loadSimulatedCriteria,
  loadSimulatedPairs,
  loadSimulatedRatings,
  loadSimulatedScorePairs,
} from "./load.ts";
export { simulateModelPairs } from "./model_pairs.ts";
export { simulatePairs } from "./pairs.ts";
export { pairsCalibration } from "./pairs_calibration.ts";
export { simulateRatings } from "./ratings.ts";
export { scorePairsCalibration } from "./score_pairs_calibration.ts";
export { simulateOrderPairs, simulateScorePairs } from "./score_pairs.ts";
export { simulateVotedPairs } from "./voted_pairs.ts";

// types of their options and results
export type { SimulateCaptionScoresOptions } from "./caption_scores.ts";
export type { CalibrationRow } from "./pairs_calibration.ts";
export type { SimulatedModelJudge, SimulateModelPairsOptions } from "./model_pairs.ts";
export type { RatingBenchmark } from "./ratings_targets.ts";
export type { SimulateVotedPairsOptions, VotedJudge } from "./voted_pairs.ts";
export type { ScoreCalibrationRow } from "./score_pairs_calibration.ts";
