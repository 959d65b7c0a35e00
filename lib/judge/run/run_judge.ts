import { said } from "../../results/said.ts";
import { join } from "node:path";
import { progress } from "../../progress/progress.ts";
import { withdraw } from "../batch/request_files.ts";
import { type Call, type Pending, pendingCalls } from "../plan/calls.ts";
import { studyName } from "../store/call_key.ts";
import { endpointJudge } from "../transport/endpoint_judge.ts";
import { type Judge, JudgeFault, type JudgeReply, requireReply } from "../transport/judge.ts";
import { filteredReply } from "../transport/usable_reply.ts";
import { costBudget } from "./cost.ts";
import { costText, paidFor } from "./prices.ts";
import type { RunOptions, RunSummary } from "./run_options.ts";
import { notePlan, openStudy, type Study } from "./study.ts";

const FAILURES_IN_A_ROW = 20;

/**
 * Judges every sample under every condition, and writes each reply to the study's file before it counts as done. What
 * the file holds is not asked again: a run that was interrupted, killed or stopped goes on where it was, and one
 * that is complete asks nothing. Temporary faults are retried (`retries`, after what `Retry-After` asks for): 408, 409, 429 and 5xx, redirects, a
 * connection or a reply that breaks off, no answer in time; a call that still fails is listed with its reason, and asked again
 * by the next run. Content that a filter turns away (`content_filter` and its kin, also with status 400 or 403) did not fail: it is
 * a reply without a verdict, `refused`, and not asked again. The run stops at once when the key is refused, the quota is used up,
 * the model is unknown, or the cost cap is reached. A reply without a token count is taken for the mean of those of its step
 * (its text alone before the first), and so is a request that broke off: it may have to be paid. Calls that were under way when a run
 * was killed, `concurrency` at most, are asked anew, may be paid twice and are not in the cost. The cap is of this protocol and judge,
 * whatever others below `out` cost.
 *
 * @throws {RangeError} for bad options, and for what the protocol does wrong (a `read` that fails): at the first reply that shows it,
 *   which is kept
 * @throws {ResultsError} for bad data
 * @throws {JournalLocked} when another run writes the study
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runJudge, simulatedServer } from "judgebias/judge";
 *
 * await using server = await simulatedServer({ traits: { position: 1 } });
 * const data = [{
 *   item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.",
 *   human: "A",
 * }];
 * const { done, failures } = await runJudge({
 *   protocol: "base", data, judge: "j", baseURL: server.url,
 *   out: Deno.makeTempDirSync(), silent: true,
 * });
 * assert.deepEqual([done, failures], [1, []]);
 * ```
 */
export async function runJudge(options: RunOptions): Promise<RunSummary> {
  const study = openStudy(options, { via: "interactive", sends: true }), { plan, store } = study;
  const { own, judge, baseURL } = plan, { concurrency = 8 } = options;
  let client: Awaited<ReturnType<typeof endpointJudge>> | undefined;
  try {
    if (!own) {
      client = await endpointJudge(judge, { ...options, baseURL, key: study.secret.key, concurrency });
    }
    await withdraw(store, join(options.out, "batches", studyName(plan)));
    await notePlan(store, plan);
    await judged(study, own ?? client!, options);
  } finally {
    client?.close();
    study.close();
  }
  return study.summary();
}

async function judged(study: Study, judge: Judge, options: RunOptions): Promise<void> {
  const { concurrency = 8 } = options, { plan, store, counts } = study;
  const bar = runProgress(study, judge, options), ask = asker(study, judge, options);

  const settle = async (found: Pending): Promise<void> => {
    if (found.kind === "impossible") {
      await study.fail(found, { reason: found.reason, attempts: 0 });
      return bar.tick();
    }
    if (found.kind === "known") study.known(found.call, found.known);
    if (found.kind === "call") return await ask(found.call) ? bar.tick() : undefined;
    if (found.kind !== "shared") {
      counts[({ known: "skipped", waits: "waiting", unasked: "unasked" } as const)[found.kind]]++;
    }
    bar.skip();
  };
  const samples = plan.samples.all.values();
  const worker = async () => {
    for (const sample of samples) {
      for await (const found of pendingCalls(plan, store, sample)) {
        if (study.stopped !== null) return;
        await settle(found);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, () => worker().catch(study.broken)));
  } finally {
    bar.done();
  }
}

