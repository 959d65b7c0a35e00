import { createHash } from "node:crypto";

/** SHA-256 of a value's JSON with the keys of all objects in order: equal content, equal hash. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(sorted(value))).digest("hex");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, v]) => v !== undefined).sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0)
      .map(([key, v]) => [key, sorted(v)]),
  );
}

/** What makes a call this one and no other. */
export interface CallIdentity {
  judge: string;
  protocol: string;
  step: string;
  prompt: { id: string; version: string; sha256: string };
  decoding: unknown;
  /** Hash of the sample's content; of a shared step, what shares it. */
  sample: string;
  /** Hashes of the images' bytes, in the order of the request. */
  images: string[];
  /** Image, order, run and whatever else is crossed; empty for a shared step, whose sample says it. */
  condition: unknown;
}

/**
 * The name of a call in journals and batch files: 40 hexadecimal digits. The same question to the same judge has the
 * same key in every run, interactive or batch, so that what is done is found again; another prompt text, decoding,
 * image or run has another.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { callKey } from "@/judge/journal/call_key.ts";
 *
 * const call = { judge: "j", protocol: "base", step: "judge", prompt: { id: "p", version: "1", sha256: "0" }, decoding: {},
 *   sample: "s", images: [], condition: { run: 1 } };
 * assert.equal(callKey(call), callKey({ ...call }));
 * assert.notEqual(callKey(call), callKey({ ...call, condition: { run: 2 } }));
 * ```
 */
export function callKey(identity: CallIdentity): string {
  return hashOf(identity).slice(0, 40);
}
