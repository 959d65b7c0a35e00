import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { progress } from "../../progress/progress.ts";
import type { Batch } from "../store/entries.ts";
import { tellsOfQuota } from "../transport/faults.ts";
import { endpointJudge } from "../transport/endpoint_judge.ts";
import { anthropicBatches } from "./remote/anthropic_batches.ts";
import { geminiBatches } from "./remote/gemini_batches.ts";
import type { BatchOptions, BatchSummary } from "./batch_options.ts";
import { type BatchSession, openBatch } from "./batch_session.ts";
import { type BatchFormat, FORMATS } from "./formats/index.ts";
import { textsOf } from "./ingest_batch.ts";
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
 * outputs and errors into the same study's file that `runJudge` writes, so that both ways give the same results. Protocols
 * whose steps build on one another take as many rounds. Interrupted or killed at any moment, it goes on where it was;
 * no batch is made twice.
 *
 * @throws {RangeError} for bad options, {ResultsError} for bad data, {JournalLocked} when another run writes the study
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
    requireFormat(session.store.batches(), format);
    const { plan, secret, folder, store } = session, timeoutMs = timeout * 1000;
    const client = await endpointJudge(plan.judge, {
      baseURL: plan.baseURL,
      key: secret.key,
      retries,
      timeoutMs,
    });
    const often = { retries, pauseMs: Math.min(1000, poll * 1000) };
    const direct = { ...often, baseURL: plan.baseURL, key: secret.key, timeoutMs };
    const known = (id: string) => store.batches().some(({ batch }) => batch === id);
    const remote = format === "anthropic"
      ? anthropicBatches({ ...direct, folder, known })
      : format === "gemini"
      ? geminiBatches({ ...direct, model: plan.judge })
      : remoteBatches(client.openai, often);
    const interrupt = () => session.stop("interrupted; the batches go on, run again to fetch them");
    if (signal?.aborted) interrupt();
    signal?.addEventListener("abort", interrupt);
    try {
      for (let round = 1; session.stopped === null; round++) {
        const waiting = await session.collect();
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
    session.close();
  }
}

/**
 * Files that wait are in the terms of the service that they were written for.
 *
 * @throws {RangeError} for files of another format
 */
function requireFormat(batches: readonly Batch[], format: BatchFormat): void {
  const other = batches.find((batch) =>
    batch.status !== "done" && FORMATS[batch.format].line !== FORMATS[format].line
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
  const of = (status: Batch["status"]) => session.store.batches().filter((batch) => batch.status === status);
  try {
    while (true) {
      for (const batch of of("written")) {
        if (signal?.aborted) return;
        const resumed = batch.sent !== null;
        batch.input_file ??= await remote.upload(join(session.folder, batch.file), batch.file);
        batch.sent ??= Math.floor(Date.now() / 1000);
        await session.keep(batch);
        batch.batch = await remote.submit(batch, { resumed });
        await session.keep({ ...batch, status: "submitted" });
      }
      for (const batch of of("submitted")) {
        const found = await remote.look(batch.batch!);
        const settled = found.ended ? await finish(session, remote, batch, found) : 0;
        tick(settled, `${batch.file}: ${found.status}`);
        if (found.ended && session.stopped !== null) return;
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
  batch: Batch,
  { said, status, full, output: answers, errors: refused }: RemoteBatch,
): Promise<number> {
  if (full) {
    // Too much waits at the endpoint: this file goes again when another is through.
    await session.keep({ ...batch, status: "written", batch: null });
    const others = session.store.batches().some(({ status }) => status === "submitted");
    if (!others) session.stop(`batch failed: ${said}`);
    return 0;
  }
  let settled = 0;
  const { output, errors } = answerPaths(session.folder, batch);
  for (const [file, path] of [[answers, output], [refused, errors]] as const) {
    if (!file) continue;
    await remote.download(file, path);
    settled += (await session.ingest(textsOf(path, session))).settled;
  }
  const reason = said === "" ? `batch ${status}: no answer to this request` : `batch ${status}: ${said}`;
  settled += await session.failRest(batch, reason);
  await session.keep({ ...batch, status: "done" });
  if (tellsOfQuota(said)) session.stop(reason);
  return settled;
}
