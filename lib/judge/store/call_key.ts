import { createHash } from "node:crypto";

/** SHA-256 of a value's JSON with the keys of all objects in order: equal content, equal hash. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(sortedText(value)).digest("hex");
}

/** A value's JSON with the keys of all objects in order. */
export function sortedText(value: unknown): string {
  return canonical(value) ?? "null";
}

/** Whether JavaScript sorts a name by itself: places of an array, as numbers before all others. */
function isIndex(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 48 && first <= 57 && /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
}

/** The text that `JSON.stringify` makes of a value whose keys are in order, without a copy of it; undefined for none. */
function canonical(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one) ?? "null").join()}]`;
  const names = Object.keys(value).sort();
  if (names.some(isIndex)) {
    names.sort((a, b) => Number(isIndex(b)) - Number(isIndex(a)) || (isIndex(a) ? Number(a) - Number(b) : 0));
  }
  let text = "";
  for (const name of names) {
    const part = canonical((value as Record<string, unknown>)[name]);
    if (part !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${part}`;
  }
  return `{${text}}`;
}

/** What makes a call this one and no other. */
export interface CallIdentity {
  /** Name of the endpoint: its address, unless another was given. */
  endpoint: string;
  judge: string;
  /** Name of what the user varies; absent where nothing was named. */
  named?: string;
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
 * The name of a call in a study's file and in batch files: 40 hexadecimal digits. The same question to the same judge has the
 * same key in every run, interactive or batch, so that what is done is found again; another endpoint, prompt text, decoding,
 * image or run has another.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { callKey } from "@/judge/store/call_key.ts";
 *
 * const call = { endpoint: "http://127.0.0.1:8000/v1", judge: "j", protocol: "base", step: "judge", prompt: { id: "p", version: "1", sha256: "0" }, decoding: {},
 *   sample: "s", images: [], condition: { run: 1 } };
 * assert.equal(callKey(call), callKey({ ...call }));
 * assert.notEqual(callKey(call), callKey({ ...call, condition: { run: 2 } }));
 * ```
 */
export function callKey(identity: CallIdentity): string {
  return hashOf(identity).slice(0, 40);
}

/** Whether a text that came from outside has the shape of a call's key. */
export function isCallKey(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}
