import { createReadStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import type { Batch } from "../../store/entries.ts";
import { loose, textOrNull } from "../formats/answer.ts";
import { needed, type RemoteBatches, repeating } from "../remote_batch.ts";
import { rawEndpoint } from "./raw_endpoint.ts";

/** Pages of batches that are looked through for one that was made before a crash. */
const PAGES = 20;

/**
 * The Gemini API's batches: a file goes up in one piece through the resumable protocol, a batch is made of it under a name that
 * says which file it is, and the answers come down as a file. The base URL may be that of the OpenAI-compatible interface.
 */
export function geminiBatches(
  { baseURL, key, model, timeoutMs, retries, pauseMs }: {
    baseURL: string;
    key: string;
    model: string;
    timeoutMs: number;
    retries: number;
    pauseMs: number;
  },
): RemoteBatches {
  const { origin, pathname } = new URL(baseURL.replace(/\/openai$/, ""));
  const endpoint = rawEndpoint({
    url: (path) => `${origin}${path}`,
    headers: { "x-goog-api-key": key },
    timeoutMs,
  });
  const again = repeating({ retries, pauseMs });
  const nameOf = ({ sha256 }: Batch) => `judgebias-${sha256.slice(0, 40)}`;
  const made = async (shard: Batch): Promise<string | undefined> => {
    for (let page = 0, token = ""; page < PAGES; page++) {
      const { body } = await endpoint.json(
        `${pathname}/batches?pageSize=100${token === "" ? "" : `&pageToken=${encodeURIComponent(token)}`}`,
      );
      for (const batch of Array.isArray(body.operations) ? body.operations.map(loose) : []) {
        const { displayName, state } = loose(batch.metadata);
        if (displayName === nameOf(shard) && ending(state) !== "FAILED") {
          return needed(batch.name, "the name");
        }
      }
      token = textOrNull(body.nextPageToken) ?? "";
      if (token === "") break;
    }
    return undefined;
  };
  return {
    upload: (path, name) =>
      again(async () => {
        const { size } = statSync(path);
        const { headers } = await endpoint.json(`/upload${pathname}/files`, {
          method: "POST",
          headers: {
            "x-goog-upload-protocol": "resumable",
            "x-goog-upload-command": "start",
            "x-goog-upload-header-content-length": String(size),
            "x-goog-upload-header-content-type": "application/jsonl",
          },
          body: () => JSON.stringify({ file: { display_name: name } }),
        });
        const { body } = await endpoint.json(
          needed(headers.get("x-goog-upload-url"), "the address for the file"),
          {
            method: "POST",
            headers: {
              "content-type": "application/jsonl",
              "x-goog-upload-offset": "0",
              "x-goog-upload-command": "upload, finalize",
            },
            body: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
          },
        );
        return needed(loose(body.file).name, "the name of the file");
      }),
    submit: (shard) =>
      again(async () => {
        const earlier = await made(shard);
        if (earlier !== undefined) return earlier;
        const { body } = await endpoint.json(
          `${pathname}/models/${encodeURIComponent(model)}:batchGenerateContent`,
          {
            method: "POST",
            body: () =>
              JSON.stringify({
                batch: { display_name: nameOf(shard), input_config: { file_name: shard.input_file } },
              }),
          },
        );
        return needed(body.name, "the name of the batch");
      }),
    look: (name) =>
      again(async () => {
        const { body } = await endpoint.json(`${pathname}/${batchName(name)}`);
        const metadata = loose(body.metadata), state = ending(metadata.state);
        const ended = body.done === true || ["SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED"].includes(state);
        const output = textOrNull(loose(body.response).responsesFile) ??
          textOrNull(loose(metadata.output).responsesFile);
        const said = textOrNull(loose(body.error).message) ?? "";
        return { status: state.toLowerCase(), ended, said, full: false, output, errors: null };
      }),
    download: (file, path) =>
      again(() => {
        if (!/^files\/[\w.-]+$/.test(file)) throw new TypeError(`a strange name of a file: ${file}`);
        return endpoint.download(`/download${pathname}/${file}:download?alt=media`, path);
      }),
  };
}

/** What follows `BATCH_STATE_` or `JOB_STATE_`: the service writes both. */
function ending(state: unknown): string {
  return String(state ?? "UNKNOWN").replace(/^.*STATE_/, "");
}

function batchName(name: string): string {
  if (!/^batches\/[\w.-]+$/.test(name)) throw new TypeError(`a strange name of a batch: ${name}`);
  return name;
}
