import { existsSync } from "node:fs";
import { join } from "node:path";
import { progress } from "../../progress/progress.ts";
import { requireOneOf } from "../../stats/require_value.ts";
import { makePlan, type Plan, type Task, tasksOf } from "../plan/make_plan.ts";
import { pendingCalls } from "../plan/pending_calls.ts";
import type { Call } from "../plan/render_call.ts";
import type { Step } from "../protocol.ts";
import { costBudget, costOf } from "../run/cost.ts";
import { runEnd } from "../run/run_end.ts";
import { askedBefore, notAsked, runNotes } from "../run/run_notes.ts";
import { isCallKey } from "../store/call_key.ts";
import type { Batch } from "../store/entries.ts";
import { knownNoter, notePlan, studyName } from "../store/note_plan.ts";
import { openStore, type Store } from "../store/store.ts";
import { readSecret, type Secret } from "../transport/secrets.ts";
import type { BatchOptions, BatchSummary } from "./batch_options.ts";
import { BATCH_FORMATS, FORMATS, readAnswer, requestKey } from "./formats/index.ts";
import { requirePlanned } from "./require_planned.ts";
import { requestFiles } from "./request_files.ts";

/** A plan, its study's file and its batch files, open for one process. */
export interface BatchSession {
  plan: Plan;
  store: Store;
  folder: string;
  secret: Secret;
  /** Largest line of an answer file. */
  longest: number;
  /**
   * Goes through the plan: how many calls are waited for, those in files without an answer and those that can be asked now, which
   * are written to new files.
   */
  collect(): Promise<number>;
  /** Takes lines of answers: a call that has its reply keeps it. */
  ingest(lines: Iterable<string | null>): Promise<Ingested>;
  /** Stores how a batch stands. */
  keep(batch: Batch): Promise<void>;
  /** Gives up all calls of a batch that have neither a reply nor failed; how many. */
  failRest(batch: Batch, reason: string): Promise<number>;
  stop(reason: string): void;
  readonly stopped: string | null;
  summary(): BatchSummary;
  close(): void;
}

/** What lines of answers were. */
export interface Ingested {
  /** Replies, and failures, of calls that waited for them. */
  settled: number;
  /** Answers to calls of this study, answered before or not. */
  ours: number;
  /** All answers. */
  answers: number;
  /** Lines that are requests, and lines that are nothing of ours. */
  requests: number;
  others: number;
}

/** Answers that are stored at a time. */
const TOGETHER = 1000;

