import type { BatchFormat, BatchLimits } from "../batch/formats.ts";
import type { PlanOptions } from "../plan/make_plan.ts";
import type { Condition, VerdictStatus } from "../protocol.ts";
import type { Prices } from "./prices.ts";

/** How a run goes about its calls. */
export interface RunOptions extends PlanOptions {
  /** Folder of the study's file (`journals/<protocol>--<judge>.sqlite` below it). */
  out: string;
  /** Calls at the same time, each about another sample (default 8). */
  concurrency?: number;
  /** Most requests that start in a minute, retries included. */
  perMinute?: number;
  /** Attempts per call beyond the first (default 5). */
  retries?: number;
  /** Seconds until an attempt, an upload or a download is given up (default 600). */
  timeout?: number;
  /** Longest wait in seconds that an endpoint may ask for (default 900); a longer one ends the run. */
  longestWait?: number;
  /** Largest reply, or line of an answer file, in bytes, unpacked (default 32 MB); a longer one is given up. */
  maxReplyBytes?: number;
  /** Ends the run when its first so many replies bring no verdict (default 20); 0 goes on. */
  giveUpAfter?: number;
  /** What tokens cost that this run asks for: what earlier ones asked for keeps their prices, and without any costs at the first given after. */
  prices?: Prices;
  /**
   * No call starts that may take the cost of all calls in the study's file (this protocol and judge, all
   * runs, each at its own prices) over this; needs `prices`. What it may take is a reply of `max_completion_tokens`, where decoding has it, else of the
   * longest so far: a longer one takes the cost over this by as much. Batches are filled by the mean of the replies so far and a
   * margin. Other judges have caps of their own.
   */
  maxCost?: number;
  /**
   * Environment variable that holds the key (default: OPENAI_API_KEY for OpenAI, JUDGE_API_KEY elsewhere, if set).
   */
  keyVariable?: string;
  /** Aborting it ends the run after the calls in flight. */
  signal?: AbortSignal;
  /** Without progress bar; false by default. */
  silent?: boolean;
}

/** A call that was given up, as a run's summary lists it. */
export interface Failure {
  /** Id of the sample. */
  sample_id: string;
  /** The protocol's step that was asked. */
  step: string;
  /** What was asked of the sample: with the image or without, order, run, … */
  condition: Condition;
  /** Why the call was given up. */
  reason: string;
}

/** A reply without a usable verdict, shown so that the user sees what the judge says. */
export interface Example extends Pick<Failure, "sample_id" | "step"> {
  /** How the reply ended; never `ok`, also where but one of several criteria could not be read. */
  status: VerdictStatus;
  /** Why the reply is no verdict, or lacks some, in words. */
  reason: string;
  /** Beginning of the reply. */
  text: string;
}

/** What a run brought, as its summary says it. */
export interface Brought {
  /** Calls given up, with the reason; they are asked again when the run is resumed. The first 10,000 of `failed`. */
  failures: Failure[];
  /** How many calls were given up. */
  failed: number;
  /** How the replies of this run ended: usable ones (`ok`), abstentions, and what brought no verdict. */
  statuses: Partial<Record<VerdictStatus, number>>;
  /** Of replies that judge several criteria and were read in part, how many of all their verdicts could not be read. */
  lacking?: { verdicts: number; of: number };
  /** Replies of this run that brought no verdict, or not all: the first of each status and reason, ten of them at most. */
  examples: Example[];
  /**
   * Replies of this run by the name of the model that the endpoint says gave them: providers add a version to the name asked
   * for; another model is no judgment of yours.
   */
  served: Record<string, number>;
}

/** How a run ended. */
export interface RunSummary extends Brought {
  /** Path of the study's file. */
  journal: string;
  /** Calls that were answered in this run. */
  done: number;
  /** Calls whose reply was there already. */
  skipped: number;
  /** Requests of this run that were sent once more, after a fault that may pass. */
  repeated: number;
  /** Steps that were not asked because a verdict they need is not usable. */
  unasked: number;
  /** Calls whose requests are in batches that were submitted, and are waited for. */
  waiting: number;
  /** Samples without an image where conditions ask for one: they are asked without alone. */
  withoutImage: number;
  /** Why the run ended early; null when it went through all samples. */
  stopped: string | null;
  /**
   * Tokens of all calls of the study, earlier runs included, as endpoints counted them.
   */
  tokens: { input: number; output: number };
  /** Of `tokens`: of requests, those that the endpoint had in its cache; of replies, those that were thought, as far as it counts them. */
  included: { cached: number; reasoning: number };
  /** At most so many of `tokens` are estimated: of answers without a count, and of attempts that brought nothing or broke off. */
  estimated: number;
  /** Of all runs, each at its own `prices`: what `maxCost` caps; null where one had none and none were given since. Calls under way when a run was killed, which may have to be paid, are not in it. */
  cost: number | null;
  /** How long the run took. */
  seconds: number;
}

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
  /** Answers to calls that had theirs already, a reply or an error, from an earlier line or run; they change nothing. */
  duplicate: number;
  /** Of them, those whose verdict is another than that of the first: the ids of their samples. */
  otherwise: string[];
  /** Lines that are no line of a batch's output. */
  torn: number;
}
