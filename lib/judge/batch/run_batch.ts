import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { progress } from "../../progress/progress.ts";
import { readLines } from "../journal/read_lines.ts";
import type { AskedCall } from "../plan/prepare_call.ts";
import { tellsOfQuota } from "../transport/faults.ts";
import { judgeClient } from "../transport/judge_client.ts";
import { anthropicBatches } from "./remote/anthropic_batches.ts";
import { geminiBatches } from "./remote/gemini_batches.ts";
import { type BatchState, type Shard, writeBatchState } from "./batch_state.ts";
import type { BatchOptions, BatchSummary } from "./batch_options.ts";
import { type BatchSession, openBatch } from "./batch_session.ts";
import { type BatchFormat, FORMATS } from "./formats/index.ts";
import {
  answerPaths,
  EndpointError,
  type RemoteBatch,
  type RemoteBatches,
  remoteBatches,
} from "./remote_batch.ts";

/** How batches are run at an endpoint. */
export interface RunBatchOptions extends BatchOptions {
  /** Seconds between two looks at a batch (default 30). */
  poll?: number;
  /** Attempts per request to the endpoint beyond the first (default 5). */
  retries?: number;
  /** Seconds until an upload or download is given up (default 600). */
  timeout?: number;
  /** Aborting it ends the waiting; the batches go on, and the next run finds them. */
  signal?: AbortSignal;
}

/** Formats of services that this can submit to; Vertex AI's files go through a bucket, vLLM's to its runner. */
const SUBMITTED: readonly string[] = ["openai", "anthropic", "gemini"];

/**
 * Judges a plan through an endpoint's Batch API (`format`: OpenAI's, Anthropic's Message Batches at
 * `https://api.anthropic.com/v1`, or the Gemini API's at `https://generativelanguage.googleapis.com/v1beta`): writes input files, uploads and submits them, waits, and takes
 * outputs and errors into the same journal that `runJudge` writes, so that both ways give the same results. Protocols
 * whose steps build on one another take as many rounds. Interrupted or killed at any moment, it goes on where it was;
 * no batch is made twice.
 *
 * @throws {RangeError} for bad options, {ResultsError} for bad data, {JournalLocked} when another run writes the journal
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runBatch, simulatedServer } from "judgebias/judge";
 *
 * await using server = await simulatedServer();
 * const data = [{ item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.", human: "A" }];
 * const out = Deno.makeTempDirSync();
 * const { done } = await runBatch({ protocol: "base", data, judge: "j", baseURL: server.url, out, poll: 0, silent: true });
 * assert.equal(done, 1);
 * ```
 */
export async function runBatch(options: RunBatchOptions): Promise<BatchSummary> {
  const { poll = 30, retries = 5, timeout = 600, signal, silent = false } = options;
  if (!(poll >= 0 && retries >= 0 && timeout > 0)) {
    throw new RangeError("batch: wanted poll and retries of at least 0 and a timeout above 0");
  }
  const { format = "openai" } = options;
  if (!SUBMITTED.includes(format)) {
    throw new RangeError(
      `batch: wanted the format ${
        SUBMITTED.join(", ")
      } at an endpoint, found ${format}; write its files with writeBatch ` +
        "(--batch-files) and take its answers with ingestBatch (--ingest)",
    );
  }
  const session = await openBatch(options, "sends");
  try {
    requireFormat(session.state, format);
    const { plan, secret } = session;
    const client = await judgeClient({
      baseURL: plan.baseURL,
      key: secret.key,
      retries,
      timeoutMs: timeout * 1000,
    });
    const often = { retries, pauseMs: Math.min(1000, poll * 1000) };
    const direct = { ...often, baseURL: plan.baseURL, key: secret.key, timeoutMs: timeout * 1000 };
    const { folder, state } = session;
    const remote = format === "anthropic"
      ? anthropicBatches({ ...direct, folder, known: (id) => state.shards.some(({ batch }) => batch === id) })
      : format === "gemini"
      ? geminiBatches({ ...direct, model: plan.judge })
      : remoteBatches(client.openai, often);
    const interrupt = () => session.stop("interrupted; the batches go on, run again to fetch them");
    if (signal?.aborted) interrupt();
    signal?.addEventListener("abort", interrupt);
    try {
      for (let round = 1; session.stopped === null; round++) {
        const waiting = await session.collect({ write: true });
        if (waiting === 0) break;
        const bar = progress({
          total: waiting,
          label: `${plan.protocol.name}, ${plan.judge}, batch ${round}`,
          silent,
        });
        await answered(session, remote, {
          pollMs: poll * 1000,
          signal,
          tick: (n, note) => bar.tick(n, note),
        });
        bar.done();
      }
    } finally {
      signal?.removeEventListener("abort", interrupt);
      client.close();
    }
    return session.summary();
  } finally {
    await session.close();
  }
}

