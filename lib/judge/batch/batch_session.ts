import { requireOneOf } from "../../stats/require_value.ts";
import { join } from "node:path";
import { progress } from "../../progress/progress.ts";
import type { PlanEntry } from "../journal/entries.ts";
import { type Journal, openJournal } from "../journal/open_journal.ts";
import { readLines } from "../journal/read_lines.ts";
import { makePlan, type Plan, type PlanOptions } from "../plan/make_plan.ts";
import type { AskedCall, PreparedCall } from "../plan/prepare_call.ts";
import { costOf, type Prices } from "../run/cost.ts";
import { type CostBudget, costBudget } from "../run/cost_budget.ts";
import { journalName } from "../run/journal_name.ts";
import type { RunSummary } from "../run/run_options.ts";
import { type Ledger, newLedger, noteKnown } from "../run/ledger.ts";
import { notePlan } from "../run/note_plan.ts";
import { settleFailure } from "../run/settle.ts";
import { readSecret, type Secret } from "../transport/secrets.ts";
import { type BatchState, readBatchState, type Shard } from "./batch_state.ts";
import { BATCH_FORMATS, type BatchFormat, type BatchLimits, FORMATS, requestKey } from "./formats/index.ts";
import { type Ingested, ingestLines } from "./ingest_lines.ts";
import { pendingCalls } from "./pending_calls.ts";
import { shardWriter } from "./shard_writer.ts";

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

/** A plan, its journal and its batch files, open for one process. */
export interface BatchSession {
  plan: Plan;
  journal: Journal;
  state: BatchState;
  folder: string;
  secret: Secret;
  /** Largest line of an answer file. */
  longest: number;
  /**
   * Goes through the plan: how many calls are waited for, those in files without an answer and, with `write`, those that
   * can be asked now, which are written to new files.
   */
  collect(options: { write: boolean }): Promise<number>;
  /** The calls of a file that have no verdict yet, by key; a thousand at a time, for a call takes some kilobytes. */
  waitingIn(shard: Shard): AsyncGenerator<Map<string, AskedCall>>;
  /** Takes lines of answers into the journal. */
  ingest(lines: Iterable<string | null>, waiting: ReadonlyMap<string, AskedCall>): Promise<Ingested>;
  /** Counts lines that were not handed to `ingest`. */
  count(lines: Partial<Pick<Ingested, "duplicate" | "foreign" | "torn">>): void;
  /** Gives a call up in this run. */
  fail(call: AskedCall, reason: string): Promise<void>;
  stop(reason: string): void;
  readonly stopped: string | null;
  summary(): BatchSummary;
  close(): Promise<void>;
}

/** Calls of a file that are held at a time. */
const WAITING_CALLS = 1000;

/**
 * Opens plan, journal and batch files for `writeBatch`, `ingestBatch` and `runBatch`, which share all but the way
 * from input to output files.
 */
