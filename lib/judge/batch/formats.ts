import { refusing } from "../../results/said.ts";
import { requireOneOf } from "../../progress/require.ts";
import type { ChatRequest } from "../transport/chat_request.ts";
import { at, given, type Loose } from "../transport/usable_reply.ts";

export const BATCH_FORMATS = ["openai", "vllm", "anthropic", "gemini"] as const;

/** One of them. */
export type BatchFormat = (typeof BATCH_FORMATS)[number];

/** What one file of requests may hold. */
export interface BatchLimits {
  /** Most requests, a line each. */
  requests: number;
  /** Largest size of the file in bytes. */
  bytes: number;
}

export const BATCH_PATH = "/v1/chat/completions";

const openaiLine = (custom_id: string, body: ChatRequest) => ({
  ...{ custom_id, method: "POST", url: BATCH_PATH, body },
});

export const FORMATS: Record<
  BatchFormat,
  { limits: BatchLimits; line(key: string, request: ChatRequest): Loose }
> = {
  openai: { limits: { requests: 50_000, bytes: 200e6 }, line: openaiLine },
  // No service, no limit: files of a size that one job gets through.
  vllm: { limits: { requests: 50_000, bytes: 2e9 }, line: openaiLine },
  anthropic: {
    limits: { requests: 100_000, bytes: 256e6 },
    line: (custom_id, request) => ({ custom_id, params: anthropicRequest(request) }),
  },
  gemini: {
    limits: { requests: 200_000, bytes: 2e9 },
    line: (key, request) => ({ key, request: geminiRequest(request) }),
  },
};

const EFFORTS = [undefined, null, "low", "medium", "high", "xhigh", "max"];

function anthropicRequest(request: ChatRequest): Loose {
  requireKnown(
    "Anthropic's",
    request,
    "model messages temperature top_p max_completion_tokens max_tokens reasoning_effort response_format",
  );
  const { model, temperature, top_p, reasoning_effort: effort } = request;
  const max_tokens = request.max_completion_tokens ?? request.max_tokens;
  requireOneOf("batch", "a reasoning_effort for Anthropic's batches of", effort, EFFORTS);
  if (!max_tokens) throw refusing("anthropic_limit");
  const { system, others } = systemApart(request), schema = schemaOf(request);
  return given({
    ...{ model, max_tokens, system: system || undefined },
    messages: others.map(({ role, content }) => ({
      role,
      content: typeof content === "string" ? content : partsOf(content, {
        text: (text) => ({ type: "text", text }),
        data: (media_type, data) => ({ type: "image", source: { type: "base64", media_type, data } }),
        address: (url) => ({ type: "image", source: { type: "url", url } }),
      }),
    })),
    ...{ temperature, top_p },
    output_config: effort || schema
      ? given({ effort, format: schema && { type: "json_schema", schema } })
      : undefined,
  });
}

function geminiRequest(request: ChatRequest): Loose {
  requireKnown(
    "Gemini's",
    request,
    "model messages temperature top_p max_completion_tokens max_tokens seed logprobs top_logprobs response_format",
  );
  const { system, others } = systemApart(request), schema = schemaOf(request);
  const config = given({
    temperature: request.temperature,
    topP: request.top_p,
    maxOutputTokens: request.max_completion_tokens ?? request.max_tokens,
    seed: request.seed,
    responseLogprobs: request.logprobs,
    logprobs: request.top_logprobs,
    responseMimeType: schema && "application/json",
    responseJsonSchema: schema,
  });
  const parts = {
    text: (text: string) => ({ text }),
    data: (mimeType: string, data: string) => ({ inlineData: { mimeType, data } }),
    address(fileUri: string) {
      const ending = /\.(png|jpe?g|gif|webp)$/i.exec(fileUri)?.[1].toLowerCase() ?? "jpeg";
      return { fileData: { fileUri, mimeType: `image/${ending === "jpg" ? "jpeg" : ending}` } };
    },
  };
  return {
    contents: others.map(({ content }) => ({ role: "user", parts: partsOf(content, parts) })),
    ...(system === "" ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
  };
}

/** Refuses parameters that a format has no word for: left out without a word, the journal would say that they were sent. */
function requireKnown(format: string, request: ChatRequest, known: string): void {
  const strange = Object.keys(given(request)).filter((name) => !known.split(" ").includes(name));
  if (strange.length === 0) return;
  throw refusing("batch_parameters", {
    format,
    strange: strange.join(", "),
    way: `${strange.join("=null,")}=null`,
  });
}

function schemaOf({ response_format }: ChatRequest): unknown {
  return at(response_format, "json_schema.schema");
}

function systemApart({ messages }: ChatRequest): { system: string; others: ChatRequest["messages"] } {
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => String(content));
  return { system: system.join("\n\n"), others: messages.filter(({ role }) => role !== "system") };
}

function partsOf(
  content: ChatRequest["messages"][number]["content"],
  { text, data, address }:
    & Record<"text" | "address", (said: string) => Loose>
    & { data(type: string, data: string): Loose },
): Loose[] {
  if (typeof content === "string") return [text(content)];
  return (content ?? []).map((part: { type: string; text?: string; image_url?: { url: string } }) => {
    if (part.image_url === undefined) return text(part.text!);
    const { url } = part.image_url, comma = url.indexOf(",");
    if (!url.startsWith("data:")) return address(url);
    return data(url.slice(5, comma).replace(/;base64$/, ""), url.slice(comma + 1));
  });
}
