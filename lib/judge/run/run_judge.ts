import { join } from "node:path";
import { makePlan, type Plan, type Task, tasksOf } from "../plan/make_plan.ts";
import { type Pending, pendingCalls } from "../plan/pending_calls.ts";
import type { Call } from "../plan/render_call.ts";
import { knownNoter, notePlan, studyName } from "../store/note_plan.ts";
import { openStore, type Store } from "../store/store.ts";
import { endpointJudge } from "../transport/endpoint_judge.ts";
import { type Judge, JudgeFault } from "../transport/judge.ts";
import { readSecret } from "../transport/secrets.ts";
import { costBudget, costOf } from "./cost.ts";
import { inFlight } from "./in_flight.ts";
import { type RunEnd, runEnd } from "./run_end.ts";
import { askedNow, notAsked, type RunNotes, runNotes } from "./run_notes.ts";
import type { RunOptions, RunSummary } from "./run_options.ts";
import { runProgress } from "./run_progress.ts";

/** Tasks after which everything else has its turn. */
const TURN_TASKS = 1000;

/** As many calls failed one after the other: the endpoint is gone, more would fail too. */
const FAILURES_IN_A_ROW = 20;

/** Tasks that are put off, at most: each is held with its sample. */
const PUT_OFF = 10_000;