function asker(study: Study, judge: Judge, options: RunOptions): (call: Call) => Promise<boolean> {
  const { giveUpAfter = 20 } = options, { store, brought } = study;
  const budget = costBudget(study, options, study.plan.decoding);
  let failedInARow = 0, answered = false, out = 0;

  const stopWithoutVerdicts = () => {
    const { ok = 0, abstained = 0, ...others } = brought.statuses;
    const without = Object.values(others).reduce((sum, count) => sum + count, 0);
    if (ok + abstained > 0 || without < giveUpAfter || giveUpAfter === 0) return;
    const more = out > 1 ? `, up to ${out - 1} more were under way` : "";
    study.stop(said("without_verdict", { without: giveUpAfter, more }));
  };
  const failed = async (call: Call, error: unknown) => {
    const { fault, attempts, lost } = error instanceof JudgeFault
      ? error
      : new JudgeFault({ action: "give up", reason: String(error) });
    const { action, reason, refused = false } = fault;
    if (action === "end") {
      const paid = lost.input + lost.output + lost.unknown > 0;
      if (paid) await study.fail(call, { reason, attempts, lost, counted: false });
      return false;
    }
    const before = store.call(call.key)?.failed === true;
    const said = await study.fail(call, { reason, attempts, lost });
    // What an endpoint says that answers others is about this call alone; and one that failed before tells nothing new.
    if (action === "stop" && !(refused && (answered || before))) study.stop(said);
    else if (!before && ++failedInARow >= FAILURES_IN_A_ROW) {
      study.stop(`${FAILURES_IN_A_ROW} calls in a row failed, the last with ${said}`);
    }
    return true;
  };

  return async (call) => {
    if (study.stopped === null && budget && !await budget.reserveInTime(call)) {
      study.stop(budget.reached);
      return false;
    }
    out++;
    try {
      if (study.stopped !== null) return false;
      // The disk is full: what is under way still finds room, nothing further is asked.
      if (store.trouble !== null) study.broken(store.trouble);
      if (study.stopped !== null) return false;
      const asked = new Promise<JudgeReply>((gives) => gives(judge.ask(call.request, study.signal)));
      // What a judge of one's own throws may be an endpoint's error too.
      const reply = await asked.then(requireReply).catch(async (error) =>
        filteredReply(error) ?? await failed(call, error)
      );
      if (typeof reply === "boolean") return reply;
      [failedInARow, answered] = [0, true];
      await study.keep(call, reply);
      stopWithoutVerdicts();
      return true;
    } finally {
      out--;
      budget?.release(call.shown);
    }
  };
}

function runProgress(
  { plan: { tasks, protocol, judge: name }, store, brought, counts }: Study,
  judge: Judge,
  { silent, prices }: RunOptions,
) {
  const bar = progress({ total: tasks * protocol.steps.length, label: `${protocol.name}, ${name}`, silent });
  const began = performance.now();
  const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
  let waiting = () => judge.waiting?.() ?? "";
  const note = () => {
    const { input, output } = store.spent, cost = paidFor(store.spent, prices);
    return [
      `${brought.failed} failed`,
      `${(counts.done / (performance.now() - began) * 1000).toFixed(1)} calls/s`,
      `${compact.format(input + output)} tokens`,
      ...(cost === null ? [] : [`cost ${costText(cost)}`]),
      ...(waiting() === "" ? [] : [`waiting: ${waiting()}`]),
    ].join(", ");
  };
  // While all wait nothing ticks: say so all the same.
  const timer = setInterval(() => waiting() === "" || bar.tick(0, note()), 1000);
  return {
    tick: () => bar.tick(1, note()),
    skip: () => bar.skip(1, note()),
    done: () => {
      clearInterval(timer);
      waiting = () => "";
      bar.tick(0, note());
      bar.done();
    },
  };
}
