/**
 * judgebias: how vision-language models behave as judges. Everything public, by area; charts, pixels and fonts load when a
 * figure is first rendered.
 *
 * @module
 */

// results: files <-> validated frames
export { describe } from "./results/describe.ts";
export { type FrameName, FRAMES } from "./results/frames.ts";
export { canonicalCriterion, CRITERIA_SETS, type Criterion } from "./results/criteria_sets.ts";
export { inspectFile } from "./results/inspect_file.ts";
export { readCaptionScores, type ReadCaptionScoresOptions } from "./results/read_caption_scores.ts";
export { readCriteria, type ReadCriteriaOptions } from "./results/read_criteria.ts";
export { readLabels } from "./results/read_labels.ts";
export { readRatings, type ReadRatingsOptions } from "./results/read_ratings.ts";
export { readPairs, type ReadPairsOptions } from "./results/read_pairs.ts";
export { readScorePairs, type ReadScorePairsOptions } from "./results/read_score_pairs.ts";
export { readTokenScores, type ReadTokenScoresOptions } from "./results/read_token_scores.ts";
export { readResults, type ResultFrames } from "./results/read_results.ts";
export { type ReadReport, readReport } from "./results/read_report.ts";
export { ResultsError } from "./results/results_error.ts";
export { rowSchema } from "./results/row_schema.ts";
export { writeFrame } from "./results/write_frame.ts";

// metrics on pairs
export { cdsRatioSweep } from "./metrics/cds_ratio_sweep.ts";
export { downsample } from "./metrics/downsample.ts";
export { downsampleMoments } from "./metrics/downsample_moments.ts";
export { equalizeLengths } from "./metrics/equalize_lengths.ts";
export { imageReliance } from "./metrics/image_reliance.ts";
export { informativenessBias } from "./metrics/informativeness_bias.ts";
export { lengthBias } from "./metrics/length_bias.ts";
export { pairAccuracy } from "./metrics/pair_accuracy.ts";
export { positionRobustness } from "./metrics/position_robustness.ts";
export { withSubsets } from "./metrics/with_subsets.ts";

// metrics on score pairs (MM-JudgeBias)
export { abstentionRatio } from "./metrics/abstention_ratio.ts";
export { biasConformity } from "./metrics/bias_conformity.ts";
export { biasDeviation } from "./metrics/bias_deviation.ts";
export { noiseFloor } from "./metrics/noise_floor.ts";
export { reliability } from "./metrics/reliability.ts";
export { reliabilitySummary } from "./metrics/reliability_summary.ts";
export { scoreVariance } from "./metrics/score_variance.ts";
export { selfEnhancement } from "./metrics/self_enhancement.ts";
export { unnecessaryImageAblation } from "./metrics/unnecessary_image_ablation.ts";
export { verbosityRobustness } from "./metrics/verbosity_robustness.ts";

// metrics on caption scores (Philautia-Eval)
export { columnDistance } from "./metrics/column_distance.ts";
export { doubleCentre } from "./metrics/double_centre.ts";
export { type FamilyPreference, familyPreference } from "./metrics/family_preference.ts";
export { meanScores } from "./metrics/mean_scores.ts";
export { type Philautia, philautia } from "./metrics/philautia.ts";
export { philautiaEstimators } from "./metrics/philautia_estimators.ts";
export { philautiaIntervals, type PhilautiaIntervalsOptions } from "./metrics/philautia_intervals.ts";
export { type PreferenceMatrix, preferenceMatrix } from "./metrics/preference_matrix.ts";
export { robustStandardize } from "./metrics/robust_standardize.ts";
export { selfPreferencePermutation } from "./metrics/self_preference_permutation.ts";
export { standardize } from "./metrics/standardize.ts";

// metrics on ratings
export { ratingAgreement } from "./metrics/rating_agreement.ts";

