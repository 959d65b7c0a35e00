import assert from "node:assert/strict";
import { decodingFor } from "@/judge/transport/chat_request.ts";

Deno.test("decodingFor leaves out what a model does not take", () => {
  const captions = { temperature: 1, top_p: 1, logprobs: true, top_logprobs: 20 };
  assert.deepEqual(decodingFor(captions, "gpt-4o").decoding, captions);
  assert.deepEqual(decodingFor(captions, "Qwen/Qwen2.5-VL-7B-Instruct").decoding, captions);
  assert.deepEqual(decodingFor(captions, "o4-mini"), { decoding: {}, left_out: Object.keys(captions) });
  assert.deepEqual(decodingFor({ reasoning_effort: "high" }, "gpt-5-chat-latest").decoding, {});
  assert.deepEqual(decodingFor({ reasoning_effort: "high" }, "gpt-4o").left_out, ["reasoning_effort"]);
});

Deno.test("what is overridden by hand is sent, undefined takes a parameter out", () => {
  assert.deepEqual(
    decodingFor({ reasoning_effort: "high" }, "gpt-4o", { reasoning_effort: "low" }).decoding,
    { reasoning_effort: "low" },
  );
  assert.deepEqual(decodingFor({ temperature: 1 }, "x", { temperature: undefined }).decoding, {});
  assert.deepEqual(decodingFor({}, "x", { seed: 3 }).decoding, { seed: 3 });
});
