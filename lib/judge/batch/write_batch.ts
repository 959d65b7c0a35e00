import { type BatchOptions, type BatchSummary, openBatch } from "./batch_session.ts";

/**
 * Writes what a plan asks, and the journal does not hold, as input files of OpenAI's Batch API below `out/batches`; nothing
 * is sent. The files run unchanged on vLLM's batch runner (`vllm run-batch -i FILE -o OUT --model M`). Of a protocol
 * whose steps build on one another (BIRCH, standard reference) these are the requests that can be made now: ingest their
 * answers with `ingestBatch`, then write the next.
 *
 * @returns the files that wait for answers, earlier ones too
 */
export async function writeBatch(options: BatchOptions): Promise<BatchSummary> {
  const session = await openBatch(options);
  try {
    await session.collect({ write: true });
    return session.summary();
  } finally {
    await session.close();
  }
}
