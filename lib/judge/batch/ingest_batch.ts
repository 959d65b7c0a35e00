import { findTableFiles } from "../../results/find_files.ts";
import { writeBatchState } from "./batch_state.ts";
import { type BatchOptions, type BatchSummary, openBatch } from "./batch_session.ts";

/**
 * Takes output and error files of batches (OpenAI's, or vLLM's batch runner's) into the journal of the plan that
 * their input files were written for. Any order and any number of times: what is known stays. An input file counts as
 * answered when each of its requests has an answer or an error; failed ones are asked again by the next `writeBatch`.
 *
 * @param answers files, folder or glob
 * @throws {ResultsError} when there is no such file
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ingestBatch } from "judgebias/judge";
 *
 * const options = { protocol: "base", data: [], judge: "j", baseURL: "http://127.0.0.1:8000/v1", out: "nowhere" };
 * await assert.rejects(() => ingestBatch("absent.jsonl", options), /absent/);
 * ```
 */
export async function ingestBatch(
  answers: string | readonly string[],
  options: BatchOptions,
): Promise<BatchSummary> {
  const files = findTableFiles(answers);
  const session = await openBatch(options);
  try {
    const { state, folder, journal, keysOf } = session;
    const waiting = await session.collect({ write: false });
    const settled = new Set<string>();
    for (const { path } of files) for (const key of await session.ingest(path, waiting)) settled.add(key);
    for (const shard of state.shards) {
      const answered = (key: string) => journal.verdicts.has(key) || settled.has(key);
      if (shard.status === "written" && keysOf(shard).every(answered)) shard.status = "done";
    }
    writeBatchState(folder, state);
    return session.summary();
  } finally {
    await session.close();
  }
}
