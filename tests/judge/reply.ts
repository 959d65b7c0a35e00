import type { Reply } from "@/judge/protocol.ts";

/** A reply as an endpoint gives it when all is well. */
export function reply(text: string, more: Partial<Reply> = {}): Reply {
  return { text, finishReason: "stop", refusal: null, tokens: null, ...more };
}