export async function openBatch(
  options: BatchOptions,
  work: "sends" | "writes" | "ingests",
): Promise<BatchSession> {
  const { prices, maxCost, out, format = "openai", maxReplyBytes: longest = 32e6, silent = false } = options;
  if (maxCost !== undefined && !prices) {
    throw new RangeError("judge: wanted prices with a cost cap, found none");
  }
  requireOneOf("batch", "the format", format, BATCH_FORMATS);
  const limits = { ...FORMATS[format].limits, ...options.limits };
  if (!(limits.requests >= 1 && limits.bytes >= 1)) {
    throw new RangeError("batch: wanted limits of at least 1");
  }
  const plan = await makePlan(options);
  const secret = readSecret({
    variable: options.keyVariable,
    baseURL: plan.baseURL,
    needed: work === "sends",
  });
  const name = journalName(plan);
  const journal = openJournal(join(out, "journals", name)), { index } = journal;
  const began = performance.now();
  const ledger: Ledger = newLedger({ plan, journal, via: "batch", secret });
  const failed = new Set<string>(), impossible = new Set<string>();
  const counts = { done: 0, skipped: 0, unasked: 0, foreign: 0, duplicate: 0, torn: 0 };
  const folder = join(out, "batches", name.replace(/\.jsonl$/, ""));
  let state: BatchState, stopped: string | null = null, round = 0;
  try {
    state = readBatchState(folder);
    for (const [number, { file, calls }] of state.shards.entries()) {
      if (index.requestsOf(number) >= calls) continue;
      for (const { text } of readLines(join(folder, file))) {
        const key = requestKey(text ?? "");
        if (key) index.noteRequest(key, number);
      }
    }
    if (work === "ingests") requirePlanned(plan, index.plans());
    await notePlan(ledger);
  } catch (error) {
    await journal.close();
    throw error;
  }
  // What waits by the ten thousand holds no request, nor the function that remembers all of it.
  const asked = (
    { key, task, step, slot, decoding, requestHash, tokens, images }: PreparedCall,
  ): AskedCall => ({
    ...{ key, task, step, slot, decoding, requestHash, tokens },
    images: images.map(({ sha256 }) => ({ sha256 })),
  });

  return {
    plan,
    journal,
    state,
    folder,
    secret,
    longest,
    async collect({ write }) {
      round++;
      const budget: CostBudget | null = prices && maxCost !== undefined
        ? costBudget(index.spent, prices, maxCost)
        : null;
      const writer = shardWriter(folder, state, {
        ...{ format, limits },
        noted: (shard, keys) => keys.forEach((key) => index.noteRequest(key, shard)),
      });
      const bar = progress({
        total: plan.tasks * plan.protocol.steps.length,
        label: `${plan.protocol.name}, ${plan.judge}, requests`,
        silent,
      });
      let waiting = 0;
      counts.unasked = 0;
      for await (const pending of pendingCalls(plan, index)) {
        bar.tick();
        if (pending.kind === "unasked") counts.unasked++;
        else if (pending.kind === "done") {
          noteKnown(ledger, pending.call, pending.key);
          if (round === 1) counts.skipped++;
        } else if (pending.kind === "impossible") {
          const { task, step, reason } = pending;
          const id = JSON.stringify([task.sample.dataSet, task.sample.id, task.condition, step.name]);
          if (impossible.has(id)) continue;
          impossible.add(id);
          await settleFailure(ledger, { task, step, key: "", reason, attempts: 0 });
        } else {
          const { call } = pending;
          if (failed.has(call.key)) continue;
          const request = index.requestOf(call.key);
          const written = request && !request.failed && state.shards[request.shard]?.status !== "done";
          if (!written && (!write || stopped !== null)) continue;
          if (stopped === null && budget && !budget.reserve(asked(call))) {
            stopped = `cost cap of ${maxCost} reached`;
            if (!written) continue;
          }
          if (!written) writer.add(call);
          waiting++;
        }
      }
      writer.end();
      bar.done();
      return waiting;
    },
    async *waitingIn(shard) {
      const number = state.shards.indexOf(shard);
      let waiting = new Map<string, AskedCall>();
      for await (const pending of pendingCalls(plan, index, shard)) {
        if (pending.kind !== "call" || index.requestOf(pending.call.key)?.shard !== number) continue;
        waiting.set(pending.call.key, asked(pending.call));
        if (waiting.size < WAITING_CALLS) continue;
        yield waiting;
        waiting = new Map();
      }
      if (waiting.size > 0) yield waiting;
    },
    async ingest(lines, waiting) {
      const found = await ingestLines(lines, ledger, waiting);
      counts.done += found.done.size;
      for (const name of ["foreign", "duplicate", "torn"] as const) counts[name] += found[name];
      for (const key of found.failed) {
        failed.add(key);
        index.noteFailedRequest(key);
      }
      return found;
    },
    count(lines) {
      for (const [name, more] of Object.entries(lines)) counts[name as "torn"] += more;
    },
    async fail(call, reason) {
      failed.add(call.key);
      index.noteFailedRequest(call.key);
      await settleFailure(ledger, { ...call, reason, attempts: 1 });
    },
    stop(reason) {
      stopped ??= secret.scrubMessage(reason);
    },
    get stopped() {
      return stopped;
    },
    summary: () => ({
      journal: journal.path,
      ...counts,
      failures: ledger.failures,
      failed: ledger.failed,
      statuses: ledger.statuses,
      example: ledger.example,
      stopped,
      tokens: { input: index.spent.input, output: index.spent.output },
      cost: prices ? costOf(index.spent, prices) : null,
      seconds: (performance.now() - began) / 1000,
      files: state.shards.filter(({ status }) => status !== "done").map(({ file }) => join(folder, file)),
    }),
    close: () => journal.close(),
  };
}

/**
 * Answers belong to calls, and decoding and prompts are part of a call: with others than any run of the journal had, none
 * of its answers is one of this plan, and its results would be those of a plan without answers.
 *
 * @throws {RangeError} naming what differs from the last run
 */
function requirePlanned({ decoding, promptHashes }: Plan, plans: readonly PlanEntry[]): void {
  const differences = plans.map((plan) => [
    ...differing("decoding", { ...decoding }, { ...plan.decoding }, (value) => value),
    ...differing("prompt", promptHashes, plan.prompts, ({ sha256 }) => sha256.slice(0, 12)),
  ]);
  const last = differences.at(-1);
  if (last === undefined || differences.some((found) => found.length === 0)) return;
  throw new RangeError(
    `ingest: wanted the options that the requests were written with, found ${last.join(", ")}`,
  );
}

/** The names under which two records hold something else, in words. */
function differing<T>(
  what: string,
  given: Readonly<Record<string, T>>,
  planned: Readonly<Record<string, T>>,
  shown: (value: T) => unknown,
): string[] {
  const text = (record: Readonly<Record<string, T>>, name: string) =>
    record[name] === undefined ? "none" : JSON.stringify(shown(record[name]));
  return [...new Set([...Object.keys(given), ...Object.keys(planned)])].filter((name) =>
    text(given, name) !== text(planned, name)
  ).map((name) => `${what} ${name} ${text(given, name)} (the journal's plan: ${text(planned, name)})`);
}