// metrics on criteria (Multi-Crit)
export { compareCriteria } from "./metrics/compare_criteria.ts";
export { conflictMatchingRate } from "./metrics/conflict_matching_rate.ts";
export { criteriaMetrics } from "./metrics/criteria_metrics.ts";
export { criterionAccuracy, criterionAverage } from "./metrics/criterion_accuracy.ts";
export { criterionConflicts } from "./metrics/criterion_conflicts.ts";
export { criterionCorrelation } from "./metrics/criterion_correlation.ts";
export { pairComposition } from "./metrics/pair_composition.ts";
export { pluralisticAccuracy } from "./metrics/pluralistic_accuracy.ts";
export { referenceJudges } from "./metrics/reference_judges.ts";
export { responseLengths } from "./metrics/response_lengths.ts";
export { tradeoffSensitivity } from "./metrics/tradeoff_sensitivity.ts";

// ensembles (Pomms)
export { fitPomms, type FitPommsOptions } from "./ensemble/fit_pomms.ts";
export type { Pomms, PommsRecord, PommsStep } from "./ensemble/pomms.ts";
export { pommsCalibration, type PommsCalibrationRow } from "./ensemble/pomms_calibration.ts";
export { type PommsPhilautia, pommsPhilautia } from "./ensemble/pomms_philautia.ts";
export { pommsReport, type PommsReportOptions } from "./ensemble/pomms_report.ts";
export { readPomms } from "./ensemble/read_pomms.ts";
export { splitRatings } from "./ensemble/split_ratings.ts";
export { withPommsScores } from "./ensemble/with_pomms_scores.ts";
export { writePomms } from "./ensemble/write_pomms.ts";

// hypotheses and planning
export { adjustedBias } from "./hypotheses/adjusted_bias.ts";
export { balancedAccuracy } from "./hypotheses/balanced_accuracy.ts";
export { type BiasAtEqualLength, biasAtEqualLength } from "./hypotheses/bias_at_equal_length.ts";
export { biasByThreshold } from "./hypotheses/bias_by_threshold.ts";
export { biasExceedsLengthBias } from "./hypotheses/bias_exceeds_length_bias.ts";
export { equalizationSteps } from "./hypotheses/equalization_steps.ts";
export { equalizedBias, type EqualizedBiasResult } from "./hypotheses/equalized_bias.ts";
export { conformityBelowCeiling, deviationExceedsNoise } from "./hypotheses/exceeds_noise.ts";
export { familySelfPreference } from "./hypotheses/family_self_preference.ts";
export { hypothesisTable, type HypothesisTest } from "./hypotheses/hypothesis_table.ts";
export type { HypothesisResult, Verdict } from "./hypotheses/hypothesis_types.ts";
export { biasGrowsWithoutImage, imageHelpsMoreInCds } from "./hypotheses/image_interaction.ts";
export { jointLowersTradeoff } from "./hypotheses/joint_judging.ts";
export { judgesDiffer } from "./hypotheses/judges_differ.ts";
export { labelError, type LabelErrorResult } from "./hypotheses/label_error.ts";
export { apparentBias } from "./hypotheses/label_error_model.ts";
export { matchedBias } from "./hypotheses/matched_bias.ts";
export { mitigationLowersBias } from "./hypotheses/mitigation.ts";
export { partialEffects } from "./hypotheses/partial_effects.ts";
export { power, type StudyPower } from "./hypotheses/power.ts";
export { powerCurve } from "./hypotheses/power_curve.ts";
export { meanSelfPreference, selfPreference } from "./hypotheses/self_preference.ts";
export { simulatePower } from "./hypotheses/simulate_power.ts";
export type { StudyDesign } from "./hypotheses/study_design.ts";

