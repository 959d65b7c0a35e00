/**
 * judgebias: how vision-language models behave as judges. The core: files of results as typed frames, metrics of bias with
 * their intervals, ensembles, hypotheses, the papers' printed numbers. The other doors are `judgebias/stats`,
 * `judgebias/figures`, `judgebias/judge`, `judgebias/simulate` and `judgebias/report`.
 *
 * @module
 */

// results: files <-> validated frames
export { describe } from "./results/describe.ts";
export type { FrameOf } from "./results/frame_types.ts";
export { type FrameName, FRAMES } from "./results/frames.ts";
export { type CellValue, only, type Where } from "./results/only.ts";
export { canonicalCriterion, CRITERIA_SETS, type Criterion } from "./results/criteria_sets.ts";
export { readCaptionScores, type ReadCaptionScoresOptions } from "./results/read_caption_scores.ts";
export { readCriteria, type ReadCriteriaOptions } from "./results/read_criteria.ts";
export { readRatings, type ReadRatingsOptions } from "./results/read_ratings.ts";
export { readPairs, type ReadPairsOptions } from "./results/read_pairs.ts";
export type { JudgeName } from "./results/layouts/layout.ts";
export type { Source } from "./results/source.ts";
export { readScorePairs, type ReadScorePairsOptions } from "./results/read_score_pairs.ts";
export { readLabels, type ReadResultsOptions } from "./results/readers.ts";
export {
  type FileInspection,
  type FrameInspection,
  inspectFile,
  readResults,
  type ResultFrames,
} from "./results/read_results.ts";
export { type ReadReport, readReport } from "./results/read_report.ts";
export type { RepliesReport, ToldReplies } from "./results/read_replies.ts";
export { ResultsError } from "./results/results_error.ts";
export { writeFrame } from "./results/write_frame.ts";

// metrics on pairs
export { alternativeAnnotator } from "./metrics/alternative_annotator.ts";
export { bradleyTerry, type BradleyTerryOptions, styleEffects } from "./metrics/bradley_terry.ts";
export {
  type CellContrast,
  type CellContrastOptions,
  type Contrast,
  contrast,
  type ContrastOptions,
  type ContrastSettings,
} from "./metrics/contrast.ts";
export { varianceComponents } from "./metrics/variance_components.ts";
export { cdsRatioSweep } from "./metrics/cds_ratio_sweep.ts";
export { downsample, downsampleMoments, type Downsampling, type Split } from "./metrics/downsample.ts";
export { equalizeLengths } from "./metrics/longer_wins.ts";
export { agreement } from "./metrics/agreement.ts";
export { labelQueue } from "./metrics/corrected_rate.ts";
export { honestLeaderboard } from "./metrics/honest_leaderboard.ts";
export { imageReliance } from "./metrics/image_reliance.ts";
export { informativenessBias } from "./metrics/informativeness_bias.ts";
export { lengthBias } from "./metrics/informativeness_bias.ts";
export { longerWins, type WithinColumns } from "./metrics/longer_wins.ts";
export { type OwnMetric, ownMetric, type OwnMetricOptions } from "./metrics/own_metric.ts";
export type { RowOf } from "./metrics/own_rows.ts";
export { orderConsistency } from "./metrics/order_consistency.ts";
export { pairAccuracy } from "./metrics/informativeness_bias.ts";
export { pairSelfPreference } from "./metrics/pair_self_preference.ts";
export { positionRobustness, verbosityRobustness } from "./metrics/position_robustness.ts";
export { repeatability } from "./metrics/repeatability.ts";
export { slotPreference } from "./metrics/order_consistency.ts";
export { transitivity } from "./metrics/transitivity.ts";
export { unparsedAudit } from "./metrics/unparsed_audit.ts";
export { withSubsets } from "./metrics/pair_outcomes.ts";

// correction for a judge's errors, and calibration
export {
  type CalibrationBin,
  type CalibrationError,
  calibrationError,
  type CalibrationOptions,
} from "./metrics/calibration_error.ts";
export { type CorrectedRate, correctedRate, type CorrectedRateOptions } from "./metrics/corrected_rate.ts";
export type { Verdicts } from "./metrics/corrections.ts";

