/**
 * Statistics on plain arrays: intervals, tests, regressions, one seeded generator. No frames, no files.
 *
 * @module
 */

export { benjaminiHochberg, holm } from "./multiple_testing.ts";
export { bootstrap, type BootstrapInterval, type BootstrapOptions } from "./bootstrap.ts";
export { clusterInterval, type ClusterRows } from "./cluster_interval.ts";
export { COEFFICIENT, infer, NUMBER } from "./infer.ts";
export type {
  ClusterCodes,
  ClusterLabels,
  CoefficientInterval,
  Estimand,
  Inference,
  Term,
} from "./estimand.ts";
export { type AgreementOptions, type Coefficient, type CohenKappa, cohenKappa } from "./cohen_kappa.ts";
export { type LogisticFit, type LogisticOptions, logisticRegression } from "./logistic_regression.ts";
export { elasticNet, type ElasticNetFit, type ElasticNetOptions } from "./elastic_net.ts";
export { eValue } from "./e_value.ts";
export { elasticNetCV, type ElasticNetCVOptions } from "./elastic_net_cv.ts";
export type { ElasticNetCV, PathPoint } from "./elastic_net_cv.ts";
export { type KendallTau, kendallTau } from "./kendall.ts";
export type { Label } from "./label_codes.ts";
export type { Matrix } from "./matrix.ts";
export { type McNemar, mcnemar, type McNemarOptions } from "./mcnemar.ts";
export { type PermutationOptions, type PermutationResult, permutationTest } from "./permutation_test.ts";
export { type Random, random, type Shufflable } from "./random.ts";
export { type MatchRate, matchRate, type ShareInterval, wilson } from "./wilson.ts";
