import { createReadStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import type { Batch } from "../../store/queries.ts";
import { loose, textOrNull } from "../../transport/loose.ts";
import { type Again, hopeless, needed, type RemoteBatches } from "../remote_batch.ts";
import { rawEndpoint } from "./raw_endpoint.ts";

/** Pages of batches that are looked through for one that was made before a crash. */
const PAGES = 20;

/**
 * The Gemini API's batches: a file goes up in one piece through the resumable protocol, a batch is made of it under a name that
 * says which file it is, and the answers come down as a file. The base URL may be that of the OpenAI-compatible interface.
 */
export function geminiBatches(
  { baseURL, key, timeoutMs, again, model }: {
    baseURL: string;
    key: string;
    timeoutMs: number;
    again: Again;
    model: string;
  },
): RemoteBatches {
  const { origin: base, pathname } = new URL(baseURL.replace(/\/openai$/, ""));
  const endpoint = rawEndpoint({ base, headers: { "x-goog-api-key": key }, timeoutMs });
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
        const { headers } = await endpoint.json(`/upload${pathname}/files`, {
          headers: {
            "x-goog-upload-protocol": "resumable",
            "x-goog-upload-command": "start",
            "x-goog-upload-header-content-length": String(statSync(path).size),
            "x-goog-upload-header-content-type": "application/jsonl",
          },
          body: () => JSON.stringify({ file: { display_name: name } }),
        });
        const address = needed(headers.get("x-goog-upload-url"), "the address for the file");
        const { body } = await endpoint.json(address, {
          headers: {
            "content-type": "application/jsonl",
            "x-goog-upload-offset": "0",
            "x-goog-upload-command": "upload, finalize",
          },
          body: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
        });
        return needed(loose(body.file).name, "the name of the file");
      }),
    submit: (shard) =>
      again(async () => {
        const earlier = await made(shard);
        if (earlier !== undefined) return earlier;
        const batch = { display_name: nameOf(shard), input_config: { file_name: shard.input_file } };
        const path = `${pathname}/models/${encodeURIComponent(model)}:batchGenerateContent`;
        const { body } = await endpoint.json(path, { body: () => JSON.stringify({ batch }) });
        return needed(body.name, "the name of the batch");
      }),
    look: (name) =>
      again(async () => {
        const { body } = await endpoint.json(`${pathname}/${named(name, "batches")}`);
        const metadata = loose(body.metadata), state = ending(metadata.state);
        const ended = body.done === true || ["SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED"].includes(state);
        const output = textOrNull(loose(body.response).responsesFile) ??
          textOrNull(loose(metadata.output).responsesFile);
        const said = textOrNull(loose(body.error).message) ?? "";
        return { status: state.toLowerCase(), ended, said, files: [output] };
      }),
    download: (file, path) =>
      again(() => endpoint.download(`/download${pathname}/${named(file, "files")}:download?alt=media`, path)),
  };
}

/** What follows `BATCH_STATE_` or `JOB_STATE_`: the service writes both. */
function ending(state: unknown): string {
  return String(state ?? "UNKNOWN").replace(/^.*STATE_/, "");
}

/** A name that the service gave, as a part of an address. */
function named(name: string, kind: "batches" | "files"): string {
  if (new RegExp(`^${kind}/[\\w.-]+$`).test(name)) return name;
  throw hopeless(`a strange name among the ${kind}: ${name}`);
}
