import assert from "node:assert/strict";
import type OpenAI from "openai";
import type { z } from "zod";
import { chatRequestSchema } from "../request_schema.ts";
import { chatRequest } from "@/judge/transport/chat_request.ts";
import type { Message } from "@/judge/protocol.ts";

/** Compiles only while what the strict schema lets through is what OpenAI's client takes. */
const asOpenAI = (
  request: z.infer<typeof chatRequestSchema>,
): OpenAI.Chat.ChatCompletionCreateParamsNonStreaming => request;

const IMAGE = "data:image/png;base64,iVBORw0KGgo=";
const MESSAGES: Message[] = [
  { role: "system", content: [{ type: "text", text: "Be fair." }, { type: "text", text: "Be brief." }] },
  {
    role: "user",
    content: [{ type: "text", text: "Look:" }, { type: "image", image: "a.png" }, {
      type: "text",
      text: "?",
    }],
  },
  { role: "user", content: [{ type: "text", text: "Which?" }] },
];

Deno.test("request: parts in the protocol's order, images by reference, one text as plain text, valid for OpenAI", () => {
  const decoding = {
    temperature: 1,
    top_p: 1,
    logprobs: true,
    top_logprobs: 20,
    max_completion_tokens: 16_384,
    seed: 2,
  };
  const request = chatRequest({
    judge: "gpt-4o",
    messages: MESSAGES,
    images: new Map([["a.png", { url: IMAGE }]]),
    decoding,
  });
  assert.deepEqual(request, {
    model: "gpt-4o",
    messages: [
      { role: "system", content: "Be fair.\n\nBe brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "Look:" },
          { type: "image_url", image_url: { url: IMAGE } },
          { type: "text", text: "?" },
        ],
      },
      { role: "user", content: "Which?" },
    ],
    ...decoding,
  });
  assert.equal(asOpenAI(chatRequestSchema.parse(request)).model, "gpt-4o");
  assert.ok(!("stream" in request), "never streamed");
});
