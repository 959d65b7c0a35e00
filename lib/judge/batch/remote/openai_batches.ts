import { readFile } from "node:fs/promises";
import type OpenAI from "openai";
import type { Batch } from "../../store/queries.ts";
import { BATCH_PATH } from "../formats/openai.ts";
import { type Again, needed, type RemoteBatches, saveBody } from "../remote_batch.ts";

const ENDED: readonly string[] = ["completed", "failed", "expired", "cancelled"];

/** Key of the metadata by which a batch is found again that was made, but not written down, before a crash. */
const MARK = "judgebias_shard";

/** By how much an endpoint's clock may differ from ours. */
const CLOCKS_DIFFER_S = 86_400;

/** OpenAI's Batch API. The making of a batch is repeated only after a look whether it was made. */
export function openaiBatches(openai: OpenAI, again: Again): RemoteBatches {
  const made = async ({ sha256, input_file, sent }: Batch): Promise<string | undefined> => {
    // All pages, newest first, down to those that are older than the file: a busy account makes hundreds in a day.
    for await (
      const { id, metadata, input_file_id, status, created_at } of openai.batches.list({ limit: 100 })
    ) {
      if (metadata?.[MARK] === sha256 && input_file_id === input_file && status !== "failed") return id;
      if (sent !== null && created_at < sent - CLOCKS_DIFFER_S) break;
    }
    return undefined;
  };
  return {
    upload: (path, name) =>
      again(async () => {
        const file = new File([new Uint8Array(await readFile(path))], name, { type: "application/jsonl" });
        return needed((await openai.files.create({ file, purpose: "batch" }))?.id, "a file's id");
      }),
    submit: (shard) =>
      again(async () => {
        const known = await made(shard);
        if (known !== undefined) return known;
        const batch = await openai.batches.create({
          input_file_id: shard.input_file!,
          endpoint: BATCH_PATH,
          completion_window: "24h",
          metadata: { [MARK]: shard.sha256 },
        });
        return needed(batch?.id, "a batch's id");
      }),
    look: (id) =>
      again(async () => {
        const batch = await openai.batches.retrieve(id), status = needed(batch?.status, "a batch's status");
        const said = (batch.errors?.data ?? []).map(({ code, message }) =>
          [code, message].filter(Boolean).join(": ")
        ).join("; ");
        return {
          ...{ status, said, ended: ENDED.includes(status) },
          full: status === "failed" && /token_limit_exceeded/.test(said),
          files: [batch.output_file_id ?? null, batch.error_file_id ?? null],
        };
      }),
    download: (id, path) => again(async () => await saveBody(await openai.files.content(id), path)),
  };
}
