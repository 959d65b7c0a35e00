import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { callKey, hashOf } from "@/judge/store/call_key.ts";

const CALL = {
  endpoint: "http://h/v1",
  judge: "j",
  protocol: "base",
  step: "judgment",
  prompt: { id: "base", version: "1", sha256: "p" },
  decoding: { temperature: 0 },
  sample: "s",
  images: ["i"],
  condition: { image: true, run: 1 },
};

Deno.test("call key: the order of keys does not matter, everything else does", () => {
  assert.equal(callKey(CALL), callKey({ ...CALL, condition: { run: 1, image: true } }));
  const others = [
    { endpoint: "http://h:8000/v1" },
    { judge: "k" },
    { protocol: "birch" },
    { step: "anchor" },
    { prompt: { ...CALL.prompt, version: "2" } },
    { prompt: { ...CALL.prompt, sha256: "q" } },
    { decoding: { temperature: 1 } },
    { sample: "t" },
    { images: ["i", "i"] },
    { images: [] },
    { condition: { image: true, run: 2 } },
  ].map((change) => callKey({ ...CALL, ...change }));
  assert.equal(new Set([callKey(CALL), ...others]).size, others.length + 1);
});

Deno.test("hash: undefined is nothing, null is something; lists keep their order", () => {
  assert.equal(hashOf({ a: 1, b: undefined }), hashOf({ a: 1 }));
  assert.notEqual(hashOf({ a: null }), hashOf({}));
  assert.notEqual(hashOf([1, 2]), hashOf([2, 1]));
});

/** What the hash was first made of: a copy with the keys of all objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, v]) => v !== undefined).sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0)
      .map(([key, v]) => [key, sorted(v)]),
  );
}

Deno.test("hash: it is that of the text of a sorted copy, so that old journals keep their keys", () => {
  const name = fc.oneof(fc.string(), fc.constantFrom("10", "9", "01", "4294967294", "4294967295", "-1", "a"));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      fc.string({ unit: "binary" }),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(name, tie("value"), { maxKeys: 6, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, (value) => {
      const text = JSON.stringify(sorted(value)) ?? "null";
      assert.equal(hashOf(value), createHash("sha256").update(text).digest("hex"));
    }),
    { seed: 1, numRuns: 300 },
  );
});
