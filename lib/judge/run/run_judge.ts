import { join } from "node:path";
import { openJournal } from "../journal/open_journal.ts";
import { makePlan, type Plan, tasksOf } from "../plan/make_plan.ts";
import { type JudgeClient, judgeClient } from "../transport/judge_client.ts";
import { readSecret } from "../transport/secrets.ts";
import { callAsker } from "./call_asker.ts";
import { costOf } from "./cost.ts";
import { costBudget } from "./cost_budget.ts";
import { journalName } from "./journal_name.ts";
import { broughtBy, newLedger } from "./ledger.ts";
import { notePlan } from "./note_plan.ts";
import { type RunEnd, runEnd } from "./run_end.ts";
import type { RunOptions, RunSummary } from "./run_options.ts";
import { runProgress } from "./run_progress.ts";
import { taskRunner } from "./task_runner.ts";

/** Tasks after which everything else has its turn. */
const TURN_TASKS = 1000;

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
  const {
    concurrency = 8,
    giveUpAfter = 20,
    maxBytesInFlight = 64e6,
    prices,
    maxCost,
    signal,
    silent = false,
  } = options;
  if (maxCost !== undefined && !prices) {
    throw new RangeError("judge: wanted prices with a cost cap, found none");
  }
  const plan = await makePlan(options);
  const secret = readSecret({ variable: options.keyVariable, baseURL: plan.baseURL });
  const client = await clientOf(options, plan, secret.key, concurrency);
  const journal = openJournal(join(options.out, "journals", journalName(plan)));
  const began = performance.now(), { spent } = journal.index;
  const ledger = newLedger({ plan, journal, via: "interactive", secret });
  const counts = { done: 0, skipped: 0, unasked: 0 };
  const budget = prices && maxCost !== undefined ? costBudget(spent, prices, maxCost) : null;
  const bar = runProgress({ plan, journal, ledger, counts, prices, silent, waiting: client.waiting });
  const end = runEnd(client.wind);
  const { ask, synced } = callAsker({
    ...{ client, ledger, secret, end, counts, budget, maxCost, concurrency, giveUpAfter },
  });
  const { run, later } = taskRunner({ ledger, end, counts, bar, bytes: maxBytesInFlight, ask });
  const interrupt = () => end.stop("interrupted");
  if (signal?.aborted) interrupt();
  signal?.addEventListener("abort", interrupt);
  try {
    await notePlan(ledger);
    await runAll(tasksOf(plan), run, end, concurrency);
    await runAll(later, (go) => go(), end, concurrency);
    await synced();
  } finally {
    signal?.removeEventListener("abort", interrupt);
    bar.done();
    client.close();
    await journal.close();
  }
  if (end.defect) throw end.defect;
  return {
    ...{ journal: journal.path, ...counts, ...broughtBy(ledger), stopped: end.stopped },
    tokens: { input: spent.input, output: spent.output },
    cost: prices ? costOf(spent, prices) : null,
    seconds: (performance.now() - began) / 1000,
  };
}

function clientOf(
  { perMinute, retries = 5, timeout = 600, longestWait = 900, maxReplyBytes }: RunOptions,
  { baseURL }: Plan,
  key: string,
  concurrency: number,
): Promise<JudgeClient> {
  return judgeClient({
    ...{ baseURL, key, retries, perMinute, concurrency, replyBytes: maxReplyBytes },
    timeoutMs: timeout * 1000,
    longestWaitMs: longestWait * 1000,
  });
}

/** Runs tasks, so many at a time, until all are through or the run ends. */
async function runAll<T>(
  tasks: Iterable<T>,
  run: (task: T) => Promise<void>,
  end: RunEnd,
  concurrency: number,
): Promise<void> {
  const { default: PQueue } = await import("p-queue");
  const queue = new PQueue({ concurrency });
  let passed = 0;
  for (const task of tasks) {
    if (end.stopped !== null) break;
    queue.add(() => run(task)).catch(end.fail);
    await queue.onSizeLessThan(concurrency);
    // Known calls wait for nothing: without a turn of their own timers and interruptions stand still, and memory is not given back.
    if (++passed % TURN_TASKS === 0) await new Promise((resume) => setTimeout(resume));
  }
  await queue.onIdle();
}