/**
 * Files that wait are in the terms of the service that they were written for.
 *
 * @throws {RangeError} for files of another format
 */
function requireFormat({ shards }: BatchState, format: BatchFormat): void {
  const other = shards.find((shard) =>
    shard.status !== "done" && FORMATS[shard.format].line !== FORMATS[format].line
  );
  if (!other) return;
  throw new RangeError(
    `batch: wanted files of requests in the format ${format}, found ${other.file} in that of ${other.format}, which ` +
      `waits for answers; take them (--batch-format ${other.format}, or --ingest), or write elsewhere (--out)`,
  );
}

/** Waits until every file is answered, or the run is stopped. */
async function answered(
  session: BatchSession,
  remote: RemoteBatches,
  { pollMs, signal, tick }: { pollMs: number; signal?: AbortSignal; tick(count: number, note: string): void },
): Promise<void> {
  const { state, folder } = session;
  const of = (status: Shard["status"]) => state.shards.filter((shard) => shard.status === status);
  try {
    while (true) {
      for (const shard of of("written")) {
        if (signal?.aborted) return;
        const resumed = shard.sent !== null;
        shard.input_file ??= await remote.upload(join(folder, shard.file), shard.file);
        shard.sent ??= Math.floor(Date.now() / 1000);
        writeBatchState(folder, state);
        shard.batch = await remote.submit(shard, { resumed });
        shard.status = "submitted";
        writeBatchState(folder, state);
      }
      for (const shard of of("submitted")) {
        const batch = await remote.look(shard.batch!);
        if (!batch.ended) {
          tick(0, `${shard.file}: ${batch.status}`);
          continue;
        }
        const settled = await finish(session, remote, shard, batch);
        writeBatchState(folder, state);
        tick(settled, `${shard.file}: ${batch.status}`);
        if (session.stopped !== null) return;
      }
      if (of("submitted").length + of("written").length === 0) return;
      // Ends early, by an error, when the signal says so.
      await wait(pollMs, undefined, { signal }).catch(() => {});
      if (signal?.aborted) return;
    }
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    session.stop(error.message);
  }
}

/** Takes what an ended batch brought; how many calls it settled. */
async function finish(
  session: BatchSession,
  remote: RemoteBatches,
  shard: Shard,
  batch: RemoteBatch,
): Promise<number> {
  const { state, folder, longest } = session;
  const { said } = batch;
  if (batch.full) {
    // Too much waits at the endpoint: this file goes again when another is through.
    Object.assign(shard, { status: "written", batch: null });
    if (!state.shards.some(({ status }) => status === "submitted")) session.stop(`batch failed: ${said}`);
    return 0;
  }
  const waiting = new Map<string, AskedCall>();
  for await (const calls of session.waitingIn(shard)) calls.forEach((call, key) => waiting.set(key, call));
  let settled = 0;
  const { output, errors } = answerPaths(folder, shard);
  for (const [file, path] of [[batch.output, output], [batch.errors, errors]] as const) {
    if (!file) continue;
    await remote.download(file, path);
    const { done, failed } = await session.ingest(textsOf(path, longest), waiting);
    for (const key of [...done, ...failed]) waiting.delete(key);
    settled += done.size + failed.size;
  }
  const reason = said === ""
    ? `batch ${batch.status}: no answer to this request`
    : `batch ${batch.status}: ${said}`;
  for (const call of waiting.values()) {
    await session.fail(call, reason);
    settled++;
  }
  shard.status = "done";
  if (tellsOfQuota(said)) session.stop(reason);
  return settled;
}

function* textsOf(path: string, longest: number): Generator<string | null> {
  for (const { text } of readLines(path, { longest })) yield text;
}
