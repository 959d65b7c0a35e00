import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Batch } from "../../store/queries.ts";
import { readLines } from "../../store/read_lines.ts";
import { loose } from "../../transport/loose.ts";
import { readAnswer, requestKey } from "../formats/index.ts";
import { type Again, hopeless, needed, type RemoteBatches } from "../remote_batch.ts";
import { rawEndpoint } from "./raw_endpoint.ts";

/** By how much the service's clock may be behind ours. */
const CLOCKS_DIFFER_S = 600;

/**
 * Anthropic's Message Batches: the lines of a file are the requests of the call that makes the batch, so that there is
 * nothing to upload. The service keeps no mark of ours: after a crash between the making of a batch and its noting, the batch
 * is known by its time, its number of requests, and the keys in its answers. As long as one that may be ours has none, no
 * other is made: it would be paid twice.
 */
export function anthropicBatches(
  { baseURL, key, timeoutMs, again, folder, known }: {
    baseURL: string;
    key: string;
    timeoutMs: number;
    again: Again;
    folder: string;
    /** Whether a batch belongs to another file. */
    known: (batch: string) => boolean;
  },
): RemoteBatches {
  const headers = { "x-api-key": key, "anthropic-version": "2023-06-01" };
  const endpoint = rawEndpoint({ base: baseURL, headers, timeoutMs });
  /** Batches of nobody we know that may be the file's: of its time or later, with as many requests. */
  const candidates = async ({ sent, calls }: Batch): Promise<{ id: string; ended: boolean }[]> => {
    const found: { id: string; ended: boolean }[] = [];
    for (let after = "", more = true; more;) {
      const { body } = await endpoint.json(`/messages/batches?limit=100${after}`);
      const page = Array.isArray(body.data) ? body.data.map(loose) : [];
      for (const { id, created_at, request_counts, processing_status } of page) {
        const total = Object.values(loose(request_counts)).reduce<number>((sum, n) => sum + Number(n), 0);
        more = Date.parse(String(created_at)) / 1000 >= (sent ?? 0) - CLOCKS_DIFFER_S;
        if (more && typeof id === "string" && total === calls && !known(id)) {
          found.push({ id, ended: processing_status === "ended" });
        }
      }
      more &&= body.has_more === true && page.length > 0;
      after = `&after_id=${encodeURIComponent(String(body.last_id))}`;
    }
    return found;
  };
  const resultsOf = (id: string, path: string) =>
    endpoint.download(`/messages/batches/${encodeURIComponent(id)}/results`, path);
  const made = async (shard: Batch): Promise<string | undefined> => {
    const path = join(folder, shard.file), looked = join(folder, "looked_at.tmp");
    const open: string[] = [];
    for (const { id, ended } of await candidates(shard)) {
      if (!ended) {
        open.push(id);
        continue;
      }
      await resultsOf(id, looked);
      const ours = new Set([...readLines(path)].map(({ text }) => requestKey(text ?? "")));
      const same = [...readLines(looked)].every(({ text }) => ours.has(readAnswer(text ?? "")?.key));
      rmSync(looked);
      if (same) return id;
    }
    if (open.length === 0) return undefined;
    // Neither made again nor taken for ours: only its answers tell, when it has ended.
    throw hopeless(
      `${shard.file} may have been submitted already: ${
        open.join(", ")
      } has as many requests and has not ended, and only ` +
        "its answers tell whose it is. Nothing was sent again; run again when it has ended",
    );
  };
  return {
    upload: (_path, name) => Promise.resolve(name),
    submit(shard, { resumed }) {
      let look = resumed;
      return again(async () => {
        const earlier = look ? await made(shard) : undefined;
        if (earlier !== undefined) return earlier;
        look = true;
        const { body } = await endpoint.json("/messages/batches", {
          body: () => requestsOf(join(folder, shard.file)),
        });
        return needed(body.id, "a batch's id");
      });
    },
    look: (id) =>
      again(async () => {
        const { body } = await endpoint.json(`/messages/batches/${encodeURIComponent(id)}`);
        const status = needed(body.processing_status, "a batch's status");
        const ended = status === "ended";
        return { status, ended, files: [ended ? id : null] };
      }),
    download: (id, path) => again(() => resultsOf(id, path)),
  };
}

/** A file's lines as the list of one call, a line at a time. */
function requestsOf(path: string): ReadableStream<Uint8Array> {
  function* parts() {
    yield '{"requests":[';
    for (const { text, line } of readLines(path)) yield `${line === 1 ? "" : ","}${text}`;
    yield "]}";
  }
  return ReadableStream.from(parts()).pipeThrough(new TextEncoderStream());
}
