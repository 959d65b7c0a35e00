import type { BatchOptions, BatchSummary } from "./batch_options.ts";
import { openBatch } from "./batch_session.ts";

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
 * const data = [{ item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.", human: "A" }];
 * const baseURL = "http://127.0.0.1:8000/v1";
 * const { files } = await writeBatch({ protocol: "base", data, judge: "j", baseURL, out: Deno.makeTempDirSync() });
 * assert.equal(JSON.parse(Deno.readTextFileSync(files[0])).url, "/v1/chat/completions");
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
