import assert from "node:assert/strict";
import { callKey, hashOf } from "@/judge/journal/call_key.ts";

const CALL = {
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
