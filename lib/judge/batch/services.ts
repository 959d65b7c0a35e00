import { said } from "../../results/said.ts";
import { createReadStream, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Batch } from "../store/queries.ts";
import { at, listAt, type Loose, loose, textAt } from "../transport/loose.ts";
import { batchLines, readAnswer } from "./answers.ts";
import type { BatchSession } from "./batch_session.ts";
import { BATCH_PATH, type BatchFormat, requestKey } from "./formats.ts";
import { needed, type Service, stopping } from "./service.ts";

export interface RemoteBatch {
  status: string;
  /** Nothing more will happen to it. */
  ended: boolean;
  /** What it says went wrong with it as a whole. */
  said?: string;
  /** Refused because too much waits already: it may go again later. */
  full?: boolean;
  /** Files of answers and of errors, as the service names them. */
  files: (string | null)[];
}

/** Where a service's batches are: its path below the origin, how it is spoken to, and the study whose files it gets. */
export interface At {
  path: string;
  service: Service;
  session: Pick<BatchSession, "folder" | "plan" | "store">;
}

export interface RemoteBatches {
  /** Uploads a file of requests; its name there. */
  upload(path: string, name: string): Promise<string>;
  /** The batch that an earlier run, or an attempt whose answer was lost, made of a file that may have been sent before. */
  made(shard: Batch, sent: boolean): Promise<string | undefined>;
  make(shard: Batch): Promise<string>;
  state(name: string): Promise<RemoteBatch>;
  answers(file: string): string;
}

/** By how much a service's clock may differ from ours: OpenAI's only says when to look no further. */
const CLOCKS_DIFFER_S = { openai: 86_400, anthropic: 600 };

async function* listed(
  service: Service,
  path: string,
  { list, next }: { list: string; next(body: Loose): string | null },
) {
  for (let more: string | null = ""; more !== null;) {
    const { body }: { body: Loose } = await service.json(`${path}${more}`),
      found = listAt(body, list).map(loose);
    yield* found;
    more = found.length === 0 ? null : next(body);
  }
}

/** Makes a batch; its name, which stands in a field of the answer. */
async function makeBatch(
  service: Service,
  path: string,
  field: string,
  body: () => string | ReadableStream<Uint8Array>,
): Promise<string> {
  return needed((await service.json(path, { body })).body[field], "the name of a batch");
}

/** OpenAI's Batch API: a batch carries its file's hash. */
function openaiBatches({ path, service }: At): RemoteBatches {
  const ended = ["completed", "failed", "expired", "cancelled"], mark = "judgebias_shard";
  const batches = `${path}/batches`;
  return {
    async upload(file, name) {
      const form = new FormData();
      form.set("purpose", "batch");
      form.set("file", new File([new Uint8Array(await readFile(file))], name, { type: "application/jsonl" }));
      return needed((await service.json(`${path}/files`, { body: () => form })).body.id, "a file's id");
    },
    async made({ sha256, input_file, sent }) {
      const next = (body: Loose) => {
        const last = textAt(body, "last_id") ?? textAt(listAt(body, "data").at(-1), "id");
        return body.has_more === false || last === null ? null : `&after=${encodeURIComponent(last)}`;
      };
      for await (const batch of listed(service, `${batches}?limit=100`, { list: "data", next })) {
        const { id, metadata, status, created_at } = batch;
        const same = at(metadata, mark) === sha256 && batch.input_file_id === input_file;
        if (same && status !== "failed") return needed(id, "a batch's id");
        // What is older than the file is not of it: a busy account makes hundreds in a day.
        if (sent !== null && Number(created_at) < sent - CLOCKS_DIFFER_S.openai) break;
      }
      return undefined;
    },
    make({ sha256, input_file: input_file_id }) {
      const made = { input_file_id, endpoint: BATCH_PATH, metadata: { [mark]: sha256 } };
      return makeBatch(service, batches, "id", () => JSON.stringify({ ...made, completion_window: "24h" }));
    },
    async state(id) {
      const { body } = await service.json(`${batches}/${encodeURIComponent(id)}`);
      const status = needed(body.status, "a batch's status");
      const said = listAt(body, "errors.data")
        .map((error) => [at(error, "code"), at(error, "message")].filter(Boolean).join(": ")).join("; ");
      const full = status === "failed" && /token_limit_exceeded/.test(said);
      const files = [textAt(body, "output_file_id"), textAt(body, "error_file_id")];
      return { status, said, ended: ended.includes(status), full, files };
    },
    answers: (file) => `${path}/files/${encodeURIComponent(file)}/content`,
  };
}

/**
 * Anthropic's Message Batches: the lines of a file are the requests of the call that makes the batch, so that there is
 * nothing to upload. The service keeps no mark of ours: after a crash between the making of a batch and its noting, the batch
 * is known by its time, its number of requests, and the keys in its answers. As long as one that may be ours has none, no
 * other is made: it would be paid twice.
 */
