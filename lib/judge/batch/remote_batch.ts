import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type OpenAI from "openai";
import { classifyFault } from "../transport/faults.ts";
import type { Batch } from "../store/entries.ts";
import { BATCH_PATH } from "./formats/openai.ts";
import { saveBody } from "./save_body.ts";

/** A batch as a service describes it. */
export interface RemoteBatch {
  status: string;
  /** Nothing more will happen to it. */
  ended: boolean;
  /** What it says went wrong with it as a whole. */
  said: string;
  /** Refused because too much waits already: it may go again later. */
  full: boolean;
  /** Files of answers and of errors, as the service names them. */
  output: string | null;
  errors: string | null;
}

/** States of OpenAI's batches in which nothing more will happen. */
const ENDED: readonly string[] = ["completed", "failed", "expired", "cancelled"];

/** Key of the metadata by which a batch is found again that was made, but not written down, before a crash. */
const MARK = "judgebias_shard";

/** By how much an endpoint's clock may differ from ours. */
const CLOCKS_DIFFER_S = 86_400;

/** An endpoint that did not do what it was asked to. */
export class EndpointError extends Error {
  override name = "EndpointError";
}

/** What a run asks of an endpoint's files and batches. */
export interface RemoteBatches {
  /** Uploads a file of requests; its name there. */
  upload(path: string, name: string): Promise<string>;
  /**
   * Makes the batch of an uploaded file, or finds the one that was made of it; `resumed` where an earlier run may have made it
   * and ended before it could say so.
   */
  submit(shard: Batch, options: { resumed: boolean }): Promise<string>;
  look(batch: string): Promise<RemoteBatch>;
  /** Writes a file of the endpoint to this path, whole or not at all. */
  download(file: string, path: string): Promise<void>;
}

/** Does something again, a number of times and ever later, while its fault is one that passes. */
export function repeating(
  { retries, pauseMs }: { retries: number; pauseMs: number },
): <T>(act: () => Promise<T>) => Promise<T> {
  return async (act) => {
    for (let attempt = 0;; attempt++) {
      try {
        return await act();
      } catch (error) {
        const { action, reason } = classifyFault(error);
        if (attempt >= retries || action !== "again") throw new EndpointError(reason, { cause: error });
        await new Promise((resume) => setTimeout(resume, Math.min(8000, pauseMs * 2 ** attempt)));
      }
    }
  };
}

/**
 * Files and batches of an endpoint that has OpenAI's Batch API, with faults that pass repeated `retries` times. The making of a
 * batch is repeated only after a look whether it was made.
 */
export function remoteBatches(
  openai: OpenAI,
  { retries, pauseMs }: { retries: number; pauseMs: number },
): RemoteBatches {
  const again = repeating({ retries, pauseMs });
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
        }).catch((error) => {
          // Whether it was made nobody knows: look again before another is made.
          const { status } = error as { status?: number };
          if (status === undefined || status >= 500) {
            throw Object.assign(new TypeError(error.message), { cause: error });
          }
          throw error;
        });
        return needed(batch?.id, "a batch's id");
      }),
    look: (id) =>
      again(async () => {
        const batch = await openai.batches.retrieve(id);
        const status = needed(batch?.status, "a batch's status");
        const said = (batch.errors?.data ?? []).map(({ code, message }) =>
          [code, message].filter(Boolean).join(": ")
        ).join("; ");
        return {
          ...{ status, said, ended: ENDED.includes(status) },
          full: status === "failed" && /token_limit_exceeded/.test(said),
          output: batch.output_file_id ?? null,
          errors: batch.error_file_id ?? null,
        };
      }),
    download: (id, path) => again(async () => await saveBody(await openai.files.content(id), path)),
  };
}

/** Where the output and the errors of a shard lie. */
export function answerPaths(folder: string, { file }: Batch): { output: string; errors: string } {
  const stem = join(folder, file.replace(/\.input\.jsonl$/, ""));
  return { output: `${stem}.output.jsonl`, errors: `${stem}.errors.jsonl` };
}

/** A text that an answer must have; an answer without it is asked for again. */
export function needed(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`the endpoint answered without ${what}`);
}