/** Opens plan, study and batch files for `writeBatch`, `ingestBatch` and `runBatch`, which share all but the way of the files. */
export async function openBatch(
  options: BatchOptions,
  work: "sends" | "writes" | "ingests",
): Promise<BatchSession> {
  const { prices, maxCost, out, format = "openai", maxReplyBytes: longest = 32e6, silent = false } = options;
  costBudget({ input: 0, output: 0, longest: 0 }, options);
  requireOneOf("batch", "the format", format, BATCH_FORMATS);
  const limits = { ...FORMATS[format].limits, ...options.limits };
  if (!(limits.requests >= 1 && limits.bytes >= 1)) {
    throw new RangeError("batch: wanted limits of at least 1");
  }
  const plan = await makePlan(options), { baseURL, protocol } = plan, name = studyName(plan);
  const secret = readSecret({ variable: options.keyVariable, baseURL, needed: work === "sends" });
  const folder = join(out, "batches", name);
  const store = openStore(join(out, "journals", `${name}.sqlite`), protocol);
  try {
    requireFiles(folder, store.batches());
    if (work === "ingests") requirePlanned(plan, store.plans());
    if (work === "sends") await withdrawAnswered(store);
    await notePlan(store, plan);
  } catch (error) {
    store.close();
    throw error;
  }
  const began = performance.now(), end = runEnd();
  const notes = runNotes({ plan, store, via: "batch", secret }), noteKnown = knownNoter(store, end.fail);
  const counts = { done: 0, skipped: 0, unasked: 0, waiting: 0, foreign: 0, duplicate: 0, torn: 0 };
  const failed = new Set<string>(), impossible = new Set<string>();
  const stepOf = (name: string) => protocol.steps.find((step) => step.name === name);
  let round = 0;

  const giveUp = async (task: Task, { step, reason }: { step: Step<unknown>; reason: string }) => {
    const { sample: { dataSet, id }, condition } = task,
      name = JSON.stringify([dataSet, id, condition, step.name]);
    if (impossible.has(name)) return;
    impossible.add(name);
    await notes.fail(notAsked(task, step), { reason, attempts: 0 });
  };
  const collect = async () => {
    round++;
    counts.unasked = 0;
    const files = requestFiles(folder, store, { format, limits }), budget = costBudget(store.spent, options);
    const total = plan.tasks * protocol.steps.length;
    const bar = progress({ total, label: `${protocol.name}, ${plan.judge}, requests`, silent });
    let waiting = 0, passed = 0, seen = new Set<string>(), sample = -1;
    const inBudget = ({ tokens }: Call) => {
      if (end.stopped === null && budget && !budget.reserve(tokens)) {
        end.stop(`cost cap of ${maxCost} reached`);
      }
      return end.stopped === null;
    };
    for (const task of tasksOf(plan)) {
      // Conditions share calls of their own sample alone.
      if (task.sample.index !== sample) seen = new Set();
      sample = task.sample.index;
      if (++passed % TOGETHER === 0) await new Promise((resume) => setTimeout(resume));
      for await (const found of pendingCalls(plan, store, task)) {
        bar.tick();
        if (found.kind === "unasked") counts.unasked++;
        else if (found.kind === "impossible") await giveUp(task, found);
        else if (found.kind === "known") {
          noteKnown(found.call.sample, found.known);
          if (round === 1) counts.skipped++;
        } else if (!seen.has(found.call.key) && !failed.has(found.call.key)) {
          seen.add(found.call.key);
          const fits = inBudget(found.call);
          if (found.kind === "call" && !fits) continue;
          if (found.kind === "call") await files.add(found.call);
          waiting++;
        }
      }
    }
    await files.end();
    bar.done();
    return waiting;
  };
  const ingest = async (lines: Iterable<string | null>): Promise<Ingested> => {
    const found: Ingested = { settled: 0, ours: 0, answers: 0, requests: 0, others: 0 };
    let open: Promise<unknown>[] = [], answered = new Set<string>();
    for (const line of lines) {
      if (line?.trim() === "") continue;
      const answer = line === null ? null : readAnswer(line);
      if (!answer) {
        counts.torn++;
        found[requestKey(line ?? "") ? "requests" : "others"]++;
        continue;
      }
      found.answers++;
      const { key } = answer,
        call = isCallKey(key) ? store.asked(key) : undefined,
        step = call && stepOf(call.step);
      if (!call || !step) {
        counts.foreign++;
        continue;
      }
      found.ours++;
      if (call.done || answered.has(key)) {
        counts.duplicate++;
        continue;
      }
      found.settled++;
      const asked = askedBefore(call, step);
      if ("reply" in answer) {
        answered.add(key);
        counts.done++;
        open.push(notes.keep(asked, answer.reply).kept);
      } else {
        failed.add(key);
        open.push(notes.fail(asked, { reason: answer.reason, usage: answer.usage, attempts: 1 }));
      }
      if (open.length < TOGETHER) continue;
      await Promise.all(open);
      [open, answered] = [[], new Set()];
    }
    await Promise.all(open);
    return found;
  };

  return {
    ...{ plan, store, folder, secret, longest, collect, ingest },
    keep: (batch) => store.write((rows) => rows.batch(batch)),
    async failRest({ id }, reason) {
      let count = 0;
      for (let from = 0;;) {
        const calls = store.openCalls(id, from, TOGETHER);
        await Promise.all(calls.map(({ key }) => {
          const call = store.asked(key)!;
          failed.add(key);
          return notes.fail(askedBefore(call, stepOf(call.step)!), { reason, attempts: 1 });
        }));
        count += calls.length;
        if (calls.length < TOGETHER) return count;
        from = calls.at(-1)!.id;
      }
    },
    stop: (reason) => end.stop(secret.scrubMessage(reason)),
    get stopped() {
      return end.stopped;
    },
    summary() {
      if (end.defect) throw end.defect;
      const waiting = store.batches().filter(({ status }) => status !== "done");
      return {
        ...{ journal: store.path, ...counts, ...notes.brought, stopped: end.stopped },
        tokens: { input: store.spent.input, output: store.spent.output },
        cost: prices ? costOf(store.spent, prices) : null,
        seconds: (performance.now() - began) / 1000,
        files: waiting.map(({ file }) => join(folder, file)),
      };
    },
    close: store.close,
  };
}

/** A file some of whose calls were answered meanwhile is not sent: those would be paid twice. The others are written anew. */
async function withdrawAnswered(store: Store): Promise<void> {
  for (const batch of store.batches()) {
    if (batch.status !== "written" || batch.sent !== null || !store.anyAnswered(batch.id)) continue;
    await store.write((rows) => {
      rows.unbatch(batch.id);
      rows.batch({ ...batch, status: "done" });
    });
  }
}

/**
 * Requests whose file is gone may lie at an endpoint, where they are paid: nobody knows any longer under which name.
 *
 * @throws {RangeError} with the ways out
 */
function requireFiles(folder: string, batches: readonly Batch[]): void {
  const waiting = batches.filter(({ status }) => status !== "done");
  const there = waiting.filter(({ file }) => existsSync(join(folder, file)));
  if (there.length === waiting.length) return;
  throw new RangeError(
    `batch: wanted the files of requests that were written to ${folder}, found ${there.length} of them; ` +
      "put the folder back, or write elsewhere (--out)",
  );
}