// metrics on score pairs (MM-JudgeBias)
export { abstentionRatio } from "./metrics/self_enhancement.ts";
export { biasConformity, biasDeviation } from "./metrics/run_means.ts";
export { noiseFloor, scoreVariance } from "./metrics/noise_floor.ts";
export { reliability, type ReliabilityOptions, reliabilitySummary } from "./metrics/reliability.ts";
export { selfEnhancement } from "./metrics/self_enhancement.ts";
export { unnecessaryImageAblation } from "./metrics/self_enhancement.ts";

// metrics on caption scores (Philautia-Eval)
export { type FamilyPreference, familyPreference } from "./metrics/family_preference.ts";
export {
  type Philautia,
  philautia,
  type PhilautiaEstimator,
  type PhilautiaOptions,
} from "./metrics/philautia.ts";
export { philautiaIntervals, type PhilautiaIntervalsOptions } from "./metrics/philautia_intervals.ts";
export {
  type PreferenceMatrix,
  preferenceMatrix,
  type PreferenceMatrixOptions,
} from "./metrics/preference_matrix.ts";
export { standardize, type StandardizeOptions } from "./metrics/standardize.ts";

// metrics on ratings
export { agreementCeiling } from "./metrics/agreement_ceiling.ts";
export { ratingAgreement } from "./metrics/agreement.ts";
export { saturation } from "./metrics/saturation.ts";

// metrics on criteria (Multi-Crit)
export { compareCriteria, type CompareCriteriaOptions } from "./metrics/compare_criteria.ts";
export {
  conflictMatchingRate,
  criteriaMetrics,
  pluralisticAccuracy,
  type ShareColumns,
  tradeoffSensitivity,
} from "./metrics/criteria_shares.ts";
export {
  criterionAccuracy,
  criterionConflicts,
  criterionCorrelation,
  type CriterionCorrelationOptions,
} from "./metrics/criterion_pairs.ts";
export { referenceJudges } from "./metrics/compare_criteria.ts";

// ensembles (Pomms)
export { fitPomms, type FitPommsOptions, splitRatings } from "./ensemble/fit_pomms.ts";
export { type Pomms, type PommsRecord, type PommsStep, readPomms, writePomms } from "./ensemble/pomms.ts";
export { type PommsPhilautia, pommsPhilautia, withPommsScores } from "./ensemble/pomms_philautia.ts";
export { pommsReport, type PommsReportOptions } from "./ensemble/pomms_report.ts";

// hypotheses and planning
export { type BiasAtEqualLength, biasAtEqualLength } from "./hypotheses/bias_at_equal_length.ts";
export { biasAudit, type BiasAuditOptions } from "./hypotheses/bias_audit.ts";
export { biasBeyondPeople, type BiasBeyondPeopleOptions } from "./hypotheses/bias_beyond_people.ts";
export { biasByThreshold } from "./hypotheses/bias_by_threshold.ts";
export { biasExceedsLengthBias } from "./hypotheses/bias_exceeds_length_bias.ts";
export { equalizedBias, type EqualizedBiasResult } from "./hypotheses/equalized_bias.ts";
export { deviationExceedsNoise } from "./hypotheses/exceeds_noise.ts";
export { hypothesisTable, type HypothesisTest, type TitledTest } from "./hypotheses/hypothesis_table.ts";
export type { HypothesisResult } from "./hypotheses/hypothesis_types.ts";
export { jointLowersTradeoff } from "./hypotheses/joint_judging.ts";
export { judgesDiffer, type JudgesDifferOptions } from "./hypotheses/judges_differ.ts";
export { labelError, type LabelErrorOptions, type LabelErrorResult } from "./hypotheses/label_error.ts";
export { longerAnswerWins } from "./hypotheses/longer_answer_wins.ts";
export { mitigationLowersBias, type MitigationOptions } from "./hypotheses/mitigation.ts";
export type { StudyPower } from "./hypotheses/pilot_plan.ts";
export { power } from "./hypotheses/power.ts";
export { prefersOwnAnswers } from "./hypotheses/prefers_own_answers.ts";
export { repeatsItself } from "./hypotheses/repeats_itself.ts";
export { familySelfPreference, meanSelfPreference, selfPreference } from "./hypotheses/self_preference.ts";
export { simulatePower, type SimulatePowerOptions } from "./hypotheses/simulate_power.ts";
export type { StudyDesign, StudyEffect } from "./hypotheses/study_design.ts";
export type { Correction, Verdict, VerdictEvidence, VerdictFound } from "./hypotheses/verdict.ts";
export { verdictOf } from "./hypotheses/verdict.ts";

