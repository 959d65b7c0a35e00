import { join } from "node:path";
import { readLines } from "../../journal/read_lines.ts";
import type { Shard } from "../batch_state.ts";
import { loose, textOrNull } from "../formats/answer.ts";
import { needed, type RemoteBatches, repeating } from "../remote_batch.ts";
import { rawEndpoint } from "./raw_endpoint.ts";

/** By how much the service's clock may be behind ours. */
const CLOCKS_DIFFER_S = 600;

/**
 * Anthropic's Message Batches: the lines of a file are the requests of the call that makes the batch, so that there is
 * nothing to upload. The service keeps no mark of ours: after a crash between the making of a batch and its noting, the batch
 * is known by its time and its number of requests, and by the keys in its answers.
 */
export function anthropicBatches(
  { baseURL, key, folder, known, timeoutMs, retries, pauseMs }: {
    baseURL: string;
    key: string;
    folder: string;
    /** Whether a batch belongs to another file. */
    known: (batch: string) => boolean;
    timeoutMs: number;
    retries: number;
    pauseMs: number;
  },
): RemoteBatches {
  const endpoint = rawEndpoint({
    url: (path) => `${baseURL}${path}`,
    headers: { "x-api-key": key, "anthropic-version": "2023-06-01" },
    timeoutMs,
  });
  const again = repeating({ retries, pauseMs });
  const made = async ({ sent, calls }: Shard): Promise<string | undefined> => {
    const { body } = await endpoint.json("/messages/batches?limit=100");
    for (const batch of Array.isArray(body.data) ? body.data.map(loose) : []) {
      const id = textOrNull(batch.id), created = Date.parse(String(batch.created_at)) / 1000;
      const total = Object.values(loose(batch.request_counts)).reduce<number>((sum, n) => sum + Number(n), 0);
      if (id && total === calls && created >= (sent ?? 0) - CLOCKS_DIFFER_S && !known(id)) return id;
    }
    return undefined;
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
          method: "POST",
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
        return { status, ended, said: "", full: false, output: ended ? id : null, errors: null };
      }),
    download: (id, path) =>
      again(() => endpoint.download(`/messages/batches/${encodeURIComponent(id)}/results`, path)),
  };
}

/** A file's lines as the list of one call, a line at a time. */
function requestsOf(path: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  function* parts() {
    let first = true;
    yield '{"requests":[';
    for (const { text } of readLines(path)) {
      yield `${first ? "" : ","}${text}`;
      first = false;
    }
    yield "]}";
  }
  const text = parts();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = text.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}
