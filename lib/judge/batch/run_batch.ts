import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { progress } from "../../progress/progress.ts";
import type { RunOptions } from "../run/run_options.ts";
import type { Batch } from "../store/queries.ts";
import { endpointJudge } from "../transport/endpoint_judge.ts";
import { tellsOfQuota } from "../transport/faults.ts";
import type { BatchOptions, BatchSummary } from "./batch_options.ts";
import { type BatchSession, openBatch } from "./batch_session.ts";
import { FORMATS } from "./formats/index.ts";
import { anthropicBatches } from "./remote/anthropic_batches.ts";
import { geminiBatches } from "./remote/gemini_batches.ts";
import { openaiBatches } from "./remote/openai_batches.ts";
import { JudgeFault } from "../transport/judge.ts";
import { type RemoteBatch, type RemoteBatches, repeating } from "./remote_batch.ts";

/** How batches are run at an endpoint. */
export interface RunBatchOptions extends BatchOptions, Pick<RunOptions, "retries" | "timeout"> {
  /** Seconds between two looks at a batch (default 30). */
  poll?: number;
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
  const { poll = 30, retries = 5, timeout = 600, format = "openai", silent = false } = options;
  if (!(poll >= 0)) throw new RangeError(`batch: wanted poll of at least 0, found ${poll}`);
  if (!SUBMITTED.includes(format)) {
    throw new RangeError(
      `batch: wanted the format ${
        SUBMITTED.join(", ")
      } at an endpoint, found ${format}; write its files with ` +
        "writeBatch (--batch-files) and take its answers with ingestBatch (--ingest)",
    );
  }
  const session = await openBatch(options, "sends"), { plan: { judge, baseURL, protocol }, store } = session;
  let close = () => {};
  try {
    const other = store.batches().find((batch) =>
      batch.status !== "done" && FORMATS[batch.format].line !== FORMATS[format].line
    );
    if (other) {
      throw new RangeError(
        `batch: wanted files of requests in the format ${format}, found ${other.file} in that of ${other.format}, ` +
          `which waits for answers; take them (--batch-format ${other.format}, or --ingest), or write elsewhere (--out)`,
      );
    }
    const { secret: { key }, folder } = session;
    const again = repeating({ baseURL, retries, pauseMs: Math.min(1000, poll * 1000) });
    const service = { baseURL, key, timeoutMs: timeout * 1000, again };
    let remote: RemoteBatches;
    if (format === "anthropic") {
      const known = (id: string) => store.batches().some(({ batch }) => batch === id);
      remote = anthropicBatches({ ...service, folder, known });
    } else if (format === "gemini") remote = geminiBatches({ ...service, model: judge });
    else {
      const client = await endpointJudge(judge, { baseURL, key, timeout });
      close = client.close;
      remote = openaiBatches(client.openai, again);
    }
    for (let round = 1; session.stopped === null; round++) {
      const waiting = await session.collect();
      if (waiting === 0) break;
      const bar = progress({ total: waiting, label: `${protocol.name}, ${judge}, batch ${round}`, silent });
      await answered(session, remote, { pollMs: poll * 1000, tick: bar.tick });
      bar.done();
    }
    return session.summary();
  } finally {
    close();
    session.close();
  }
}

/** Waits until every file is answered, or the run is stopped. */
async function answered(
  session: BatchSession,
  remote: RemoteBatches,
  { pollMs, tick }: { pollMs: number; tick(count: number, note: string): void },
): Promise<void> {
  const { signal, store, folder, keepBatch } = session;
  const of = (status: Batch["status"]) => store.batches().filter((batch) => batch.status === status);
  try {
    while (session.stopped === null) {
      for (const batch of of("written")) {
        if (session.stopped !== null) return;
        const resumed = batch.sent !== null;
        batch.input_file ??= await remote.upload(join(folder, batch.file), batch.file);
        batch.sent ??= Math.floor(Date.now() / 1000);
        await keepBatch(batch);
        batch.batch = await remote.submit(batch, { resumed });
        await keepBatch({ ...batch, status: "submitted" });
      }
      for (const batch of of("submitted")) {
        const found = await remote.look(batch.batch!);
        tick(found.ended ? await finish(session, remote, batch, found) : 0, `${batch.file}: ${found.status}`);
        if (found.ended && session.stopped !== null) return;
      }
      if (of("submitted").length + of("written").length === 0) return;
      // Ends early, by an error, when the signal says so.
      await wait(pollMs, undefined, { signal }).catch(() => {});
    }
  } catch (error) {
    if (!(error instanceof JudgeFault)) throw error;
    session.stop(error.message);
  }
}

async function finish(
  { store, folder, keepBatch, ingest, failRest, stop }: BatchSession,
  remote: RemoteBatches,
  batch: Batch,
  { said = "", status, full, files }: RemoteBatch,
): Promise<number> {
  if (full) {
    // Too much waits at the endpoint: this file goes again when another is through.
    await keepBatch({ ...batch, status: "written", batch: null });
    if (!store.batches().some(({ status }) => status === "submitted")) stop(`batch failed: ${said}`);
    return 0;
  }
  let settled = 0;
  for (const [i, file] of files.entries()) {
    if (!file) continue;
    const ending = i === 0 ? "output.jsonl" : "errors.jsonl";
    const path = join(folder, batch.file.replace(/input\.jsonl$/, ending));
    await remote.download(file, path);
    settled += (await ingest(path)).settled;
  }
  const reason = said === "" ? `batch ${status}: no answer to this request` : `batch ${status}: ${said}`;
  settled += await failRest(batch, reason);
  await keepBatch({ ...batch, status: "done" });
  if (tellsOfQuota(said)) stop(reason);
  return settled;
}
