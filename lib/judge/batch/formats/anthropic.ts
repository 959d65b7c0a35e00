import type { ChatRequest } from "../../transport/chat_request.ts";
import { UnusableReply } from "../../transport/faults.ts";
import { type Answer, answered, errorText, given, partsOf, requireKnown, systemApart } from "./answer.ts";
import { countOrNull, type Loose, loose, textOrNull } from "../../transport/loose.ts";

const KNOWN = "model messages temperature top_p max_completion_tokens reasoning_effort response_format";

/** Efforts that its models know under the same names. */
const EFFORTS: readonly unknown[] = ["low", "medium", "high", "xhigh", "max"];

const PARTS = {
  text: (text: string) => ({ type: "text", text }),
  data: (media_type: string, data: string) => ({
    type: "image",
    source: { type: "base64", media_type, data },
  }),
  address: (url: string) => ({ type: "image", source: { type: "url", url } }),
};

/**
 * A request as one of Anthropic's Message Batches: the file's lines are the `requests` of the call that makes the batch.
 *
 * @throws {RangeError} for a parameter that it does not take, and without `max_completion_tokens`, which it needs
 */
export function anthropicLine(key: string, request: ChatRequest): Loose {
  requireKnown("Anthropic's", request, KNOWN);
  const { model, temperature, top_p, max_completion_tokens, reasoning_effort: effort, response_format } =
    request;
  if (effort && !EFFORTS.includes(effort)) {
    const efforts = EFFORTS.join(", ");
    throw new RangeError(
      `batch: wanted a reasoning_effort of ${efforts} for Anthropic's batches, found ${effort}`,
    );
  }
  if (!max_completion_tokens) {
    throw new RangeError(
      "batch: wanted a token limit, which Anthropic's batches need, found none; give --decoding max_completion_tokens=N",
    );
  }
  const { system, others } = systemApart(request);
  const format = response_format?.type === "json_schema"
    ? { type: "json_schema", schema: response_format.json_schema.schema }
    : undefined;
  const params = given({
    model,
    max_tokens: max_completion_tokens,
    system: system || undefined,
    messages: others.map(({ role, content }) => ({
      role,
      content: typeof content === "string" ? content : partsOf(content, PARTS),
    })),
    ...{ temperature, top_p },
    output_config: effort || format ? given({ effort, format }) : undefined,
  });
  return { custom_id: key, params };
}

/** The answer in a line of a batch's results: thinking is kept apart, however it is worded. */
export function anthropicAnswer(key: string, record: Loose): Answer | null {
  const { type, message, error } = loose(record.result);
  if (type === "errored") return { key, reason: errorText(undefined, loose(error).error ?? error) };
  if (type !== "succeeded") return { key, reason: `batch: ${String(type)}` };
  return answered(key, () => {
    const { content, stop_reason, usage, model, id } = loose(message);
    if (!Array.isArray(content)) throw new UnusableReply("a message without content");
    const texts = (kind: string, field: string) =>
      content.map(loose).filter((part) => part.type === kind).map((part) => textOrNull(part[field]) ?? "");
    const thought = texts("thinking", "thinking").join("\n"), reason = textOrNull(stop_reason);
    const counts = loose(usage), count = (name: string) => countOrNull(counts[name]);
    const input = count("input_tokens"), output = count("output_tokens");
    const cached = count("cache_read_input_tokens") ?? 0;
    return {
      reply: {
        text: texts("text", "text").join(""),
        finishReason: reason === "end_turn" || reason === "stop_sequence" ? "stop" : reason,
        refusal: null,
        tokens: null,
        ...(thought === "" ? {} : { reasoning: thought }),
      },
      usage: input === null || output === null ? null : {
        input: input + cached + (count("cache_creation_input_tokens") ?? 0),
        output,
        ...(cached > 0 ? { cached } : {}),
      },
      ...{ model: textOrNull(model), responseId: textOrNull(id), simulated: false },
    };
  });
}
