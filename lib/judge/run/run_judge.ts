import { join } from "node:path";
import { openJournal } from "../journal/open_journal.ts";
import { makePlan, type PlanOptions, type Task, tasksOf } from "../plan/make_plan.ts";
import { knownVerdict, prepareCall, type PreparedCall } from "../plan/prepare_call.ts";
import type { ReplyVerdict, Step } from "../protocol.ts";
import { judgeClient } from "../transport/judge_client.ts";
import { readSecret } from "../transport/secrets.ts";
import { costOf, type Prices } from "./cost.ts";
import { costBudget } from "./cost_budget.ts";
import { inFlight } from "./in_flight.ts";
import { journalName } from "./journal_name.ts";
import { runProgress } from "./run_progress.ts";
import {
  type Example,
  type Failure,
  keepReply,
  type Ledger,
  newLedger,
  noteAttempts,
  noteKnown,
  notePlan,
  settleFailure,
} from "./settle.ts";

/** How a run goes about its calls. */
export interface RunOptions extends PlanOptions {
  /** Folder of the journal (`journals/<protocol>--<judge>.jsonl` below it). */
  out: string;
  /** Calls at the same time (default 8). */
  concurrency?: number;
  /** Most requests that start in a minute, retries included. */
  perMinute?: number;
  /** Attempts per call beyond the first (default 5). */
  retries?: number;
  /** Seconds until an attempt is given up (default 600). */
  timeout?: number;
  /** Longest wait in seconds that an endpoint may ask for (default 900); a longer one ends the run. */
  longestWait?: number;
  /** Largest reply in bytes, unpacked (default 32 MB); a longer one is given up. */
  maxReplyBytes?: number;
  /** Most bytes of images in requests under way (default 64 MB); larger ones go alone. */
  maxBytesInFlight?: number;
  /** Ends the run when its first so many replies bring no verdict (default 20); 0 goes on. */
  giveUpAfter?: number;
  /** What tokens cost; without it nothing is known of cost. */
  prices?: Prices;
  /** No call starts that could take the cost of all calls in the journal over this; needs `prices`. */
  maxCost?: number;
  /**
   * Environment variable that holds the key (default: OPENAI_API_KEY for OpenAI, JUDGE_API_KEY elsewhere, if set).
   */
  keyVariable?: string;
  /** Aborting it ends the run after the calls in flight. */
  signal?: AbortSignal;
  silent?: boolean;
}

/** How a run ended. */
export interface RunSummary {
  journal: string;
  /** Calls that were answered in this run. */
  done: number;
  /** Calls whose verdict stood in the journal already. */
  skipped: number;
  /** Steps that were not asked because a verdict they need is not usable. */
  unasked: number;
  /** Calls given up, with the reason; they are asked again when the run is resumed. The first 10,000 of `failed`. */
  failures: Failure[];
  failed: number;
  /** How the replies of this run ended: usable ones (`ok`), abstentions, and what brought no verdict. */
  statuses: Ledger["statuses"];
  /** One reply of this run that brought no verdict. */
  example: Example | null;
  /** Why the run ended early; null when it went through all samples. */
  stopped: string | null;
  /** Tokens and cost of all calls in the journal, earlier runs included. */
  tokens: { input: number; output: number };
  cost: number | null;
  seconds: number;
}

/** Tasks after which everything else has its turn. */
const TURN_TASKS = 1000;

/** As many calls failed one after the other: the endpoint is gone, more would fail too. */
const FAILURES_IN_A_ROW = 20;

/**
 * Judges every sample under every condition, and writes each verdict to the journal before it counts as done. What
 * the journal holds is not asked again: a run that was interrupted, killed or stopped goes on where it was, and one
 * that is complete asks nothing. Temporary faults are retried; a call that still fails is listed with its reason. The
 * run stops at once when the key is refused, the quota is used up, the model is unknown, or the cost cap is reached.
 *
 * @throws {RangeError} for bad options, {ResultsError} for bad data, {JournalLocked} when another run writes the journal
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runJudge, simulatedServer } from "judgebias/judge";
 *
 * await using server = await simulatedServer({ traits: { position: 1 } });
 * const data = [{ item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.", human: "A" }];
 * const { done, failures } = await runJudge({
 *   ...{ protocol: "base", data, judge: "j", baseURL: server.url, out: Deno.makeTempDirSync(), silent: true },
 * });
 * assert.deepEqual([done, failures], [1, []]);
 * ```
 */
