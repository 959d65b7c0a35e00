import { createWriteStream } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Batch } from "../store/queries.ts";
import { httpClient, repeated } from "../transport/http_client.ts";
import { classifyFault, JudgeFault } from "../transport/judge.ts";
import { at, listAt, type Loose, loose, looseJson, textAt } from "../transport/loose.ts";
import { BATCH_PATH } from "./formats.ts";

export interface RemoteBatch {
  status: string;
  ended: boolean;
  said: string;
  /** Refused because too much waits already: it may go again later. */
  full: boolean;
  files: (string | null)[];
}

/** By how much an endpoint's clock may differ from ours, in seconds: it only says when to look no further. */
const CLOCKS_DIFFER = 86_400;

const ENDED = ["completed", "failed", "expired", "cancelled"];

/** Under this name a batch carries its file's hash. */
const MARK = "judgebias_shard";

export function openaiBatches(
  { baseURL, key, timeout, retries, pauseMs }: {
    baseURL: string;
    key: string;
    timeout: number;
    retries: number;
    pauseMs: number;
  },
) {
  const client = httpClient(baseURL);
  const send = (path: string, body?: string | FormData) =>
    client.send(`${baseURL}${path}`, {
      headers: { authorization: `Bearer ${key}` },
      body,
      signal: AbortSignal.timeout(1000 * timeout),
    });
  const json = async (path: string, body?: string | FormData): Promise<Loose> =>
    looseJson(await (await send(path, body)).text()) ?? {};
  return {
    close: client.close,
    async upload(path: string, name: string): Promise<string> {
      const form = new FormData();
      form.set("purpose", "batch");
      form.set("file", new File([new Uint8Array(await readFile(path))], name, { type: "application/jsonl" }));
      return needed((await json("/files", form)).id, "a file's id");
    },
    /** The batch that an earlier run, or an attempt whose answer was lost, made of a file that may have been sent before. */
    async made({ sha256, input_file, sent }: Batch): Promise<string | undefined> {
      for (let more: string | null = ""; more !== null;) {
        const body: Loose = await json(`/batches?limit=100${more}`), found = listAt(body, "data").map(loose);
        for (const { id, metadata, status, created_at, input_file_id } of found) {
          const same = at(metadata, MARK) === sha256 && input_file_id === input_file;
          if (same && status !== "failed") return needed(id, "a batch's id");
          // What is older than the file is not of it: a busy account makes hundreds in a day.
          if (sent !== null && Number(created_at) < sent - CLOCKS_DIFFER) return undefined;
        }
        const last = textAt(body, "last_id") ?? textAt(found.at(-1), "id");
        more = body.has_more === false || last === null ? null : `&after=${encodeURIComponent(last)}`;
      }
      return undefined;
    },
    async make({ sha256, input_file: input_file_id }: Batch): Promise<string> {
      const made = { input_file_id, endpoint: BATCH_PATH, metadata: { [MARK]: sha256 } };
      const { id } = await json("/batches", JSON.stringify({ ...made, completion_window: "24h" }));
      return needed(id, "the name of a batch");
    },
    async state(id: string): Promise<RemoteBatch> {
      const body = await json(`/batches/${encodeURIComponent(id)}`);
      const status = needed(body.status, "a batch's status");
      const said = listAt(body, "errors.data")
        .map((error) => [at(error, "code"), at(error, "message")].filter(Boolean).join(": ")).join("; ");
      const full = status === "failed" && /token_limit_exceeded/.test(said);
      const files = [textAt(body, "output_file_id"), textAt(body, "error_file_id")];
      return { status, said, ended: ENDED.includes(status), full, files };
    },
    async download(id: string, file: string): Promise<void> {
      const { body } = await send(`/files/${encodeURIComponent(id)}/content`), temporary = `${file}.tmp`;
      const bytes = body ? Readable.fromWeb(body as never) : Readable.from([]);
      await pipeline(bytes, createWriteStream(temporary, { flush: true }));
      await rename(temporary, file);
    },
    again: <T>(act: () => Promise<T>): Promise<T> =>
      repeated(async (attempts) => {
        try {
          return await act();
        } catch (error) {
          if (error instanceof JudgeFault) throw error;
          const fault = classifyFault(error), nobody = client.hopeless(error, attempts);
          if (nobody !== null) throw new JudgeFault({ action: "stop", reason: nobody });
          throw new JudgeFault(attempts > retries ? { ...fault, action: "stop" } : fault);
        }
      }, { firstMs: pauseMs }),
  };
}

export function needed(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`the endpoint answered without ${what}`);
}
