import { refusing } from "../../results/said.ts";
import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { writing } from "../../results/file_error.ts";
import type { Call } from "../plan/calls.ts";
import type { Batch } from "../store/queries.ts";
import type { CallRow } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { type BatchFormat, type BatchLimits, FORMATS } from "./formats.ts";

/** Writes requests as input files of a batch, a line each, within limits; a file gets its name when it is whole, and is known from then on. */
export function requestFiles(
  folder: string,
  store: Store,
  { format, limits, prices }: { format: BatchFormat; limits: BatchLimits } & Pick<Batch, "prices">,
) {
  writing(folder, () => mkdirSync(folder, { recursive: true }));
  const { line } = FORMATS[format], temporary = join(folder, "input.tmp");
  let open: { file: number; hash: Hash; bytes: number; calls: CallRow[] } | null = null;
  let id = (store.batches().at(-1)?.id ?? 0) + 1;

  const end = async () => {
    if (!open) return;
    const { file: descriptor, hash, calls, bytes } = open, own = id++;
    const file = `${String(own).padStart(4, "0")}.input.jsonl`, sha256 = hash.digest("hex");
    fsyncSync(descriptor);
    closeSync(descriptor);
    open = null;
    renameSync(temporary, join(folder, file));
    const of = { id: own, file, format, sha256, calls: calls.length, bytes, prices };
    const batch = { ...of, status: "written" as const };
    await store.write((rows) => {
      rows.unbatch(own);
      for (const call of calls) rows.call(call, { batch: own });
      rows.batch({ ...batch, input_file: null, batch: null, sent: null });
    });
  };
  return {
    end,
    cancel() {
      if (open) closeSync(open.file);
      rmSync(temporary, { force: true });
    },
    clear() {
      for (const one of [folder, dirname(folder)]) if (readdirSync(one).length === 0) rmdirSync(one);
    },
    async add({ key, sample, condition, step, ask, way, shown, request }: Call): Promise<void> {
      const bytes = new TextEncoder().encode(`${JSON.stringify(line(key, request))}\n`);
      if (bytes.length > limits.bytes) {
        throw refusing("request_bytes", { most: limits.bytes, bytes: bytes.length });
      }
      if (open && (open.calls.length >= limits.requests || open.bytes + bytes.length > limits.bytes)) {
        await end();
      }
      const file = open ??= {
        ...{ file: writing(temporary, () => openSync(temporary, "w")), hash: createHash("sha256") },
        ...{ bytes: 0, calls: [] },
      };
      writing(temporary, () => {
        for (let written = 0; written < bytes.length;) written += writeSync(file.file, bytes, written);
      });
      file.hash.update(bytes);
      file.bytes += bytes.length;
      file.calls.push({ key, sample, condition, step, ask, way, shown });
    },
  };
}

export function withdrawnName({ file }: Pick<Batch, "file">): string {
  return file.replace(/input\.jsonl$/, "withdrawn.jsonl");
}

/** Frees the calls of files that the user renamed so, whose word alone says that nobody will answer them; or of all that nothing was sent of (`unsent`). */
export async function withdraw(store: Store, folder: string, { unsent = false } = {}): Promise<void> {
  for (const batch of store.batches()) {
    const { id, status, sent, file } = batch;
    if (status !== "written" || sent !== null) continue;
    if (!unsent && !existsSync(join(folder, withdrawnName(batch)))) continue;
    await store.write((rows) => {
      rows.unbatch(id);
      rows.batch({ ...batch, status: "done" });
    });
    if (unsent) rmSync(join(folder, file), { force: true });
  }
}
