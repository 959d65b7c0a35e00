import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ResultsError } from "../../results/results_error.ts";
import { writeWhole } from "../../results/write_frame.ts";
import { BATCH_FORMATS } from "./formats/index.ts";

const shard = z.object({
  /** Name of its file in the batch's folder: nothing else is ever read or sent. */
  file: z.string().regex(/^\d{4,}\.input\.jsonl$/),
  /** In whose terms its lines are. */
  format: z.enum(BATCH_FORMATS).default("openai"),
  sha256: z.string(),
  calls: z.int(),
  bytes: z.int(),
  /** Places of the samples that it asks about: from the first to before the last. */
  from: z.int().default(0),
  to: z.int().default(Number.MAX_SAFE_INTEGER),
  /** Its names at the endpoint, once it is there. */
  input_file: z.string().nullable(),
  batch: z.string().nullable(),
  /** When it went there first, in seconds as endpoints count them. */
  sent: z.int().nullable().default(null),
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
    (temporary) => writeFileSync(temporary, JSON.stringify(state, null, 2) + "\n"),
  );
}