export async function runJudge(options: RunOptions): Promise<RunSummary> {
  const { concurrency = 8, perMinute, retries = 5, timeout = 600, prices, maxCost, signal, silent = false } =
    options;
  const { giveUpAfter = 20, longestWait = 900, maxReplyBytes, maxBytesInFlight = 64e6 } = options;
  if (maxCost !== undefined && !prices) {
    throw new RangeError("judge: wanted prices with a cost cap, found none");
  }
  const plan = await makePlan(options);
  const secret = readSecret({ variable: options.keyVariable, baseURL: plan.baseURL });
  const [client, { default: PQueue }] = await Promise.all([
    judgeClient({
      baseURL: plan.baseURL,
      key: secret.key,
      retries,
      timeoutMs: timeout * 1000,
      perMinute,
      concurrency,
      longestWaitMs: longestWait * 1000,
      replyBytes: maxReplyBytes,
    }),
    import("p-queue"),
  ]);
  const journal = openJournal(join(options.out, "journals", journalName(plan)));
  const began = performance.now(), { spent } = journal.index;
  const ledger = newLedger({ plan, journal, via: "interactive", secret });
  const counts = { done: 0, skipped: 0, unasked: 0 };
  const budget = prices && maxCost !== undefined ? costBudget(journal.index.spent, prices, maxCost) : null;
  const bar = runProgress({ plan, journal, ledger, counts, prices, silent, waiting: client.waiting });
  const flight = inFlight(maxBytesInFlight);
  const shared = new Map<string, Promise<ReplyVerdict | null>>(), failedShared = new Set<string>();
  const unsynced = new Set<Promise<void>>();
  let stopped: string | null = null, failedInARow = 0, defect: unknown = null;

  const stop = (reason: string) => {
    if (stopped !== null) return;
    stopped = reason;
    client.wind();
  };
  const fail = (error: unknown) => {
    defect ??= error;
    stop("defect");
  };
  const interrupt = () => stop("interrupted");
  if (signal?.aborted) interrupt();
  signal?.addEventListener("abort", interrupt);

  /** A verdict counts as done when the disk has it; the next call waits for that when as many as run at a time are behind. */
  const inTime = async (kept: Promise<void>) => {
    const counted = kept.then(() => void counts.done++, fail).finally(() => unsynced.delete(counted));
    unsynced.add(counted);
    // The disk is full: what is under way still finds room, nothing further is asked.
    if (journal.trouble !== null) fail(journal.trouble);
    if (unsynced.size > concurrency) await counted;
  };

  /** Ends a run whose replies cannot be read: the rest would be paid for nothing. */
  const stopWithoutVerdicts = () => {
    const { ok = 0, abstained = 0, ...others } = ledger.statuses;
    const without = Object.values(others).reduce((sum, count) => sum + count, 0);
    if (ok + abstained > 0 || without < giveUpAfter || giveUpAfter === 0) return;
    stop(`the first ${without} replies brought no verdict (see below; --give-up 0 goes on all the same)`);
  };

  /** Sends one call; null when it brought no verdict. */
  const ask = async (call: PreparedCall): Promise<ReplyVerdict | null> => {
    if (stopped === null && budget && !await budget.reserveInTime(call)) {
      stop(`cost cap of ${maxCost} reached`);
    }
    try {
      if (stopped !== null) return null;
      const outcome = await client.ask(call.request);
      if ("cancelled" in outcome) {
        const { lost, attempts } = outcome;
        if (lost.input + lost.output + lost.unknown > 0) {
          await noteAttempts(ledger, { ...call, reason: "the run ended", attempts, lost });
        }
        return null;
      }
      if ("reply" in outcome) {
        failedInARow = 0;
        const { verdict, kept } = keepReply(ledger, call, outcome.reply, outcome);
        stopWithoutVerdicts();
        await inTime(kept);
        return verdict;
      }
      const { fault: { reason, action }, attempts, lost } = outcome;
      await settleFailure(ledger, { ...call, reason, attempts, lost });
      if (action === "stop") stop(secret.scrubMessage(reason));
      else if (++failedInARow >= FAILURES_IN_A_ROW) {
        stop(`${FAILURES_IN_A_ROW} calls in a row failed, the last with ${secret.scrubMessage(reason)}`);
      }
      return null;
    } finally {
      budget?.release(call);
    }
  };

  const runStep = async (task: Task, step: Step<unknown>, verdicts: Record<string, ReplyVerdict>) => {
    let call: PreparedCall;
    try {
      call = await flight.admit(() => prepareCall(plan, task, step, verdicts), imageBytes);
    } catch (error) {
      if ((error as Error).name !== "ImageError") throw error;
      await settleFailure(ledger, { task, step, key: "", reason: (error as Error).message, attempts: 0 });
      return null;
    }
    try {
      return await verdictOf(call, step);
    } finally {
      flight.release(imageBytes(call));
    }
  };

  const verdictOf = async (call: PreparedCall, step: Step<unknown>): Promise<ReplyVerdict | null> => {
    const known = knownVerdict(journal.index, call);
    if (known) {
      noteKnown(ledger, call, known.key);
      counts.skipped++;
      bar.skip();
      return known.verdict;
    }
    const underway = shared.get(call.key);
    if (underway) {
      bar.skip();
      return underway;
    }
    // What several conditions share fails for all of them: it is asked again by the next run, not by the next condition.
    if (failedShared.has(call.key)) {
      bar.skip();
      return null;
    }
    const asking = ask(call).then((verdict) => {
      if (verdict === null && step.key) failedShared.add(call.key);
      return verdict;
    }).finally(() => shared.delete(call.key));
    shared.set(call.key, asking);
    const verdict = await asking;
    bar.tick();
    return verdict;
  };

  const runTask = async (task: Task) => {
    const verdicts: Record<string, ReplyVerdict> = {};
    for (const step of plan.protocol.steps) {
      if (stopped !== null) return;
      if (step.needs?.some((name) => verdicts[name]?.status !== "ok")) {
        counts.unasked++;
        bar.skip();
        continue;
      }
      const verdict = await runStep(task, step, verdicts);
      if (verdict) verdicts[step.name] = verdict;
    }
  };

  const queue = new PQueue({ concurrency });
  try {
    await notePlan(ledger);
    let passed = 0;
    for (const task of tasksOf(plan)) {
      if (stopped !== null) break;
      queue.add(() => runTask(task)).catch(fail);
      await queue.onSizeLessThan(concurrency);
      // Known calls wait for nothing: without a turn of their own timers and interruptions stand still, and memory is not given back.
      if (++passed % TURN_TASKS === 0) await new Promise((resume) => setTimeout(resume));
    }
    await queue.onIdle();
    await Promise.all(unsynced);
  } finally {
    signal?.removeEventListener("abort", interrupt);
    bar.done();
    client.close();
    await journal.close();
  }
  if (defect) throw defect;
  return {
    journal: journal.path,
    done: counts.done,
    skipped: counts.skipped,
    unasked: counts.unasked,
    failures: ledger.failures,
    failed: ledger.failed,
    statuses: ledger.statuses,
    example: ledger.example,
    stopped,
    tokens: { input: spent.input, output: spent.output },
    cost: prices ? costOf(spent, prices) : null,
    seconds: (performance.now() - began) / 1000,
  };
}

/** Bytes of the images in a call's body. */
function imageBytes({ images }: PreparedCall): number {
  return images.reduce((sum, { url }) => sum + url.length, 0);
}
