import type { ChatRequest } from "../../transport/chat_request.ts";
import { usableReply } from "../../transport/usable_reply.ts";
import { type Answer, answered, errorText } from "./answer.ts";
import { type Loose, loose } from "../../transport/loose.ts";

export const BATCH_PATH = "/v1/chat/completions";

/** A request as a line of OpenAI's Batch API and of vLLM's batch runner. */
export function openaiLine(key: string, request: ChatRequest): Loose {
  return { custom_id: key, method: "POST", url: BATCH_PATH, body: request };
}

/** The answer in a line of an output or error file; vLLM writes both into one, and its errors as text or object. */
export function openaiAnswer(key: string, record: Loose): Answer | null {
  if (record.response === undefined && record.error === undefined) return null;
  const { status_code: status, body } = loose(record.response);
  if (status !== 200 || record.error) {
    return { key, reason: errorText(status, record.error ?? loose(body).error ?? body) };
  }
  return answered(key, () => usableReply(body));
}
