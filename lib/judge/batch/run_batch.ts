import { refusing } from "../../results/said.ts";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { progress } from "../../progress/progress.ts";
import type { BatchOptions, BatchSummary, RunOptions } from "../run/run_options.ts";
import type { Batch } from "../store/queries.ts";
import { JudgeFault } from "../transport/judge.ts";
import { says } from "../transport/usable_reply.ts";
import { type BatchSession, openBatch } from "./batch_session.ts";
import { FORMATS } from "./formats.ts";
import { withdraw } from "./request_files.ts";
import { openaiBatches } from "./answers.ts";
import { findTableFiles } from "../../results/find_files.ts";
import { inWords } from "../../progress/show.ts";
import { ResultsError } from "../../results/results_error.ts";

type Remote = ReturnType<typeof openaiBatches>;

/** How batches are run at an endpoint. */
export interface RunBatchOptions extends BatchOptions, Pick<RunOptions, "retries" | "timeout"> {
  /** Seconds between two looks at a batch (default 30). */
  poll?: number;
  /** Aborting it ends the waiting; the batches go on, and the next run finds them. */
  signal?: AbortSignal;
}

/**
 * Judges a plan through an endpoint's Batch API, OpenAI's or one like it (for other services `writeBatch` writes the files, in their
 * `format`, and `ingestBatch` takes the answers): writes input files, uploads and submits them, waits, and takes outputs and errors into the same study's file that `runJudge` writes, so that both ways give the same results. Protocols
 * whose steps build on one another take as many rounds. Interrupted or killed at any moment, it goes on where it was;
 * no batch is made twice. Files that nothing was sent of, `writeBatch`'s too, are taken back and written anew, with what is asked now.
 *
 * @throws {RangeError} for bad options
 * @throws {ResultsError} for bad data
 * @throws {JournalLocked} when another run writes the study
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runBatch, simulatedServer } from "judgebias/judge";
 *
 * await using server = await simulatedServer();
 * const data = [{ item_id: "1", query: "?", answer_a: "Yes.", answer_b: "No." }];
 * const out = Deno.makeTempDirSync();
 * const { done } = await runBatch({
 *   protocol: "base", data, judge: "j", baseURL: server.url, out, poll: 0,
 *   silent: true,
 * });
 * assert.equal(done, 1);
 * ```
 */
export async function runBatch(options: RunBatchOptions): Promise<BatchSummary> {
  const { poll = 30, retries = 5, timeout = 600, format = "openai", silent } = options;
  if (!(poll >= 0)) throw refusing("poll", { poll });
  if (format !== "openai") throw refusing("format_at_endpoint", { format });
  const session = await openBatch(options, "sends"), { plan: { judge, baseURL, protocol }, store } = session;
  const { key } = session.secret, pauseMs = Math.min(1000, poll * 1000);
  const remote = openaiBatches({ baseURL, key, timeout, retries, pauseMs });
  try {
    const other = store.batches().find((batch) =>
      batch.status !== "done" && FORMATS[batch.format].line !== FORMATS[format].line
    );
    if (other) throw refusing("other_format", { format, file: other.file, its: other.format });
    await withdraw(store, session.folder, { unsent: true });
    for (let round = 1; session.stopped === null; round++) {
      const waiting = await session.collect();
      if (waiting === 0) break;
      const bar = progress({ total: waiting, label: `${protocol.name}, ${judge}, batch ${round}`, silent });
      await answered(session, remote, { pollMs: poll * 1000, tick: bar.tick });
      bar.done();
    }
    await withdraw(store, session.folder, { unsent: true });
    return session.summary();
  } finally {
    remote.close();
    session.close();
  }
}

async function answered(
  session: BatchSession,
  remote: Remote,
  { pollMs, tick }: { pollMs: number; tick(count: number, note: string): void },
): Promise<void> {
  const { signal, store, folder, keepBatch } = session;
  const of = (status: Batch["status"]) => store.batches().filter((batch) => batch.status === status);
  try {
    while (session.stopped === null) {
      for (const batch of of("written")) {
        if (session.stopped !== null) return;
        const upload = () => remote.upload(join(folder, batch.file), batch.file);
        batch.input_file ??= await remote.again(upload);
        batch.sent ??= Math.floor(Date.now() / 1000);
        await keepBatch(batch);
        // The making of a batch is repeated only after a look whether it was made.
        batch.batch = await remote.again(async () => await remote.made(batch) ?? await remote.make(batch));
        await keepBatch({ ...batch, status: "submitted" });
      }
      for (const batch of of("submitted")) {
        const found = await remote.again(() => remote.state(batch.batch!));
        const settled = found.ended ? await finish(session, remote, batch, found) : 0;
        tick(settled, `${batch.file}: ${found.status}`);
        if (found.ended && session.stopped !== null) return;
      }
      if (of("submitted").length + of("written").length === 0) return;
      await wait(pollMs, undefined, { signal }).catch(() => {});
    }
  } catch (error) {
    if (!(error instanceof JudgeFault)) throw error;
    session.stop(error.message);
  }
}

