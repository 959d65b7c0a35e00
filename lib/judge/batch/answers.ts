import type { Buffer } from "node:buffer";
import { createWriteStream, readFileSync } from "node:fs";
import type { TableFile } from "../../results/find_files.ts";
import { unpacked } from "../../results/read_bytes.ts";
import { textLines } from "../../results/scan_json_lines.ts";
import {
  at,
  countAt,
  filteredReply,
  listAt,
  type Loose,
  loose,
  looseJson,
  partsOf,
  textAt,
  UnusableReply,
  usable,
  type UsableReply,
  usableReply,
  usageOf,
} from "../transport/usable_reply.ts";
import { readFile, rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Batch } from "../store/queries.ts";
import { httpClient, repeated } from "../transport/http_client.ts";
import { classifyFault, JudgeFault } from "../transport/judge.ts";
import { BATCH_PATH } from "./formats.ts";

export type Answer =
  | { key: string; reply: UsableReply }
  | { key: string; reason: string; usage?: UsableReply["usage"] };

const SERVICES: readonly {
  key: string;
  has: readonly string[];
  failed(line: Loose): { status?: unknown; error: unknown } | null;
  reply(line: Loose): UsableReply;
}[] = [
  {
    // Anthropic's.
    ...{ key: "custom_id", has: ["result"], reply: ({ result }) => anthropicReply(at(result, "message")) },
    failed({ result }) {
      const type = at(result, "type");
      return type === "succeeded" ? null : { error: type === "errored" ? at(result, "error") : type };
    },
  },
  {
    // OpenAI's and vLLM's, which writes answers and errors into one file, and its errors as text or object.
    ...{ key: "custom_id", has: ["response", "error"] },
    failed({ response, error }) {
      const status = at(response, "status_code");
      return status === 200 && !error ? null : { status, error: error ?? at(response, "body") };
    },
    reply: ({ response }) => usableReply(at(response, "body")),
  },
  {
    // The Gemini API's.
    ...{ key: "key", has: ["response", "error"], reply: ({ response }) => geminiReply(response) },
    failed: ({ error }) => error === undefined || error === null ? null : { error },
  },
];

/** The lines of a file of answers or requests that are not blank; null for one of more bytes than the limit. */
export function* batchLines(
  { path, gzip = false }: Pick<TableFile, "path"> & Partial<TableFile>,
  longest = Infinity,
): Generator<string | null> {
  const bytes: Buffer = gzip ? unpacked(path) : readFileSync(path), decoder = new TextDecoder();
  for (const { bytes: line } of textLines(bytes)) yield line.length > longest ? null : decoder.decode(line);
}

export function readAnswer(text: string): Answer | null {
  const line = looseJson(text) ?? {};
  const service = SERVICES.find(({ key, has }) =>
    textAt(line, key) !== null && has.some((name) => line[name] !== undefined)
  );
  if (!service) return null;
  const key = textAt(line, service.key)!, failed = service.failed(line);
  try {
    const reply = failed ? filteredReply(failed) : service.reply(line);
    return reply ? { key, reply } : { key, reason: errorText(failed!) };
  } catch (error) {
    if (!(error instanceof UnusableReply)) throw error;
    const reply = filteredReply(error);
    return reply ? { key, reply } : { key, reason: `UnusableReply: ${error.message}`, usage: error.usage };
  }
}

function errorText({ status, error }: { status?: unknown; error: unknown }): string {
  const said = loose(at(error, "error") ?? error);
  const code = status ?? said.code ?? said.status ?? said.type ?? "batch";
  const message = typeof error === "string"
    ? error
    : textAt(said, "message") ?? JSON.stringify(error ?? null);
  return `${code}: ${message}`;
}

function anthropicReply(message: unknown): UsableReply {
  const content = at(message, "content"), reason = textAt(message, "stop_reason");
  if (!Array.isArray(content)) throw new UnusableReply("a message without content");
  const { text, thoughts } = partsOf(content);
  const count = (name: string) => countAt(message, `usage.${name}`);
  const input = count("input_tokens"), cached = count("cache_read_input_tokens") || null;
  const all = input === null ? null : input + (cached ?? 0) + (count("cache_creation_input_tokens") ?? 0);
  const finishReason = reason === "end_turn" || reason === "stop_sequence" ? "stop" : reason;
  return usable({ text, finishReason, thoughts }, {
    usage: usageOf(all, count("output_tokens"), { reasoning: null, cached }),
    ...{ model: textAt(message, "model"), responseId: textAt(message, "id") },
  });
}

function geminiReply(response: unknown): UsableReply {
  const count = (name: string) => countAt(response, `usageMetadata.${name}`);
  const thinking = count("thoughtsTokenCount") || null, cached = count("cachedContentTokenCount");
  const output = (count("candidatesTokenCount") ?? 0) + (thinking ?? 0);
  const usage = usageOf(count("promptTokenCount"), output, { reasoning: thinking, cached });
  const blocked = textAt(response, "promptFeedback.blockReason"),
    [candidate] = listAt(response, "candidates");
  if (!candidate && blocked === null) throw new UnusableReply("an answer without a candidate", usage);
  const reason = blocked ?? textAt(candidate, "finishReason");
  const said = (thought: boolean) =>
    listAt(candidate, "content.parts").filter((part) => (at(part, "thought") === true) === thought)
      .map((part) => textAt(part, "text")).join("");
  return usable({
    ...{ text: said(false), thoughts: [said(true)], finishReason: reason === "STOP" ? "stop" : reason },
    refusal: blocked === null ? null : `blocked: ${blocked}`,
    tokens: geminiTokens(at(candidate, "logprobsResult")),
  }, { usage, model: textAt(response, "modelVersion"), responseId: textAt(response, "responseId") });
}

function geminiTokens(result: unknown): UsableReply["reply"]["tokens"] {
  const chosen = listAt(result, "chosenCandidates"), others = listAt(result, "topCandidates");
  const token = (value: unknown) => {
    const logprob = at(value, "logProbability");
    return {
      token: textAt(value, "token") ?? "",
      logprob: typeof logprob === "number" ? logprob : -Infinity,
    };
  };
  if (chosen.length === 0) return null;
  return chosen.map((one, i) => ({ ...token(one), top: listAt(others[i], "candidates").map(token) }));
}

/** By how much an endpoint's clock may differ from ours, in seconds: it only says when to look no further. */
const CLOCKS_DIFFER = 86_400;

const ENDED = ["completed", "failed", "expired", "cancelled"];

const MARK = "judgebias_shard";

export function openaiBatches(
  { baseURL, key, timeout, retries, pauseMs }:
    & Record<"baseURL" | "key", string>
    & Record<"timeout" | "retries" | "pauseMs", number>,
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
    async state(id: string) {
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
