import type { ChatRequest } from "../../transport/chat_request.ts";
import { looseJson } from "../../transport/loose.ts";
import { anthropicAnswer, anthropicLine } from "./anthropic.ts";
import type { Answer } from "./answer.ts";
import { geminiAnswer, geminiLine, vertexAnswer, vertexLine } from "./gemini.ts";
import { openaiAnswer, openaiLine } from "./openai.ts";

/** Whose batch files are written: OpenAI's, which vLLM's runner takes too; Anthropic's; Gemini's own and Vertex AI's. */
export const BATCH_FORMATS = ["openai", "vllm", "anthropic", "gemini", "vertex"] as const;

/** One of them. */
export type BatchFormat = (typeof BATCH_FORMATS)[number];

/** What one file of requests may hold. */
export interface BatchLimits {
  /** Most requests, a line each. */
  requests: number;
  /** Largest size of the file in bytes. */
  bytes: number;
}

/** How the lines of a format are made and what a file of them may hold; the key of a request is what finds its answer. */
export const FORMATS: Record<
  BatchFormat,
  { limits: BatchLimits; line(key: string, request: ChatRequest): Record<string, unknown> }
> = {
  openai: { limits: { requests: 50_000, bytes: 200e6 }, line: openaiLine },
  // No service, no limit: files of a size that one job gets through.
  vllm: { limits: { requests: 50_000, bytes: 2e9 }, line: openaiLine },
  anthropic: { limits: { requests: 100_000, bytes: 256e6 }, line: anthropicLine },
  gemini: { limits: { requests: 200_000, bytes: 2e9 }, line: geminiLine },
  vertex: { limits: { requests: 200_000, bytes: 1e9 }, line: vertexLine },
};

/** The key of a request in the line that a format makes of it, without parsing the images behind it. */
export function requestKey(line: string): string | undefined {
  const [, own, label] =
    /^\{"(?:custom_id|key)":"([0-9a-f]{40})"|^\{"request":\{"labels":\{"judgebias":"([0-9a-f]{40})"/
      .exec(line.slice(0, 200)) ?? [];
  return own ?? label;
}

/** The answer in a line of an output or error file, by the shape of the line; null for a line that is none. */
export function readAnswer(line: string): Answer | null {
  const record = looseJson(line);
  if (!record) return null;
  if (typeof record.custom_id === "string") {
    return (record.result === undefined ? openaiAnswer : anthropicAnswer)(record.custom_id, record);
  }
  if (typeof record.key === "string") return geminiAnswer(record.key, record);
  return record.request === undefined ? null : vertexAnswer(record);
}
