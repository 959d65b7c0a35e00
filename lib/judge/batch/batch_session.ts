import { join } from "node:path";
import { type Journal, openJournal } from "../journal/open_journal.ts";
import { readLines } from "../journal/read_lines.ts";
import { makePlan, type Plan, type PlanOptions } from "../plan/make_plan.ts";
import type { AskedCall } from "../plan/prepare_call.ts";
import { costOf, type Prices } from "../run/cost.ts";
import { type CostBudget, costBudget } from "../run/cost_budget.ts";
import { journalName } from "../run/journal_name.ts";
import type { RunSummary } from "../run/run_judge.ts";
import { type Ledger, newLedger, noteKnown, notePlan, settleFailure } from "../run/settle.ts";
import { readSecret, type Secret } from "../transport/secrets.ts";
import { type BatchState, readBatchState, type Shard } from "./batch_state.ts";
import { ingestLines } from "./ingest_lines.ts";
import { pendingCalls } from "./pending_calls.ts";
import { BATCH_LIMITS, type BatchLimits, shardWriter } from "./shard_writer.ts";

/** How a plan is judged in batches. */
export interface BatchOptions extends PlanOptions {
  /** Folder of journal (`journals/`) and batch files (`batches/<protocol>--<judge>/`). */
  out: string;
  /** Most requests and bytes per file (default: OpenAI's limits). */
  limits?: Partial<BatchLimits>;
  prices?: Prices;
  /** No request is written that could take the cost of all calls in the journal over this; needs `prices`. */
  maxCost?: number;
  keyVariable?: string;
  silent?: boolean;
}

/** How a batch stands at the end of a call. */
export interface BatchSummary extends RunSummary {
  /** Input files whose answers are not all here yet. */
  files: string[];
  /** Lines that no call of the plan waits for. */
  foreign: number;
}

/** A plan, its journal and its batch files, open for one process. */
export interface BatchSession {
  plan: Plan;
  journal: Journal;
  ledger: Ledger;
  state: BatchState;
  folder: string;
  secret: Secret;
  /**
   * All calls that are waited for, by key: those in files without an answer and, with `write`, those that can be
   * asked now, which are written to new files.
   */
  collect(options: { write: boolean }): Promise<Map<string, AskedCall>>;
  /** Takes an output or error file into the journal; keys that it settled. */
  ingest(path: string, waiting: ReadonlyMap<string, AskedCall>): Promise<Set<string>>;
  /** Gives a call up in this run. */
  fail(call: AskedCall, reason: string): Promise<void>;
  /** Keys of the requests in a file. */
  keysOf(shard: Shard): string[];
  stop(reason: string): void;
  readonly stopped: string | null;
  summary(): BatchSummary;
  close(): Promise<void>;
}

/**
 * Opens plan, journal and batch files for `writeBatch`, `ingestBatch` and `runBatch`, which share all but the way
 * from input to output files.
 */
export async function openBatch(options: BatchOptions): Promise<BatchSession> {
  const { prices, maxCost, out } = options;
  if (maxCost !== undefined && !prices) {
    throw new RangeError("judge: wanted prices with a cost cap, found none");
  }
  const limits = { ...BATCH_LIMITS, ...options.limits };
  if (!(limits.requests >= 1 && limits.bytes >= 1)) {
    throw new RangeError("batch: wanted limits of at least 1");
  }
  const plan = makePlan(options);
  const secret = readSecret({ variable: options.keyVariable, baseURL: plan.baseURL });
  const name = journalName(plan);
  const journal = openJournal(join(out, "journals", name));
  const began = performance.now();
  const ledger = newLedger({ plan, journal, via: "batch", secret });
  const failed = new Set<string>(), impossible = new Set<string>();
  const counts = { done: 0, skipped: 0, unasked: 0, foreign: 0 };
  const folder = join(out, "batches", name.replace(/\.jsonl$/, ""));
  let state: BatchState, stopped: string | null = null, round = 0;
  try {
    state = readBatchState(folder);
    await notePlan(ledger);
  } catch (error) {
    await journal.close();
    throw error;
  }
  const keys = new Map<string, string[]>();
  const keysOf = ({ file }: Shard) => {
    const known = keys.get(file) ?? [...customIds(join(folder, file))];
    keys.set(file, known);
    return known;
  };

  return {
    plan,
    journal,
    ledger,
    state,
    folder,
    secret,
    keysOf,
    async collect({ write }) {
      round++;
      const budget: CostBudget | null = prices && maxCost !== undefined
        ? costBudget(journal.spent, prices, maxCost)
        : null;
      const written = new Set(state.shards.filter(({ status }) => status !== "done").flatMap(keysOf));
      const waiting = new Map<string, AskedCall>(), writer = shardWriter(folder, state, limits);
      counts.unasked = 0;
      for await (const pending of pendingCalls(plan, journal.verdicts)) {
        if (pending.kind === "unasked") counts.unasked++;
        else if (pending.kind === "done") {
          noteKnown(ledger, pending.call);
          if (round === 1) counts.skipped++;
        } else if (pending.kind === "impossible") {
          const { task, step, reason } = pending,
            id = JSON.stringify([task.sample.id, task.condition, step.name]);
          if (impossible.has(id)) continue;
          impossible.add(id);
          await settleFailure(ledger, { task, step, key: "", reason, attempts: 0 });
        } else {
          const { request: _, images, ...call } = pending.call;
          if (failed.has(call.key)) continue;
          if (stopped === null && budget && !budget.reserve(pending.call)) {
            stopped = `cost cap of ${maxCost} reached`;
          }
          if (!written.has(call.key)) {
            if (!write || stopped !== null) continue;
            writer.add(pending.call);
          }
          waiting.set(call.key, { ...call, images: images.map(({ sha256 }) => ({ sha256 })) });
        }
      }
      writer.end();
      return waiting;
    },
    async ingest(path, waiting) {
      const found = await ingestLines(path, ledger, waiting);
      counts.done += found.done.size;
      counts.foreign += found.foreign + found.torn;
      for (const key of found.failed) failed.add(key);
      return found.done.union(found.failed);
    },
    async fail(call, reason) {
      failed.add(call.key);
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
      tokens: { input: journal.spent.input, output: journal.spent.output },
      cost: prices ? costOf(journal.spent, prices) : null,
      seconds: (performance.now() - began) / 1000,
      files: state.shards.filter(({ status }) => status !== "done").map(({ file }) => join(folder, file)),
    }),
    close: () => journal.close(),
  };
}

/** The key stands first in each line that the writer makes; the images behind it need no parsing. */
function* customIds(path: string): Generator<string> {
  for (const { text } of readLines(path)) {
    const [, key] = /^\{"custom_id":"([0-9a-f]+)"/.exec(text ?? "") ?? [];
    if (key) yield key;
  }
}
