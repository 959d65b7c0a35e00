import type { ChatRequest } from "../../transport/chat_request.ts";
import {
  type Answer,
  answered,
  dataURL,
  errorText,
  type Loose,
  loose,
  requireKnown,
  systemApart,
  textOrNull,
} from "./answer.ts";
import { countOrNull } from "../../transport/usable_reply.ts";
import { UnusableReply } from "../../transport/faults.ts";

const KNOWN = [
  "model",
  "messages",
  "temperature",
  "top_p",
  "max_completion_tokens",
  "reasoning_effort",
  "response_format",
];

/** Efforts that its models know under the same names. */
const EFFORTS: readonly unknown[] = ["low", "medium", "high", "xhigh", "max"];

/**
 * A request as one of Anthropic's Message Batches: the file's lines are the `requests` of the call that makes the batch.
 *
 * @throws {RangeError} for a parameter that it does not take, and without `max_completion_tokens`, which it needs
 */
export function anthropicLine(key: string, request: ChatRequest): Loose {
  requireKnown("Anthropic's", request, KNOWN);
  const { model, temperature, top_p, max_completion_tokens, reasoning_effort, response_format } = request;
  if (reasoning_effort && !EFFORTS.includes(reasoning_effort)) {
    throw new RangeError(
      `batch: wanted a reasoning_effort of ${
        EFFORTS.join(", ")
      } for Anthropic's batches, found ${reasoning_effort}`,
    );
  }
  if (max_completion_tokens === undefined || max_completion_tokens === null) {
    throw new RangeError(
      "batch: wanted a token limit, which Anthropic's batches need, found none; give --decoding max_completion_tokens=N",
    );
  }
  const { system, others } = systemApart(request);
  const schema = response_format?.type === "json_schema" ? response_format.json_schema.schema : undefined;
  return {
    custom_id: key,
    params: {
      model,
      max_tokens: max_completion_tokens,
      ...(system === "" ? {} : { system }),
      messages: others.map(({ role, content }) => ({
        role,
        content: typeof content === "string" ? content : (content ?? []).map(partOf),
      })),
      ...(temperature === undefined ? {} : { temperature }),
      ...(top_p === undefined ? {} : { top_p }),
      ...(schema || reasoning_effort
        ? {
          output_config: {
            ...(reasoning_effort ? { effort: reasoning_effort } : {}),
            ...(schema ? { format: { type: "json_schema", schema } } : {}),
          },
        }
        : {}),
    },
  };
}

function partOf(part: { type: string; text?: string; image_url?: { url: string } }): Loose {
  if (part.image_url === undefined) return { type: "text", text: part.text };
  const inline = dataURL(part.image_url.url);
  return {
    type: "image",
    source: inline
      ? { type: "base64", media_type: inline.type, data: inline.data }
      : { type: "url", url: part.image_url.url },
  };
}

/** The answer in a line of a batch's results: thinking is kept apart, however it is worded. */
export function anthropicAnswer(key: string, record: Loose): Answer | null {
  const { type, message, error } = loose(record.result);
  if (type !== "succeeded") {
    return type === "errored"
      ? { key, reason: errorText(undefined, loose(error).error ?? error) }
      : { key, reason: `batch: ${String(type)}` };
  }
  return answered(key, () => {
    const { content, stop_reason, usage, model, id } = loose(message);
    if (!Array.isArray(content)) throw new UnusableReply("a message without content");
    const texts = (kind: string, field: string) =>
      content.map(loose).filter((part) => part.type === kind).map((part) => textOrNull(part[field]) ?? "");
    const thought = texts("thinking", "thinking").join("\n");
    const reason = textOrNull(stop_reason);
    const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } = loose(
      usage,
    );
    const input = countOrNull(input_tokens), output = countOrNull(output_tokens);
    const cached = countOrNull(cache_read_input_tokens) ?? 0;
    return {
      reply: {
        text: texts("text", "text").join(""),
        finishReason: reason === "end_turn" || reason === "stop_sequence" ? "stop" : reason,
        refusal: null,
        tokens: null,
        ...(thought === "" ? {} : { reasoning: thought }),
      },
      usage: input === null || output === null ? null : {
        input: input + cached + (countOrNull(cache_creation_input_tokens) ?? 0),
        output,
        ...(cached > 0 ? { cached } : {}),
      },
      model: textOrNull(model),
      responseId: textOrNull(id),
      simulated: false,
    };
  });
}
