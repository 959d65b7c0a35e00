import type { BatchFormat } from "../batch/formats/index.ts";
import type { Decoding } from "../protocol.ts";

/** What a run was asked for; a resumed run adds one more. */
export interface StoredPlan {
  at: string;
  judge: string;
  protocol: string;
  base_url: string;
  /** Name of the endpoint, its address unless another was given. */
  endpoint: string;
  /** Name of what the user varies; absent where nothing was named. */
  named?: string;
  options: Record<string, unknown>;
  decoding: Decoding;
  /** Version and hash of the text of each prompt, by its id. */
  prompts: Record<string, { version: string; sha256: string }>;
  samples: number;
  data: string | null;
  data_sets: string[];
}

/** A file of requests, and how far it is. */
export interface Batch {
  id: number;
  /** Name of its file in the batch's folder: nothing else is ever read or sent. */
  file: string;
  /** In whose terms its lines are. */
  format: BatchFormat;
  sha256: string;
  calls: number;
  bytes: number;
  /** Its names at the endpoint, once it is there. */
  input_file: string | null;
  batch: string | null;
  /** When it went there first, in seconds as endpoints count them. */
  sent: number | null;
  /** `done`: every line's answer or error is stored. */
  status: "written" | "submitted" | "done";
}
