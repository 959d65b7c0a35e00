import type OpenAI from "openai";
import type { LoadedImage } from "../images/image_store.ts";
import type { Decoding, Message } from "../protocol.ts";

/** The body of a chat completion request, never streamed. */
export type ChatRequest = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/**
 * The body of a request in OpenAI's terms: messages with texts and images (data URLs or addresses) in the protocol's
 * order, and the decoding parameters. A message of one text is sent as plain text, which every server takes.
 */
export function chatRequest(
  { judge, messages, images, decoding, schema }: {
    judge: string;
    messages: Message[];
    images: ReadonlyMap<string, Pick<LoadedImage, "url">>;
    decoding: Decoding;
    /** JSON Schema of the reply, where one is asked for. */
    schema?: Record<string, unknown>;
  },
): ChatRequest {
  const { response_format, ...sampling } = decoding;
  return {
    model: judge,
    messages: messages.map(({ role, content }) => {
      const text = content.map((part) => part.type === "text" ? part.text : null);
      if (role === "system") return { role, content: text.join("\n\n") };
      if (content.length === 1 && text[0] !== null) return { role, content: text[0] };
      return {
        role,
        content: content.map((part) =>
          part.type === "text"
            ? { type: "text" as const, text: part.text }
            : { type: "image_url" as const, image_url: { url: images.get(part.image)!.url } }
        ),
      };
    }),
    ...sampling,
    ...(response_format && schema
      ? { response_format: { type: response_format, json_schema: { name: "verdict", strict: true, schema } } }
      : {}),
  };
}
