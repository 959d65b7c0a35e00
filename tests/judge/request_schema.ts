import { z } from "zod";

const text = z.strictObject({ type: z.literal("text"), text: z.string() });
const image = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({
    url: z.string().regex(/^(data:image\/(png|jpeg|gif|webp);base64,|https?:\/\/)/),
    detail: z.enum(["auto", "low", "high"]).optional(),
  }),
});

/**
 * The part of OpenAI's public API description of `POST /chat/completions` that judges need, strict: an unknown key, a
 * wrong type or a value out of range is refused, as the API does with status 400.
 */
export const chatRequestSchema = z.strictObject({
  model: z.string().min(1),
  messages: z.array(z.discriminatedUnion("role", [
    z.strictObject({ role: z.literal("system"), content: z.union([z.string(), z.array(text).min(1)]) }),
    z.strictObject({
      role: z.literal("user"),
      content: z.union([z.string(), z.array(z.union([text, image])).min(1)]),
    }),
  ])).min(1),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  reasoning_effort: z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  seed: z.int().nullish(),
  response_format: z.strictObject({
    type: z.literal("json_schema"),
    json_schema: z.strictObject({
      ...{ name: z.string().regex(/^[\w-]{1,64}$/), strict: z.boolean() },
      schema: z.record(z.string(), z.unknown()),
    }),
  }).optional(),
}).refine(({ top_logprobs, logprobs }) => top_logprobs == null || logprobs === true, {
  message: "top_logprobs needs logprobs",
});