async function finish(
  { store, folder, keepBatch, ingest, failRest, stop }: BatchSession,
  remote: Remote,
  batch: Batch,
  { said, status, full, files }: Awaited<ReturnType<Remote["state"]>>,
): Promise<number> {
  if (full) {
    // Too much waits at the endpoint: this file goes again when another is through.
    await keepBatch({ ...batch, status: "written", batch: null, sent: null });
    if (!store.batches().some(({ status }) => status === "submitted")) stop(`batch failed: ${said}`);
    return 0;
  }
  let settled = 0;
  for (const [i, file] of files.entries()) {
    if (!file) continue;
    const ending = i === 0 ? "output.jsonl" : "errors.jsonl";
    const path = join(folder, batch.file.replace(/input\.jsonl$/, ending));
    await remote.again(() => remote.download(file, path));
    settled += await ingest({ path });
  }
  const reason = said === "" ? `batch ${status}: no answer to this request` : `batch ${status}: ${said}`;
  settled += await failRest(batch, reason);
  await keepBatch({ ...batch, status: "done" });
  if (says("quota", said)) stop(reason);
  return settled;
}

/**
 * Takes output and error files of batches (OpenAI's, vLLM's batch runner's, Anthropic's, the Gemini API's; also gzip) into the study that their input files were written for: an answer is known by its key. Any order, any number of files
 * and times: what is known stays. An input file counts as answered when each of its requests has an answer or an error; failed
 * ones are asked again by the next `writeBatch`.
 *
 * @param answers files, folder or glob
 * @throws {ResultsError} when there is no such file, one cannot be unpacked, or none holds an answer to this study
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ingestBatch } from "judgebias/judge";
 *
 * const options = {
 *   protocol: "base", data: [], judge: "j", baseURL: "http://127.0.0.1:8000/v1",
 *   out: "nowhere",
 * };
 * const said = await ingestBatch("absent.jsonl", options).catch(String);
 * assert.match(String(said), /absent/);
 * ```
 */
export async function ingestBatch(
  answers: string | readonly string[],
  options: BatchOptions,
): Promise<BatchSummary> {
  const files = findTableFiles(answers), session = await openBatch(options, "ingests");
  try {
    for (const file of files) await session.ingest(file);
    const { ours, foreign, others } = session.lines;
    if (ours === 0) {
      const found = `${inWords(foreign, "answer")} to calls of another plan, ${
        inWords(others, "line")
      } without an answer`;
      throw new ResultsError({
        file: files.map(({ path }) => path).join(", "),
        expected: `answers to calls of this plan, found ${found}`,
      });
    }
    for (const batch of session.store.batches()) {
      const open = batch.status === "written" && session.store.openCalls(batch.id, 1).length > 0;
      if (batch.status === "written" && !open) await session.keepBatch({ ...batch, status: "done" });
    }
    return session.summary();
  } finally {
    session.close();
  }
}

/**
 * Writes what a plan asks, and the study's file does not hold, as input files of OpenAI's Batch API (or another `format`) below
 * `out/batches`; nothing is sent. OpenAI's run unchanged on vLLM's batch runner (`vllm run-batch -i FILE -o OUT --model M`). Of a
 * protocol whose steps build on one another (BIRCH, standard reference) these are the requests that can be made now:
 * ingest their answers with `ingestBatch`, then write the next.
 *
 * @returns the files that wait for answers, earlier ones too
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeBatch } from "judgebias/judge";
 *
 * const data = [{ item_id: "1", query: "?", answer_a: "Yes.", answer_b: "No." }];
 * const baseURL = "http://127.0.0.1:8000/v1";
 * const { files } = await writeBatch({
 *   protocol: "base", data, judge: "j", baseURL, out: Deno.makeTempDirSync(),
 * });
 * assert.equal(
 *   JSON.parse(Deno.readTextFileSync(files[0])).url, "/v1/chat/completions",
 * );
 * ```
 */
export async function writeBatch(options: BatchOptions): Promise<BatchSummary> {
  const session = await openBatch(options, "writes");
  try {
    await session.collect();
    return session.summary();
  } finally {
    session.close();
  }
}