// statistics
export { benjaminiHochberg } from "./stats/benjamini_hochberg.ts";
export { bootstrap, type BootstrapInterval } from "./stats/bootstrap.ts";
export { clusterBootstrap } from "./stats/cluster_bootstrap.ts";
export { clusterInterval } from "./stats/cluster_interval.ts";
export { cohenKappa } from "./stats/cohen_kappa.ts";
export { holm } from "./stats/holm.ts";
export { type LogisticFit, logisticRegression } from "./stats/logistic_regression.ts";
export { elasticNet, type ElasticNetFit, type ElasticNetOptions } from "./stats/elastic_net.ts";
export { elasticNetCV, type ElasticNetCVOptions } from "./stats/elastic_net_cv.ts";
export { forwardSelection } from "./stats/forward_selection.ts";
export { type KendallInterval, kendallInterval } from "./stats/kendall_interval.ts";
export { type KendallTau, kendallTau } from "./stats/kendall_tau.ts";
export { matchRate } from "./stats/match_rate.ts";
export type { Matrix } from "./stats/matrix.ts";
export { mcnemar } from "./stats/mcnemar.ts";
export { newcombe } from "./stats/newcombe.ts";
export { newcombePaired } from "./stats/newcombe_paired.ts";
export { nonInferiority } from "./stats/non_inferiority.ts";
export { pairedPermutation } from "./stats/paired_permutation.ts";
export { permutationTest } from "./stats/permutation_test.ts";
export { type Random, random } from "./stats/random.ts";
export { stratifiedPermutation } from "./stats/stratified_permutation.ts";
export { twoProportionZ } from "./stats/two_proportion_z.ts";
export { wilson } from "./stats/wilson.ts";
export { zTestPower, zTestSampleSize } from "./stats/z_test_power.ts";

// papers: published numbers
export { type Bias, BIASES, type BiasType } from "./papers/bias_taxonomy.ts";
export { PHILAUTIA_FAMILIES, PHILAUTIA_MODELS } from "./papers/philautia.ts";
export { PAPERS } from "./papers/papers.ts";
export { publishedTable } from "./papers/published_table.ts";
export type { PublishedTable } from "./papers/published_tables.ts";

// calibrated simulation
export { simulateCriteria } from "./simulate/criteria.ts";
export type { CaptionCalibrationRow } from "./simulate/caption_fact.ts";
export { simulateCaptionScores } from "./simulate/caption_scores.ts";
export { captionScoresCalibration } from "./simulate/caption_scores_calibration.ts";
export { simulateLabels } from "./simulate/labels.ts";
export { simulatedCaptionScores } from "./simulate/simulated_caption_scores.ts";
export { simulatePairs } from "./simulate/pairs.ts";
export { pairsCalibration } from "./simulate/pairs_calibration.ts";
export { simulateRatings } from "./simulate/ratings.ts";
export { simulatedRatings } from "./simulate/simulated_ratings.ts";
export { simulatedCriteria } from "./simulate/simulated_criteria.ts";
export { simulatedPairs } from "./simulate/simulated_pairs.ts";
export { simulateOrderPairs } from "./simulate/scores/order_pairs.ts";
export { scorePairsCalibration } from "./simulate/scores/score_calibration.ts";
export { simulateScorePairs } from "./simulate/scores/score_pairs.ts";
export { simulatedScorePairs } from "./simulate/simulated_score_pairs.ts";

// perturbations
export { nullImage } from "./perturb/null_image.ts";
export {
  perturb,
  type PerturbationRecord,
  type Perturbed,
  type PerturbOptions,
  type TextFunctions,
} from "./perturb/perturb.ts";
export type { PerturbedLine } from "./perturb/perturb_file.ts";
export { type PerturbedSet, perturbSet, type PerturbSetOptions } from "./perturb/perturb_set.ts";
export { plainImage } from "./perturb/plain_image.ts";
export type { Raster } from "./perturb/raster.ts";
export { readImage } from "./perturb/read_image.ts";
export { readSamples, type SampleLine } from "./perturb/read_samples.ts";
export type { Sample } from "./perturb/sample.ts";
export { textureInsertion } from "./perturb/texture_insertion.ts";
export {
  applyTransformation,
  type TransformationStep,
  visualTransformation,
} from "./perturb/visual_transformation.ts";
export { writeImage } from "./perturb/write_image.ts";

