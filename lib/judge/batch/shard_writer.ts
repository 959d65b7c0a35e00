import { writing } from "../../results/file_error.ts";
import { createHash, type Hash } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { PreparedCall } from "../plan/prepare_call.ts";
import { type BatchState, writeBatchState } from "./batch_state.ts";
import { type BatchFormat, type BatchLimits, FORMATS } from "./formats/index.ts";

/** Writes requests to files within limits. */
export interface ShardWriter {
  add(call: Pick<PreparedCall, "key" | "request" | "task">): void;
  /** The last file is whole too; from now on the state names them all. */
  end(): void;
}

/**
 * Writes requests as input files of a batch, one JSON line each, named by the call's key; a new file begins where the next
 * line would break a limit. A file gets its name, and its place in the state, when it is whole. Requests come in the order
 * of the data, so that a file covers a range of samples.
 *
 * @param noted called with the number of the file and the keys in it before the state names it
 * @throws {RangeError} for a single request over the byte limit
 */
export function shardWriter(
  folder: string,
  state: BatchState,
  { format, limits, noted }: {
    format: BatchFormat;
    limits: BatchLimits;
    noted(shard: number, keys: readonly string[]): void;
  },
): ShardWriter {
  writing(folder, () => mkdirSync(folder, { recursive: true }));
  const { line } = FORMATS[format];
  let open: { file: number; hash: Hash; bytes: number; keys: string[]; from: number; to: number } | null =
    null;
  const temporary = join(folder, "input.tmp");

  const end = () => {
    if (!open) return;
    const { file: descriptor, hash, keys, bytes, from, to } = open;
    open = null;
    fsyncSync(descriptor);
    closeSync(descriptor);
    const file = `${String(state.shards.length + 1).padStart(4, "0")}.input.jsonl`;
    noted(state.shards.length, keys);
    renameSync(temporary, join(folder, file));
    state.shards.push({
      ...{ file, format, sha256: hash.digest("hex"), calls: keys.length, bytes, from, to },
      ...{ input_file: null, batch: null, sent: null, status: "written" as const },
    });
    writeBatchState(folder, state);
  };

  return {
    add({ key, request, task }) {
      const bytes = new TextEncoder().encode(`${JSON.stringify(line(key, request))}\n`);
      if (bytes.length > limits.bytes) {
        throw new RangeError(
          `batch: wanted requests of at most ${limits.bytes} bytes, found one of ${bytes.length}`,
        );
      }
      if (open && (open.keys.length >= limits.requests || open.bytes + bytes.length > limits.bytes)) end();
      const { index } = task.sample;
      open ??= {
        ...{
          file: writing(temporary, () => openSync(temporary, "w")),
          hash: createHash("sha256"),
          bytes: 0,
          keys: [],
        },
        ...{ from: index, to: index + 1 },
      };
      const { file } = open;
      writing(temporary, () => {
        for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
      });
      open.hash.update(bytes);
      open.bytes += bytes.length;
      open.keys.push(key);
      open.to = index + 1;
    },
    end,
  };
}
