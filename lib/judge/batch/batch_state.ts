import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ResultsError } from "../../results/results_error.ts";
import { writeWhole } from "../../results/write_frame.ts";

const shard = z.object({
  /** Name of its file in the batch's folder. */
  file: z.string(),
  sha256: z.string(),
  calls: z.int(),
  bytes: z.int(),
  /** Its names at the endpoint, once it is there. */
  input_file: z.string().nullable(),
  batch: z.string().nullable(),
  /** `done`: every line's answer or error is in the journal. */
  status: z.enum(["written", "submitted", "done"]),
});
const state = z.object({ shards: z.array(shard) });

/** A file of requests, and how far it is. */
export type Shard = z.infer<typeof shard>;

/** All files of a batch, in the order of their making. */
export type BatchState = z.infer<typeof state>;

const NAME = "state.json";

/**
 * What the folder of a batch says of it; nothing for a new folder.
 *
 * @throws {ResultsError} for a file that is not such a state
 */
export function readBatchState(folder: string): BatchState {
  const path = join(folder, NAME);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return { shards: [] };
    throw error;
  }
  try {
    return state.parse(JSON.parse(text));
  } catch {
    throw new ResultsError({ file: path, expected: "the state of a batch; the file is damaged" });
  }
}

/** Writes the state, whole or not at all. */
export function writeBatchState(folder: string, state: BatchState): void {
  writeWhole(
    join(folder, NAME),
    (temporary) => Deno.writeTextFileSync(temporary, JSON.stringify(state, null, 2) + "\n"),
  );
}
