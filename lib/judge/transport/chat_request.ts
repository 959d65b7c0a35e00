import type OpenAI from "openai";
import type { LoadedImage } from "../images/image_store.ts";
import type { Decoding, Message } from "../protocol.ts";
import { says } from "./usable_reply.ts";

export type ChatRequest = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/** The body of a request in OpenAI's terms. A message of one text is sent as plain text, which every server takes. */
export function chatRequest(
  { judge, messages, images, decoding, schema }: {
    judge: string;
    messages: Message[];
    images: ReadonlyMap<string, Pick<LoadedImage, "url">>;
    decoding: Decoding;
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
            ? part
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

const SAMPLING = ["temperature", "top_p", "logprobs", "top_logprobs"] as const;

/** A protocol's decoding parameters as the judge can take them, by the model's name, with overrides as they are; `left_out` names what is not sent. */
export function decodingFor(
  protocol: Readonly<Decoding>,
  judge: string,
  overrides: Readonly<Decoding> = {},
  format?: string,
): { decoding: Decoding; left_out: (keyof Decoding)[] } {
  const refused: (keyof Decoding)[] = [
    ...(says("effort", judge) && format !== "gemini" ? [] : ["reasoning_effort"] as const),
    ...(says("no_sampling", judge) ? SAMPLING : []),
  ];
  // Two names of one limit: what is asked for counts.
  const isRenamed = overrides.max_tokens !== undefined;
  const names = Object.keys(protocol) as (keyof Decoding)[];
  const left_out = names.filter((name) => refused.includes(name) && !Object.hasOwn(overrides, name));
  const merged = Object.entries({ ...protocol, ...overrides })
    .filter(([name, value]) => value !== undefined && !(isRenamed && name === "max_completion_tokens"))
    .filter(([name]) => !left_out.includes(name as keyof Decoding));
  return { decoding: Object.fromEntries(merged), left_out };
}
