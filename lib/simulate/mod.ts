/**
 * judgebias/simulate: simulated results at the papers' real sizes, calibrated to their printed tables. They describe the simulation, no model:
 * each judge is called what it is set to. What is solved once is read from `data/simulated`; captions, votes and models that judge each other
 * are drawn at any size.
 *
 * @module
 */

export { calibration } from "./calibration.ts";
export { simulateCaptionScores } from "./caption_scores.ts";
export { simulateModelPairs } from "./model_pairs.ts";
export { simulateCriteria, simulateLabels, simulatePairs, simulateRatings } from "./solved_frames.ts";
export { simulateOrderPairs, simulateScorePairs } from "./score_pairs.ts";
export { simulateVotedPairs } from "./voted_pairs.ts";

// types of their options and results
export type { SimulateCaptionScoresOptions } from "./caption_scores.ts";
export type { SimulatedModelJudge, SimulateModelPairsOptions } from "./model_pairs.ts";
export type { RatingBenchmark } from "./solved_frames.ts";
export type { SimulateVotedPairsOptions, VotedJudge } from "./voted_pairs.ts";
