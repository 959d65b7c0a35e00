/**
 * Statistics on plain arrays: intervals, tests, regressions, one seeded generator. No frames, no files.
 *
 * @module
 */

export { benjaminiHochberg, holm } from "./multiple_testing.ts";
export { bootstrap, type BootstrapInterval, type BootstrapOptions } from "./bootstrap.ts";
export { clusterInterval } from "./cluster_interval.ts";
export { COEFFICIENT, gains, infer, minus, NUMBER, times } from "./infer.ts";
export { inferFunction } from "./infer_function.ts";
export type {
  ClusterCodes,
  ClusterLabels,
  CoefficientInterval,
  Estimand,
  Inference,
  Term,
} from "./estimand.ts";
export { type Coefficient, cohenKappa } from "./cohen_kappa.ts";
export { type LogisticFit, logisticRegression } from "./logistic_regression.ts";
export { elasticNet, type ElasticNetFit, type ElasticNetOptions } from "./elastic_net.ts";
export { eValue } from "./e_value.ts";
export { elasticNetCV, type ElasticNetCVOptions } from "./elastic_net_cv.ts";
export { type KendallInterval, kendallInterval } from "./kendall.ts";
export { type KendallTau, kendallTau } from "./kendall.ts";
export { type Difference, type KrippendorffAlpha, krippendorffAlpha } from "./krippendorff_alpha.ts";
export { matchRate } from "./match_rate.ts";
export type { Matrix } from "./matrix.ts";
export { mcnemar } from "./mcnemar.ts";
export { permutationTest } from "./permutation_test.ts";
export { type Random, random } from "./random.ts";
export { wilson } from "./wilson.ts";

// types of their options and results
export type { McNemarOptions } from "./mcnemar.ts";
export type { KendallIntervalOptions } from "./kendall.ts";
export type { AgreementOptions } from "./cohen_kappa.ts";
export type { ClusterRows } from "./cluster_interval.ts";
export type { CohenKappa } from "./cohen_kappa.ts";
export type { ElasticNetCV } from "./elastic_net_cv.ts";
export type { LogisticOptions } from "./logistic_regression.ts";
export type { MatchRate } from "./match_rate.ts";
export type { McNemar } from "./mcnemar.ts";
export type { Label } from "./label_codes.ts";
export type { PermutationOptions, PermutationResult } from "./permutation_test.ts";
export type { Shufflable } from "./random.ts";
export type { ShareInterval } from "./wilson.ts";
export type { PathPoint } from "./elastic_net_cv.ts";
