/** A reply as JSON: what the endpoint is told to write, and the words that the protocol's parser reads of it. */
export interface Structured {
  /** JSON Schema of the reply. */
  schema: Record<string, unknown>;
  /** The reply in the words of the prompt. */
  words(value: Record<string, unknown>): string;
}

/**
 * A reply of an explanation and a verdict, in this order: a judge that must write the verdict first does not think before.
 *
 * @param verdict JSON Schema of the verdict
 * @param words the line that the parser looks for
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { explained, inWords } from "@/judge/protocols/structured.ts";
 *
 * const json = explained("judgement", { enum: ["A", "B"] }, (letter) => `Judgement: [[${letter}]]`);
 * const reply = { text: '{"explanation": "…", "judgement": "B"}', finishReason: "stop", refusal: null, tokens: null };
 * assert.equal(inWords({ json }, reply, {}).text, "…\nJudgement: [[B]]");
 * ```
 */
export function explained(
  name: string,
  verdict: Record<string, unknown>,
  words: (verdict: unknown) => string,
): Structured {
  return {
    schema: strictObject({ explanation: { type: "string" }, [name]: verdict }),
    words: (value) => `${value.explanation ?? ""}\n${words(value[name])}`,
  };
}

/** A JSON Schema of an object with these properties and no others, as strict endpoints want it. */
export function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** A structured reply in words; one that is no such JSON as it stands, which is for the parser to judge. */
export function inWords<S, R extends { text: string }>(
  { json }: { json?: Structured | ((sample: S) => Structured) },
  reply: R,
  sample: S,
): R {
  if (!json) return reply;
  try {
    const value = JSON.parse(reply.text);
    if (typeof value !== "object" || value === null) return reply;
    return { ...reply, text: (typeof json === "function" ? json(sample) : json).words(value) };
  } catch {
    return reply;
  }
}
