import { SIMULATED_FINGERPRINT } from "../transport/usable_reply.ts";
import type { SimulatedReply } from "./answer.ts";

/** What of a request shapes the response around a reply. */
export interface CompletionRequest {
  model: string;
  messages: unknown;
  logprobs?: boolean | null;
  top_logprobs?: number | null;
  seed?: number | null;
}

/** A chat completion as OpenAI's API describes it, with its usage and, where asked for, log-probabilities. */
export function completionOf(
  request: CompletionRequest,
  reply: SimulatedReply,
  id: string,
): Record<string, unknown> {
  const input = Math.ceil(
    JSON.stringify(request.messages).replace(/data:[^"]*/g, "x".repeat(1000)).length / 4,
  );
  const { refusal } = reply, output = Math.max(1, Math.ceil(reply.text.length / 4));
  return {
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    created: 1_700_000_000,
    model: `${request.model}-simulated`,
    system_fingerprint: SIMULATED_FINGERPRINT,
    choices: [{
      index: 0,
      message: { role: "assistant", content: refusal === null ? reply.text : null, refusal },
      logprobs: request.logprobs
        ? { content: tokens(reply, request.top_logprobs ?? 0), refusal: null }
        : null,
      finish_reason: reply.finishReason,
    }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}

/** Tokens of a text with log-probabilities: sure of every word, unsure of the score among its neighbours. */
function tokens({ text, score }: SimulatedReply, top: number) {
  const digits = score === undefined ? "" : String(score);
  const at = digits === "" ? -1 : text.lastIndexOf(digits);
  const pieces = at < 0
    ? split(text)
    : [...split(text.slice(0, at)), digits, ...split(text.slice(at + digits.length))];
  return pieces.map((token) => {
    const alternatives = token === digits && score !== undefined
      ? [[digits, 0.6], [String(score + 5), 0.2], [String(Math.max(0, score - 5)), 0.2]] as const
      : [[token, 0.999]] as const;
    const entries = alternatives.map(([text, probability]) => ({
      token: text,
      logprob: Math.log(probability),
      bytes: [...new TextEncoder().encode(text)],
    }));
    return { ...entries[0], top_logprobs: entries.slice(0, top) };
  });
}

function split(text: string): string[] {
  return text.match(/\s?[^\s$]+|\$|\s+/g) ?? [];
}
