import type { PlanOptions } from "../plan/make_plan.ts";
import type { Prices } from "../run/cost.ts";
import type { RunSummary } from "../run/run_options.ts";
import type { BatchFormat, BatchLimits } from "./formats/index.ts";

/** How a plan is judged in batches. */
export interface BatchOptions extends PlanOptions {
  /** Folder of the study's file (`journals/`) and batch files (`batches/<protocol>--<judge>/`). */
  out: string;
  /** In whose terms requests are written (default: openai). Answers are known by their shape. */
  format?: BatchFormat;
  /** Most requests and bytes per file (default: the limits of the format's service). */
  limits?: Partial<BatchLimits>;
  /** What tokens cost, per million; without it nothing is known of cost. */
  prices?: Prices;
  /** No request is written that could take the cost of all calls of the study over this; needs `prices`. */
  maxCost?: number;
  /** Environment variable that holds the key (default: OPENAI_API_KEY for OpenAI, JUDGE_API_KEY elsewhere, if set). */
  keyVariable?: string;
  /** Largest line of an answer file (default 32 MB). */
  maxReplyBytes?: number;
  /** Without progress bar; false by default. */
  silent?: boolean;
}

/** How a batch stands at the end of a call. */
export interface BatchSummary extends RunSummary {
  /** Input files whose answers are not all here yet. */
  files: string[];
  /** Answers to calls of another plan. */
  foreign: number;
  /** Answers to calls that had their reply already, from an earlier line or run; they change nothing. */
  duplicate: number;
  /** Lines that are no line of a batch's output. */
  torn: number;
}
