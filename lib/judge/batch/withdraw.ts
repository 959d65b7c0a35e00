import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Batch } from "../store/queries.ts";
import type { Store } from "../store/store.ts";

/** What a file of requests is called to say that nobody was and will be sent it: its calls are asked anew. */
export function withdrawnName({ file }: Pick<Batch, "file">): string {
  return file.replace(/input\.jsonl$/, "withdrawn.jsonl");
}

/** Frees the calls of files that were renamed so. Whoever got a file by hand may answer it: it goes by the user's word alone. */
export async function withdraw(store: Store, folder: string): Promise<void> {
  for (const batch of store.batches()) {
    const { id, status, sent } = batch;
    if (status !== "written" || sent !== null || !existsSync(join(folder, withdrawnName(batch)))) continue;
    await store.write((rows) => {
      rows.unbatch(id);
      rows.batch({ ...batch, status: "done" });
    });
  }
}
