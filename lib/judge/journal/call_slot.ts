import type { Condition, Step } from "../protocol.ts";
import { hashOf } from "./call_key.ts";

/**
 * The place of a call in a study: its sample, step and condition, or what shares the step. Verdicts on one slot are
 * answers to the same question asked in different ways (another prompt, picture, decoding), of which one counts.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { callSlot } from "@/judge/journal/call_slot.ts";
 *
 * const step = { name: "reference", key: () => "shared" };
 * const sample = { dataSet: "study", id: "1" };
 * const condition = { image: true, swapped: false, run: 1 };
 * assert.equal(callSlot(sample, step, {}, condition), callSlot(sample, step, {}, { ...condition, swapped: true }));
 * ```
 */
export function callSlot<S>(
  { dataSet, id }: { dataSet: string; id: string },
  step: Pick<Step<S>, "name" | "key">,
  sample: S,
  condition: Condition,
): string {
  return hashOf([dataSet, id, step.name, step.key ? { shared: step.key(sample, condition) } : condition])
    .slice(
      0,
      20,
    );
}
