import { requireOneOf } from "../../stats/require_value.ts";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { type Journal, openJournal } from "../journal/open_journal.ts";
import type { JournalIndex } from "../journal/journal_index.ts";
import { readLines } from "../journal/read_lines.ts";
import { makePlan, type Plan } from "../plan/make_plan.ts";
import { type AskedCall, askedCall } from "../plan/prepare_call.ts";
import { costOf } from "../run/cost.ts";
import { journalName } from "../run/journal_name.ts";
import { broughtBy, newLedger } from "../run/ledger.ts";
import { notePlan } from "../run/note_plan.ts";
import { runEnd } from "../run/run_end.ts";
import { settleFailure } from "../run/settle.ts";
import { readSecret, type Secret } from "../transport/secrets.ts";
import type { BatchOptions, BatchSummary } from "./batch_options.ts";
import { type BatchState, readBatchState, type Shard } from "./batch_state.ts";
import { BATCH_FORMATS, FORMATS, requestKey } from "./formats/index.ts";
import { type Ingested, ingestLines } from "./ingest_lines.ts";
import { pendingCalls } from "./pending_calls.ts";
import { requestCollector } from "./request_collector.ts";
import { requirePlanned } from "./require_planned.ts";

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
  const { prices, maxCost, out, format = "openai", maxReplyBytes: longest = 32e6, silent } = options;
  const limits = limitsOf(options);
  const plan = await makePlan(options);
  const { baseURL } = plan;
  const secret = readSecret({ variable: options.keyVariable, baseURL, needed: work === "sends" });
  const name = journalName(plan), folder = join(out, "batches", name.replace(/\.jsonl$/, ""));
  const journal = openJournal(join(out, "journals", name)), { index } = journal;
  const began = performance.now(), end = runEnd(() => {});
  const ledger = newLedger({ plan, journal, via: "batch", secret });
  const failed = new Set<string>();
  const counts = { done: 0, skipped: 0, unasked: 0, foreign: 0, duplicate: 0, torn: 0 };
  let state: BatchState;
  try {
    state = readBatchState(folder);
    requireFiles(folder, state, index);
    noteRequests(folder, state, index);
    if (work === "ingests") requirePlanned(plan, index.plans());
    await notePlan(ledger);
  } catch (error) {
    await journal.close();
    throw error;
  }
  const fail = (keys: Iterable<string>) => {
    for (const key of keys) {
      const request = index.requestOf(key);
      failed.add(key);
      index.noteFailedRequest(key);
      // The index can be deleted at any time: what it cannot read in the journal stands beside the file of requests.
      if (request) appendFileSync(failedPath(folder, state.shards[request.shard]), `${key}\n`);
    }
  };
  return {
    ...{ plan, journal, state, folder, secret, longest },
    collect: requestCollector({
      ...{ ledger, folder, state, format, limits, end, counts, failed, prices, maxCost, silent },
    }),
    waitingIn: (shard) => waitingIn(plan, index, shard, state.shards.indexOf(shard)),
    async ingest(lines, waiting) {
      const found = await ingestLines(lines, ledger, waiting);
      counts.done += found.done.size;
      for (const name of ["foreign", "duplicate", "torn"] as const) counts[name] += found[name];
      fail(found.failed);
      return found;
    },
    count(lines) {
      for (const [name, more] of Object.entries(lines)) counts[name as "torn"] += more;
    },
    async fail(call, reason) {
      fail([call.key]);
      await settleFailure(ledger, { ...call, reason, attempts: 1 });
    },
    stop: (reason) => end.stop(secret.scrubMessage(reason)),
    get stopped() {
      return end.stopped;
    },
    summary() {
      return {
        ...{ journal: journal.path, ...counts, ...broughtBy(ledger), stopped: end.stopped },
        tokens: { input: index.spent.input, output: index.spent.output },
        cost: prices ? costOf(index.spent, prices) : null,
        seconds: (performance.now() - began) / 1000,
        files: state.shards.filter(({ status }) => status !== "done").map(({ file }) => join(folder, file)),
      };
    },
    close: () => journal.close(),
  };
}

/** The limits of the files: those given, else those of the format's service. */
function limitsOf({ prices, maxCost, format = "openai", limits: given }: BatchOptions) {
  if (maxCost !== undefined && !prices) {
    throw new RangeError("judge: wanted prices with a cost cap, found none");
  }
  requireOneOf("batch", "the format", format, BATCH_FORMATS);
  const limits = { ...FORMATS[format].limits, ...given };
  if (!(limits.requests >= 1 && limits.bytes >= 1)) {
    throw new RangeError("batch: wanted limits of at least 1");
  }
  return limits;
}

/** Notes in which file each request stands, where the index does not know it. */
function noteRequests(folder: string, { shards }: BatchState, index: JournalIndex): void {
  for (const [number, { file, calls }] of shards.entries()) {
    if (index.requestsOf(number) >= calls) continue;
    for (const { text } of readLines(join(folder, file))) {
      const key = requestKey(text ?? "");
      if (key) index.noteRequest(key, number);
    }
    for (const { text } of readLines(failedPath(folder, shards[number]))) {
      if (index.requestOf(text ?? "")?.shard === number) index.noteFailedRequest(text!);
    }
  }
}

/** Keys of the requests of a file that came back without a reply, one a line. */
function failedPath(folder: string, { file }: Shard): string {
  return join(folder, file.replace(/\.input\.jsonl$/, ".failed"));
}

/**
 * Requests whose file is gone may lie at an endpoint, where they are paid: nobody knows any longer under which name.
 *
 * @throws {RangeError} with the ways out
 */
function requireFiles(folder: string, { shards }: BatchState, index: JournalIndex): void {
  if (index.requestsOf(shards.length) === 0 || !index.awaits(shards.length)) return;
  throw new RangeError(
    `batch: wanted the files of requests that were written to ${folder}, found ${shards.length} of them; put the folder ` +
      "back, or write elsewhere (--out). Where nothing was submitted, delete the journal's .index file: then they are written anew",
  );
}

async function* waitingIn(
  plan: Plan,
  index: JournalIndex,
  range: Shard,
  number: number,
): AsyncGenerator<Map<string, AskedCall>> {
  let waiting = new Map<string, AskedCall>();
  for await (const pending of pendingCalls(plan, index, range)) {
    if (pending.kind !== "call" || index.requestOf(pending.call.key)?.shard !== number) continue;
    waiting.set(pending.call.key, askedCall(pending.call));
    if (waiting.size < WAITING_CALLS) continue;
    yield waiting;
    waiting = new Map();
  }
  if (waiting.size > 0) yield waiting;
}