// running judges
export { anchorScores } from "./judge/anchor_scores.ts";
export { loadPrompts } from "./judge/load_prompts.ts";
export { type ExpectedScore, expectedScore } from "./judge/parse/expected_score.ts";
export { perturbationTexts, type PerturbationTextsOptions } from "./judge/perturbation_texts.ts";
export type { Decoding, Prompt, Prompts, Protocol, ProtocolOptions } from "./judge/protocol.ts";
export { PROMPTS } from "./judge/prompts/index.ts";
export { PROTOCOLS } from "./judge/protocols/index.ts";
export { ratingsFrame } from "./judge/ratings_frame.ts";
export { anchorSamples } from "./judge/results/anchor_samples.ts";
export { journalSeconds } from "./judge/results/journal_seconds.ts";
export { secondsPerItem } from "./judge/seconds_per_item.ts";
export { verdictFrame } from "./judge/verdict_frame.ts";
export type { BatchOptions, BatchSummary } from "./judge/batch/batch_session.ts";
export { ingestBatch } from "./judge/batch/ingest_batch.ts";
export { runBatch, type RunBatchOptions } from "./judge/batch/run_batch.ts";
export { writeBatch } from "./judge/batch/write_batch.ts";
export { type JournalResults, journalResults } from "./judge/results/journal_results.ts";
export { writeResults, type WrittenResults } from "./judge/results/write_results.ts";
export { type PlanEstimate, planJudge } from "./judge/plan/plan_judge.ts";
export type { PlanOptions } from "./judge/plan/make_plan.ts";
export { runJudge, type RunOptions, type RunSummary } from "./judge/run/run_judge.ts";
export { expectedBiases, type JudgeTraits } from "./judge/simulated/judge_traits.ts";
export {
  type SimulatedServer,
  simulatedServer,
  type SimulatedServerOptions,
} from "./judge/simulated/simulated_server.ts";
export { simulatedStudy, type StudyOptions, type StudyPair } from "./judge/simulated/simulated_study.ts";
export { studySamples } from "./judge/simulated/study_samples.ts";

// figures
export type { FigureSpec } from "./figures/figure_spec.ts";
export type { Provenance } from "./figures/provenance.ts";
export { exportFigure } from "./figures/export_figure.ts";
export { figures, findFigure } from "./figures/registry.ts";
export { type RenderedFigure, renderFigure } from "./figures/render_figure.ts";

// charts of one's own, from a tidy metric frame
export { cdsShareFigure, groupedBarFigure, imageScatterFigure } from "./figures/birch/own_charts.ts";
export { equalizationFigure } from "./figures/hypotheses/equalization_slopes.ts";
export { forestFigure } from "./figures/hypotheses/forest_chart.ts";
export { labelErrorFigure } from "./figures/hypotheses/label_error_curves.ts";
export { partialEffectsFigure } from "./figures/hypotheses/partial_effect_curves.ts";
export { drawnSamples } from "./figures/mm_judgebias/drawn_samples.ts";
export { nineBiasesFigure } from "./figures/mm_judgebias/fig6_nine_biases.ts";
export { operationsFigure, transformationsFigure } from "./figures/mm_judgebias/operation_figures.ts";
export { philautiaIntervalsFigure, preferenceFigure } from "./figures/philautia/own_charts.ts";
export { powerFigure } from "./figures/hypotheses/power_curves.ts";
export {
  integralityRobustnessFigure,
  leaderboardFigure,
  promptSlopesFigure,
} from "./figures/mm_judgebias/own_charts.ts";
export { jointSlopesFigure, tradeoffMapFigure } from "./figures/multi_crit/own_charts.ts";

// notebooks
export { progress } from "./progress/progress.ts";
export { show } from "./progress/show.ts";
