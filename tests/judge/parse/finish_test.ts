import assert from "node:assert/strict";
import { parseScore } from "@/judge/parse/parse_score.ts";
import { settleReply } from "@/judge/parse/settle_reply.ts";
import { usableReply } from "@/judge/transport/usable_reply.ts";
import { reply } from "../reply.ts";

const read = (text: string) => parseScore(text, { low: 1, high: 10 });

Deno.test("a score is accepted from a reply that ended by itself, and from no other", () => {
  const status = (finishReason: string | null) =>
    settleReply(reply("Score: 1", { finishReason }), read).status;
  for (
    const reason of [
      "stop",
      "STOP",
      null,
      "",
      "eos_token",
      "stop_sequence",
      "end_turn",
      "COMPLETE",
      "completed",
    ]
  ) assert.equal(status(reason), "ok", String(reason));
  for (
    const reason of ["length", "max_tokens", "MAX_TOKENS", "model_length", "abort", "tool_calls", "eos?"]
  ) {
    assert.equal(status(reason), "truncated", reason);
  }
  for (const reason of ["content_filter", "SAFETY", "PROHIBITED_CONTENT", "RECITATION", "refusal"]) {
    assert.equal(status(reason), "refused", reason);
  }
});

Deno.test("thinking under any mark is no answer", () => {
  for (const mark of ["think", "thinking", "reasoning", "Thought"]) {
    assert.equal(settleReply(reply(`<${mark}>Score: 3`), read).status, "truncated", mark);
    assert.deepEqual(settleReply(reply(`<${mark}>Score: 3</${mark}>Score: 8`), read).values, { score: 8 });
  }
});

Deno.test("parts of content that are reasoning are kept apart from the answer", () => {
  const content = [{ type: "reasoning", text: "Score: 3" }, { type: "text", text: "Score: 8" }, {
    type: "thinking",
    thinking: [{ type: "text", text: "hm" }],
  }];
  const found = usableReply({ choices: [{ finish_reason: "stop", message: { content } }] }).reply;
  assert.deepEqual([found.text, found.reasoning], ["Score: 8", "Score: 3\nhm"]);
});

Deno.test("of several choices the one with index 0 is the reply, whatever their order", () => {
  const choice = (text: string, index?: number) => ({
    index,
    finish_reason: "stop",
    message: { content: text },
  });
  const cases: [object[], string][] = [
    [[choice("second", 1), choice("first", 0)], "first"],
    [[choice("first"), choice("second")], "first"],
    [[choice("only", 1)], "only"],
  ];
  for (const [choices, wanted] of cases) assert.equal(usableReply({ choices }).reply.text, wanted);
});
