import { createHash, type Hash } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { writing } from "../../results/file_error.ts";
import type { Call } from "../plan/render_call.ts";
import type { CallRow } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { type BatchFormat, type BatchLimits, FORMATS } from "./formats/index.ts";

/** Writes requests to files within limits. */
export interface RequestFiles {
  add(call: Call): Promise<void>;
  /** The last file is whole too; from now on the study names them all. */
  end(): Promise<void>;
}

/** A file that is being written. */
interface Open {
  file: number;
  hash: Hash;
  bytes: number;
  calls: number;
  /** Those of its calls that are not stored yet. */
  unstored: CallRow[];
}

/** Calls that are stored at a time. */
const TOGETHER = 10_000;

/**
 * Writes requests as input files of a batch, one JSON line each, named by the call's key; a new file begins where the next
 * line would break a limit. A file gets its name when it is whole, and the study knows its calls from then on.
 *
 * @throws {RangeError} for a single request over the byte limit
 */
export function requestFiles(
  folder: string,
  store: Store,
  { format, limits }: { format: BatchFormat; limits: BatchLimits },
): RequestFiles {
  writing(folder, () => mkdirSync(folder, { recursive: true }));
  const { line } = FORMATS[format], temporary = join(folder, "input.tmp");
  let open: Open | null = null, last = store.batches().at(-1)?.id ?? 0;

  const stored = (file: Open) => {
    const calls = file.unstored, first = file.calls === calls.length;
    file.unstored = [];
    return store.write((rows) => {
      if (first) rows.unbatch(last + 1);
      for (const call of calls) rows.call(call, { batch: last + 1 });
    });
  };
  const end = async () => {
    if (!open) return;
    const { file: descriptor, hash, calls, bytes } = open, id = last + 1;
    await stored(open);
    [open, last] = [null, id];
    fsyncSync(descriptor);
    closeSync(descriptor);
    const file = `${String(id).padStart(4, "0")}.input.jsonl`, sha256 = hash.digest("hex");
    renameSync(temporary, join(folder, file));
    await store.write((rows) =>
      rows.batch({
        ...{ id, file, format, sha256, calls, bytes, status: "written" },
        ...{ input_file: null, batch: null, sent: null },
      })
    );
  };

  return {
    async add({ key, sample, condition, step, ask, way, shown, request, tokens }) {
      const bytes = new TextEncoder().encode(`${JSON.stringify(line(key, request))}\n`);
      if (bytes.length > limits.bytes) {
        throw new RangeError(
          `batch: wanted requests of at most ${limits.bytes} bytes, found one of ${bytes.length}`,
        );
      }
      if (open && (open.calls >= limits.requests || open.bytes + bytes.length > limits.bytes)) {
        await end();
      }
      const own: Open = open ??= {
        ...{ file: writing(temporary, () => openSync(temporary, "w")), hash: createHash("sha256") },
        ...{ bytes: 0, calls: 0, unstored: [] },
      };
      writing(temporary, () => {
        for (let written = 0; written < bytes.length;) written += writeSync(own.file, bytes, written);
      });
      own.hash.update(bytes);
      own.bytes += bytes.length;
      own.calls++;
      const row = { key, sample, condition, step, ask, way, shown: { ...shown, tokens } };
      if (own.unstored.push(row) >= TOGETHER) await stored(own);
    },
    end,
  };
}
