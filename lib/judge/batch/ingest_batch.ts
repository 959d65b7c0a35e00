import { findTableFiles } from "../../results/find_files.ts";
import { inWords } from "../../progress/show.ts";
import { ResultsError } from "../../results/results_error.ts";
import type { BatchOptions, BatchSummary } from "../run/run_options.ts";
import { openBatch } from "./batch_session.ts";

/**
 * Takes output and error files of batches (OpenAI's, vLLM's batch runner's, Anthropic's, the Gemini API's, Vertex AI's; also
 * gzip) into the study that their input files were written for: an answer is known by its key. Any order, any number of files
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
 * await assert.rejects(() => ingestBatch("absent.jsonl", options), /absent/);
 * ```
 */
export async function ingestBatch(
  answers: string | readonly string[],
  options: BatchOptions,
): Promise<BatchSummary> {
  const files = findTableFiles(answers), session = await openBatch(options, "ingests");
  try {
    for (const file of files) await session.ingest(file);
    if (session.lines.ours === 0) throw nothingFor(files.map(({ path }) => path), session.lines);
    for (const batch of session.store.batches()) {
      const open = batch.status === "written" && session.store.openCalls(batch.id, 1).length > 0;
      if (batch.status === "written" && !open) await session.keepBatch({ ...batch, status: "done" });
    }
    return session.summary();
  } finally {
    session.close();
  }
}

/** Files without any answer to this study's calls are most likely the wrong ones. */
function nothingFor(
  names: readonly string[],
  { foreign, requests, others }: Record<"foreign" | "requests" | "others", number>,
): ResultsError {
  const found = [
    foreign > 0 && `${inWords(foreign, "answer")} to calls of another plan`,
    requests > 0 && `${inWords(requests, "request")} (files of a batch's input, which await their answers)`,
    others > 0 && `${inWords(others, "line")} without an answer`,
  ].filter(Boolean).join(", ");
  return new ResultsError({
    file: names.join(", "),
    expected: `answers to calls of this plan, found ${found || "no line"}`,
  });
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
 * const data = [{
 *   item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.",
 *   human: "A",
 * }];
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