// real verdicts: what was computed from public collections
export { findings, findingTable, type FindingUnit } from "./findings/findings.ts";
export type { DataSourceName } from "./results/data_sources.ts";

// papers: published numbers
export { type Bias, BIASES, type BiasType } from "./papers/biases.ts";
export { PHILAUTIA_FAMILIES, PHILAUTIA_MODELS } from "./papers/philautia.ts";
export { type Paper, type PaperName, PAPERS } from "./papers/papers.ts";
export { type PublishedTable, publishedTable } from "./papers/published_tables.ts";

// notebooks and terminals
export { help } from "./progress/help.ts";
export { ShownText } from "./progress/shown_text.ts";
export { type Progress, progress } from "./progress/progress.ts";
export { show } from "./progress/show.ts";

// types of their options and results
export type { PrefersOwnAnswersOptions } from "./hypotheses/prefers_own_answers.ts";
export type { RepeatsItselfOptions } from "./hypotheses/repeats_itself.ts";
export type { ClaimPowerOptions, PowerOptions } from "./hypotheses/power.ts";
export type { Condition, PairsTestOptions } from "./hypotheses/pairs_claim.ts";
export type { EqualLengthOptions } from "./hypotheses/bias_at_zero.ts";
export type { Near } from "./hypotheses/length_rows.ts";
export type { ExceedsNoiseOptions } from "./hypotheses/exceeds_noise.ts";
export type { HypothesisTableOptions } from "./hypotheses/hypothesis_table.ts";
export type { EqualizedBiasOptions } from "./hypotheses/equalized_bias.ts";
export type {
  ClaimedPart,
  FoundWithout,
  SensitivityRow,
  TestOptions,
} from "./hypotheses/hypothesis_types.ts";
export type { PhilautiaTestOptions } from "./hypotheses/philautia_looks.ts";
export type { SimulatedPower } from "./hypotheses/simulate_power.ts";
export type { ClaimSettings } from "./metrics/own_rows.ts";
export type { ClusterColumns } from "./metrics/pair_rows.ts";
export type {
  DefaultGroups,
  Evidence,
  Flat,
  GroupColumns,
  GroupValues,
  MetricFrame,
  MetricOptions,
  MetricRow,
  MetricTypes,
  NamedTable,
  ValuesByName,
} from "./metrics/metric_types.ts";
export type { Words } from "./progress/require.ts";
export type { By } from "./results/frame.ts";
export type { RowSelection } from "./results/only.ts";
export type { BiasDimension } from "./papers/biases.ts";
export type { CaptionSetting } from "./papers/philautia.ts";
export type { CellKind, CellValues, PublishedRow, PublishedValues } from "./papers/published_tables.ts";
export type { BiasSpec } from "./results/bias_taxonomy.ts";
export type { Joined } from "./results/join_by_item.ts";
export type { CaptionGridReport } from "./results/caption_codes.ts";
export type { CriteriaSplit } from "./results/criteria_sets.ts";
export type { BiasFeature, Feature } from "./results/frame_features.ts";
export type {
  ByColumn,
  ColumnName,
  ColumnsOf,
  ColumnTypes,
  Keeping,
  KeepingVerb,
  KnownColumns,
  NamedColumns,
  ToldColumns,
} from "./results/frame_types.ts";
export type { FrameSpec, FrameTable } from "./results/frames.ts";
export type { ReadNote } from "./results/layouts/layout.ts";
export type { LayoutName } from "./results/layouts/table.ts";
export type { CriteriaFormat, MultiCritOptions } from "./results/read_criteria.ts";
export type { ScorePairsFormat } from "./results/read_score_pairs.ts";
export type { BadColumn, BadValue } from "./results/results_error.ts";
export type { ShapeOptions } from "./results/shape_frame.ts";
export type { ReadVerdictsOptions } from "./results/verdicts.ts";
export type { ChoiceOrder, OrderReport } from "./results/answer_order.ts";
export type { ColumnSpec } from "./results/frames.ts";
