import type { PlanOptions } from "../plan/make_plan.ts";
import type { RunOptions, RunSummary } from "../run/run_options.ts";
import type { BatchFormat, BatchLimits } from "./formats.ts";

/** How a plan is judged in batches; where it says nothing else, as for `runJudge`. */
export interface BatchOptions
  extends PlanOptions, Pick<RunOptions, "prices" | "maxCost" | "keyVariable" | "maxReplyBytes" | "silent"> {
  /** Folder of the study's file (`journals/`) and batch files (`batches/<protocol>--<judge>/`). */
  out: string;
  /** In whose terms requests are written (default: openai). Answers are known by their shape. */
  format?: BatchFormat;
  /** Most requests and bytes per file (default: the limits of the format's service). */
  limits?: Partial<BatchLimits>;
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