/**
 * Judges every sample under every condition, and writes each reply to the study's file before it counts as done. What
 * the file holds is not asked again: a run that was interrupted, killed or stopped goes on where it was, and one
 * that is complete asks nothing. Temporary faults are retried; a call that still fails is listed with its reason, and asked last by
 * the next run. The run stops at once when the key is refused, the quota is used up, the model is unknown, or the cost cap is
 * reached.
 *
 * @throws {RangeError} for bad options, {ResultsError} for bad data, {JournalLocked} when another run writes the study
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
  const { concurrency = 8, maxBytesInFlight = 64e6, prices, signal, silent = false } = options;
  costBudget({ input: 0, output: 0, longest: 0 }, options);
  const plan = await makePlan(options), { baseURL } = plan;
  const secret = readSecret({ variable: options.keyVariable, baseURL, needed: plan.own === null });
  const client = plan.own ? null : await endpointOf(options, plan, secret.key);
  const judge = client ?? plan.own!;
  let store: Store;
  try {
    store = openStore(join(options.out, "journals", `${studyName(plan)}.sqlite`), plan.protocol);
  } catch (error) {
    client?.close();
    throw error;
  }
  const began = performance.now(), counts = { done: 0, skipped: 0, unasked: 0, waiting: 0 };
  const end = runEnd(), notes = runNotes({ plan, store, via: "interactive", secret });
  const bar = runProgress({
    plan,
    store,
    notes,
    counts,
    prices,
    silent,
    waiting: () => judge.waiting?.() ?? "",
  });
  const ask = asker({ options, judge, store, notes, end, counts });
  const noteKnown = knownNoter(store, end.fail), flight = inFlight(maxBytesInFlight);
  const underWay = new Map<string, Promise<void>>(), failedShared = new Set<string>(), later: Task[] = [];

  const settle = async (found: Pending, task: Task, first: boolean): Promise<void> => {
    if (found.kind === "impossible") {
      if (first) await notes.fail(notAsked(task, found.step), { reason: found.reason, attempts: 0 });
      return bar.tick();
    }
    if (found.kind !== "call") {
      if (found.kind === "known") noteKnown(found.call.sample, found.known);
      if (!first) return;
      counts[found.kind === "known" ? "skipped" : found.kind === "waits" ? "waiting" : "unasked"]++;
      return bar.skip();
    }
    const { call, failed } = found, shared = underWay.get(call.key);
    // What several conditions share fails for all of them: it is asked again by the next run, not by the next condition.
    if (shared || failedShared.has(call.key)) {
      bar.skip();
      return shared;
    }
    if (first && failed && later.length < PUT_OFF) {
      if (later.at(-1) !== task) later.push(task);
      return;
    }
    const asking = ask(call).then((answered) => {
      if (!answered && call.step.key) failedShared.add(call.key);
    }).finally(() => underWay.delete(call.key));
    underWay.set(call.key, asking);
    await asking;
    bar.tick();
  };
  const run = async (task: Task, first: boolean) => {
    const calls = pendingCalls(plan, store, task, { sent: (batch) => batch === "submitted" });
    const bytes = ({ value }: IteratorResult<Pending, void>) =>
      value?.kind === "call" ? value.call.imageBytes : 0;
    while (end.stopped === null) {
      // One call at a time is rendered and waits for room.
      const next = await flight.admit(() => calls.next(), bytes);
      try {
        if (next.done) return;
        await settle(next.value, task, first);
      } finally {
        flight.release(bytes(next));
      }
    }
  };

  const interrupt = () => end.stop("interrupted");
  if (signal?.aborted) interrupt();
  signal?.addEventListener("abort", interrupt);
  try {
    await notePlan(store, plan);
    await allOf(tasksOf(plan), (task) => run(task, true), end, concurrency);
    await allOf(later.values(), (task) => run(task, false), end, concurrency);
  } finally {
    signal?.removeEventListener("abort", interrupt);
    bar.done();
    client?.close();
    store.close();
  }
  if (end.defect) throw end.defect;
  const { spent, path } = store;
  return {
    ...{ journal: path, ...counts, ...notes.brought, stopped: end.stopped },
    tokens: { input: spent.input, output: spent.output },
    cost: prices ? costOf(spent, prices) : null,
    seconds: (performance.now() - began) / 1000,
  };
}

function endpointOf(
  { perMinute, retries = 5, timeout = 600, longestWait = 900, maxReplyBytes, concurrency = 8 }: RunOptions,
  { judge, baseURL }: Plan,
  key: string,
) {
  return endpointJudge(judge, {
    ...{ baseURL, key, retries, perMinute, concurrency, replyBytes: maxReplyBytes },
    timeoutMs: timeout * 1000,
    longestWaitMs: longestWait * 1000,
  });
}

/** Sends calls, and stores what came of each; whether a reply came. */
function asker(
  { options, judge, store, notes, end, counts }: {
    options: RunOptions;
    judge: Judge;
    store: Store;
    notes: RunNotes;
    end: RunEnd;
    counts: { done: number };
  },
): (call: Call) => Promise<boolean> {
  const { giveUpAfter = 20, maxCost } = options, budget = costBudget(store.spent, options);
  let failedInARow = 0, answered = false;

  /** Ends a run whose replies cannot be read: the rest would be paid for nothing. */
  const stopWithoutVerdicts = () => {
    const { ok = 0, abstained = 0, ...others } = notes.brought.statuses;
    const without = Object.values(others).reduce((sum, count) => sum + count, 0);
    if (ok + abstained > 0 || without < giveUpAfter || giveUpAfter === 0) return;
    end.stop(`the first ${without} replies brought no verdict (see below; --give-up 0 goes on all the same)`);
  };
  const failed = async (call: Call, tokens: number, error: unknown) => {
    const known = error instanceof JudgeFault ? error : null;
    const { action, reason, refused = false } = known?.fault ?? { action: "give up", reason: String(error) };
    const { attempts = 1, lost } = known ?? {}, asked = askedNow({ call, tokens });
    if (action === "end") {
      if (lost && lost.input + lost.output + lost.unknown > 0) {
        await notes.fail(asked, { reason, attempts, lost, counted: false });
      }
      return;
    }
    const before = store.call(call.key)?.failed === true;
    const said = await notes.fail(asked, { reason, attempts, lost });
    // What an endpoint says that answers others is about this call alone; and one it refused before tells nothing new.
    if (action === "stop" && !(refused && (answered || before))) end.stop(said);
    else if (!(refused && before) && ++failedInARow >= FAILURES_IN_A_ROW) {
      end.stop(`${FAILURES_IN_A_ROW} calls in a row failed, the last with ${said}`);
    }
  };

  return async (call) => {
    const { tokens } = call;
    if (end.stopped === null && budget && !await budget.reserveInTime(tokens)) {
      end.stop(`cost cap of ${maxCost} reached`);
      return false;
    }
    try {
      if (end.stopped !== null) return false;
      let reply;
      try {
        reply = await judge.ask(call.request, end.signal);
      } catch (error) {
        await failed(call, tokens, error);
        return false;
      }
      [failedInARow, answered] = [0, true];
      const { kept } = notes.keep(askedNow({ call, tokens }), reply);
      stopWithoutVerdicts();
      await kept;
      counts.done++;
      // The disk is full: what is under way still finds room, nothing further is asked.
      if (store.trouble !== null) end.fail(store.trouble);
      return true;
    } finally {
      budget?.release(tokens);
    }
  };
}

/** Goes through tasks, so many at a time, until all are through or the run ends. */
async function allOf(
  tasks: Iterator<Task>,
  run: (task: Task) => Promise<void>,
  end: RunEnd,
  concurrency: number,
): Promise<void> {
  let passed = 0, turn: Promise<unknown> | undefined;
  const worker = async () => {
    while (end.stopped === null) {
      const { value, done } = tasks.next();
      if (done) return;
      await run(value);
      // Known calls wait for nothing: without a turn of their own timers and interruptions stand still, and memory is not given back.
      if (++passed % TURN_TASKS === 0) turn = new Promise((resume) => setTimeout(resume));
      await turn;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, () => worker().catch(end.fail)));
}
