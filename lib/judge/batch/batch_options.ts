import type { PlanOptions } from "../plan/make_plan.ts";
import type { Prices } from "../run/cost.ts";
import type { RunSummary } from "../run/run_options.ts";
import type { BatchFormat, BatchLimits } from "./formats/index.ts";

/** How a plan is judged in batches. */
export interface BatchOptions extends PlanOptions {
  /** Folder of journal (`journals/`) and batch files (`batches/<protocol>--<judge>/`). */
  out: string;
  /** In whose terms requests are written (default: openai). Answers are known by their shape. */
  format?: BatchFormat;
  /** Most requests and bytes per file (default: the limits of the format's service). */
  limits?: Partial<BatchLimits>;
  prices?: Prices;
  /** No request is written that could take the cost of all calls in the journal over this; needs `prices`. */
  maxCost?: number;
  keyVariable?: string;
  /** Largest line of an answer file (default 32 MB). */
  maxReplyBytes?: number;
  silent?: boolean;
}

/** How a batch stands at the end of a call. */
export interface BatchSummary extends RunSummary {
  /** Input files whose answers are not all here yet. */
  files: string[];
  /** Lines about calls of another plan, calls that had their verdict, and lines that are no answer. */
  foreign: number;
  duplicate: number;
  torn: number;
}