function anthropicBatches({ path, service, session: { folder, store } }: At): RemoteBatches {
  const batches = `${path}/messages/batches`, batch = (id: string) => `${batches}/${encodeURIComponent(id)}`;
  const answers = (id: string) => `${batch(id)}/results`;
  return {
    upload: (_path, name) => Promise.resolve(name),
    async made({ file, sent: since, calls }, sent) {
      if (!sent) return undefined;
      const looked = join(folder, "looked_at.tmp"), open: string[] = [];
      const known = new Set(store.batches().map(({ batch }) => batch));
      const next = (body: Loose) =>
        body.has_more === true ? `&after_id=${encodeURIComponent(String(body.last_id))}` : null;
      for await (const batch of listed(service, `${batches}?limit=100`, { list: "data", next })) {
        const { id, created_at, request_counts, processing_status } = batch;
        if (Date.parse(String(created_at)) / 1000 < (since ?? 0) - CLOCKS_DIFFER_S.anthropic) break;
        const total = Object.values(loose(request_counts)).reduce<number>((sum, n) => sum + Number(n), 0);
        if (typeof id !== "string" || total !== calls || known.has(id)) continue;
        if (processing_status === "ended") {
          await service.download(answers(id), looked);
          const ours = new Set(
            [...batchLines({ path: join(folder, file) })].map((line) => requestKey(line!)),
          );
          const same = [...batchLines({ path: looked })].every((line) => ours.has(readAnswer(line!)?.key));
          rmSync(looked);
          if (same) return id;
        } else open.push(id);
      }
      if (open.length === 0) return undefined;
      // Neither made again nor taken for ours: only its answers tell, when it has ended.
      const those = `${open.join(", ")} has as many requests and has not ended`;
      throw stopping(said("maybe_submitted", { file, those }));
    },
    make: ({ file }) => makeBatch(service, batches, "id", () => requestsOf(join(folder, file))),
    async state(id) {
      const { body } = await service.json(batch(id));
      const status = needed(body.processing_status, "a batch's status"), ended = status === "ended";
      return { status, ended, files: [ended ? needed(body.id, "a batch's id") : null] };
    },
    answers,
  };
}

/** A file's lines as the list of one call, a line at a time. */
function requestsOf(path: string): ReadableStream<Uint8Array> {
  function* parts() {
    let before = '{"requests":[';
    for (const line of batchLines({ path })) {
      yield `${before}${line}`;
      before = ",";
    }
    yield "]}";
  }
  return ReadableStream.from(parts()).pipeThrough(new TextEncoderStream());
}

/**
 * The Gemini API's batches: a file goes up in one piece through the resumable protocol, a batch is made of it under a name that
 * says which file it is, and the answers come down as a file. The base URL may be that of the OpenAI-compatible interface.
 */
function geminiBatches({ path: given, service, session: { plan } }: At): RemoteBatches {
  const path = given.replace(/\/openai$/, "");
  const display = ({ sha256 }: Batch) => `judgebias-${sha256.slice(0, 40)}`;
  // What follows `BATCH_STATE_` or `JOB_STATE_`: the service writes both.
  const stateOf = (metadata: unknown) => String(at(metadata, "state") ?? "UNKNOWN").replace(/^.*STATE_/, "");
  /** A name that the service gave, as a part of an address. */
  const named = (name: string, kind: "batches" | "files") => {
    if (new RegExp(`^${kind}/[\\w.-]+$`).test(name)) return name;
    throw stopping(`a strange name among the ${kind}: ${name}`);
  };
  return {
    async upload(file, name) {
      const { headers } = await service.json(`/upload${path}/files`, {
        headers: {
          "x-goog-upload-protocol": "resumable",
          "x-goog-upload-command": "start",
          "x-goog-upload-header-content-length": String(statSync(file).size),
          "x-goog-upload-header-content-type": "application/jsonl",
        },
        body: () => JSON.stringify({ file: { display_name: name } }),
      });
      const address = needed(headers.get("x-goog-upload-url"), "the address for the file");
      const { body } = await service.json(address, {
        headers: {
          "content-type": "application/jsonl",
          "x-goog-upload-offset": "0",
          "x-goog-upload-command": "upload, finalize",
        },
        body: () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
      });
      return needed(at(body.file, "name"), "the name of the file");
    },
    async made(shard) {
      const next = (body: Loose) => {
        const token = textAt(body, "nextPageToken");
        return token ? `&pageToken=${encodeURIComponent(token)}` : null;
      };
      const all = listed(service, `${path}/batches?pageSize=100`, { list: "operations", next });
      for await (const { metadata, name } of all) {
        const same = at(metadata, "displayName") === display(shard) && stateOf(metadata) !== "FAILED";
        if (same) return needed(name, "the name of the batch");
      }
      return undefined;
    },
    make(shard) {
      const batch = { display_name: display(shard), input_config: { file_name: shard.input_file } };
      const address = `${path}/models/${encodeURIComponent(plan.judge)}:batchGenerateContent`;
      return makeBatch(service, address, "name", () => JSON.stringify({ batch }));
    },
    async state(name) {
      const { metadata, done, response, error } =
        (await service.json(`${path}/${named(name, "batches")}`)).body;
      const state = stateOf(metadata);
      const ended = done === true || ["SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED"].includes(state);
      const output = textAt(response, "responsesFile") ?? textAt(metadata, "output.responsesFile");
      return { status: state.toLowerCase(), ended, said: textAt(error, "message") ?? "", files: [output] };
    },
    answers: (file) => `/download${path}/${named(file, "files")}:download?alt=media`,
  };
}

/** Services that files can be submitted to, by their formats; Vertex AI's files go through a bucket, vLLM's to its runner. */
export const SERVICES: {
  [Name in BatchFormat]?: { headers(key: string): Record<string, string>; batches(at: At): RemoteBatches };
} = {
  openai: { headers: (key) => ({ authorization: `Bearer ${key}` }), batches: openaiBatches },
  anthropic: {
    headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
    batches: anthropicBatches,
  },
  gemini: { headers: (key) => ({ "x-goog-api-key": key }), batches: geminiBatches },
};
