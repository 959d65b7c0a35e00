import { createReadStream, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Batch } from "../store/queries.ts";
import { readLines } from "../plan/sample_files.ts";
import { at, listAt, type Loose, loose, textAt } from "../transport/loose.ts";
import { readAnswer } from "./answers.ts";
import { BATCH_PATH, requestKey } from "./formats.ts";
import { needed, type Service, stopping } from "./service.ts";

/** How a batch stands at its service. */
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

/** What one service calls things. Paths are those of its own interface, below its origin. */
export interface RemoteBatches {
  headers(key: string): Record<string, string>;
  /** Uploads a file of requests; its name there. */
  upload(service: Service, path: string, name: string): Promise<string>;
  /** The batch that an earlier run, or an attempt whose answer was lost, made of a file. */
  made(service: Service, shard: Batch, more: Around): Promise<string | undefined>;
  /** The call that makes a batch, and where its answer has the name. */
  make(
    shard: Batch,
    more: Around,
  ): { path: string; body(): string | ReadableStream<Uint8Array>; name: string };
  batch(name: string): string;
  state(body: Loose): RemoteBatch;
  /** Where a file of answers is. */
  answers(file: string): string;
}

/** What is known beside the file itself. */
export interface Around {
  model: string;
  folder: string;
  /** The file may have been sent before. */
  sent: boolean;
  /** Whether a batch belongs to another file. */
  known(batch: string): boolean;
}

/** By how much a service's clock may differ from ours: OpenAI's only says when to look no further. */
const CLOCKS_DIFFER_S = { openai: 86_400, anthropic: 600 };

/** A service's batches, newest first, of which as many pages are asked for as are wanted. */
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

