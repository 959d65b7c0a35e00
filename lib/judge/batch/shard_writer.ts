import { createHash, type Hash } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ChatRequest } from "../transport/chat_request.ts";
import { type BatchState, writeBatchState } from "./batch_state.ts";

/** What one file of requests may hold. */
export interface BatchLimits {
  requests: number;
  bytes: number;
}

/** OpenAI's limits of a batch file: 50,000 requests and 200 MB. */
export const BATCH_LIMITS: BatchLimits = { requests: 50_000, bytes: 200e6 };

/** Where requests of a batch must go, as each line says. */
export const BATCH_PATH = "/v1/chat/completions";

/** Writes requests to files within limits. */
export interface ShardWriter {
  add(call: { key: string; request: ChatRequest }): void;
  /** The last file is whole too; from now on the state names them all. */
  end(): void;
}

/**
 * Writes requests as input files of the Batch API, one JSON line each, named by the call's key; a new file begins
 * where the next line would break a limit. A file gets its name, and its place in the state, when it is whole.
 *
 * @throws {RangeError} for a single request over the byte limit
 */
export function shardWriter(folder: string, state: BatchState, limits: BatchLimits): ShardWriter {
  mkdirSync(folder, { recursive: true });
  let open: { file: number; hash: Hash; calls: number; bytes: number } | null = null;
  const temporary = join(folder, "input.tmp");

  const end = () => {
    if (!open) return;
    const { file: descriptor, hash, calls, bytes } = open;
    open = null;
    fsyncSync(descriptor);
    closeSync(descriptor);
    const file = `${String(state.shards.length + 1).padStart(4, "0")}.input.jsonl`;
    renameSync(temporary, join(folder, file));
    state.shards.push({
      file,
      sha256: hash.digest("hex"),
      calls,
      bytes,
      input_file: null,
      batch: null,
      status: "written",
    });
    writeBatchState(folder, state);
  };

  return {
    add({ key, request }) {
      const line = new TextEncoder().encode(
        `${JSON.stringify({ custom_id: key, method: "POST", url: BATCH_PATH, body: request })}\n`,
      );
      if (line.length > limits.bytes) {
        throw new RangeError(
          `batch: wanted requests of at most ${limits.bytes} bytes, found one of ${line.length}`,
        );
      }
      if (open && (open.calls >= limits.requests || open.bytes + line.length > limits.bytes)) end();
      open ??= { file: openSync(temporary, "w"), hash: createHash("sha256"), calls: 0, bytes: 0 };
      for (let written = 0; written < line.length;) written += writeSync(open.file, line, written);
      open.hash.update(line);
      open.calls++;
      open.bytes += line.length;
    },
    end,
  };
}
