import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { writing } from "../../results/file_error.ts";
import type { Call } from "../plan/render_call.ts";
import type { Batch } from "../store/queries.ts";
import type { CallRow } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { type BatchFormat, type BatchLimits, FORMATS } from "./formats.ts";

const TOGETHER = 10_000;

/**
 * Writes requests as input files of a batch, one JSON line each, named by the call's key; a new file begins where the next
 * line would break a limit. A file gets its name when it is whole, and the study knows its calls from then on.
 */
export function requestFiles(
  folder: string,
  store: Store,
  { format, limits }: { format: BatchFormat; limits: BatchLimits },
) {
  writing(folder, () => mkdirSync(folder, { recursive: true }));
  const { line } = FORMATS[format], temporary = join(folder, "input.tmp");
  let open: { file: number; hash: Hash; bytes: number; calls: number } | null = null;
  let id = (store.batches().at(-1)?.id ?? 0) + 1, unstored: CallRow[] = [];

  const stored = () => {
    const calls = unstored, first = open!.calls === calls.length, batch = id;
    unstored = [];
    return store.write((rows) => {
      if (first) rows.unbatch(batch);
      for (const call of calls) rows.call(call, { batch });
    });
  };
  /** The last file is whole too; from now on the study names them all. */
  const end = async () => {
    if (!open) return;
    await stored();
    const { file: descriptor, hash, calls, bytes } = open;
    const file = `${String(id).padStart(4, "0")}.input.jsonl`, sha256 = hash.digest("hex");
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(temporary, join(folder, file));
    const batch = { id: id++, file, format, sha256, calls, bytes, status: "written" as const };
    open = null;
    await store.write((rows) => rows.batch({ ...batch, input_file: null, batch: null, sent: null }));
  };
  return {
    end,
    async add({ key, sample, condition, step, ask, way, shown, request }: Call): Promise<void> {
      const bytes = new TextEncoder().encode(`${JSON.stringify(line(key, request))}\n`);
      if (bytes.length > limits.bytes) {
        throw new RangeError(
          `batch: wanted requests of at most ${limits.bytes} bytes, found one of ${bytes.length}`,
        );
      }
      if (open && (open.calls >= limits.requests || open.bytes + bytes.length > limits.bytes)) await end();
      const file = open ??= {
        ...{ file: writing(temporary, () => openSync(temporary, "w")), hash: createHash("sha256") },
        ...{ bytes: 0, calls: 0 },
      };
      writing(temporary, () => {
        for (let written = 0; written < bytes.length;) written += writeSync(file.file, bytes, written);
      });
      file.hash.update(bytes);
      file.bytes += bytes.length;
      file.calls++;
      if (unstored.push({ key, sample, condition, step, ask, way, shown }) >= TOGETHER) await stored();
    },
  };
}

/** Takes back the files that nothing was sent of: what is asked now, and fits under a cap, is written anew. */
export async function takeBack(store: Store, folder: string): Promise<void> {
  for (const batch of store.batches()) {
    if (batch.status !== "written" || batch.sent !== null) continue;
    await freed(store, batch);
    rmSync(join(folder, batch.file), { force: true });
  }
}

/** What a file of requests is called to say that nobody was and will be sent it: its calls are asked anew. */
export function withdrawnName({ file }: Pick<Batch, "file">): string {
  return file.replace(/input\.jsonl$/, "withdrawn.jsonl");
}

/** Frees the calls of files that were renamed so. Whoever got a file by hand may answer it: it goes by the user's word alone. */
export async function withdraw(store: Store, folder: string): Promise<void> {
  for (const batch of store.batches()) {
    const { status, sent } = batch;
    if (status !== "written" || sent !== null || !existsSync(join(folder, withdrawnName(batch)))) continue;
    await freed(store, batch);
  }
}

const freed = (store: Store, batch: Batch) =>
  store.write((rows) => {
    rows.unbatch(batch.id);
    rows.batch({ ...batch, status: "done" });
  });