/** OpenAI's Batch API: a batch carries its file's hash. */
export function openaiBatches(path: string): RemoteBatches {
  const ended = ["completed", "failed", "expired", "cancelled"], mark = "judgebias_shard";
  return {
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    async upload(service, file, name) {
      const form = new FormData();
      form.set("purpose", "batch");
      form.set("file", new File([new Uint8Array(await readFile(file))], name, { type: "application/jsonl" }));
      return needed((await service.json(`${path}/files`, { body: () => form })).body.id, "a file's id");
    },
    async made(service, { sha256, input_file, sent }) {
      const next = (body: Loose) => {
        const last = textAt(body, "last_id") ?? textAt(listAt(body, "data").at(-1), "id");
        return body.has_more === false || last === null ? null : `&after=${encodeURIComponent(last)}`;
      };
      for await (const batch of listed(service, `${path}/batches?limit=100`, { list: "data", next })) {
        const { id, metadata, status, created_at } = batch;
        const same = at(metadata, mark) === sha256 && batch.input_file_id === input_file;
        if (same && status !== "failed") return needed(id, "a batch's id");
        // What is older than the file is not of it: a busy account makes hundreds in a day.
        if (sent !== null && Number(created_at) < sent - CLOCKS_DIFFER_S.openai) break;
      }
      return undefined;
    },
    make: ({ sha256, input_file: input_file_id }) => ({
      ...{ path: `${path}/batches`, name: "id" },
      body: () =>
        JSON.stringify({
          ...{ input_file_id, endpoint: BATCH_PATH, completion_window: "24h", metadata: { [mark]: sha256 } },
        }),
    }),
    batch: (id) => `${path}/batches/${encodeURIComponent(id)}`,
    state(body) {
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
export function anthropicBatches(path: string): RemoteBatches {
  const batches = `${path}/messages/batches`, batch = (id: string) => `${batches}/${encodeURIComponent(id)}`;
  const answers = (id: string) => `${batch(id)}/results`;
  return {
    headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
    upload: (_service, _path, name) => Promise.resolve(name),
    async made(service, { file, sent: since, calls }, { folder, sent, known }) {
      if (!sent) return undefined;
      const looked = join(folder, "looked_at.tmp"), open: string[] = [];
      const next = (body: Loose) =>
        body.has_more === true ? `&after_id=${encodeURIComponent(String(body.last_id))}` : null;
      for await (const batch of listed(service, `${batches}?limit=100`, { list: "data", next })) {
        const { id, created_at, request_counts, processing_status } = batch;
        if (Date.parse(String(created_at)) / 1000 < (since ?? 0) - CLOCKS_DIFFER_S.anthropic) break;
        const total = Object.values(loose(request_counts)).reduce<number>((sum, n) => sum + Number(n), 0);
        if (typeof id !== "string" || total !== calls || known(id)) continue;
        if (processing_status === "ended") {
          await service.download(answers(id), looked);
          const ours = new Set([...readLines(join(folder, file))].map(({ text }) => requestKey(text ?? "")));
          const same = [...readLines(looked)].every(({ text }) => ours.has(readAnswer(text ?? "")?.key));
          rmSync(looked);
          if (same) return id;
        } else open.push(id);
      }
      if (open.length === 0) return undefined;
      // Neither made again nor taken for ours: only its answers tell, when it has ended.
      throw stopping(
        `${file} may have been submitted already: ${
          open.join(", ")
        } has as many requests and has not ended, and only ` +
          "its answers tell whose it is. Nothing was sent again; run again when it has ended",
      );
    },
    make: ({ file }, { folder }) => ({
      path: batches,
      name: "id",
      body: () => requestsOf(join(folder, file)),
    }),
    batch,
    state(body) {
      const status = needed(body.processing_status, "a batch's status"), ended = status === "ended";
      return { status, ended, files: [ended ? needed(body.id, "a batch's id") : null] };
    },
    answers,
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

/**
 * The Gemini API's batches: a file goes up in one piece through the resumable protocol, a batch is made of it under a name that
 * says which file it is, and the answers come down as a file. The base URL may be that of the OpenAI-compatible interface.
 */
export function geminiBatches(given: string): RemoteBatches {
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
    headers: (key) => ({ "x-goog-api-key": key }),
    async upload(service, file, name) {
      const upload = (more: Record<string, string>) =>
        Object.fromEntries(Object.entries(more).map(([name, value]) => [`x-goog-upload-${name}`, value]));
      const { headers } = await service.json(`/upload${path}/files`, {
        headers: upload({
          ...{ protocol: "resumable", command: "start" },
          ...{
            "header-content-length": String(statSync(file).size),
            "header-content-type": "application/jsonl",
          },
        }),
        body: () => JSON.stringify({ file: { display_name: name } }),
      });
      const address = needed(headers.get("x-goog-upload-url"), "the address for the file");
      const { body } = await service.json(address, {
        headers: {
          "content-type": "application/jsonl",
          ...upload({ offset: "0", command: "upload, finalize" }),
        },
        body: () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
      });
      return needed(at(body.file, "name"), "the name of the file");
    },
    async made(service, shard) {
      const next = (body: Loose) => {
        const token = textAt(body, "nextPageToken");
        return token ? `&pageToken=${encodeURIComponent(token)}` : null;
      };
      for await (
        const { metadata, name } of listed(service, `${path}/batches?pageSize=100`, {
          list: "operations",
          next,
        })
      ) {
        const same = at(metadata, "displayName") === display(shard) && stateOf(metadata) !== "FAILED";
        if (same) return needed(name, "the name of the batch");
      }
      return undefined;
    },
    make: (shard, { model }) => ({
      path: `${path}/models/${encodeURIComponent(model)}:batchGenerateContent`,
      name: "name",
      body: () =>
        JSON.stringify({
          batch: { display_name: display(shard), input_config: { file_name: shard.input_file } },
        }),
    }),
    batch: (name) => `${path}/${named(name, "batches")}`,
    state({ metadata, done, response, error }) {
      const state = stateOf(metadata);
      const ended = done === true || ["SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED"].includes(state);
      const output = textAt(response, "responsesFile") ?? textAt(metadata, "output.responsesFile");
      return { status: state.toLowerCase(), ended, said: textAt(error, "message") ?? "", files: [output] };
    },
    answers: (file) => `/download${path}/${named(file, "files")}:download?alt=media`,
  };
}
