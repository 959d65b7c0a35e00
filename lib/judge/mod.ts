/**
 * Running judges: protocols and prompts, any OpenAI-compatible endpoint, a simulated judge, results of a run; and the nine
 * perturbations of what a judge is shown.
 *
 * @module
 */

// perturbations
export type { Formatting } from "../perturb/sample.ts";
export { nullImage } from "../perturb/image_files.ts";
export {
  perturb,
  type PerturbationRecord,
  type Perturbed,
  type PerturbOptions,
  type TextFunctions,
} from "../perturb/perturb.ts";
export type { PerturbedLine } from "../perturb/read_samples.ts";
export { type PerturbedSet, perturbSet, type PerturbSetOptions } from "../perturb/perturb_set.ts";
export { readSamples, type SampleLine } from "../perturb/read_samples.ts";
export type { Sample } from "../perturb/sample.ts";

// running judges
export { type ExpectedScore, expectedScore } from "./parse/expected_score.ts";
export { perturbationTexts, type PerturbationTextsOptions } from "./perturbation_texts.ts";
export type { Decoding, Prompt, Prompts, Protocol, ProtocolOptions } from "./protocol.ts";
export { PROMPTS } from "./prompts.ts";
export { PROTOCOLS } from "./protocols/index.ts";
export { judgment, pairProtocol, pairSlots, type PairSpec } from "./protocols/pair.ts";
export type { PairSample } from "./protocols/orders.ts";
export { type About, type Ask, protocol, type ProtocolSpec } from "./protocols/protocol.ts";
export { parseScore, type ScoreScale } from "./parse/parsers.ts";
export { noVerdict } from "./parse/settle_reply.ts";
export {
  type Changed,
  exportReplies,
  type FailureLine,
  type ReplyLine,
  type Reread,
  reread,
} from "./results/kept_replies.ts";
export type { Judge, JudgeReply } from "./transport/judge.ts";
export { ingestBatch, writeBatch } from "./batch/run_batch.ts";
export { runBatch, type RunBatchOptions } from "./batch/run_batch.ts";
export { writeResults, type WrittenResults } from "./results/write_results.ts";
export { type PlanEstimate, planJudge, type PlanJudgeOptions } from "./plan/plan_judge.ts";
export type { PlanOptions } from "./plan/make_plan.ts";
export { runJudge } from "./run/run_judge.ts";
export type { BatchOptions, BatchSummary, RunOptions, RunSummary } from "./run/run_options.ts";
export { type SimulatedJudge, simulatedJudge } from "./simulated/simulated_judge.ts";
export { expectedBiases, type JudgeTraits } from "./simulated/judge_traits.ts";
export {
  type SimulatedServer,
  simulatedServer,
  type SimulatedServerOptions,
} from "./simulated/simulated_server.ts";
export { simulatedStudy, type StudyOptions, type StudyPair } from "./simulated/simulated_study.ts";

// types of their options and results
export type { BatchFormat, BatchLimits } from "./batch/formats.ts";
export type { Prices } from "./run/prices.ts";
export type { Brought, Example, Failure } from "./run/run_options.ts";
export type { ExpectedBiases } from "./simulated/judge_traits.ts";
export type { Parameters, TransformationStep } from "../perturb/operations.ts";
export type { PerturbFault } from "../perturb/perturb_set.ts";
export type { ImageKind } from "../perturb/image_files.ts";
export type {
  Condition,
  Message,
  Part,
  Reply,
  ReplyVerdict,
  Step,
  TokenLogprob,
  VerdictStatus,
} from "./protocol.ts";
