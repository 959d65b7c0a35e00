import type { Condition, Decoding, Step } from "../protocol.ts";
import { sortedText } from "./call_key.ts";

/**
 * What a call asks of its sample, as a text: the step under a condition, or what shares the step; and the name of what the user
 * varies, where there is one. Replies to one ask are answers to one question, asked in different ways.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { askOf } from "@/judge/store/call_place.ts";
 *
 * const step = { name: "reference", key: () => "shared" };
 * const condition = { image: true, swapped: false, run: 1 };
 * assert.equal(askOf(step, {}, condition), askOf(step, {}, { ...condition, swapped: true }));
 * assert.notEqual(askOf(step, {}, condition), askOf(step, {}, condition, "careful"));
 * ```
 */
export function askOf<S>(
  step: Pick<Step<S>, "name" | "key">,
  sample: S,
  condition: Condition,
  named?: string,
): string {
  return sortedText([
    step.name,
    step.key ? { shared: step.key(sample, condition) } : condition,
    ...(named === undefined ? [] : [named]),
  ]);
}

/** How a call asks, as a text: prompt, decoding parameters (with the first run's seed) and endpoint. */
export function wayOf(
  { id, version, sha256 }: { id: string; version: string; sha256: string },
  decoding: Decoding,
  endpoint: string,
): string {
  return sortedText({ prompt: { id, version, sha256 }, decoding, endpoint });
}
